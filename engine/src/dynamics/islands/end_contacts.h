// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/dynamics/world_state.h"

#include <vector>

namespace toibox {

/// Ends the contacts of the pairs in `ended`; the other contacts keep their order. The next step emits an end
/// event for each ended contact that was touching. Wakes bodies that may have rested on the other body.
/// Requires: `ended` is ascending, and its pairs are removed from state.pairs.live.
void end_contacts_of(WorldState& state, const std::vector<ProxyPair>& ended);

/// Between steps: ends the contacts of all pairs of shapes for which `ends(pair)` is true. Cost: a pass over
/// the pairs, and a pass over the contacts if any contact ends.
template <class Predicate>
void end_contacts(WorldState& state, Predicate&& ends) {
    std::vector<ProxyPair> ended;
    std::erase_if(state.pairs.live, [&](const ProxyPair& pair) {
        if (!ends(pair)) return false;
        ended.push_back(pair);
        return true;
    });
    if (!ended.empty()) end_contacts_of(state, ended);
}

}  // namespace toibox

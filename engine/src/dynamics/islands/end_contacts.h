// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/dynamics/world_state.h"

#include <vector>

namespace toibox {

/// Ends the contacts of those pairs, which are ascending and no longer live; the others keep their order. The
/// next step reports an end event for each that was touching. Wakes what may have rested on the other body.
void end_contacts_of(WorldState& state, const std::vector<ProxyPair>& gone);

/// Between steps: ends the contacts of all pairs of shapes for which `ends(pair)` is true. Cost: a pass over
/// the pairs, which are small; over the contacts only if any ends.
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

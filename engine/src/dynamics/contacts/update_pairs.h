// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/dynamics/world_state.h"

#include "dynamics/state/step_context.h"

#include <vector>

namespace toibox {

/// A stage of the step. Creates contacts for pairs of shapes whose fat boxes have begun to overlap, in
/// ascending order of pairs, and ends contacts whose fat boxes no longer overlap. Checks moved shapes only.
/// False if there would be more than settings.max_contacts contacts; the step must then be undone.
[[nodiscard]] bool update_pairs(StepContext& step);
/// Clears the list of moved shapes. Called after detect_among_sleepers, which needs the list.
void clear_moved(WorldState& state);

/// Merges `added` into `live` in place. Requires: both are ascending and have no pair in common.
void merge_pairs(std::vector<ProxyPair>& live, const std::vector<ProxyPair>& added);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/dynamics/world_state.h"

#include "dynamics/state/step_context.h"

#include <vector>

namespace toibox {

/// Stage. Creates contacts for pairs of shapes whose fat boxes have begun to overlap, in ascending order of
/// pairs, and ends contacts whose fat boxes no longer overlap. Checks moved shapes only. False if there would
/// be more than tuning::max_pairs contacts: the step must be undone.
[[nodiscard]] bool update_pairs(StepContext& step);
/// Clears the list of moved shapes, when every new contact has been checked.
void clear_moved(WorldState& state);

/// Merges ascending pairs into the ascending list `live`, which contains none of them. Allocates nothing
/// else.
void merge_pairs(std::vector<ProxyPair>& live, const std::vector<ProxyPair>& added);

}  // namespace toibox

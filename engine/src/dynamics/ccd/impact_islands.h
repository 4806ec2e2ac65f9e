// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/tuning.h"

#include "dynamics/contacts/impact_rules.h"
#include "dynamics/solvers/common/impact_budget.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/step_context.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace toibox {

/// Impact islands: the bodies that have met in one step. Each island has a budget of its own, in proportion
/// to its bodies, so that the work of a step is bounded and crowds far away change nothing. Everything that
/// impacts cost is charged as it happens. An island that has spent its budget solves each further impact for
/// the two bodies alone. One that has spent it three times leaves impacts of dynamic bodies to the next step,
/// except those of bullets, which settings.impact_budget limits, and its bodies stop at obstacles. Rejected
/// alternatives: one budget for the world, in which a heap far away decides how a cradle swings; bullets that
/// stop, too, so that a beam through forty balls turns by half of its angle.
///
/// During an impact, SolverScratch::island is the island of its group. Between impacts, the islands are in
/// BodyCcdState, as parents that lead to a root.

/// The body that stands for the island of a body.
[[nodiscard]] inline std::uint32_t island_root(const WorldState& state, std::uint32_t body) {
    while (state.ccd.body[body].island_parent != null_index)
        body = state.ccd.body[body].island_parent;
    return body;
}
/// Whether the island of a body has spent its budget `times` times. False before the CCD stage.
[[nodiscard]] inline bool has_spent(const WorldState& state, std::uint32_t body, std::uint64_t times) {
    if (state.ccd.body.empty()) return false;
    const ImpactIsland& island = state.ccd.body[island_root(state, body)].island;
    return island.spent > times * budget_of(island);
}

/// Starts the island of a new group.
inline void begin_island(StepContext& step) {
    step.solver.island = {.spent = 0, .bodies = 0};
    step.solver.island_root = null_index;
}
/// Unites the island of a body with that of the group. The body that stands for the larger of the two stands
/// for both, so chains of parents are short.
inline void join_island(StepContext& step, std::uint32_t body) {
    std::vector<BodyCcdState>& bodies = step.state.ccd.body;
    ImpactIsland& island = step.solver.island;
    if (bodies.empty()) {  // Touching bodies meet at the start of the step, each in only one group.
        ++island.bodies;
        return;
    }
    std::uint32_t joined = island_root(step.state, body);
    std::uint32_t& root = step.solver.island_root;
    if (joined == root) return;
    const ImpactIsland other = bodies[joined].island;
    if (root == null_index || other.bodies > island.bodies) std::swap(root, joined);
    if (joined != null_index) bodies[joined].island_parent = root;
    island.spent += other.spent;
    island.bodies += other.bodies;
}
/// Stores the island of the group in the bodies.
inline void store_island(StepContext& step) {
    if (step.solver.island_root != null_index)
        step.state.ccd.body[step.solver.island_root].island = step.solver.island;
}

/// Whether the impact of two bodies is left to the next step: both are dynamic, they may pass through each
/// other, and the island of one has spent all that it may.
[[nodiscard]] inline bool is_abandoned_pair(const StepContext& step, std::uint32_t body_a,
                                            std::uint32_t body_b) {
    const WorldState& state = step.state;
    return is_dynamic(state, body_a) && is_dynamic(state, body_b) &&
           (has_spent(state, body_a, tuning::max_spent_budgets) ||
            has_spent(state, body_b, tuning::max_spent_budgets)) &&
           !must_not_pass(step, body_a, body_b);
}

}  // namespace toibox

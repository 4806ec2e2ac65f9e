// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/tuning.h"

#include "dynamics/solvers/common/impact_budget.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/step_context.h"

#include <cstdint>
#include <vector>

namespace toibox {

/// Impact islands: the bodies that have met in one step. Each island has a budget of its own, in proportion
/// to its bodies, so that the work of a step is bounded and crowds far away change nothing. Everything that
/// impacts cost is charged as it happens. An island that has spent its budget solves each further impact for
/// the two bodies alone; one that has spent it three times leaves its impacts to the next step, and at
/// obstacles its bodies stop. Rejected alternative: one budget for the world, in which a heap far away
/// decides how a cradle swings.
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

/// Unites the island of a body with that of the group.
inline void join_island(StepContext& step, std::uint32_t body) {
    std::vector<BodyCcdState>& bodies = step.state.ccd.body;
    if (bodies.empty()) {  // Touching bodies meet at the start of the step, each only in one group.
        ++step.solver.island.bodies;
        return;
    }
    const std::uint32_t root = island_root(step.state, body);
    if (step.solver.island_root == null_index) step.solver.island_root = root;
    if (root == step.solver.island_root && step.solver.island.bodies > 0) return;
    step.solver.island.spent += bodies[root].island.spent;
    step.solver.island.bodies += bodies[root].island.bodies;
    if (root != step.solver.island_root) bodies[root].island_parent = step.solver.island_root;
}
/// Whether the impact of two shapes is left to the next step, because the island of a dynamic body has spent
/// all that it may, and the other body, too, is dynamic.
[[nodiscard]] inline bool is_abandoned_pair(const WorldState& state, std::uint32_t body_a,
                                            std::uint32_t body_b) {
    return is_dynamic(state, body_a) && is_dynamic(state, body_b) &&
           (has_spent(state, body_a, tuning::max_spent_budgets) ||
            has_spent(state, body_b, tuning::max_spent_budgets));
}

/// Starts the island of a new group.
inline void begin_island(StepContext& step) {
    step.solver.island = {.spent = 0, .bodies = 0};
    step.solver.island_root = null_index;
}
/// After an impact: stores the island in the bodies.
inline void store_island(StepContext& step) {
    if (step.solver.island_root != null_index)
        step.state.ccd.body[step.solver.island_root].island = step.solver.island;
}

}  // namespace toibox

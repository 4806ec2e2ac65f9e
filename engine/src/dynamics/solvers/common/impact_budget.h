// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/tuning.h"

#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/state/step_context.h"

#include <cstddef>
#include <cstdint>

namespace toibox {

/// The budget of the island of an impact group (ccd/impact_islands.h): SolverScratch::island.

inline std::uint64_t budget_of(const ImpactIsland& island) {
    return tuning::impact_rows_per_body * (island.bodies + tuning::impact_budget_bodies);
}
/// Adds a number of row solves to the cost of the island.
inline void charge_impact(StepContext& step, std::size_t row_solves) {
    step.solver.island.spent += row_solves;
    step.report.impact_rows_solved += row_solves;
}
[[nodiscard]] inline bool can_afford(const StepContext& step, std::size_t row_solves) {
    return step.solver.island.spent + row_solves <= budget_of(step.solver.island);
}
/// Whether the island has spent its budget.
[[nodiscard]] inline bool is_spent(const StepContext& step) {
    return !can_afford(step, 0);
}

}  // namespace toibox

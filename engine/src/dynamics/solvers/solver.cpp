// SPDX-License-Identifier: MIT

// Selects the solver of a step.

#include "dynamics/solvers/solver.h"

#include "dynamics/solvers/scalar/scalar_solvers.h"
#include "dynamics/solvers/soft_step/soft_step.h"

namespace toibox {

void solve_velocities(StepContext& step) {
    switch (step.state.settings.solver) {
        case SolverKind::SequentialImpulses:
            return solve_sequential_impulses(step);
        case SolverKind::SoftStep:
            return solve_soft_step(step);
        case SolverKind::Penalty:
            return solve_penalty(step);
        case SolverKind::PushBack:
            return solve_push_back(step);
    }
}

}  // namespace toibox

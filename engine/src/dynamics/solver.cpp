// SPDX-License-Identifier: MIT

// The family of solvers: which one a step uses.

#include "solver.h"

namespace toibox {

void solve_velocities(StepContext& step) {
    switch (step.state.settings.solver) {
        case SolverKind::SequentialImpulses:
        case SolverKind::SoftStep:
            return solve_sequential_impulses(step);
        case SolverKind::Penalty:
            return solve_penalty(step);
        case SolverKind::PushBack:
            return solve_push_back(step);
    }
}

}  // namespace toibox

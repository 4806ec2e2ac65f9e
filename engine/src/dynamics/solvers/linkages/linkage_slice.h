// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/linkages/linkage_system.h"

#include <cstdint>

namespace toibox::linkages {

enum class Pass : std::uint8_t { Solve, Relax };

enum class Mode : std::uint8_t {
    Exact,      ///< Rigid joints, closed at the predicted end poses; Newton's method.
    Compliant,  ///< Compliant joints, linearized at the start poses; one linear solve.
};

/// Parameters and data for solving one slice of a sub-step of a linkage.
struct SliceSolve : LinkageSystem {
    Pass pass = Pass::Solve;
    Mode mode = Mode::Exact;
    double h = 0.0;  ///< Length of the slice, seconds.
    double inv_h = 0.0;
    double correction_fraction = 0.0;  ///< Fraction of each joint error that the slice removes.
    double compliance = 0.0;           ///< Softness of compliant joints, as a fraction of diagonal_k.
};

/// Solves the linear system for LinkageSystem::solution, and applies the impulses.
void apply_solution(const LinkageSystem& system);
void reset_roles(const LinkageSystem& system);
/// Starts a pass from the current velocities and impulses.
void start_pass(const SliceSolve& slice);
/// Evaluates the equations at the current poses, and starts a pass.
void begin_pass(const SliceSolve& slice);
/// Solves the equations, in rounds until no role changes. Returns the largest remaining velocity error.
double run_pass(const SliceSolve& slice);
/// Solves one slice. False if an error above `allowed_residual` (m/s or rad/s) remains; always true with
/// compliant joints.
bool run_slice(SliceSolve& slice, double allowed_residual);

}  // namespace toibox::linkages

// SPDX-License-Identifier: MIT

// Solves a slice of a sub-step of a linkage, in double. Newton's method with a frozen Jacobian (factored at
// the start poses) finds the impulses that keep the joints as they are at the end of the slice. Each
// iteration gains at least one digit of accuracy if the rotations are small. Then the bodies are moved to
// close open joints.
//
// The impulses of motors are bounded, and are found with an active-set method. Each equation has a role:
// free, or fixed at its lower or upper bound. A round solves the free equations; then each equation that
// exceeds its bound is fixed there, each fixed equation that no longer needs its bound is freed, and the next
// round starts.

#include "dynamics/solvers/linkages/linkage_slice.h"

#include "dynamics/solvers/linkages/linkage_tuning.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace toibox::linkages {

namespace {

/// False for redundant equations, and for equations that were not free when K was factored.
bool is_solvable(const SliceSolve& slice, std::size_t equation) {
    return slice.k.inv_pivot[equation] > 0.0;
}

// ---- One round: the roles do not change

/// Velocity error along an equation, m/s or rad/s.
double residual(const SliceSolve& slice, const LinkageEquation& e) {
    if (is_drive(e)) return speed_along(slice, e) + e.gamma * e.impulse - e.speed;
    if (slice.pass == Pass::Relax) return speed_along(slice, e);
    if (slice.mode == Mode::Compliant)
        return speed_along(slice, e) + e.compliance * e.impulse +
               slice.inv_h * (slice.correction_fraction * e.evaluated.error);
    const double error = error_at(slice, e, slice.bodies[e.a].predicted, slice.bodies[e.b].predicted);
    return slice.inv_h * (error - e.evaluated.error);
}

/// Predicts the poses at the end of the slice.
void predict_poses(const SliceSolve& slice) {
    for (LinkageBody& body : slice.bodies) {
        body.predicted.center = body.pose.center + slice.h * body.velocity.linear;
        body.predicted.angle = body.pose.angle + slice.h * body.velocity.angular;
        body.predicted.rotation = make_rotd(body.predicted.angle);
    }
}

/// Computes the right-hand sides. Returns the largest velocity error of a solvable equation.
double compute_residuals(const SliceSolve& slice) {
    double largest = 0.0;
    if (slice.pass == Pass::Solve) predict_poses(slice);
    for (std::size_t i = 0; i < slice.equations.size(); ++i) {
        const LinkageEquation& e = slice.equations[i];
        slice.solution[i] = e.role == LinkageRole::Free ? -residual(slice, e) : 0.0;
        const double error = std::abs(slice.solution[i]);
        if (is_solvable(slice, i) && error > largest) largest = error;
    }
    return largest;
}

}  // namespace

void apply_solution(const LinkageSystem& system) {
    system.k.solve(system.solution);
    for (std::size_t i = 0; i < system.equations.size(); ++i) {
        if (system.solution[i] != 0.0) apply(system, system.equations[i], system.solution[i]);
    }
}

namespace {

void apply_newton_step(const SliceSolve& slice) {
    apply_solution(slice);
    for (std::size_t i = 0; i < slice.equations.size(); ++i)
        slice.equations[i].impulse += slice.solution[i];
}

/// Restores the velocities at the start of the pass, and applies the impulses of fixed equations.
void begin_round(const SliceSolve& slice) {
    for (LinkageBody& body : slice.bodies)
        body.velocity = body.pass_velocity;
    for (LinkageEquation& e : slice.equations) {
        e.impulse = e.pass_impulse;
        if (e.role == LinkageRole::Free) continue;
        const double bound = e.role == LinkageRole::AtLower ? e.lower : e.upper;
        apply(slice, e, bound - e.impulse);
        e.impulse = bound;
    }
}

/// Solves the free equations. Returns the largest remaining velocity error, or 0 after a single linear solve.
double run_round(const SliceSolve& slice) {
    begin_round(slice);
    if (!slice.linkage.is_factored) factor(slice);
    double max_residual = compute_residuals(slice);
    if (slice.pass == Pass::Relax || slice.mode == Mode::Compliant) {
        apply_newton_step(slice);
        return 0.0;
    }
    for (int i = 0; i < tuning::max_linkage_iterations && max_residual > tuning::linkage_max_residual; ++i) {
        apply_newton_step(slice);
        max_residual = compute_residuals(slice);
    }
    return max_residual;
}

// ---- Bounds

/// The role of an equation in the next round.
LinkageRole updated_role(const SliceSolve& slice, std::size_t equation) {
    const LinkageEquation& e = slice.equations[equation];
    if (e.role == LinkageRole::Free) {
        if (e.impulse < e.lower) return LinkageRole::AtLower;
        if (e.impulse > e.upper) return LinkageRole::AtUpper;
        // A motor that works against an immovable body is at its maximum.
        if (e.kind != RowKind::Motor || is_solvable(slice, equation)) return LinkageRole::Free;
        return residual(slice, e) > 0.0 ? LinkageRole::AtLower : LinkageRole::AtUpper;
    }
    // An equation stays fixed if its impulse would go beyond the bound.
    const double error = residual(slice, e);
    const bool exceeds_bound = e.role == LinkageRole::AtLower ? error >= 0.0 : error <= 0.0;
    return exceeds_bound ? e.role : LinkageRole::Free;
}

}  // namespace

void reset_roles(const LinkageSystem& system) {
    for (LinkageEquation& e : system.equations)
        e.role = LinkageRole::Free;
}

namespace {

/// True if a role changed.
bool update_roles(const SliceSolve& slice) {
    bool changed = false;
    if (slice.pass == Pass::Solve) predict_poses(slice);
    for (std::size_t i = 0; i < slice.equations.size(); ++i) {
        const LinkageRole role = updated_role(slice, i);
        changed = changed || role != slice.equations[i].role;
        slice.equations[i].role = role;
    }
    return changed;
}

}  // namespace

double run_pass(const SliceSolve& slice) {
    reset_roles(slice);
    double max_residual = run_round(slice);
    if (!slice.linkage.is_bounded) return max_residual;
    for (int round = 0; round < tuning::max_linkage_rounds && update_roles(slice); ++round)
        max_residual = run_round(slice);
    return max_residual;
}

// ---- A slice

void start_pass(const SliceSolve& slice) {
    for (LinkageBody& body : slice.bodies)
        body.pass_velocity = body.velocity;
    for (LinkageEquation& e : slice.equations)
        e.pass_impulse = e.impulse;
}

void begin_pass(const SliceSolve& slice) {
    for (LinkageEquation& e : slice.equations) {
        e.evaluated = evaluate(slice, e, slice.bodies[e.a].pose, slice.bodies[e.b].pose);
        e.compliance = 0.0;
        if (slice.pass == Pass::Relax) continue;
        e.impulse = 0.0;
        if (is_drive(e)) {
            e.speed = target_speed(slice, e);
        } else if (slice.mode == Mode::Compliant) {
            e.compliance = slice.compliance * diagonal_k(slice, e);
        }
    }
    start_pass(slice);
}

namespace {

/// Moves the predicted poses by a fraction of what closes the joints. Does not change velocities.
void close_joints(const SliceSolve& slice) {
    double max_speed = 0.0;
    for (std::size_t i = 0; i < slice.equations.size(); ++i) {
        const LinkageEquation& e = slice.equations[i];
        const double error = is_drive(e) ? 0.0 : e.evaluated.error;
        slice.solution[i] = -slice.correction_fraction * slice.inv_h * error;
        max_speed = std::max(max_speed, std::abs(slice.solution[i]));
    }
    if (!(max_speed > tuning::linkage_max_residual)) return;
    for (LinkageBody& body : slice.bodies)
        body.pass_velocity = body.velocity;
    apply_solution(slice);
    predict_poses(slice);
    for (LinkageBody& body : slice.bodies)
        body.velocity = body.pass_velocity;
}

}  // namespace

bool run_slice(SliceSolve& slice, double allowed_residual) {
    slice.pass = Pass::Solve;
    begin_pass(slice);
    if (run_pass(slice) > allowed_residual) return false;
    predict_poses(slice);
    if (slice.mode == Mode::Exact) close_joints(slice);
    for (LinkageBody& body : slice.bodies)
        body.pose = body.predicted;
    slice.pass = Pass::Relax;
    begin_pass(slice);
    slice.linkage.is_factored = false;
    run_pass(slice);
    // The next slice starts at the poses of this relaxation, so the factored matrix can be reused.
    slice.linkage.is_factored = !slice.linkage.is_bounded && slice.mode == Mode::Exact;
    for (LinkageEquation& e : slice.equations)
        e.substep_impulse += e.impulse;
    return true;
}

}  // namespace toibox::linkages

// SPDX-License-Identifier: MIT

// Solves a sub-step of each linkage, in double. Newton's method with a frozen Jacobian (factored at the start
// poses) finds the impulses that close the joints at the end of the sub-step. Each iteration gains at least
// one digit of accuracy if the rotations are small. For larger rotations the sub-step is split into slices.
//
// The impulses of motors are bounded, and are found with an active-set method. Each equation has a role:
// free, or fixed at its lower or upper bound. A round solves the free equations; then each equation that
// exceeds its bound is fixed there, each fixed equation that no longer needs its bound is freed, and the next
// round starts.
//
// The equations of a loop that is stretched out are nearly redundant, and there may be no impulse that closes
// the loop. Then a slice does not converge, or gains energy, and the sub-step is repeated with compliant
// joints, like the joints outside linkages: that system can always be solved, and only loses energy.

#include "toibox/core/thread_pool.h"

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/soft_step/linkage_system.h"
#include "dynamics/solvers/soft_step/linkage_tuning.h"
#include "dynamics/solvers/soft_step/soft_step.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace toibox::soft_step {

namespace {

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

/// False for redundant equations, and for equations that were not free when K was factored.
bool is_solvable(const LinkageEquation& e) {
    return e.inv_pivot > 0.0;
}

// ---- One round: the roles do not change

/// Velocity error along an equation, m/s or rad/s.
double residual(const SliceSolve& slice, const LinkageEquation& e) {
    const double speed = speed_along(slice, e);
    if (is_drive(e)) return speed + e.gamma * e.impulse - e.speed;
    if (slice.pass == Pass::Relax) return speed;
    if (slice.mode == Mode::Compliant)
        return speed + e.compliance * e.impulse + slice.inv_h * (e.evaluated.error - e.target_error);
    const EvaluatedEquation predicted =
        evaluate(slice, e, slice.bodies[e.a].predicted, slice.bodies[e.b].predicted);
    return slice.inv_h * (predicted.error - e.target_error);
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
    for (LinkageEquation& e : slice.equations) {
        e.solution = e.role == LinkageRole::Free ? -residual(slice, e) : 0.0;
        const double error = std::abs(e.solution);
        if (is_solvable(e) && error > largest) largest = error;
    }
    return largest;
}

void apply_newton_step(const SliceSolve& slice) {
    substitute(slice);
    for (LinkageEquation& e : slice.equations) {
        if (e.solution == 0.0) continue;
        apply(slice, e, e.solution);
        e.impulse += e.solution;
    }
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
LinkageRole updated_role(const SliceSolve& slice, const LinkageEquation& e) {
    if (e.role == LinkageRole::Free) {
        if (e.impulse < e.lower) return LinkageRole::AtLower;
        if (e.impulse > e.upper) return LinkageRole::AtUpper;
        // A motor that works against an immovable body is at its maximum.
        if (e.kind != RowKind::Motor || is_solvable(e)) return LinkageRole::Free;
        return residual(slice, e) > 0.0 ? LinkageRole::AtLower : LinkageRole::AtUpper;
    }
    // An equation stays fixed if its impulse would go beyond the bound.
    const double error = residual(slice, e);
    const bool exceeds_bound = e.role == LinkageRole::AtLower ? error >= 0.0 : error <= 0.0;
    return exceeds_bound ? e.role : LinkageRole::Free;
}

void reset_roles(const SliceSolve& slice) {
    for (LinkageEquation& e : slice.equations)
        e.role = LinkageRole::Free;
}

/// True if a role changed.
bool update_roles(const SliceSolve& slice) {
    bool changed = false;
    if (slice.pass == Pass::Solve) predict_poses(slice);
    for (LinkageEquation& e : slice.equations) {
        const LinkageRole role = updated_role(slice, e);
        changed = changed || role != e.role;
        e.role = role;
    }
    return changed;
}

/// Repeats rounds until no role changes. Returns the largest remaining velocity error.
double run_pass(const SliceSolve& slice) {
    reset_roles(slice);
    double max_residual = run_round(slice);
    if (!slice.linkage.is_bounded) return max_residual;
    for (int round = 0; round < tuning::max_linkage_rounds && update_roles(slice); ++round)
        max_residual = run_round(slice);
    return max_residual;
}

// ---- A sub-step

/// Evaluates the equations at the current poses and sets their targets.
void begin_pass(const SliceSolve& slice) {
    for (LinkageBody& body : slice.bodies)
        body.pass_velocity = body.velocity;
    for (LinkageEquation& e : slice.equations) {
        e.evaluated = evaluate(slice, e, slice.bodies[e.a].pose, slice.bodies[e.b].pose);
        e.pass_impulse = slice.pass == Pass::Solve ? 0.0 : e.impulse;
        e.compliance = 0.0;
        if (slice.pass == Pass::Relax) continue;
        if (is_drive(e)) {
            e.speed = target_speed(slice, e);
            continue;
        }
        e.target_error = (1.0 - slice.correction_fraction) * e.evaluated.error;
        if (slice.mode == Mode::Compliant) e.compliance = slice.compliance * diagonal_k(slice, e);
    }
}

double kinetic_energy(const SliceSolve& slice) {
    double twice = 0.0;
    for (const LinkageBody& body : slice.bodies) {
        const LinkageVelocity& v = body.velocity;
        if (body.inv_mass.x > 0.0) twice += v.linear.x * v.linear.x / body.inv_mass.x;
        if (body.inv_mass.y > 0.0) twice += v.linear.y * v.linear.y / body.inv_mass.y;
        if (body.inv_inertia > 0.0) twice += v.angular * v.angular / body.inv_inertia;
    }
    return 0.5 * twice;
}

/// Solves one slice. False if an error above `allowed_residual` remains; always true with compliant joints.
bool run_slice(SliceSolve& slice, double allowed_residual) {
    slice.pass = Pass::Solve;
    begin_pass(slice);
    if (run_pass(slice) > allowed_residual) return false;
    predict_poses(slice);
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

/// run_slice, but false also if a loop gains energy that no spring or motor supplied.
bool run_energy_checked_slice(SliceSolve& slice, double allowed_residual) {
    if (!slice.linkage.has_loop || slice.mode == Mode::Compliant) return run_slice(slice, allowed_residual);
    const double before = kinetic_energy(slice);
    if (slice.linkage.is_driven) begin_pass(slice);
    for (LinkageEquation& e : slice.equations)
        e.start_speed = is_drive(e) ? speed_along(slice, e) : 0.0;
    if (!run_slice(slice, allowed_residual)) return false;
    double drive_work = 0.0;
    for (const LinkageEquation& e : slice.equations) {
        if (is_drive(e)) drive_work += 0.5 * e.impulse * (e.start_speed + speed_along(slice, e));
    }
    const double allowed_energy = before + (drive_work > 0.0 ? drive_work : 0.0);
    const double gain = slice.linkage.is_driven ? tuning::driven_linkage_gain : tuning::linkage_gain;
    return kinetic_energy(slice) <= (1.0 + gain) * allowed_energy;
}

/// Solves a sub-step of length `h` in `slices` slices. False if a slice fails.
bool run_slices(SliceSolve slice, int slices, double allowed_residual, double h, double correction_fraction) {
    const double fraction = 1.0 / static_cast<double>(slices);
    slice.h = fraction * h;
    slice.inv_h = 1.0 / slice.h;
    slice.correction_fraction = fraction * correction_fraction;
    for (LinkageBody& body : slice.bodies) {
        body.pose = body.start_pose;
        body.velocity = body.initial_velocity;
    }
    for (LinkageEquation& e : slice.equations)
        e.substep_impulse = 0.0;
    for (int i = 0; i < slices; ++i) {
        if (!run_energy_checked_slice(slice, allowed_residual)) return false;
    }
    return true;
}

void run_substep(SliceSolve slice, double h, double correction_fraction) {
    // Spring coefficients and impulse bounds are computed for whole sub-steps, so a sub-step of a driven
    // linkage is not split into slices.
    const int max_slices = slice.linkage.is_driven ? 1 : tuning::max_linkage_slices;
    for (int slices = 1; slices <= max_slices; slices *= 2) {
        const double allowed_residual =
            slices < max_slices ? tuning::linkage_max_residual : tuning::linkage_failure_residual;
        if (run_slices(slice, slices, allowed_residual, h, correction_fraction)) return;
        slice.linkage.is_factored = false;
    }
    slice.mode = Mode::Compliant;
    run_slices(slice, 1, tuning::linkage_failure_residual, h, correction_fraction);
}

// ---- Loading and storing velocities

/// Of SolverBodies::velocity and SolverBodies::displacement.
constexpr std::size_t floats_per_body = 4;

void load(const SliceSolve& slice, const SolverBodies& from) {
    for (LinkageBody& body : slice.bodies) {
        const std::size_t index = static_cast<std::size_t>(body.slot) * floats_per_body;
        const float* const velocity = from.velocity + index;
        const float* const displacement = from.displacement + index;
        // Poses are relative to the start of the step.
        body.pose.center = {as_double(displacement[0]), as_double(displacement[1])};
        body.pose.angle = as_double(velocity[3]);
        body.pose.rotation = make_rotd(body.pose.angle);
        body.velocity = {{as_double(velocity[0]), as_double(velocity[1])}, as_double(velocity[2])};
    }
}

double rounded(double x) {
    return static_cast<double>(static_cast<float>(x));
}
/// Loads the poses. Adds to each body's double velocity what forces have added to its float velocity since
/// the previous sub-step.
void begin_substep(const SliceSolve& slice, const SolverBodies& from) {
    for (LinkageBody& body : slice.bodies)
        body.initial_velocity = body.velocity;
    load(slice, from);
    for (LinkageBody& body : slice.bodies) {
        const Vec2d old_linear{rounded(body.initial_velocity.linear.x),
                               rounded(body.initial_velocity.linear.y)};
        body.initial_velocity.linear += body.velocity.linear - old_linear;
        body.initial_velocity.angular += body.velocity.angular - rounded(body.initial_velocity.angular);
        body.start_pose = body.pose;
    }
}

void store_velocity(float* velocity, Vec2d linear, double angular) {
    velocity[0] = static_cast<float>(linear.x);
    velocity[1] = static_cast<float>(linear.y);
    velocity[2] = static_cast<float>(angular);
}
/// Stores the mean velocities of the sub-step, with which the integration of positions reaches the end poses.
void store_mean_velocities(const SliceSolve& slice, const SolverBodies& to, double inv_h) {
    for (const LinkageBody& body : slice.bodies) {
        if (!body.is_movable()) continue;
        store_velocity(to.velocity + static_cast<std::size_t>(body.slot) * floats_per_body,
                       inv_h * (body.pose.center - body.start_pose.center),
                       inv_h * (body.pose.angle - body.start_pose.angle));
    }
}
/// Stores the velocities at the end of the sub-step, from which the next sub-step starts.
void store_velocities(const SliceSolve& slice, const SolverBodies& to) {
    for (const LinkageBody& body : slice.bodies) {
        if (!body.is_movable()) continue;
        const std::size_t index = static_cast<std::size_t>(body.slot) * floats_per_body;
        store_velocity(to.velocity + index, body.velocity.linear, body.velocity.angular);
        store_velocity(to.free_velocity + index, body.velocity.linear, body.velocity.angular);
    }
}

/// Calls run(slice) for each linkage, in parallel.
template <class Run>
void for_each_linkage(StepContext& step, Run&& run) {
    Linkages& all = step.soft.linkages;
    if (all.linkage.empty()) return;
    step.team.for_balanced_chunks(all.linkage.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (Linkage& linkage : std::span(all.linkage).subspan(begin, end - begin)) {
            if (linkage.equations == 0) continue;
            run(SliceSolve{
                {.bodies = std::span(all.body).subspan(linkage.first_body, linkage.bodies),
                 .equations = std::span(all.equation).subspan(linkage.first_equation, linkage.equations),
                 .factor = all.factor.data(),
                 .rows = step.solver,
                 .linkage = linkage}});
        }
    });
}

/// Whether some rigid equation is nearly redundant.
bool is_taut(const SliceSolve& slice) {
    return std::any_of(slice.equations.begin(), slice.equations.end(), [&](const LinkageEquation& e) {
        return e.kind == RowKind::Rigid && !(e.pivot > tuning::taut_pivot_fraction * diagonal_k(slice, e));
    });
}

/// Whether the error of a joint exceeds `gap`, metres or radians.
bool is_open(const SliceSolve& slice, double gap) {
    return std::any_of(slice.equations.begin(), slice.equations.end(), [&](const LinkageEquation& e) {
        return e.kind == RowKind::Rigid && std::abs(e.evaluated.error) > gap;
    });
}

}  // namespace

void begin_linkages(StepContext& step) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    for_each_linkage(step, [&](const SliceSolve& slice) {
        load(slice, bodies);
        begin_pass(slice);
        reset_roles(slice);
        factor(slice);
        slice.linkage.is_factored = !slice.linkage.is_bounded;
        slice.linkage.is_taut = slice.linkage.has_loop && is_taut(slice);
        // Only linkages without a loop: run_energy_checked_slice checks the others.
        slice.linkage.is_open =
            !slice.linkage.has_loop && is_open(slice, as_double(step.state.settings.slop));
    });
}

void solve_linkages(StepContext& step, const Softness& softness, float h) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    const double seconds = as_double(h);
    const double bias_fraction = as_double(softness.bias_rate) * seconds;
    const double correction_fraction = bias_fraction < 1.0 ? bias_fraction : 1.0;
    for_each_linkage(step, [&](SliceSolve slice) {
        slice.compliance = as_double(softness.impulse_scale) / as_double(softness.mass_scale);
        begin_substep(slice, bodies);
        run_substep(slice, seconds, correction_fraction);
        store_mean_velocities(slice, bodies, 1.0 / seconds);
    });
}

void end_linkages(StepContext& step) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    for_each_linkage(step, [&](const SliceSolve& slice) {
        store_velocities(slice, bodies);
        for (LinkageEquation& e : slice.equations)
            e.total_impulse += e.substep_impulse;
    });
}

}  // namespace toibox::soft_step

// SPDX-License-Identifier: MIT

// Solves a sub-step of the linkages, each on its own and in double. Newton's method finds the impulses that
// close the joints at the end of the sub-step, with one matrix, that of the poses at its start. Each solve
// gains a digit or more while bodies rotate little. Where they rotate more, the sub-step is split into
// slices. Bounded impulses, those of motors, are found by trial: an equation that exceeds its bound gets the
// bound, and the rest is solved again.
//
// Where a loop is stretched out, its equations are nearly redundant, and there may be no impulse that closes
// it. Then a slice does not converge, or gains energy, and the sub-step is repeated with compliant joints,
// like the rows of other joints: that system can always be solved, and only loses energy.

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

/// How the end poses of a slice are predicted: along the arcs of rotating bodies, or straight ahead, with
/// compliant joints.
enum class Prediction : std::uint8_t { Arcs, Straight };

/// A linkage in a slice of a sub-step.
struct Work : LinkageWork {
    Pass pass = Pass::Solve;
    Prediction prediction = Prediction::Arcs;
    double h = 0.0;  ///< Length of the slice, seconds.
    double inv_h = 0.0;
    double correction_share = 0.0;  ///< Share of an error that the slice removes.
    double compliance = 0.0;        ///< Softness of compliant joints, as a share of their response.
};

// ---- One round, with fixed roles

/// Velocity error along an equation, m/s or rad/s.
double residual(const Work& work, const LinkageEquation& e) {
    const double speed = speed_along(work, e);
    if (is_drive(e)) return speed + e.gamma * e.impulse - e.speed;
    if (work.pass == Pass::Relax) return speed;
    if (work.prediction == Prediction::Straight)
        return speed + e.compliance * e.impulse + work.inv_h * (e.placed.error - e.target_error);
    const PlacedEquation predicted = place(work, e, work.bodies[e.a].predicted, work.bodies[e.b].predicted);
    return work.inv_h * (predicted.error - e.target_error);
}

/// Predicts the poses to which the velocities lead.
void predict_poses(const Work& work) {
    for (LinkageBody& body : work.bodies) {
        body.predicted.center = body.pose.center + work.h * body.velocity.linear;
        body.predicted.angle = body.pose.angle + work.h * body.velocity.angular;
        body.predicted.rotation = make_rotd(body.predicted.angle);
    }
}

/// Computes the right-hand sides. Returns the largest error.
double compute_residuals(const Work& work) {
    double largest = 0.0;
    if (work.pass == Pass::Solve) predict_poses(work);
    for (LinkageEquation& e : work.equations) {
        e.solution = e.role == LinkageRole::Free ? -residual(work, e) : 0.0;
        const double size = std::abs(e.solution);
        if (e.inverse > 0.0 && size > largest) largest = size;
    }
    return largest;
}

void apply_newton_step(const Work& work) {
    substitute(work);
    for (LinkageEquation& e : work.equations) {
        if (e.solution == 0.0) continue;
        apply(work, e, e.solution);
        e.impulse += e.solution;
    }
}

/// Returns to the start of the pass, with the impulses that the roles demand.
void begin_round(const Work& work) {
    for (LinkageBody& body : work.bodies)
        body.velocity = body.pass_velocity;
    for (LinkageEquation& e : work.equations) {
        e.impulse = e.pass_impulse;
        if (e.role == LinkageRole::Free) continue;
        const double bound = e.role == LinkageRole::AtLower ? e.lower : e.upper;
        apply(work, e, bound - e.impulse);
        e.impulse = bound;
    }
}

/// All solves of a round. Returns the largest remaining error.
double run_round(const Work& work) {
    begin_round(work);
    if (!work.linkage.is_factored) factor(work);
    double max_residual = compute_residuals(work);
    if (work.pass == Pass::Relax || work.prediction == Prediction::Straight) {
        apply_newton_step(work);
        return 0.0;
    }
    for (int i = 0; i < tuning::max_linkage_solves && max_residual > tuning::linkage_precision; ++i) {
        apply_newton_step(work);
        max_residual = compute_residuals(work);
    }
    return max_residual;
}

// ---- Bounds

/// The role of an equation after a solve with the current roles.
LinkageRole updated_role(const Work& work, const LinkageEquation& e) {
    if (e.role == LinkageRole::Free) {
        if (e.impulse < e.lower) return LinkageRole::AtLower;
        if (e.impulse > e.upper) return LinkageRole::AtUpper;
        // A motor that drives against something immovable is at its maximum.
        if (e.kind != RowKind::Motor || e.inverse > 0.0) return LinkageRole::Free;
        return residual(work, e) > 0.0 ? LinkageRole::AtLower : LinkageRole::AtUpper;
    }
    // An equation stays at its bound while it would exceed it.
    const double error = residual(work, e);
    const bool exceeds_bound = e.role == LinkageRole::AtLower ? error >= 0.0 : error <= 0.0;
    return exceeds_bound ? e.role : LinkageRole::Free;
}

void reset_roles(const Work& work) {
    for (LinkageEquation& e : work.equations)
        e.role = LinkageRole::Free;
}

bool update_roles(const Work& work) {
    bool changed = false;
    if (work.pass == Pass::Solve) predict_poses(work);
    for (LinkageEquation& e : work.equations) {
        const LinkageRole role = updated_role(work, e);
        changed = changed || role != e.role;
        e.role = role;
    }
    return changed;
}

/// Repeats rounds until no role changes. Returns the largest remaining error.
double run_pass(const Work& work) {
    reset_roles(work);
    double max_residual = run_round(work);
    if (!work.linkage.is_bounded) return max_residual;
    for (int round = 0; round < tuning::max_linkage_rounds && update_roles(work); ++round)
        max_residual = run_round(work);
    return max_residual;
}

// ---- A sub-step

/// Places the equations at the current poses and sets their targets.
void begin_pass(const Work& work) {
    for (LinkageBody& body : work.bodies)
        body.pass_velocity = body.velocity;
    for (LinkageEquation& e : work.equations) {
        e.placed = place(work, e, work.bodies[e.a].pose, work.bodies[e.b].pose);
        e.pass_impulse = work.pass == Pass::Solve ? 0.0 : e.impulse;
        e.compliance = 0.0;
        if (work.pass == Pass::Relax) continue;
        if (is_drive(e)) {
            e.speed = target_speed(work, e);
            continue;
        }
        e.target_error = (1.0 - work.correction_share) * e.placed.error;
        if (work.prediction == Prediction::Straight) e.compliance = work.compliance * response(work, e);
    }
}

double kinetic_energy(const Work& work) {
    double twice = 0.0;
    for (const LinkageBody& body : work.bodies) {
        const LinkageVelocity& v = body.velocity;
        if (body.inv_mass.x > 0.0) twice += v.linear.x * v.linear.x / body.inv_mass.x;
        if (body.inv_mass.y > 0.0) twice += v.linear.y * v.linear.y / body.inv_mass.y;
        if (body.inv_inertia > 0.0) twice += v.angular * v.angular / body.inv_inertia;
    }
    return 0.5 * twice;
}

/// One slice of a sub-step. False if it does not converge; compliant joints always do.
bool run_slice(Work& work, double precision) {
    work.pass = Pass::Solve;
    begin_pass(work);
    if (run_pass(work) > precision) return false;
    predict_poses(work);
    for (LinkageBody& body : work.bodies)
        body.pose = body.predicted;
    work.pass = Pass::Relax;
    begin_pass(work);
    work.linkage.is_factored = false;
    run_pass(work);
    // The next slice starts at the poses of this relaxation, so its matrix can be reused.
    work.linkage.is_factored = !work.linkage.is_bounded && work.prediction == Prediction::Arcs;
    for (LinkageEquation& e : work.equations)
        e.substep_impulse += e.impulse;
    return true;
}

/// One slice. False also if a loop gains energy that no spring or motor supplied.
bool run_energy_checked_slice(Work& work, double precision) {
    if (!work.linkage.has_loop || work.prediction == Prediction::Straight) return run_slice(work, precision);
    const double before = kinetic_energy(work);
    if (work.linkage.is_driven) begin_pass(work);
    for (LinkageEquation& e : work.equations)
        e.start_speed = is_drive(e) ? speed_along(work, e) : 0.0;
    if (!run_slice(work, precision)) return false;
    double drive_work = 0.0;
    for (const LinkageEquation& e : work.equations) {
        if (is_drive(e)) drive_work += 0.5 * e.impulse * (e.start_speed + speed_along(work, e));
    }
    const double allowed_energy = before + (drive_work > 0.0 ? drive_work : 0.0);
    const double gain = work.linkage.is_driven ? tuning::driven_linkage_gain : tuning::linkage_gain;
    return kinetic_energy(work) <= (1.0 + gain) * allowed_energy;
}

/// A sub-step in `slices` slices. False if one fails.
bool run_slices(Work work, int slices, double precision, double h, double correction_share) {
    const double share = 1.0 / static_cast<double>(slices);
    work.h = share * h;
    work.inv_h = 1.0 / work.h;
    work.correction_share = share * correction_share;
    for (LinkageBody& body : work.bodies) {
        body.pose = body.start_pose;
        body.velocity = body.initial_velocity;
    }
    for (LinkageEquation& e : work.equations)
        e.substep_impulse = 0.0;
    for (int i = 0; i < slices; ++i) {
        if (!run_energy_checked_slice(work, precision)) return false;
    }
    return true;
}

void run_substep(Work work, double h, double correction_share) {
    // Springs and bounds are defined for whole sub-steps, so driven linkages are not split.
    const int max_slices = work.linkage.is_driven ? 1 : tuning::max_linkage_slices;
    for (int slices = 1; slices <= max_slices; slices *= 2) {
        const double precision = slices < max_slices ? tuning::linkage_precision : tuning::linkage_failure;
        if (run_slices(work, slices, precision, h, correction_share)) return;
        work.linkage.is_factored = false;
    }
    work.prediction = Prediction::Straight;
    run_slices(work, 1, tuning::linkage_failure, h, correction_share);
}

// ---- In and out

constexpr std::size_t row_size = 4;

void load(const Work& work, const SolverBodies& from) {
    for (LinkageBody& body : work.bodies) {
        const float* const velocity = from.velocity + static_cast<std::size_t>(body.slot) * row_size;
        const float* const moved = from.moved + static_cast<std::size_t>(body.slot) * row_size;
        body.pose.center = {as_double(moved[0]), as_double(moved[1])};
        body.pose.angle = as_double(velocity[3]);
        body.pose.rotation = make_rotd(body.pose.angle);
        body.velocity = {{as_double(velocity[0]), as_double(velocity[1])}, as_double(velocity[2])};
    }
}

double rounded(double x) {
    return static_cast<double>(static_cast<float>(x));
}
/// Loads the poses, and the velocities of the last sub-step plus what forces have added since.
void begin_substep(const Work& work, const SolverBodies& from) {
    for (LinkageBody& body : work.bodies)
        body.initial_velocity = body.velocity;
    load(work, from);
    for (LinkageBody& body : work.bodies) {
        const Vec2d old_linear{rounded(body.initial_velocity.linear.x),
                               rounded(body.initial_velocity.linear.y)};
        body.initial_velocity.linear += body.velocity.linear - old_linear;
        body.initial_velocity.angular += body.velocity.angular - rounded(body.initial_velocity.angular);
        body.start_pose = body.pose;
    }
}

void store_row(float* row, Vec2d linear, double angular) {
    row[0] = static_cast<float>(linear.x);
    row[1] = static_cast<float>(linear.y);
    row[2] = static_cast<float>(angular);
}
/// Stores the mean velocities, which lead to the poses that were found.
void store_mean_velocities(const Work& work, const SolverBodies& to, double inv_h) {
    for (const LinkageBody& body : work.bodies) {
        if (!body.is_movable()) continue;
        store_row(to.velocity + static_cast<std::size_t>(body.slot) * row_size,
                  inv_h * (body.pose.center - body.start_pose.center),
                  inv_h * (body.pose.angle - body.start_pose.angle));
    }
}
/// Stores the velocities at the end. The next sub-step starts from these, without the impulses of this one.
void store_velocities(const Work& work, const SolverBodies& to) {
    for (const LinkageBody& body : work.bodies) {
        if (!body.is_movable()) continue;
        const std::size_t row = static_cast<std::size_t>(body.slot) * row_size;
        store_row(to.velocity + row, body.velocity.linear, body.velocity.angular);
        store_row(to.free_velocity + row, body.velocity.linear, body.velocity.angular);
    }
}

/// Calls run(work) for each linkage, in parallel.
template <class Run>
void for_each_linkage(StepContext& step, Run&& run) {
    Linkages& all = step.soft.linkages;
    if (all.linkage.empty()) return;
    step.team.for_balanced_chunks(all.linkage.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (Linkage& linkage : std::span(all.linkage).subspan(begin, end - begin)) {
            if (linkage.equations == 0) continue;
            run(Work{{.bodies = std::span(all.body).subspan(linkage.first_body, linkage.bodies),
                      .equations = std::span(all.equation).subspan(linkage.first_equation, linkage.equations),
                      .factor = all.factor.data(),
                      .rows = step.solver,
                      .linkage = linkage}});
        }
    });
}

/// Whether rigid equations are nearly redundant.
bool is_taut(const Work& work) {
    return std::any_of(work.equations.begin(), work.equations.end(), [&](const LinkageEquation& e) {
        return e.kind == RowKind::Rigid && !(e.pivot > tuning::taut_pivot_share * response(work, e));
    });
}

/// Whether the error of a joint exceeds `gap`, metres or radians.
bool is_open(const Work& work, double gap) {
    return std::any_of(work.equations.begin(), work.equations.end(), [&](const LinkageEquation& e) {
        return e.kind == RowKind::Rigid && std::abs(e.placed.error) > gap;
    });
}

}  // namespace

void begin_linkages(StepContext& step) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    for_each_linkage(step, [&](const Work& work) {
        load(work, bodies);
        begin_pass(work);
        reset_roles(work);
        factor(work);
        work.linkage.is_factored = !work.linkage.is_bounded;
        work.linkage.is_taut = work.linkage.has_loop && is_taut(work);
        // The energy of loops is checked in each slice instead (run_energy_checked_slice).
        work.linkage.is_open = !work.linkage.has_loop && is_open(work, as_double(step.state.settings.slop));
    });
}

void solve_linkages(StepContext& step, const Softness& softness, float h) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    const double seconds = as_double(h);
    const double target_error = as_double(softness.bias_rate) * seconds;
    const double correction_share = target_error < 1.0 ? target_error : 1.0;
    for_each_linkage(step, [&](Work work) {
        work.compliance = as_double(softness.impulse_scale) / as_double(softness.mass_scale);
        begin_substep(work, bodies);
        run_substep(work, seconds, correction_share);
        store_mean_velocities(work, bodies, 1.0 / seconds);
    });
}

void end_linkages(StepContext& step) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    for_each_linkage(step, [&](const Work& work) {
        store_velocities(work, bodies);
        for (LinkageEquation& e : work.equations)
            e.total_impulse += e.substep_impulse;
    });
}

}  // namespace toibox::soft_step

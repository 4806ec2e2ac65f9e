// SPDX-License-Identifier: MIT

// The linkages in a sub-step of the soft step: takes velocities and poses from the solver's arrays, and puts
// them back.

#include "toibox/core/thread_pool.h"

#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/linkages/linkage_substep.h"
#include "dynamics/solvers/linkages/linkage_tuning.h"
#include "dynamics/solvers/soft_step/linkages.h"
#include "dynamics/solvers/soft_step/soft_step.h"

#include <span>

namespace toibox::soft_step {

using namespace linkages;

namespace {

/// Of SolverBodies::velocity and SolverBodies::displacement.
constexpr std::size_t floats_per_body = 4;

double rounded(double x) {
    return static_cast<double>(static_cast<float>(x));
}
BodyVelocityd rounded(const BodyVelocityd& v) {
    return {{rounded(v.linear.x), rounded(v.linear.y)}, rounded(v.angular)};
}

BodyVelocityd velocity_at(const SolverBodies& from, const LinkageBody& body) {
    const float* const velocity = from.velocity + static_cast<std::size_t>(body.slot) * floats_per_body;
    return {{as_double(velocity[0]), as_double(velocity[1])}, as_double(velocity[2])};
}

/// Adds to each body's velocity what forces and rows have added to its float velocity since it was stored.
/// True if they have added anything.
bool add_changes(const SliceSolve& slice, const SolverBodies& from) {
    bool any = false;
    for (LinkageBody& body : slice.bodies) {
        const BodyVelocityd now = velocity_at(from, body);
        const Vec2d linear = now.linear - body.stored_velocity.linear;
        const double angular = now.angular - body.stored_velocity.angular;
        any = any || linear.x != 0.0 || linear.y != 0.0 || angular != 0.0;
        body.velocity.linear += linear;
        body.velocity.angular += angular;
    }
    return any;
}

void load_poses(const SliceSolve& slice, const SolverBodies& from) {
    for (LinkageBody& body : slice.bodies) {
        const std::size_t index = static_cast<std::size_t>(body.slot) * floats_per_body;
        const float* const velocity = from.velocity + index;
        const float* const displacement = from.displacement + index;
        // Poses are relative to the start of the step.
        body.pose.center = {as_double(displacement[0]), as_double(displacement[1])};
        body.pose.angle = as_double(velocity[3]);
        body.pose.rotation = make_rotd(body.pose.angle);
    }
}

void store_velocity(const LinkageBody& body, const SolverBodies& to, const BodyVelocityd& v) {
    float* const velocity = to.velocity + static_cast<std::size_t>(body.slot) * floats_per_body;
    velocity[0] = static_cast<float>(v.linear.x);
    velocity[1] = static_cast<float>(v.linear.y);
    velocity[2] = static_cast<float>(v.angular);
}
/// Stores the mean velocities of the sub-step, with which the integration of positions reaches the end poses.
void store_mean_velocities(const SliceSolve& slice, const SolverBodies& to, double inv_h) {
    for (const LinkageBody& body : slice.bodies) {
        if (!body.is_movable()) continue;
        store_velocity(body, to,
                       {inv_h * (body.pose.center - body.start_pose.center),
                        inv_h * (body.pose.angle - body.start_pose.angle)});
    }
}
/// Stores the velocities at the end of the sub-step, from which the next sub-step starts.
void store_velocities(const SliceSolve& slice, const SolverBodies& to) {
    for (LinkageBody& body : slice.bodies) {
        body.stored_velocity = rounded(body.velocity);
        if (body.is_movable()) store_velocity(body, to, body.velocity);
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
                 .k = {.rows = std::span(all.row).subspan(linkage.first_equation, linkage.equations),
                       .elements = all.elements.data(),
                       .pivot = std::span(all.pivot).subspan(linkage.first_equation, linkage.equations),
                       .inv_pivot =
                           std::span(all.inv_pivot).subspan(linkage.first_equation, linkage.equations)},
                 .solution = std::span(all.solution).subspan(linkage.first_equation, linkage.equations),
                 .rows = step.solver,
                 .linkage = linkage}});
        }
    });
}

/// Sets Linkage::is_free, keeps_energy and energy_tolerance.
void find_what_holds(const SliceSolve& slice) {
    Linkage& linkage = slice.linkage;
    linkage.is_free = true;
    linkage.keeps_energy = !linkage.is_driven;
    double mass = 0.0;
    for (const LinkageBody& body : slice.bodies) {
        const BodyVelocityd& v = body.velocity;
        const bool is_moving = v.linear.x != 0.0 || v.linear.y != 0.0 || v.angular != 0.0;
        if (!body.is_movable() && is_moving) linkage.keeps_energy = false;
        linkage.is_free = linkage.is_free && body.is_free();
        mass += body.mass.x > body.mass.y ? body.mass.x : body.mass.y;
    }
    linkage.energy_tolerance = mass * (tuning::linkage_rest_speed * tuning::linkage_rest_speed);
}

/// Whether some rigid equation is nearly redundant.
bool is_taut(const SliceSolve& slice) {
    for (std::size_t i = 0; i < slice.equations.size(); ++i) {
        const LinkageEquation& e = slice.equations[i];
        if (!is_drive(e) && !(slice.k.pivot[i] > tuning::taut_pivot_fraction * diagonal_k(slice, e)))
            return true;
    }
    return false;
}

}  // namespace

void begin_linkages(StepContext& step) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    for_each_linkage(step, [&](const SliceSolve& slice) {
        load_poses(slice, bodies);
        for (LinkageBody& body : slice.bodies)
            body.velocity = body.stored_velocity = velocity_at(bodies, body);
        begin_pass(slice);
        reset_roles(slice);
        factor(slice);
        slice.linkage.is_factored = !slice.linkage.is_bounded;
        find_what_holds(slice);
        slice.linkage.is_taut = slice.linkage.has_loop && is_taut(slice);
    });
}

void solve_linkages(StepContext& step, const Softness& softness, float h) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    const double seconds = as_double(h);
    const double bias_fraction = as_double(softness.bias_rate) * seconds;
    const double correction_fraction = bias_fraction < 1.0 ? bias_fraction : 1.0;
    for_each_linkage(step, [&](SliceSolve slice) {
        slice.compliance = as_double(softness.impulse_scale) / as_double(softness.mass_scale);
        load_poses(slice, bodies);
        add_changes(slice, bodies);
        for (LinkageBody& body : slice.bodies)
            body.start_pose = body.pose;
        run_substep(slice, seconds, correction_fraction);
        store_mean_velocities(slice, bodies, 1.0 / seconds);
    });
}

void end_linkages(StepContext& step) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    for_each_linkage(step, [&](const SliceSolve& slice) { store_velocities(slice, bodies); });
}

void relax_linkages(StepContext& step) {
    const SolverBodies bodies = solver_bodies_of(step.soft);
    for_each_linkage(step, [&](SliceSolve slice) {
        if (add_changes(slice, bodies)) {
            slice.pass = Pass::Relax;
            start_pass(slice);
            run_pass(slice);
            store_velocities(slice, bodies);
            for (LinkageEquation& e : slice.equations)
                e.substep_impulse += e.impulse - e.pass_impulse;
        }
        for (LinkageEquation& e : slice.equations)
            e.total_impulse += e.substep_impulse;
    });
}

}  // namespace toibox::soft_step

// SPDX-License-Identifier: MIT

// Free motion with the default integrator, semi-implicit Euler: velocities first, then positions with the new
// velocities. First order, but symplectic: a bouncing ball neither gains nor loses height on average; with
// explicit Euler it gains height. The apex is v0·h/2 too low. The other integrators are in integrators.cpp.
// Source: E. Catto, "Numerical Integration", GDC 2015 (slides on symplectic Euler).

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/external_acceleration.h"

namespace toibox {

namespace {

void semi_implicit_velocities(WorldState& state, float h) {
    for_each_simulated_body(state, [&state, h](std::uint32_t body) {
        const BodyInfo& info = state.bodies.info[body];
        if (info.type != BodyType::Dynamic) return;
        BodyVelocity& velocity = state.bodies.velocity[body];
        velocity.linear += h * external_acceleration(state, body);
        velocity.angular += h * state.bodies.mass[body].inv_inertia * state.bodies.force[body].torque;
        velocity.linear *= 1.0f / (1.0f + h * info.linear_damping);
        velocity.angular *= 1.0f / (1.0f + h * info.angular_damping);
    });
}

/// Whether the velocity is still the planned velocity, because no row has changed it.
bool matches_plan(const IntegratorScratch& plan, std::uint32_t body, const BodyVelocity& velocity) {
    return plan.planned_velocity[body].linear == velocity.linear &&
           plan.planned_velocity[body].angular == velocity.angular;
}

}  // namespace

void begin_motion(StepContext& step) {
    WorldState& state = step.state;
    step.solver.displacement.assign(state.bodies.pose.size(), {});
    for_each_simulated_body(state, [&state](std::uint32_t body) {
        state.bodies.motion[body].start = state.bodies.pose[body];
        state.bodies.motion[body].delta_angle = 0.0f;
    });
}

void integrate_velocities(StepContext& step, float h) {
    if (step.state.settings.integrator == Integrator::SemiImplicitEuler) {
        semi_implicit_velocities(step.state, h);
    } else {
        plan_motion(step, h, [](const MotionSample&, float, std::vector<BodyVelocity>&) {});
    }
}

void integrate_velocities(StepContext& step, float h, ForceField field) {
    WorldState& state = step.state;
    if (state.settings.integrator != Integrator::SemiImplicitEuler) return plan_motion(step, h, field);
    std::vector<BodyVelocity>& rate = step.solver.integrator.rate;
    rate.assign(state.bodies.velocity.size(), {});
    field({step.solver.displacement, state.bodies.velocity}, h, rate);
    for_each_simulated_body(state, [&](std::uint32_t body) {
        state.bodies.velocity[body].linear += h * rate[body].linear;
        state.bodies.velocity[body].angular += h * rate[body].angular;
    });
    semi_implicit_velocities(state, h);
}

void integrate_positions(StepContext& step, float h) {
    const WorldState& state = step.state;
    const IntegratorScratch& plan = step.solver.integrator;
    const bool has_plan = state.settings.integrator != Integrator::SemiImplicitEuler;
    for_each_simulated_body(state, [&](std::uint32_t body) {
        const BodyVelocity& velocity = state.bodies.velocity[body];
        StepDisplacement& displacement = step.solver.displacement[body];
        if (has_plan && matches_plan(plan, body, velocity)) {
            displacement = plan.planned_displacement[body];
            return;
        }
        displacement.center += h * velocity.linear;
        displacement.angle += h * velocity.angular;
        const Rot rotation = make_rot(displacement.angle);
        displacement.cosine = rotation.c;
        displacement.sine = rotation.s;
    });
}

void commit_motion(StepContext& step) {
    WorldState& state = step.state;
    for_each_simulated_body(state, [&](std::uint32_t body) {
        const StepDisplacement& displacement = step.solver.displacement[body];
        BodyMotion& motion = state.bodies.motion[body];
        motion.delta_angle = displacement.angle;
        const Vec2 end = motion.start.center + displacement.center;
        state.bodies.pose[body] =
            body_pose_at(body_sweep(motion, end, state.bodies.mass[body].local_center), 1.0);
    });
}

}  // namespace toibox

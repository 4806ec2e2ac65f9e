// SPDX-License-Identifier: MIT

// The integrators other than semi-implicit Euler. Explicit Euler, midpoint and the classical Runge–Kutta
// method are one algorithm with three tables: each stage is evaluated at the state predicted by the previous
// stage, and the sub-step uses a weighted mean of all stages. These methods do not conserve energy: each
// sub-step multiplies the energy of an oscillator by 1 + (ωh)² with explicit Euler and by about 1 − (ωh)⁶/72
// with RK4. Velocity Verlet is symplectic: its energy oscillates without drift. All but explicit Euler are
// exact for constant forces. Source: E. Hairer, C. Lubich, G. Wanner, "Geometric Numerical Integration", 2nd
// ed. 2006, sections I.1 and II.1.

#include "toibox/core/assert.h"

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/external_acceleration.h"

#include <array>

namespace toibox {

namespace {

/// An explicit Runge–Kutta method in which each stage depends only on the previous one: stage i is at
/// fraction node[i] of the sub-step, reached with the rates of stage i − 1.
struct Tableau {
    int stages;
    std::array<float, 4> node;
    std::array<float, 4> weight;
};
constexpr Tableau explicit_euler{1, {0.0f}, {1.0f}};
constexpr Tableau midpoint{2, {0.0f, 0.5f}, {0.0f, 1.0f}};
constexpr Tableau runge_kutta_4{
    4, {0.0f, 0.5f, 0.5f, 1.0f}, {1.0f / 6.0f, 1.0f / 3.0f, 1.0f / 3.0f, 1.0f / 6.0f}};

StepDisplacement moved_by(const StepDisplacement& from, float seconds, const BodyVelocity& velocity) {
    const float angle = from.angle + seconds * velocity.angular;
    const Rot rotation = make_rot(angle);
    return {from.center + seconds * velocity.linear, angle, rotation.c, rotation.s};
}
BodyVelocity changed_by(const BodyVelocity& from, float seconds, const BodyVelocity& rate) {
    return {from.linear + seconds * rate.linear, from.angular + seconds * rate.angular};
}

/// Computes IntegratorScratch::rate at the sample, from external accelerations, damping and the force field.
void compute_rates(StepContext& step, ForceField field, float seconds) {
    const WorldState& state = step.state;
    IntegratorScratch& scratch = step.solver.integrator;
    scratch.rate.assign(state.bodies.velocity.size(), {});
    for_each_simulated_body(state, [&](std::uint32_t body) {
        const BodyInfo& info = state.bodies.info[body];
        if (info.type != BodyType::Dynamic) return;
        const BodyVelocity& velocity = scratch.sample_velocity[body];
        BodyVelocity& rate = scratch.rate[body];
        rate.linear = external_acceleration(state, body) - info.linear_damping * velocity.linear;
        rate.angular = state.bodies.mass[body].inv_inertia * state.bodies.force[body].torque -
                       info.angular_damping * velocity.angular;
    });
    field({scratch.sample_displacement, scratch.sample_velocity}, seconds, scratch.rate);
}

void plan_runge_kutta(StepContext& step, const Tableau& tableau, float h, ForceField field) {
    const WorldState& state = step.state;
    IntegratorScratch& scratch = step.solver.integrator;
    for (int stage = 0; stage < tableau.stages; ++stage) {
        const auto i = static_cast<std::size_t>(stage);
        const float node = h * tableau.node[i];
        const float weight = h * tableau.weight[i];
        if (stage > 0) {
            for_each_simulated_body(state, [&](std::uint32_t body) {
                const BodyVelocity before = scratch.sample_velocity[body];
                scratch.sample_displacement[body] = moved_by(step.solver.displacement[body], node, before);
                scratch.sample_velocity[body] =
                    changed_by(state.bodies.velocity[body], node, scratch.rate[body]);
            });
        }
        compute_rates(step, field, weight);
        for_each_simulated_body(state, [&](std::uint32_t body) {
            StepDisplacement& end = scratch.planned_displacement[body];
            end = moved_by(end, weight, scratch.sample_velocity[body]);
            BodyVelocity& velocity = scratch.planned_velocity[body];
            velocity = changed_by(velocity, weight, scratch.rate[body]);
        });
    }
}

/// Moves positions with the velocity of the midpoint, and velocities with the mean of the accelerations at
/// the start and the end.
void plan_verlet(StepContext& step, float h, ForceField field) {
    const WorldState& state = step.state;
    IntegratorScratch& scratch = step.solver.integrator;
    const float half_h = 0.5f * h;
    compute_rates(step, field, half_h);
    scratch.previous_rate = scratch.rate;
    for_each_simulated_body(state, [&](std::uint32_t body) {
        const BodyVelocity& start = state.bodies.velocity[body];
        const BodyVelocity& rate = scratch.previous_rate[body];
        const BodyVelocity mean_velocity = changed_by(start, half_h, rate);
        scratch.planned_displacement[body] = moved_by(step.solver.displacement[body], h, mean_velocity);
        scratch.sample_displacement[body] = scratch.planned_displacement[body];
        // Velocity-dependent forces use a predicted velocity.
        scratch.sample_velocity[body] = changed_by(start, h, rate);
        scratch.planned_velocity[body] = mean_velocity;
    });
    compute_rates(step, field, half_h);
    for_each_simulated_body(state, [&](std::uint32_t body) {
        scratch.planned_velocity[body] =
            changed_by(scratch.planned_velocity[body], half_h, scratch.rate[body]);
    });
}

}  // namespace

void plan_motion(StepContext& step, float h, ForceField field) {
    WorldState& state = step.state;
    TOIBOX_ASSERT(state.settings.integrator != Integrator::SemiImplicitEuler);
    IntegratorScratch& scratch = step.solver.integrator;
    scratch.sample_displacement = step.solver.displacement;
    scratch.sample_velocity = state.bodies.velocity;
    scratch.planned_displacement = step.solver.displacement;
    scratch.planned_velocity = state.bodies.velocity;
    switch (state.settings.integrator) {
        case Integrator::SemiImplicitEuler:
            break;
        case Integrator::ExplicitEuler:
            plan_runge_kutta(step, explicit_euler, h, field);
            break;
        case Integrator::Midpoint:
            plan_runge_kutta(step, midpoint, h, field);
            break;
        case Integrator::RungeKutta4:
            plan_runge_kutta(step, runge_kutta_4, h, field);
            break;
        case Integrator::Verlet:
            plan_verlet(step, h, field);
            break;
    }
    for_each_simulated_body(
        state, [&](std::uint32_t body) { state.bodies.velocity[body] = scratch.planned_velocity[body]; });
}

}  // namespace toibox

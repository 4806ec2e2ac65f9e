// SPDX-License-Identifier: MIT

// Poses of bodies within a step. Up to its first impact a body follows the sweep that the solver planned;
// after an impact it continues with its new velocity. A pose within the step is evaluated on the sweep and
// rounded to float once, and the remaining motion starts from that float pose.

#include "toibox/dynamics/tuning.h"

#include "continuous.h"
#include "own_continuous.h"
#include "solver.h"

#include <algorithm>

namespace toibox {

namespace {

const BodyCcdState& ccd_state_of(const WorldState& state, std::uint32_t body) {
    static constexpr BodyCcdState initial{};
    return body < state.continuous.body.size() ? state.continuous.body[body] : initial;
}

Sweep stationary_sweep(const BodyPose& pose, Vec2 local_center) {
    return {widen(local_center), widen(pose.center), widen(pose.center), widen(pose.rotation), 0.0};
}

/// The remaining motion from the body's current pose.
Sweep full_remaining_sweep(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const BodyPose& pose = state.bodies.pose[body];
    const Vec2 local_center = state.bodies.mass[body].local_center;
    const BodyCcdState& ccd_state = ccd_state_of(state, body);
    if (state.bodies.info[body].type == BodyType::Static || ccd_state.remaining == RemainingMotion::Stopped) {
        return stationary_sweep(pose, local_center);
    }
    if (ccd_state.remaining == RemainingMotion::Planned) {
        return body_sweep(state.bodies.motion[body], pose.center, local_center);
    }
    Sweep sweep = stationary_sweep(pose, local_center);
    const double seconds = (1.0 - ccd_state.consumed) * static_cast<double>(step.dt);
    const BodyVelocity& velocity = state.bodies.velocity[body];
    sweep.c1 += seconds * widen(velocity.linear);
    sweep.delta_angle = seconds * static_cast<double>(velocity.angular);
    return sweep;
}

/// Maximum restitution of an impact that the body is searched for.
float max_search_restitution(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    float max_restitution =
        state.bodies.info[body].bullet ? step.scratch.max_restitution : step.scratch.max_obstacle_restitution;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        const float restitution = state.shapes.material[shape].restitution;
        if (restitution > max_restitution) max_restitution = restitution;
    });
    return max_restitution;
}

/// `t` as a fraction of the body's remaining motion.
double fraction_of_remaining(double t, double consumed) {
    return consumed < 1.0 ? (t - consumed) / (1.0 - consumed) : 1.0;
}

}  // namespace

Sweep remaining_sweep(const StepContext& step, std::uint32_t body, double from) {
    const Sweep sweep = full_remaining_sweep(step, body);
    const double consumed = ccd_state_of(step.state, body).consumed;
    return from > consumed ? remainder(sweep, fraction_of_remaining(from, consumed)) : sweep;
}

void advance_body(StepContext& step, std::uint32_t body, double t) {
    WorldState& state = step.state;
    BodyCcdState& ccd_state = state.continuous.body[body];
    const Sweep sweep = full_remaining_sweep(step, body);
    const double fraction = fraction_of_remaining(t, ccd_state.consumed);
    const BodyPose start = ccd_state.remaining == RemainingMotion::Planned ? state.bodies.motion[body].start
                                                                           : state.bodies.pose[body];
    state.bodies.pose[body] = body_pose_at(sweep, fraction);
    state.bodies.motion[body].box_slack = 0.0f;  // its path was not straight: check its boxes
    const float turned = static_cast<float>(fraction * sweep.delta_angle);
    if (step.scratch.has_sensors && t > ccd_state.consumed) {
        state.continuous.paths.push_back({.body = body,
                                          .delta_angle = turned,
                                          .from = ccd_state.consumed,
                                          .to = t,
                                          .start = start,
                                          .end = state.bodies.pose[body].center});
    }
    float& total = state.bodies.motion[body].delta_angle;
    total = ccd_state.remaining == RemainingMotion::Planned ? turned : total + turned;
    ccd_state.consumed = t;
    ccd_state.remaining = RemainingMotion::Free;
}

void mark_jointed_bodies(StepContext& step) {
    const WorldState& state = step.state;
    std::vector<std::uint8_t>& jointed = step.scratch.jointed;
    jointed.assign(state.bodies.info.size(), 0);
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        jointed[base.body_a] = jointed[base.body_b] = 1;
    }
}

void mark_supported_bodies(StepContext& step, bool all) {
    WorldState& state = step.state;
    std::vector<BodyCcdState>& bodies = state.continuous.body;
    for (std::size_t body = 0; body < bodies.size(); ++body)
        bodies[body].is_supported = step.scratch.jointed[body] != 0;
    for (const DetectionSummary& summary : step.scratch.summary) {
        for (const SolverContact& solver_contact : summary.solver_contact) {
            BodyCcdState& a = bodies[solver_contact.body_a];
            BodyCcdState& b = bodies[solver_contact.body_b];
            if (!all && !a.searching && !b.searching) continue;
            const Contact& contact = state.contacts[solver_contact.contact];
            const auto pushes = [](const ContactPoint& point) { return point.normal_impulse > 0.0f; };
            if (std::none_of(contact.points.data(), contact.points.data() + contact.count, pushes)) continue;
            a.is_supported = b.is_supported = true;
        }
    }
}

void undo_remaining_gravity(StepContext& step, std::uint32_t body, double t) {
    const WorldState& state = step.state;
    if (state.continuous.body[body].is_supported) return;
    const float lost = static_cast<float>(1.0 - t) * step.dt;
    BodyVelocity& velocity = step.state.bodies.velocity[body];
    velocity.linear -= lost * external_acceleration(state, body);
    velocity.angular -= lost * state.bodies.force[body].torque * state.bodies.mass[body].inv_inertia;
}

bool bounces_at_step_end(const WorldState& state, float restitution) {
    return state.progress.solver == SolverKind::SoftStep && restitution <= tuning::low_restitution;
}

bool is_bouncy(const StepContext& step, float restitution) {
    return restitution > 0.0f && step.state.progress.bouncy_shapes <= tuning::max_bouncy_shapes &&
           !bounces_at_step_end(step.state, restitution);
}

float min_impact_speed(const StepContext& step) {
    const float resting = resting_approach_speed(step.state.settings, step.dt);
    return resting > tuning::min_impact_speed ? resting : tuning::min_impact_speed;
}

bool is_bouncy_pair(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b) {
    const float a = step.state.shapes.material[shape_a].restitution;
    const float b = step.state.shapes.material[shape_b].restitution;
    return is_bouncy(step, a > b ? a : b);
}

bool may_tunnel(const StepContext& step, std::uint32_t body, float distance, float turn) {
    const WorldState& state = step.state;
    const BodyMass& mass = state.bodies.mass[body];
    const float reach = distance + (turn < 0.0f ? -turn : turn) * mass.max_extent;
    const float thickness = tuning::search_share * mass.min_extent;
    if (reach > thickness) return true;
    return reach > contact_margin_of(state, body) &&
           !bounces_at_step_end(state, max_search_restitution(step, body));
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Where bodies are between the ends of a step. Until it meets something a body follows the sweep that the
// solver planned; after an impact it goes on with its new velocity. A pose on the way is found by the sweep
// and rounded to float once, and everything that follows starts from that float pose.

#include "toibox/dynamics/tuning.h"

#include "continuous.h"
#include "own_continuous.h"
#include "solver.h"

#include <algorithm>

namespace toibox {

namespace {

const BodyContinuous& spent_by(const WorldState& state, std::uint32_t body) {
    static constexpr BodyContinuous nothing{};
    return body < state.continuous.body.size() ? state.continuous.body[body] : nothing;
}

Sweep at_rest(const BodyPose& pose, Vec2 local_center) {
    return {widen(local_center), widen(pose.center), widen(pose.center), widen(pose.rotation), 0.0};
}

/// From where the body is.
Sweep whole_rest(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const BodyPose& pose = state.bodies.pose[body];
    const Vec2 local_center = state.bodies.mass[body].local_center;
    const BodyContinuous& spent = spent_by(state, body);
    if (state.bodies.info[body].type == BodyType::Static || spent.rest == RestOfStep::Stopped) {
        return at_rest(pose, local_center);
    }
    if (spent.rest == RestOfStep::Planned) {
        return body_sweep(state.bodies.motion[body], pose.center, local_center);
    }
    Sweep sweep = at_rest(pose, local_center);
    const double seconds = (1.0 - spent.consumed) * static_cast<double>(step.dt);
    const BodyVelocity& velocity = state.bodies.velocity[body];
    sweep.c1 += seconds * widen(velocity.linear);
    sweep.delta_angle = seconds * static_cast<double>(velocity.angular);
    return sweep;
}

/// The greatest with which an impact that the body is searched for may bounce.
float restitution_in_search(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    float greatest = state.bodies.info[body].bullet ? step.scratch.greatest_restitution
                                                    : step.scratch.obstacle_restitution;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        const float restitution = state.shapes.material[shape].restitution;
        if (restitution > greatest) greatest = restitution;
    });
    return greatest;
}

/// `t` as a fraction of what the body has left.
double fraction_of_rest(double t, double consumed) {
    return consumed < 1.0 ? (t - consumed) / (1.0 - consumed) : 1.0;
}

}  // namespace

Sweep rest_of_motion(const StepContext& step, std::uint32_t body, double from) {
    const Sweep sweep = whole_rest(step, body);
    const double consumed = spent_by(step.state, body).consumed;
    return from > consumed ? remainder(sweep, fraction_of_rest(from, consumed)) : sweep;
}

void advance_body(StepContext& step, std::uint32_t body, double t) {
    WorldState& state = step.state;
    BodyContinuous& spent = state.continuous.body[body];
    const Sweep sweep = whole_rest(step, body);
    const double fraction = fraction_of_rest(t, spent.consumed);
    const BodyPose start =
        spent.rest == RestOfStep::Planned ? state.bodies.motion[body].start : state.bodies.pose[body];
    state.bodies.pose[body] = committed_pose(sweep, fraction);
    state.bodies.motion[body].box_slack = 0.0f;  // its way was not straight: look at its boxes
    const float turned = static_cast<float>(fraction * sweep.delta_angle);
    if (step.scratch.has_sensors && t > spent.consumed) {
        state.continuous.paths.push_back({.body = body,
                                          .delta_angle = turned,
                                          .from = spent.consumed,
                                          .to = t,
                                          .start = start,
                                          .end = state.bodies.pose[body].center});
    }
    float& total = state.bodies.motion[body].delta_angle;
    total = spent.rest == RestOfStep::Planned ? turned : total + turned;
    spent.consumed = t;
    spent.rest = RestOfStep::Free;
}

void find_jointed(StepContext& step) {
    const WorldState& state = step.state;
    std::vector<std::uint8_t>& jointed = step.scratch.jointed;
    jointed.assign(state.bodies.info.size(), 0);
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        jointed[base.body_a] = jointed[base.body_b] = 1;
    }
}

void find_held(StepContext& step, bool all) {
    WorldState& state = step.state;
    std::vector<BodyContinuous>& bodies = state.continuous.body;
    for (std::size_t body = 0; body < bodies.size(); ++body)
        bodies[body].held = step.scratch.jointed[body] != 0;
    for (const DetectionNotes& notes : step.scratch.notes) {
        for (const PushingContact& pushing : notes.pushing) {
            BodyContinuous& a = bodies[pushing.body_a];
            BodyContinuous& b = bodies[pushing.body_b];
            if (!all && !a.searching && !b.searching) continue;
            const Contact& contact = state.contacts[pushing.contact];
            const auto pushes = [](const ContactPoint& point) { return point.normal_impulse > 0.0f; };
            if (std::none_of(contact.points.data(), contact.points.data() + contact.count, pushes)) continue;
            a.held = b.held = true;
        }
    }
}

void take_back_fall(StepContext& step, std::uint32_t body, double t) {
    const WorldState& state = step.state;
    if (state.continuous.body[body].held) return;
    const float lost = static_cast<float>(1.0 - t) * step.dt;
    BodyVelocity& velocity = step.state.bodies.velocity[body];
    velocity.linear -= lost * free_acceleration(state, body);
    velocity.angular -= lost * state.bodies.force[body].torque * state.bodies.mass[body].inv_inertia;
}

bool leaves_bounces_to_step(const WorldState& state, float restitution) {
    return state.progress.solver == SolverKind::SoftStep && restitution <= tuning::dull_restitution;
}

bool is_lively(const StepContext& step, float restitution) {
    return restitution > 0.0f && step.state.progress.lively_shapes <= tuning::lively_crowd &&
           !leaves_bounces_to_step(step.state, restitution);
}

float slowest_impact(const StepContext& step) {
    const float resting = resting_approach(step.state.settings, step.dt);
    return resting > tuning::slowest_impact ? resting : tuning::slowest_impact;
}

bool is_lively_pair(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b) {
    const float a = step.state.shapes.material[shape_a].restitution;
    const float b = step.state.shapes.material[shape_b].restitution;
    return is_lively(step, a > b ? a : b);
}

bool moves_far(const StepContext& step, std::uint32_t body, float distance, float turn) {
    const WorldState& state = step.state;
    const BodyMass& mass = state.bodies.mass[body];
    const float reach = distance + (turn < 0.0f ? -turn : turn) * mass.max_extent;
    const float thickness = tuning::search_share * mass.min_extent;
    if (reach > thickness) return true;
    return reach > contact_margin_of(state, body) &&
           !leaves_bounces_to_step(state, restitution_in_search(step, body));
}

}  // namespace toibox

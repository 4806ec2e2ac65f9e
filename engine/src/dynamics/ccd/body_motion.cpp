// SPDX-License-Identifier: MIT

// Poses of bodies within a step. Up to its first impact, a body follows the sweep that the solver planned;
// after an impact, it continues at its new velocity. A pose within the step is evaluated on the sweep and
// rounded to float once, and the remaining motion starts from this rounded pose.

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/state/external_acceleration.h"
#include "dynamics/state/remaining_motion.h"

#include <algorithm>

namespace toibox {
namespace {

/// BodyCcdState::end_offset of a body that leaves its planned motion at `t`. With it, a body that no impulse
/// changes ends where it would have ended anyway (but for its damping), because the planned motion has the
/// mean velocity of the step.
Vec2 planned_end_offset(const StepContext& step, std::uint32_t body, double t) {
    const float remaining = static_cast<float>(1.0 - t) * step.dt;
    const float mean_to_end = 0.5f * step.dt - velocity_lag_seconds(step.state, step.dt);
    return -remaining * mean_to_end * external_acceleration(step.state, body);
}

}  // namespace

void advance_body(StepContext& step, std::uint32_t body, double t) {
    WorldState& state = step.state;
    BodyCcdState& ccd_state = state.ccd.body[body];
    const Sweep sweep = full_remaining_sweep(step, body);
    const double fraction = fraction_of_remaining(t, ccd_state.consumed);
    const BodyPose start = ccd_state.remaining == RemainingMotion::Planned ? state.bodies.motion[body].start
                                                                           : state.bodies.pose[body];
    state.bodies.pose[body] = body_pose_at(sweep, fraction);
    // 0 forces a check of the fat boxes: `finalize` subtracts only the straight distance from start to end,
    // and this path was longer.
    state.bodies.motion[body].box_slack = 0.0f;
    const float rotation = static_cast<float>(fraction * sweep.delta_angle);
    if (t > ccd_state.consumed) {
        const PathPart part{.body = body,
                            .delta_angle = rotation,
                            .from = ccd_state.consumed,
                            .to = t,
                            .start = start,
                            .end = state.bodies.pose[body].center};
        if (step.ccd.has_sensors) state.ccd.paths.push_back(part);
        if (step.ccd.records_paths) step.report.paths.push_back(part);
    }
    float& total_rotation = state.bodies.motion[body].delta_angle;
    total_rotation = ccd_state.remaining == RemainingMotion::Planned ? rotation : total_rotation + rotation;
    if (ccd_state.remaining == RemainingMotion::Planned) {
        ccd_state.end_offset = planned_end_offset(step, body, t);
    } else {
        ccd_state.end_offset *= static_cast<float>(1.0 - fraction);
        ccd_state.end_rotation *= static_cast<float>(1.0 - fraction);
    }
    ccd_state.consumed = t;
    ccd_state.remaining = RemainingMotion::Free;
}

void mark_jointed_bodies(StepContext& step) {
    const WorldState& state = step.state;
    std::vector<std::uint8_t>& has_joint = step.ccd.has_joint;
    has_joint.assign(state.bodies.info.size(), 0);
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        has_joint[base.body_a] = has_joint[base.body_b] = 1;
    }
}

void mark_supported_bodies(StepContext& step, bool includes_unsearched) {
    WorldState& state = step.state;
    std::vector<BodyCcdState>& bodies = state.ccd.body;
    for (std::size_t body = 0; body < bodies.size(); ++body)
        bodies[body].is_supported = step.ccd.has_joint[body] != 0;
    for (const DetectionSummary& summary : step.detection.summary) {
        for (const SolverContact& solver_contact : summary.solver_contact) {
            BodyCcdState& a = bodies[solver_contact.body_a];
            BodyCcdState& b = bodies[solver_contact.body_b];
            if (!includes_unsearched && !a.searching && !b.searching) continue;
            const Contact& contact = state.contacts[solver_contact.contact];
            const auto pushes = [](const ContactPoint& point) { return point.normal_impulse > 0.0f; };
            if (std::none_of(contact.points.data(), contact.points.data() + contact.count, pushes)) continue;
            a.is_supported = b.is_supported = true;
        }
    }
}

void undo_remaining_external_forces(StepContext& step, std::uint32_t body, double t) {
    const WorldState& state = step.state;
    if (state.ccd.body[body].is_supported) return;
    const float remaining = static_cast<float>(1.0 - t) * step.dt;
    BodyVelocity& velocity = step.state.bodies.velocity[body];
    velocity.linear -= remaining * external_acceleration(state, body);
    velocity.angular -= remaining * state.bodies.force[body].torque * state.bodies.mass[body].inv_inertia;
}

}  // namespace toibox

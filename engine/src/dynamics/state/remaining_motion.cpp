// SPDX-License-Identifier: MIT
#include "dynamics/state/remaining_motion.h"

#include <cmath>

namespace toibox {
namespace {

Sweep stationary_sweep(const BodyPose& pose, Vec2 local_center) {
    return {widen(local_center), widen(pose.center), widen(pose.center), widen(pose.rotation), 0.0};
}

}  // namespace

const BodyCcdState& ccd_state_of(const WorldState& state, std::uint32_t body) {
    static constexpr BodyCcdState initial{};
    return body < state.ccd.body.size() ? state.ccd.body[body] : initial;
}

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
    sweep.c1 += seconds * widen(velocity.linear) + widen(ccd_state.end_offset);
    sweep.delta_angle =
        seconds * static_cast<double>(velocity.angular) + static_cast<double>(ccd_state.end_rotation);
    return sweep;
}

double remaining_travel(const StepContext& step, std::uint32_t body) {
    const Sweep sweep = full_remaining_sweep(step, body);
    return distance(sweep.c0, sweep.c1) +
           std::abs(sweep.delta_angle) * static_cast<double>(step.state.bodies.mass[body].max_extent);
}

double fraction_of_remaining(double t, double consumed) {
    return consumed < 1.0 ? (t - consumed) / (1.0 - consumed) : 1.0;
}

Sweep remaining_sweep(const StepContext& step, std::uint32_t body, double from) {
    const Sweep sweep = full_remaining_sweep(step, body);
    const double consumed = ccd_state_of(step.state, body).consumed;
    return from > consumed ? remainder(sweep, fraction_of_remaining(from, consumed)) : sweep;
}

}  // namespace toibox

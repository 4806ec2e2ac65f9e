// SPDX-License-Identifier: MIT

// The oldest cure: what cannot go fast cannot tunnel. A body whose centre moves by no more than half its
// inner radius overlaps an obstacle in some sample before its centre is past the surface. The price is the
// speed itself: a ball of 10 cm does 3 m/s at 60 Hz. Source: the lecture on collision detection ("assume a
// maximum velocity and a smallest feature size").

#include "toibox/dynamics/tuning.h"

#include "continuous.h"
#include "own_continuous.h"
#include "policies.h"

#include <cmath>

namespace toibox {

namespace {

/// The share of `way` that is within `limit`.
float share_within(float limit, float linear_scale) {
    return linear_scale > limit ? limit / linear_scale : 1.0f;
}

}  // namespace

void limit_speeds(StepContext& step) {
    WorldState& state = step.state;
    for_each_simulated_body(state, [&](std::uint32_t body) {
        if (state.bodies.info[body].type != BodyType::Dynamic) return;
        if (body_policy_in_step(state, body) != ContinuousPolicy::SpeedLimit) return;
        const BodyMass& mass = state.bodies.mass[body];
        BodyMotion& motion = state.bodies.motion[body];
        BodyPose& pose = state.bodies.pose[body];
        const float limit = tuning::search_share * mass.min_extent;
        if (!(limit > 0.0f)) return;  // a point or a line, or nothing at all: no speed is slow enough
        const float linear_scale = share_within(limit, distance(motion.start.center, pose.center));
        const float angular_scale = share_within(limit, std::abs(motion.delta_angle) * mass.max_extent);
        if (linear_scale == 1.0f && angular_scale == 1.0f) return;
        Sweep sweep = body_sweep(motion, pose.center, mass.local_center);
        sweep.c1 = center_at(sweep, static_cast<double>(linear_scale));
        sweep.delta_angle *= static_cast<double>(angular_scale);
        pose = body_pose_at(sweep, 1.0);
        motion.delta_angle *= angular_scale;
        motion.box_slack = 0.0f;
        state.bodies.velocity[body].linear *= linear_scale;
        state.bodies.velocity[body].angular *= angular_scale;
    });
}

}  // namespace toibox

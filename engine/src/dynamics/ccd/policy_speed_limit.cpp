// SPDX-License-Identifier: MIT

// The oldest remedy: a body that cannot move fast cannot tunnel. A body whose centre moves by at most half
// its inner radius per step overlaps an obstacle in some sample before its centre passes the surface. The
// price is the speed itself: a ball of radius 10 cm reaches 3 m/s at 60 Hz. Source: the lecture on collision
// detection ("assume a maximum velocity and a smallest feature size").

#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/policies.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"

#include <cmath>

namespace toibox {

namespace {

/// Factor that clamps `travel` to `limit`.
float scale_to_limit(float limit, float travel) {
    return travel > limit ? limit / travel : 1.0f;
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
        if (!(limit > 0.0f)) return;  // a segment or no shape: no speed would be slow enough
        const float linear_scale = scale_to_limit(limit, distance(motion.start.center, pose.center));
        const float angular_scale = scale_to_limit(limit, std::abs(motion.delta_angle) * mass.max_extent);
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

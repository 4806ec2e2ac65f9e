// SPDX-License-Identifier: MIT

// A body that cannot move fast cannot tunnel: a body whose centre moves by at most half its inner radius per
// step overlaps an obstacle at the end of some step before its centre passes the surface. The price is speed:
// a ball of radius 10 cm reaches only 3 m/s at 60 Hz. Source: anonymous lecture slides "Detekcija trkov"
// ("Collision Detection"), "Prediction and Bounds" ("assume a maximum velocity and a smallest feature size").

#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/policies.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"

#include <cmath>

namespace toibox {

namespace {

/// Factor by which `travel` must be multiplied so that it does not exceed `limit`; at most 1.
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
        const float limit = tuning::search_fraction * mass.min_extent;
        if (!(limit > 0.0f)) return;  // No solid shape, or a segment: no speed is slow enough.
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

// SPDX-License-Identifier: MIT

// A box hits a wall flat, with both corners at the same time. The solver must treat both corners alike; if
// not, the box rotates, bounces and slides away. Boxes of several proportions start at ten distances, so that
// they hit at different times in the step. The wall is 5 cm thick; for policies that only test the end of a
// step, it is at least twice as thick as the motion per step. No gravity, no restitution.

#include "tests/support/physics.h"

#include <string>

namespace toibox {
namespace {

using namespace testing_support;

bool is_discrete(ContinuousPolicy policy) {
    return policy == ContinuousPolicy::Off || policy == ContinuousPolicy::RollBack ||
           policy == ContinuousPolicy::Substeps;
}

struct Landing {
    ContinuousPolicy policy = ContinuousPolicy::Off;
    Vec2 half_extents;  ///< Half extents of the box; x towards the wall.
    float speed = 0.0f;
    float friction = 0.0f;
    float start_distance = 0.0f;  ///< From the box's centre to the wall, metres.
};

BodyVelocity velocity_after(const Landing& landing) {
    WorldSettings settings = weightless();
    settings.continuous = landing.policy;
    World world(settings);
    const float motion_per_step = landing.speed * time_step;
    const float thick_wall_half_thickness = motion_per_step > 0.2f ? motion_per_step : 0.2f;
    const float wall_half_thickness = is_discrete(landing.policy) ? thick_wall_half_thickness : 0.025f;
    const Material material{.friction = landing.friction};
    world.attach(world.create_body({.type = BodyType::Static, .position = {wall_half_thickness, 0.0f}}),
                 make_box({wall_half_thickness, 2.0f}), {.material = material});
    const BodyHandle box = world.create_body(
        {.position = {-landing.start_distance, 0.0f}, .linear_velocity = {landing.speed, 0.0f}});
    world.attach(box, make_box(landing.half_extents), {.material = material});
    for (int i = 0; i < 90; ++i)
        world.step(time_step);
    return world.find(box)->velocity();
}

class FlatLanding : public testing::TestWithParam<ContinuousPolicy> {
protected:
    static void expect_rest(Vec2 half_extents, float friction) {
        for (const float speed : {0.5f, 1.0f, 2.0f, 5.0f, 20.0f, 100.0f}) {
            const float distance_range = (speed < 5.0f ? 0.2f : 0.7f) * speed * time_step;
            for (int phase = 0; phase < 10; ++phase) {
                const float start_distance = 0.5f + 0.1f * static_cast<float>(phase) * distance_range;
                const BodyVelocity velocity = velocity_after({.policy = GetParam(),
                                                              .half_extents = half_extents,
                                                              .speed = speed,
                                                              .friction = friction,
                                                              .start_distance = start_distance});
                SCOPED_TRACE("half extents " + std::to_string(half_extents.x) + " x " +
                             std::to_string(half_extents.y) + ", " + std::to_string(speed) + " m/s from " +
                             std::to_string(start_distance) + " m");
                EXPECT_NEAR(velocity.linear.x, 0.0f, 1e-3f);
                EXPECT_NEAR(velocity.linear.y, 0.0f, 1e-3f);
                EXPECT_NEAR(velocity.angular, 0.0f, 1e-3f);
            }
        }
    }
};

TEST_P(FlatLanding, LeavesNoSpinAndNoRebound) {
    for (const Vec2 half_extents :
         {Vec2{0.2f, 0.05f}, Vec2{0.1f, 0.1f}, Vec2{0.05f, 0.2f}, Vec2{0.02f, 0.2f}}) {
        expect_rest(half_extents, 0.0f);
        expect_rest(half_extents, 0.6f);
    }
}

INSTANTIATE_TEST_SUITE_P(Policies, FlatLanding,
                         testing::Values(ContinuousPolicy::Off, ContinuousPolicy::RollBack,
                                         ContinuousPolicy::Substeps, ContinuousPolicy::Speculative,
                                         ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact,
                                         ContinuousPolicy::AdvanceToFirstImpact),
                         [](const auto& tested) { return pascal_case(policy_name(tested.param)); });

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// A box that meets a wall face-on, flat: both its corners at once. Whatever the solver does to the one it
// must do to the other, or the box turns, bounces and slides away. Plank of .4 × .1 m, wall 5 cm thick (or
// twice as thick as a step is long under policies that see the ends of steps alone), no gravity, no
// restitution.

#include "tests/support/physics.h"

#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

bool sees_ends_alone(ContinuousPolicy policy) {
    return policy == ContinuousPolicy::Off || policy == ContinuousPolicy::RollBack ||
           policy == ContinuousPolicy::Substeps;
}

class FlatLanding : public testing::TestWithParam<ContinuousPolicy> {};

TEST_P(FlatLanding, LeavesNoSpinAndNoRebound) {
    for (const float speed : {0.5f, 1.0f, 2.0f, 5.0f, 20.0f, 100.0f}) {
        for (const float friction : {0.0f, 0.6f}) {
            WorldSettings settings = weightless();
            settings.continuous = GetParam();
            World world(settings);
            const float half = sees_ends_alone(GetParam()) ? speed * frame : 0.025f;
            world.attach(world.create_body({.type = BodyType::Static, .position = {half, 0.0f}}),
                         make_box({half, 2.0f}), {.material = {.friction = friction}});
            const BodyHandle plank =
                world.create_body({.position = {-0.5f, 0.0f}, .linear_velocity = {speed, 0.0f}});
            world.attach(plank, make_box({0.2f, 0.05f}), {.material = {.friction = friction}});
            for (int i = 0; i < 60; ++i)
                world.step(frame);
            const BodyVelocity velocity = world.find(plank)->velocity();
            EXPECT_NEAR(velocity.linear.x, 0.0f, 1e-3f) << speed << " m/s, friction " << friction;
            EXPECT_NEAR(velocity.linear.y, 0.0f, 1e-3f) << speed << " m/s, friction " << friction;
            EXPECT_NEAR(velocity.angular, 0.0f, 1e-3f) << speed << " m/s, friction " << friction;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Policies, FlatLanding,
                         testing::Values(ContinuousPolicy::Off, ContinuousPolicy::RollBack,
                                         ContinuousPolicy::Substeps, ContinuousPolicy::Speculative,
                                         ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact,
                                         ContinuousPolicy::AdvanceToFirstImpact),
                         [](const auto& each) { return pascal_case(policy_name(each.param)); });

}  // namespace
}  // namespace toibox

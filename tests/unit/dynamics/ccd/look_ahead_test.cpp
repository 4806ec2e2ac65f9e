// SPDX-License-Identifier: MIT

// Contacts of dull dynamic bodies that are seen before they touch (look_ahead.h).

#include "toibox/dynamics/world.h"

#include "tests/support/physics.h"
#include "tests/support/worlds.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

/// A box that flies along x to a box at rest. Their fat boxes overlap before they meet. The material has no
/// restitution.
struct Meeting {
    World world;
    BodyHandle flying;
    BodyHandle resting;
};
Meeting make_meeting(SolverKind solver, ContinuousPolicy policy, float gap, Vec2 velocity,
                     float height = 0.0f) {
    Meeting meeting{World(weightless_with(solver, policy)), {}, {}};
    meeting.resting = add_box(meeting.world, {0.0f, 0.0f});
    meeting.flying = add_box(meeting.world, {-1.0f - gap, height}, 0.5f, {.linear_velocity = velocity});
    return meeting;
}

/// The deepest overlap in a second, metres.
double max_depth(World& world) {
    double depth = 0.0;
    for (int i = 0; i < 60; ++i) {
        world.step(time_step);
        for (const Contact& contact : world.contacts()) {
            for (std::size_t k = 0; k < contact.count; ++k)
                depth = std::max(depth, -wide(contact.points[k].separation));
        }
    }
    return depth;
}

class LookAhead : public testing::TestWithParam<SolverKind> {};

// 6 m/s are 10 cm per step; from a gap of 5 cm, the bodies would be found 5 cm inside each other.
TEST_P(LookAhead, BodiesDoNotSinkIntoEachOther) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
        Meeting meeting = make_meeting(GetParam(), policy, 0.05f, {6.0f, 0.0f});
        EXPECT_LT(max_depth(meeting.world), 0.01) << static_cast<int>(policy);
        // They continue together, each of the same mass.
        EXPECT_NEAR(meeting.world.find(meeting.flying)->velocity().linear.x, 3.0f, 0.01f);
        EXPECT_NEAR(meeting.world.find(meeting.resting)->velocity().linear.x, 3.0f, 0.01f);
    }
}

// Without continuous collision, bodies are found where they are: that is what the lesson shows.
TEST_P(LookAhead, OffMeansOff) {
    Meeting meeting = make_meeting(GetParam(), ContinuousPolicy::Off, 0.05f, {6.0f, 0.0f});
    EXPECT_GT(max_depth(meeting.world), 0.04);
}

// The body flies towards the other, but passes above its corner: a contact with the plane of the face would
// stop it (a ghost collision).
TEST_P(LookAhead, BodiesThatPassAreNotStopped) {
    for (const float height : {0.93f, 0.96f, 0.99f}) {
        const Vec2 velocity{6.0f, 12.0f};
        Meeting meeting =
            make_meeting(GetParam(), ContinuousPolicy::SubstepAtImpact, 0.05f, velocity, height);
        EXPECT_EQ(max_depth(meeting.world), 0.0) << height;
        EXPECT_EQ(meeting.world.find(meeting.flying)->velocity().linear, velocity) << height;
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, LookAhead,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses));

}  // namespace
}  // namespace toibox

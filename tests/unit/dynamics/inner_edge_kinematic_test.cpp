// SPDX-License-Identifier: MIT

// Surfaces of kinematic bodies, alone and together with static ones, and bodies that sleep on them.

#include "inner_edge_track.h"

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdgeKinematic : public testing::TestWithParam<Setup> {};

// A platform of tiles, one kinematic body or many, which rises and comes the other way.
TEST_P(InnerEdgeKinematic, ABoxCrossesAMovingPlatform) {
    for (const TileLayout build : {TileLayout::Kinematic, TileLayout::KinematicBodies}) {
        for (const float speed : {-1.0f, 7.0f, 20.0f, 60.0f}) {
            SCOPED_TRACE(speed);
            Track track(GetParam());
            track.add_bouncer();
            track.tile_velocity = {-3.0f, 0.5f};
            track.add_tiles(100, build);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {2.0f, 0.5f}, {speed, 0.5f});
            const float seconds = std::min(8.0f, 90.0f / (speed + 3.0f));
            for (int i = 0; i < static_cast<int>(seconds / time_step); ++i) {
                track.step();
                ASSERT_NEAR(track.velocity(box).x, speed, 0.001f * (speed + 3.0f)) << i;
                ASSERT_NEAR(track.velocity(box).y, 0.5f, 0.05f) << i;
            }
        }
    }
}

// A lift that passes a floor: as long as it is level with it, nothing is in the way. The box comes over the
// joint while the lift is 1 mm below to 1 mm above.
TEST_P(InnerEdgeKinematic, ABoxGoesOntoALiftThatIsLevel) {
    for (const float speed : {2.0f, 10.0f, 60.0f}) {
        for (const float rise : {-0.02f, 0.02f}) {
            SCOPED_TRACE(speed);
            Track track(GetParam());
            track.add_bouncer();
            track.add_tiles(20, TileLayout::ManyBodies);
            // The leading edge comes to the joint at 19.5 after one metre.
            track.tile_velocity = {0.0f, rise};
            track.add_lift({29.5f, -1.0f - rise / speed}, {10.0f, 1.0f});
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {18.0f, 0.5f}, {speed, 0.0f});
            const Crossing seen = cross_over(track, box, 21.0f);
            EXPECT_GT(seen.slowest, 0.99f * speed);
        }
    }
}

// … and one that stands 5 cm above it is a step.
TEST_P(InnerEdgeKinematic, ALiftThatIsNotLevelStopsTheBox) {
    for (const float speed : {2.0f, 10.0f, 60.0f}) {
        SCOPED_TRACE(speed);
        Track track(GetParam());
        track.add_tiles(20, TileLayout::ManyBodies);
        track.add_lift({29.5f, -0.95f}, {10.0f, 1.0f});
        const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {17.0f, 0.5f}, {speed, 0.0f}, false);
        track.run(120);
        EXPECT_LT(track.place(box).x, 19.01f);
        EXPECT_LT(track.velocity(box).x, 0.01f);
    }
}

// A box that lies on one tile and reaches over the joint by half a millimetre to two: it falls asleep and
// stays so. What of its contacts sleeps, as the static tile's does, must still cover the edge of the other.
TEST_P(InnerEdgeKinematic, ASleepingBodyOnASeamStaysAsleep) {
    for (const float over : {0.0005f, 0.001f, 0.002f, -0.0005f, -0.001f, -0.002f}) {
        Track track(GetParam());
        WorldSettings sleepy = track.world.settings();
        sleepy.sleeping = true;
        ASSERT_TRUE(track.world.set_settings(sleepy).has_value());
        track.friction = 0.6f;
        track.add_tiles(2, TileLayout::EveryOther);
        const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {over > 0.0f ? over : 1.0f + over, 0.497f});
        track.run(120);
        ASSERT_TRUE(track.sleeps(box)) << over;
        for (int i = 0; i < 300; ++i) {
            track.step();
            ASSERT_TRUE(track.sleeps(box)) << over << ", step " << i;
            ASSERT_TRUE(track.world.events().begin.empty() && track.world.events().end.empty()) << over;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdgeKinematic, testing::ValuesIn(all_setups()), name_of);

}  // namespace
}  // namespace toibox

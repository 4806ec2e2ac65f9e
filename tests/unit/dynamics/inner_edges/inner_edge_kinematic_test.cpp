// SPDX-License-Identifier: MIT

// Inner edges of kinematic bodies, alone or together with static ones, and bodies asleep on such edges.

#include "inner_edge_track.h"

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdgeKinematic : public testing::TestWithParam<Setup> {};

// A platform of tiles, one kinematic body or one per tile, rises and moves to the left. The box must keep its
// velocity.
TEST_P(InnerEdgeKinematic, BoxCrossesAMovingPlatform) {
    for (const TileLayout layout : {TileLayout::Kinematic, TileLayout::KinematicBodies}) {
        for (const float speed : {-1.0f, 7.0f, 20.0f, 60.0f}) {
            SCOPED_TRACE(speed);
            Track track(GetParam());
            track.add_distant_bouncy_body();
            track.tile_velocity = {-3.0f, 0.5f};
            track.add_tiles(100, layout);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {2.0f, 0.5f}, {speed, 0.5f});
            const float seconds = std::min(8.0f, 90.0f / (speed + 3.0f));
            for (int i = 0; i < static_cast<int>(seconds / time_step); ++i) {
                track.step();
                ASSERT_NEAR(track.velocity_of(box).x, speed, 0.001f * (speed + 3.0f)) << i;
                ASSERT_NEAR(track.velocity_of(box).y, 0.5f, 0.05f) << i;
            }
        }
    }
}

// A lift passes the level of a floor at 2 cm/s. The leading edge of the box reaches the seam when both are
// level.
TEST_P(InnerEdgeKinematic, BoxSlidesOntoALevelLift) {
    for (const float speed : {2.0f, 10.0f, 60.0f}) {
        for (const float rise : {-0.02f, 0.02f}) {
            SCOPED_TRACE(speed);
            Track track(GetParam());
            track.add_distant_bouncy_body();
            track.add_tiles(20, TileLayout::ManyBodies);
            // The leading edge of the box reaches the seam at x = 19.5 after one metre.
            track.tile_velocity = {0.0f, rise};
            track.add_lift({29.5f, -1.0f - rise / speed}, {10.0f, 1.0f});
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {18.0f, 0.5f}, {speed, 0.0f});
            const Crossing crossing = cross_over(track, box, 21.0f);
            EXPECT_GT(crossing.min_speed, 0.99f * speed);
        }
    }
}

// A lift at rest, 5 cm above the floor, is a real step.
TEST_P(InnerEdgeKinematic, RaisedLiftStopsTheBox) {
    for (const float speed : {2.0f, 10.0f, 60.0f}) {
        SCOPED_TRACE(speed);
        Track track(GetParam());
        track.add_tiles(20, TileLayout::ManyBodies);
        track.add_lift({29.5f, -0.95f}, {10.0f, 1.0f});
        const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {17.0f, 0.5f}, {speed, 0.0f}, false);
        track.run(120);
        EXPECT_LT(track.position_of(box).x, 19.01f);
        EXPECT_LT(track.velocity_of(box).x, 0.01f);
    }
}

// A box rests on one tile and overhangs the other by 0.5 to 2 mm. The contact with the static tile sleeps and
// must still hide the edge of the kinematic tile, or else the box would wake.
TEST_P(InnerEdgeKinematic, SleepingBodyOnASeamStaysAsleep) {
    for (const float overhang : {0.0005f, 0.001f, 0.002f, -0.0005f, -0.001f, -0.002f}) {
        Track track(GetParam());
        WorldSettings with_sleeping = track.world.settings();
        with_sleeping.sleeping = true;
        ASSERT_TRUE(track.world.set_settings(with_sleeping).has_value());
        track.friction = 0.6f;
        track.add_tiles(2, TileLayout::Alternating);
        const BodyHandle box =
            track.add(make_box({0.5f, 0.5f}), {overhang > 0.0f ? overhang : 1.0f + overhang, 0.497f});
        track.run(120);
        ASSERT_TRUE(track.is_asleep(box)) << overhang;
        for (int i = 0; i < 300; ++i) {
            track.step();
            ASSERT_TRUE(track.is_asleep(box)) << overhang << ", step " << i;
            ASSERT_TRUE(track.world.events().begin.empty() && track.world.events().end.empty()) << overhang;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdgeKinematic, testing::ValuesIn(all_setups()), setup_name);

}  // namespace
}  // namespace toibox

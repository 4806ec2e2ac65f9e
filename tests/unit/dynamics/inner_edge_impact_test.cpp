// SPDX-License-Identifier: MIT

// What comes fast meets no inner edge either: the search for impacts passes over it, and so does the answer
// to an impact.

#include "inner_edge_track.h"

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdgeImpact : public testing::TestWithParam<Setup> {};

// From a crawl, which takes ten steps and more over each joint, to ten tiles a step.
TEST_P(InnerEdgeImpact, NoSpeedMeetsAnEdge) {
    for (const TileLayout build : {TileLayout::OneBody, TileLayout::EveryOther}) {
        for (const float speed : {0.1f, 0.5f, 2.0f, 5.0f, 20.0f, 60.0f, 600.0f}) {
            Track track(GetParam());
            track.add_bouncer();
            track.add_tiles(200, build);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {2.0f, 0.5f}, {speed, 0.0f});
            SCOPED_TRACE(speed);
            const Crossing seen = cross_over(track, box, std::min(197.0f, 2.0f + 10.0f * speed));
            // On springs the box leans by up to 1.5e-5 over a joint, and slides down that for 10 s.
            EXPECT_GT(seen.slowest, 0.999f * speed - 1.5e-3f);
            EXPECT_LT(seen.fastest, 1.001f * speed + 1.5e-3f);
            // A step of 10 m shows what rounding leaves of a turn.
            EXPECT_LT(seen.max_vertical_speed, std::max(0.05f, 1e-4f * speed));
        }
    }
}

// Thrown at 20 m/s and 45°: what it keeps is its speed along the tiles.
TEST_P(InnerEdgeImpact, ABoxThrownOntoTilesKeepsItsSpeedAlong) {
    for (const TileLayout build : {TileLayout::ManyBodies, TileLayout::Kinematic, TileLayout::EveryOther}) {
        for (int i = 0; i < 40; ++i) {
            Track track(GetParam());
            track.add_tiles(40, build);
            const float x = 2.0f + 0.053f * static_cast<float>(i);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {x, 2.5f}, {14.0f, -14.0f});
            track.run(120);
            // It leans a little while it is pushed out of 25 cm of overlap, without friction.
            EXPECT_NEAR(track.velocity(box).x, 14.0f, 0.14f) << "from " << x;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdgeImpact, testing::ValuesIn(all_setups()), name_of);

}  // namespace
}  // namespace toibox

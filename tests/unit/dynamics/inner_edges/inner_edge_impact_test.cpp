// SPDX-License-Identifier: MIT

// Fast bodies do not feel inner edges either: CCD must neither report nor resolve impacts on inner edges.

#include "inner_edge_track.h"

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdgeImpact : public testing::TestWithParam<Setup> {};

// From 0.1 m/s, at which the leading edge passes a seam over ten or more steps, to ten tiles per step.
TEST_P(InnerEdgeImpact, BoxCrossesTilesAtEverySpeed) {
    for (const TileLayout layout : {TileLayout::OneBody, TileLayout::Alternating}) {
        for (const float speed : {0.1f, 0.5f, 2.0f, 5.0f, 20.0f, 60.0f, 600.0f}) {
            Track track(GetParam());
            track.add_distant_bouncy_body();
            track.add_tiles(200, layout);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {2.0f, 0.5f}, {speed, 0.0f});
            SCOPED_TRACE(speed);
            const Crossing crossing = cross_over(track, box, std::min(197.0f, 2.0f + 10.0f * speed));
            // On soft contacts the box leans by up to 1.5e-5 rad over a seam and slides down this slope for
            // 10 s.
            EXPECT_GT(crossing.min_speed, 0.999f * speed - 1.5e-3f);
            EXPECT_LT(crossing.max_speed, 1.001f * speed + 1.5e-3f);
            // A step of 10 m magnifies the rounding error of the angle.
            EXPECT_LT(crossing.max_vertical_speed, std::max(0.05f, 1e-4f * speed));
        }
    }
}

// Thrown downwards at 20 m/s and 45°.
TEST_P(InnerEdgeImpact, BoxThrownOntoTilesKeepsItsHorizontalSpeed) {
    for (const TileLayout layout : {TileLayout::ManyBodies, TileLayout::Kinematic, TileLayout::Alternating}) {
        for (int i = 0; i < 40; ++i) {
            Track track(GetParam());
            track.add_tiles(40, layout);
            const float x = 2.0f + 0.053f * static_cast<float>(i);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {x, 2.5f}, {14.0f, -14.0f});
            track.run(120);
            // The box leans a little while it is pushed out of 25 cm of overlap.
            EXPECT_NEAR(track.velocity_of(box).x, 14.0f, 0.14f) << "from " << x;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdgeImpact, testing::ValuesIn(all_setups()), setup_name);

}  // namespace
}  // namespace toibox

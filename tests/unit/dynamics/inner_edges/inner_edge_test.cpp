// SPDX-License-Identifier: MIT

// Bodies slide over flush tiles as over one surface: the edges between tiles are inner edges. Real steps and
// walls must still stop the bodies.

#include "inner_edge_track.h"

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdge : public testing::TestWithParam<Setup> {};

// 195 m at 10 m/s, to the right and to the left.
TEST_P(InnerEdge, BoxCrossesARowOfTwoHundredTiles) {
    for (const TileLayout layout : {TileLayout::OneBody, TileLayout::ManyBodies}) {
        for (const bool to_the_right : {true, false}) {
            Track track(GetParam());
            track.add_tiles(200, layout);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {to_the_right ? 2.0f : 197.0f, 0.5f},
                                             {to_the_right ? 10.0f : -10.0f, 0.0f});
            const Crossing crossing = cross_over(track, box, to_the_right ? 197.0f : 2.0f);
            expect_smooth(crossing, 10.0f);
            EXPECT_LT(crossing.max_angular_speed, 0.01f);
        }
    }
}

TEST_P(InnerEdge, EveryKindOfShapeCrossesTiles) {
    const std::vector<Shape> shapes{rounded_box(),
                                    triangle(),
                                    disc(0.5f),
                                    Capsule{.a = {-0.5f, 0.0f}, .b = {0.5f, 0.0f}, .radius = 0.5f},
                                    make_box({0.05f, 0.5f}),
                                    make_box({3.2f, 0.5f})};
    for (const Shape& shape : shapes) {
        for (const TileLayout layout : {TileLayout::OneBody, TileLayout::ManyBodies}) {
            Track track(GetParam());
            track.add_tiles(60, layout);
            const BodyHandle body = track.add(shape, {4.0f, 0.5f}, {10.0f, 0.0f});
            SCOPED_TRACE(shape.index());
            expect_smooth(cross_over(track, body, 55.0f), 10.0f);
        }
    }
}

// Tiles of segments or triangles.
TEST_P(InnerEdge, EveryKindOfTileIsSmooth) {
    for (const bool use_segments : {true, false}) {
        for (const Shape& shape : {Shape{make_box({0.5f, 0.5f})}, Shape{disc(0.5f)}}) {
            Track track(GetParam());
            for (int i = 0; i < 60; ++i) {
                const float x = static_cast<float>(i);
                const Vec2 triangle_corners[] = {{x - 0.5f, 0.0f}, {x, -0.8f}, {x + 0.5f, 0.0f}};
                if (use_segments) {
                    track.add_static(line({x - 0.5f, 0.0f}, {x + 0.5f, 0.0f}));
                } else {
                    track.add_static(*make_polygon(triangle_corners));
                }
            }
            const BodyHandle body = track.add(shape, {4.0f, 0.5f}, {10.0f, 0.0f});
            expect_smooth(cross_over(track, body, 55.0f), 10.0f);
        }
    }
}

// A square with fixed rotation slides on its corner.
TEST_P(InnerEdge, CornerCrossesTiles) {
    Track track(GetParam());
    track.add_tiles(60, TileLayout::OneBody);
    const BodyHandle body =
        track.world.create_body({.position = rotate(make_rot(GetParam().angle), Vec2{4.0f, std::sqrt(0.5f)}),
                                 .angle = GetParam().angle + 0.7853982f,
                                 .linear_velocity = rotate(make_rot(GetParam().angle), Vec2{10.0f, 0.0f}),
                                 .fixed_rotation = true});
    track.world.attach(body, make_box({0.5f, 0.5f}), {.material = {.friction = 0.0f}});
    expect_smooth(cross_over(track, body, 55.0f), 10.0f);
}

// The tops of the tiles are at −1, 0 and 1 mm in turn. A body may hop a little but must not slow down.
TEST_P(InnerEdge, UnevennessOfOneMillimetreDoesNotStopABody) {
    const std::vector<Shape> shapes{make_box({0.5f, 0.5f}), disc(0.5f)};
    for (const Shape& shape : shapes) {
        Track track(GetParam());
        track.add_tiles(100, TileLayout::ManyBodies, 0.001f);
        const BodyHandle body = track.add(shape, {2.0f, 0.501f}, {10.0f, 0.0f});
        const Crossing crossing = cross_over(track, body, 97.0f);
        SCOPED_TRACE(shape.index());
        EXPECT_GT(crossing.min_speed, 9.9f);
        EXPECT_LT(crossing.max_vertical_speed, 0.5f);
    }
}

// A wall of stacked tiles: the box touches the side of the wall and slides down over the seams.
TEST_P(InnerEdge, BoxSlidesDownAWallOfTiles) {
    Track track(GetParam());
    for (int i = 0; i < 40; ++i)
        track.add_static(make_box({0.5f, 0.5f}, {0.0f, -static_cast<float>(i)}));
    const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {1.0f, 0.0f}, {-0.5f, -3.0f});
    float min_speed_ratio = 1e9f;
    for (int i = 0; i < 90; ++i) {
        track.step();
        const float free_fall_speed = 3.0f + 10.0f * time_step * static_cast<float>(i + 1);
        min_speed_ratio = std::min(min_speed_ratio, -track.velocity_of(box).y / free_fall_speed);
        EXPECT_LT(std::abs(track.world.find(box)->velocity().angular), 0.05f);
    }
    EXPECT_GT(min_speed_ratio, 0.999f);
}

// Each tile that the box reaches and leaves has one begin and one end event, and inner edges cause no hit or
// impact events.
TEST_P(InnerEdge, EachTileHasOneBeginAndOneEndEvent) {
    for (const float speed : {0.5f, 10.0f}) {
        Track track(GetParam());
        track.add_tiles(50, TileLayout::ManyBodies);
        const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {5.0f, 0.499f}, {speed, 0.0f});
        std::vector<int> begins(track.world.bodies().size() + 1);
        std::vector<int> ends(begins.size());
        const int steps = static_cast<int>(8.0f / (speed * time_step));
        for (int i = 0; i < steps; ++i) {
            track.step();
            for (const ContactEvent& event : track.world.events().begin)
                ++begins[event.a.index];
            for (const ContactEvent& event : track.world.events().end)
                ++ends[event.a.index];
            EXPECT_TRUE(track.world.events().impact.empty());
            EXPECT_TRUE(track.world.events().hit.empty());
        }
        const auto last = static_cast<std::size_t>(track.position_of(box).x - 1.5f);
        ASSERT_GE(last, 10u);
        for (std::size_t tile = 6; tile < last; ++tile) {
            EXPECT_EQ(begins[tile], 1) << tile << " at " << speed;
            EXPECT_EQ(ends[tile], 1) << tile << " at " << speed;
        }
    }
}

// A step of 2 cm stops a box with fixed rotation, and at 1 m/s also one that can rotate.
TEST_P(InnerEdge, RealStepStopsABox) {
    for (const bool can_rotate : {true, false}) {
        for (const float speed : {1.0f, 10.0f}) {
            if (can_rotate && speed > 5.0f) continue;  // a box this fast tips over the step
            Track track(GetParam());
            track.add_tiles(20, TileLayout::ManyBodies);
            track.add_static(make_box({5.0f, 0.51f}, {24.5f, -0.49f}));
            const BodyHandle box =
                track.add(make_box({0.5f, 0.5f}), {16.5f, 0.5f}, {speed, 0.0f}, can_rotate);
            track.run(180);
            EXPECT_LT(track.position_of(box).x, 19.01f) << speed;
            EXPECT_LT(track.velocity_of(box).x, 0.01f) << speed;
        }
    }
}

// A wall stands on the floor or behind its end. A box, a disc and two wedges with their tips in front run
// into the wall and are then pushed against it for five seconds. Without CCD the flat wedge enters the wall
// by up to 5 cm and does not come to rest.
TEST_P(InnerEdge, WallOnTheFloorStopsBodies) {
    const Vec2 wedge[] = {{-0.5f, -0.5f}, {1.0f, -0.5f}, {-0.5f, 0.366f}};
    const Vec2 flat_wedge[] = {{-0.5f, -0.5f}, {1.0f, -0.5f}, {-0.5f, -0.1f}};
    const std::vector<Shape> shapes{make_box({0.5f, 0.5f}), disc(0.5f), *make_polygon(wedge),
                                    *make_polygon(flat_wedge)};
    for (const float foot : {0.0f, -1.0f}) {
        for (std::size_t i = 0; i < 3 * shapes.size(); ++i) {
            const Shape& shape = shapes[i / 3];
            Track track(GetParam());
            track.add_tiles(foot == 0.0f ? 30 : 20, TileLayout::ManyBodies);
            track.add_static(make_box({0.5f, 1.0f}, {20.0f, foot + 1.0f}));
            const float start_x = 15.0f + 0.03f * static_cast<float>(i % 3);
            const BodyHandle body = track.add(shape, {start_x, 0.5f}, {5.0f, 0.0f});
            track.run(120);
            for (int k = 0; k < 300; ++k) {
                track.push(body, {5.0f, 0.0f});
                track.step();
            }
            SCOPED_TRACE(i);
            const bool is_overlapping = GetParam().continuous == ContinuousPolicy::Off && i / 3 == 3;
            EXPECT_LT(track.leading_edge_x(body, shape), is_overlapping ? 19.55f : 19.51f);
            if (!is_overlapping) {
                EXPECT_LT(length(track.velocity_of(body)), 0.01f);
            }
        }
    }
}

// A ramp of 20° follows the tiles.
TEST_P(InnerEdge, BodiesClimbARampAfterTiles) {
    Track track(GetParam());
    track.add_tiles(10, TileLayout::ManyBodies);
    const Vec2 ramp[] = {{9.5f, -1.0f}, {19.5f, -1.0f}, {19.5f, 3.6397f}, {9.5f, 0.0f}};
    track.add_static(*make_polygon(ramp));
    const BodyHandle ball = track.add(disc(0.2f), {4.0f, 0.2f}, {5.0f, 0.0f});
    const BodyHandle box = track.add(make_box({0.2f, 0.2f}), {2.0f, 0.2f}, {5.0f, 0.0f});
    float max_ball_height = 0.0f;
    float max_box_height = 0.0f;
    for (int i = 0; i < 150; ++i) {
        track.step();
        max_ball_height = std::max(max_ball_height, track.position_of(ball).y);
        max_box_height = std::max(max_box_height, track.position_of(box).y);
    }
    // An inelastic impact leaves v cos 20°, which gives a height of (v cos 20°)²/2g = 1.10 m.
    EXPECT_GT(max_ball_height, 0.9f);
    EXPECT_GT(max_box_height, 0.9f);
}

// The box is dropped onto two tiles, with its centre at the seam or with as little as 2 cm of its width on
// one of the tiles. It lands flat.
TEST_P(InnerEdge, BoxDroppedOnASeamRestsOnBothTiles) {
    for (const float x : {4.5f, 4.503f, 4.95f, 5.02f}) {
        Track track(GetParam());
        track.friction = 0.6f;
        track.add_tiles(10, TileLayout::ManyBodies);
        const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {x, 2.5f});
        track.run(120);
        // The box leans and slips while it is pushed out of up to 10 cm of overlap.
        EXPECT_NEAR(track.position_of(box).x, x, 0.015f);
        EXPECT_NEAR(track.position_of(box).y, 0.5f, 0.006f);
        EXPECT_LT(length(track.velocity_of(box)), 1e-3f);
        int touching = 0;
        for (const Contact& contact : track.world.state().contacts)
            touching += contact.touching ? 1 : 0;
        EXPECT_EQ(touching, 2) << x;
    }
}

// A pyramid of 55 boxes on tiles of the same width, aligned with the tiles or shifted by a half or a quarter
// tile.
TEST_P(InnerEdge, PyramidOnTilesIsStable) {
    for (const float offset : {0.0f, 0.5f, 0.25f}) {
        Track track(GetParam());
        track.friction = 0.6f;
        track.add_tiles(20, TileLayout::ManyBodies);
        std::vector<BodyHandle> boxes;
        std::vector<Vec2> positions;
        for (int row = 0; row < 10; ++row) {
            for (int j = row; j < 10; ++j) {
                positions.push_back(
                    {4.0f + offset + 0.5f * static_cast<float>(2 * j - row), 0.5f + static_cast<float>(row)});
                boxes.push_back(track.add(make_box({0.5f, 0.5f}), positions.back()));
            }
        }
        track.run(240);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            EXPECT_LT(length(track.position_of(boxes[i]) - positions[i]), 0.1f) << offset << ", box " << i;
    }
}

// Negative control: without the smoothing of inner edges the box loses more than half its speed.
TEST_P(InnerEdge, WithoutSmoothingEdgesSlowTheBox) {
    Track track(GetParam());
    WorldSettings without_smoothing = track.world.settings();
    without_smoothing.smooth_inner_edges = false;
    ASSERT_TRUE(track.world.set_settings(without_smoothing).has_value());
    track.add_tiles(200, TileLayout::OneBody);
    const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {2.0f, 0.5f}, {10.0f, 0.0f});
    track.run(1200);
    EXPECT_LT(track.velocity_of(box).x, 5.0f);
}

// Ninety boxes and discs cross seams at the same time. One thread and three must give bit-identical results.
TEST_P(InnerEdge, ResultDoesNotDependOnTheNumberOfThreads) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 3}) {
        Track track(GetParam());
        track.world.set_execution({.threads = threads});
        track.add_tiles(110, TileLayout::ManyBodies);
        for (int i = 0; i < 90; ++i) {
            const Shape shape = i % 3 == 0 ? Shape{disc(0.4f)} : Shape{make_box({0.4f, 0.4f})};
            track.add(shape, {3.0f + static_cast<float>(i), 0.4f}, {2.0f, 0.0f});
        }
        track.run(120);
        hashes.push_back(track.world.hash());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdge, testing::ValuesIn(all_setups()), setup_name);

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// What slides over tiles that lie flush meets no edge: the joints between them are inside the surface. And
// what does stand out is met as before.

#include "inner_edge_track.h"

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdge : public testing::TestWithParam<Setup> {};

// 196 m of tiles at 10 m/s, to the right and to the left.
TEST_P(InnerEdge, ABoxCrossesTwoHundredTiles) {
    for (const TileLayout build : {TileLayout::OneBody, TileLayout::ManyBodies}) {
        for (const bool to_the_right : {true, false}) {
            Track track(GetParam());
            track.add_tiles(200, build);
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {to_the_right ? 2.0f : 197.0f, 0.5f},
                                             {to_the_right ? 10.0f : -10.0f, 0.0f});
            const Crossing seen = cross_over(track, box, to_the_right ? 197.0f : 2.0f);
            expect_smooth(seen, 10.0f);
            EXPECT_LT(seen.max_turn_rate, 0.01f);
        }
    }
}

TEST_P(InnerEdge, EveryKindOfShapeSlides) {
    const std::vector<Shape> shapes{rounded_box(),
                                    triangle(),
                                    disc(0.5f),
                                    Capsule{.a = {-0.5f, 0.0f}, .b = {0.5f, 0.0f}, .radius = 0.5f},
                                    make_box({0.05f, 0.5f}),
                                    make_box({3.2f, 0.5f})};
    for (const Shape& shape : shapes) {
        for (const TileLayout build : {TileLayout::OneBody, TileLayout::ManyBodies}) {
            Track track(GetParam());
            track.add_tiles(60, build);
            const BodyHandle body = track.add(shape, {4.0f, 0.5f}, {10.0f, 0.0f});
            SCOPED_TRACE(shape.index());
            expect_smooth(cross_over(track, body, 55.0f), 10.0f);
        }
    }
}

// Not only boxes can be tiles.
TEST_P(InnerEdge, EveryKindOfFloorIsSmooth) {
    for (const bool segments : {true, false}) {
        for (const Shape& shape : {Shape{make_box({0.5f, 0.5f})}, Shape{disc(0.5f)}}) {
            Track track(GetParam());
            for (int i = 0; i < 60; ++i) {
                const float x = static_cast<float>(i);
                const Vec2 triangle_corners[] = {{x - 0.5f, 0.0f}, {x, -0.8f}, {x + 0.5f, 0.0f}};
                if (segments) {
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

// A square on its corner has no face to slide on.
TEST_P(InnerEdge, ACornerSlides) {
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

// Tiles up to 1 mm higher or lower than the next: the box may hop, as high as that takes, and must go on.
TEST_P(InnerEdge, TilesOneMillimetreOffStopNothing) {
    const std::vector<Shape> shapes{make_box({0.5f, 0.5f}), disc(0.5f)};
    for (const Shape& shape : shapes) {
        Track track(GetParam());
        track.add_tiles(100, TileLayout::ManyBodies, 0.001f);
        const BodyHandle body = track.add(shape, {2.0f, 0.501f}, {10.0f, 0.0f});
        const Crossing seen = cross_over(track, body, 97.0f);
        SCOPED_TRACE(shape.index());
        EXPECT_GT(seen.slowest, 9.9f);
        EXPECT_LT(seen.max_vertical_speed, 0.5f);
    }
}

// Of two tiles that stand one on the other the box meets the side, and slides down it over their joint.
TEST_P(InnerEdge, ABoxSlidesDownAWallOfTiles) {
    Track track(GetParam());
    for (int i = 0; i < 40; ++i)
        track.add_static(make_box({0.5f, 0.5f}, {0.0f, -static_cast<float>(i)}));
    const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {1.0f, 0.0f}, {-0.5f, -3.0f});
    float slowest = 1e9f;
    for (int i = 0; i < 90; ++i) {
        track.step();
        const float fallen = 3.0f + 10.0f * time_step * static_cast<float>(i + 1);
        slowest = std::min(slowest, -track.velocity(box).y / fallen);
        EXPECT_LT(std::abs(track.world.find(box)->velocity().angular), 0.05f);
    }
    EXPECT_GT(slowest, 0.999f);
}

// An edge that is not met is not told of: the box comes to each tile once and leaves it once, and hits none.
TEST_P(InnerEdge, EachTileBeginsAndEndsOnce) {
    for (const float speed : {0.5f, 10.0f}) {
        Track track(GetParam());
        track.add_tiles(50, TileLayout::ManyBodies);
        const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {5.0f, 0.499f}, {speed, 0.0f});
        std::vector<int> begins(track.world.bodies().size() + 1);
        std::vector<int> ends(begins.size());
        for (int i = 0; i < 200; ++i) {
            track.step();
            for (const ContactEvent& event : track.world.events().begin)
                ++begins[event.a.index];
            for (const ContactEvent& event : track.world.events().end)
                ++ends[event.a.index];
            EXPECT_TRUE(track.world.events().impact.empty());
            EXPECT_TRUE(track.world.events().hit.empty());
        }
        const auto last = static_cast<std::size_t>(track.place(box).x - 1.5f);
        ASSERT_GE(last, 5u);
        for (std::size_t tile = 6; tile < last; ++tile) {
            EXPECT_EQ(begins[tile], 1) << tile << " at " << speed;
            EXPECT_EQ(ends[tile], 1) << tile << " at " << speed;
        }
    }
}

// A step of 2 cm is an obstacle: who cannot turn stops at it, who can does not climb it at walking pace.
TEST_P(InnerEdge, ARealStepStopsTheBox) {
    for (const bool turns : {true, false}) {
        for (const float speed : {1.0f, 10.0f}) {
            if (turns && speed > 5.0f) continue;  // enough to tip over it
            Track track(GetParam());
            track.add_tiles(20, TileLayout::ManyBodies);
            track.add_static(make_box({5.0f, 0.51f}, {24.5f, -0.49f}));
            const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {16.5f, 0.5f}, {speed, 0.0f}, turns);
            track.run(180);
            EXPECT_LT(track.place(box).x, 19.01f) << speed;
            EXPECT_LT(track.velocity(box).x, 0.01f) << speed;
        }
    }
}

// A floor that goes on under a wall, or ends at it. A box, a disc, wedges whose edges come first; they run
// into the wall, and are pushed at it for ten seconds: a flat wedge that nothing stops in time bounces for
// five.
TEST_P(InnerEdge, AWallOnTheFloorStops) {
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
            const float start = 15.0f + 0.03f * static_cast<float>(i % 3);
            const BodyHandle body = track.add(shape, {start, 0.5f}, {5.0f, 0.0f});
            track.run(120);
            for (int k = 0; k < 300; ++k) {
                track.push(body, {5.0f, 0.0f});
                track.step();
            }
            SCOPED_TRACE(i);
            const bool rammed = GetParam().continuous == ContinuousPolicy::Off && i / 3 == 3;
            EXPECT_LT(track.leading_edge_x(body, shape), rammed ? 19.55f : 19.51f);
            if (!rammed) {
                EXPECT_LT(length(track.velocity(body)), 0.01f);
            }
        }
    }
}

// Tiles that rise by 20° from the fifth on: the box goes up, on the slope.
TEST_P(InnerEdge, ARampAfterTilesIsClimbed) {
    Track track(GetParam());
    track.add_tiles(10, TileLayout::ManyBodies);
    const Vec2 ramp[] = {{9.5f, -1.0f}, {19.5f, -1.0f}, {19.5f, 3.6397f}, {9.5f, 0.0f}};
    track.add_static(*make_polygon(ramp));
    const BodyHandle ball = track.add(disc(0.2f), {4.0f, 0.2f}, {5.0f, 0.0f});
    const BodyHandle box = track.add(make_box({0.2f, 0.2f}), {2.0f, 0.2f}, {5.0f, 0.0f});
    float highest_ball = 0.0f;
    float highest_box = 0.0f;
    for (int i = 0; i < 150; ++i) {
        track.step();
        highest_ball = std::max(highest_ball, track.place(ball).y);
        highest_box = std::max(highest_box, track.place(box).y);
    }
    // An impact without bounce leaves v cos 20°, and that a height of (v cos 20°)²/2g = 1.10 m.
    EXPECT_GT(highest_ball, 0.9f);
    EXPECT_GT(highest_box, 0.9f);
}

// Dropped with its middle over a joint: it lands flat, on both tiles.
TEST_P(InnerEdge, ABoxDroppedOnAJointRestsOnBothTiles) {
    for (const float x : {4.5f, 4.503f, 4.95f, 5.02f}) {
        Track track(GetParam());
        track.friction = 0.6f;
        track.add_tiles(10, TileLayout::ManyBodies);
        const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {x, 2.5f});
        track.run(120);
        // Pushed out of up to 10 cm of overlap it leans, and slips.
        EXPECT_NEAR(track.place(box).x, x, 0.015f);
        EXPECT_NEAR(track.place(box).y, 0.5f, 0.006f);
        EXPECT_LT(length(track.velocity(box)), 1e-3f);
        int touched = 0;
        for (const Contact& contact : track.world.state().contacts)
            touched += contact.touching ? 1 : 0;
        EXPECT_EQ(touched, 2) << x;
    }
}

// 55 boxes on tiles as wide as they, half a tile off and right on them.
TEST_P(InnerEdge, APyramidOnTilesStands) {
    for (const float offset : {0.0f, 0.5f, 0.25f}) {
        Track track(GetParam());
        track.friction = 0.6f;
        track.add_tiles(20, TileLayout::ManyBodies);
        std::vector<BodyHandle> boxes;
        std::vector<Vec2> places;
        for (int row = 0; row < 10; ++row) {
            for (int j = row; j < 10; ++j) {
                places.push_back(
                    {4.0f + offset + 0.5f * static_cast<float>(2 * j - row), 0.5f + static_cast<float>(row)});
                boxes.push_back(track.add(make_box({0.5f, 0.5f}), places.back()));
            }
        }
        track.run(240);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            EXPECT_LT(length(track.place(boxes[i]) - places[i]), 0.1f) << offset << ", box " << i;
    }
}

// What the setting is there to show.
TEST_P(InnerEdge, WithoutSmoothingTheBoxIsStopped) {
    Track track(GetParam());
    WorldSettings rough = track.world.settings();
    rough.smooth_inner_edges = false;
    ASSERT_TRUE(track.world.set_settings(rough).has_value());
    track.add_tiles(200, TileLayout::OneBody);
    const BodyHandle box = track.add(make_box({0.5f, 0.5f}), {2.0f, 0.5f}, {10.0f, 0.0f});
    track.run(1200);
    EXPECT_LT(track.velocity(box).x, 5.0f);
}

// Ninety boxes and discs that come over their joints at the same time: the same bits for one worker and for
// three.
TEST_P(InnerEdge, WorkersMakeNoDifference) {
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

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdge, testing::ValuesIn(all_setups()), name_of);

}  // namespace
}  // namespace toibox

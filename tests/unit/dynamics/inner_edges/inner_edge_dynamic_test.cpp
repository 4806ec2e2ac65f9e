// SPDX-License-Identifier: MIT

// Bodies slide over rows of flush dynamic boxes, awake or asleep, without feeling inner edges. Steps, gaps
// and walls must still act.

#include "inner_edge_track.h"

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdgeDynamic : public testing::TestWithParam<Setup> {};

constexpr int box_count = 30;

/// A static floor with its top at height −1, and on it a row of unit boxes, box i at x = i.
std::vector<BodyHandle> add_row(Track& track) {
    track.add_static(make_box({100.0f, 1.0f}, {0.0f, -2.0f}));
    std::vector<BodyHandle> row;
    for (int i = 0; i < box_count; ++i)
        row.push_back(track.add(make_box({0.5f, 0.5f}), {static_cast<float>(i), -0.5f}));
    return row;
}

std::vector<Shape> row_sliders() {
    return {make_box({0.5f, 0.5f}), rounded_box(), disc(0.5f)};
}

void let_row_sleep(Track& track) {
    WorldSettings settings = track.world.settings();
    settings.sleeping = true;
    ASSERT_TRUE(track.world.set_settings(settings).has_value());
    track.run(60);
}

/// A body on two contacts in series sinks by at most twice the slop.
constexpr float max_sink = 0.01f;
constexpr float max_rise = 0.005f;

/// Expects that a slider without friction keeps its speed. Sinking by h may add 2 g h to v².
void expect_level_crossing(Track& track, const Shape& shape, float speed, bool is_bullet) {
    const BodyHandle body = track.add(shape, {2.0f, 0.5f}, {speed, 0.0f});
    track.world.find(body)->set_bullet(is_bullet);
    const int steps = static_cast<int>((speed < 2.0f ? 3.0f : 25.0f) / (speed * time_step));
    for (int i = 0; i < steps; ++i) {
        track.step();
        const float sink = 0.5f - track.position_of(body).y;
        const float speed_now = track.velocity_of(body).x;
        ASSERT_GT(sink, -max_rise) << i;
        ASSERT_LT(sink, max_sink) << i;
        ASSERT_GT(speed_now, 0.995f * speed) << i;
        ASSERT_LT(speed_now * speed_now, 1.005f * speed * speed + 20.0f * (sink > 0.0f ? sink : 0.0f)) << i;
    }
}

TEST_P(InnerEdgeDynamic, EveryKindOfShapeCrossesARow) {
    for (const Shape& shape : row_sliders()) {
        for (const float speed : {1.0f, 3.0f, 10.0f}) {
            for (const bool is_asleep : {false, true}) {
                for (const bool is_bullet : {false, true}) {
                    SCOPED_TRACE(testing::Message()
                                 << "shape " << shape.index() << " at " << speed
                                 << (is_asleep ? ", asleep" : "") << (is_bullet ? ", bullet" : ""));
                    Track track(GetParam());
                    const std::vector<BodyHandle> row = add_row(track);
                    if (is_asleep) {
                        let_row_sleep(track);
                        EXPECT_TRUE(track.is_asleep(row.front()));
                    }
                    expect_level_crossing(track, shape, speed, is_bullet);
                }
            }
        }
    }
}

// v² = v0² − 2 μ g s; the tolerance covers the friction of one sub-step.
TEST_P(InnerEdgeDynamic, OnlyFrictionSlowsABox) {
    constexpr float friction = 0.1f;
    for (const float speed : {3.0f, 6.0f}) {
        Track track(GetParam());
        track.friction = friction;
        add_row(track);
        const float gravity = length(track.world.settings().gravity);
        const BodyHandle body = track.add(make_box({0.5f, 0.5f}), {2.0f, 0.5f}, {speed, 0.0f});
        for (int i = 0; i < 100; ++i) {
            track.step();
            const float travelled = track.position_of(body).x - 2.0f;
            const float expected = speed * speed - 2.0f * friction * gravity * travelled;
            const float speed_now = track.velocity_of(body).x;
            ASSERT_NEAR(speed_now * speed_now, expected, 0.015f * speed * speed) << i;
        }
    }
}

// A loose slab, 5 cm thick, lies on the row. The slab is a real step: hit at its side, it takes up momentum.
TEST_P(InnerEdgeDynamic, SliderPushesALooseSlab) {
    for (const float speed : {1.0f, 3.0f, 10.0f}) {
        Track track(GetParam());
        add_row(track);
        const BodyHandle slab = track.add(make_box({0.5f, 0.025f}), {8.2f, 0.025f});
        const BodyHandle body = track.add(make_box({0.5f, 0.5f}), {6.2f, 0.5f}, {speed, 0.0f}, false);
        // The bodies collide after a metre and continue together; their masses are 1 and 0.05 kg.
        track.run(static_cast<int>(1.2f / (speed * time_step)) + 1);
        EXPECT_LT(track.leading_edge_x(body, make_box({0.5f, 0.5f})),
                  track.position_of(slab).x - 0.5f + 0.01f);
        EXPECT_NEAR(track.velocity_of(body).x, speed / 1.05f, 0.01f * speed);
        EXPECT_NEAR(track.velocity_of(slab).x, speed / 1.05f, 0.1f * speed);
    }
}

TEST_P(InnerEdgeDynamic, BoxFallsIntoAGap) {
    Track track(GetParam());
    track.add_static(make_box({100.0f, 1.0f}, {0.0f, -2.0f}));
    for (const float x : {0.0f, 1.0f, 3.0f, 4.0f})
        track.add(make_box({0.5f, 0.5f}), {x, -0.5f});
    const BodyHandle body = track.add(make_box({0.3f, 0.3f}), {1.0f, 0.3f}, {0.8f, 0.0f});
    track.run(240);
    EXPECT_NEAR(track.position_of(body).y, -0.7f, 0.02f);
}

// A wall of loose boxes stands on the row. Edges are flush at its foot and between its boxes, but the wall is
// a real obstacle.
TEST_P(InnerEdgeDynamic, SliderPushesAWallOfBoxes) {
    for (const float speed : {3.0f, 10.0f}) {
        Track track(GetParam());
        add_row(track);
        std::vector<BodyHandle> wall;
        for (int i = 0; i < 4; ++i)
            wall.push_back(
                track.add(make_box({0.25f, 0.25f}), {10.0f, 0.25f + 0.5f * static_cast<float>(i)}));
        const BodyHandle body = track.add(make_box({0.5f, 0.5f}), {6.0f, 0.5f}, {speed, 0.0f}, false);
        const int steps = static_cast<int>(6.0f / (speed * time_step));
        for (int i = 0; i < steps; ++i) {
            track.step();
            ASSERT_LT(track.position_of(body).x, track.position_of(wall[0]).x);
        }
        EXPECT_LT(track.velocity_of(body).x, 0.85f * speed);  // masses of 1 and at least 0.25 kg
        EXPECT_GT(track.velocity_of(wall[0]).x, 0.5f * speed);
    }
}

// Soft step only: under sequential impulses a box sinks by the slop into the row, and the row into the floor,
// so the tops are no longer flush.
std::vector<Setup> soft_setups() {
    std::vector<Setup> setups = all_setups();
    std::erase_if(setups, [](const Setup& setup) { return setup.solver != SolverKind::SoftStep; });
    return setups;
}

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdgeDynamic, testing::ValuesIn(soft_setups()), setup_name);

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// Rows of dynamic boxes that lie flush, at rest or asleep: what slides over them meets no edge. And what is
// no edge of a surface is met as before: steps, gaps and walls.

#include "inner_edge_track.h"

namespace toibox {
namespace {

using namespace testing_support;

class InnerEdgeDynamic : public testing::TestWithParam<Setup> {};

constexpr int boxes = 30;

/// A static floor whose top is at height −1, and unit boxes on it, box i at x = i, each up to `unevenness`
/// lower than 0.
std::vector<BodyHandle> add_row(Track& track, float unevenness = 0.0f) {
    track.add_static(make_box({100.0f, 1.0f}, {0.0f, -2.0f}));
    std::vector<BodyHandle> row;
    for (int i = 0; i < boxes; ++i) {
        const float half = 0.5f - 0.25f * unevenness * static_cast<float>(i * 7 % 3);
        row.push_back(track.add(make_box({0.5f, half}), {static_cast<float>(i), half - 1.0f}));
    }
    return row;
}

std::vector<Shape> row_sliders() {
    return {make_box({0.5f, 0.5f}), rounded_box(), disc(0.5f)};
}

void let_sleep(Track& track) {
    WorldSettings settings = track.world.settings();
    settings.sleeping = true;
    ASSERT_TRUE(track.world.set_settings(settings).has_value());
    track.run(60);
}

/// What is on two contacts, one on the other, sinks by at most twice the slop.
constexpr float deepest_sink = 0.01f;
constexpr float highest_rise = 0.005f;

/// A slider without friction keeps its speed, but for the height that it loses: v² ≤ v0² + 2 g h.
void expect_level_crossing(Track& track, const Shape& shape, float speed, bool bullet) {
    const BodyHandle body = track.add(shape, {2.0f, 0.5f}, {speed, 0.0f});
    track.world.find(body)->set_bullet(bullet);
    const int steps = static_cast<int>((speed < 2.0f ? 3.0f : 25.0f) / (speed * time_step));
    for (int i = 0; i < steps; ++i) {
        track.step();
        const float sunk = 0.5f - track.place(body).y;
        const float seen = track.velocity(body).x;
        ASSERT_GT(sunk, -highest_rise) << i;
        ASSERT_LT(sunk, deepest_sink) << i;
        ASSERT_GT(seen, 0.995f * speed) << i;
        ASSERT_LT(seen * seen, 1.005f * speed * speed + 20.0f * (sunk > 0.0f ? sunk : 0.0f)) << i;
    }
}

TEST_P(InnerEdgeDynamic, EveryKindOfShapeCrossesARow) {
    for (const Shape& shape : row_sliders()) {
        for (const float speed : {1.0f, 3.0f, 10.0f}) {
            for (const bool asleep : {false, true}) {
                for (const bool bullet : {false, true}) {
                    SCOPED_TRACE(testing::Message()
                                 << "shape " << shape.index() << " at " << speed << (asleep ? ", asleep" : "")
                                 << (bullet ? ", bullet" : ""));
                    Track track(GetParam());
                    const std::vector<BodyHandle> row = add_row(track);
                    if (asleep) {
                        let_sleep(track);
                        EXPECT_TRUE(track.sleeps(row.front()));
                    }
                    expect_level_crossing(track, shape, speed, bullet);
                }
            }
        }
    }
}

// v² = v0² − 2 μ g s, with a bias of a sub-step's friction.
TEST_P(InnerEdgeDynamic, FrictionAloneSlowsABox) {
    constexpr float friction = 0.1f;
    for (const float speed : {3.0f, 6.0f}) {
        Track track(GetParam());
        track.friction = friction;
        add_row(track);
        const float gravity = length(track.world.settings().gravity);
        const BodyHandle body = track.add(make_box({0.5f, 0.5f}), {2.0f, 0.5f}, {speed, 0.0f});
        for (int i = 0; i < 100; ++i) {
            track.step();
            const float travelled = track.place(body).x - 2.0f;
            const float square = speed * speed - 2.0f * friction * gravity * travelled;
            const float seen = track.velocity(body).x;
            ASSERT_NEAR(seen * seen, square, 0.015f * speed * speed) << i;
        }
    }
}

// A box that stands 5 cm above its neighbours is a step: pushed by its side, it takes momentum.
TEST_P(InnerEdgeDynamic, AHigherBoxIsPushed) {
    for (const float speed : {1.0f, 3.0f, 10.0f}) {
        Track track(GetParam());
        add_row(track);
        const BodyHandle step = track.add(make_box({0.5f, 0.025f}), {8.2f, 0.025f});
        const BodyHandle body = track.add(make_box({0.5f, 0.5f}), {6.2f, 0.5f}, {speed, 0.0f}, false);
        // They meet after a metre and go on together: masses of 1 and 0.05.
        track.run(static_cast<int>(1.2f / (speed * time_step)) + 1);
        EXPECT_LT(track.leading_edge_x(body, make_box({0.5f, 0.5f})), track.place(step).x - 0.5f + 0.01f);
        EXPECT_NEAR(track.velocity(body).x, speed / 1.05f, 0.01f * speed);
        EXPECT_NEAR(track.velocity(step).x, speed / 1.05f, 0.1f * speed);
    }
}

TEST_P(InnerEdgeDynamic, ABoxFallsIntoAGap) {
    Track track(GetParam());
    track.add_static(make_box({100.0f, 1.0f}, {0.0f, -2.0f}));
    for (const float x : {0.0f, 1.0f, 3.0f, 4.0f})
        track.add(make_box({0.5f, 0.5f}), {x, -0.5f});
    const BodyHandle body = track.add(make_box({0.3f, 0.3f}), {1.0f, 0.3f}, {0.8f, 0.0f});
    track.run(240);
    EXPECT_NEAR(track.place(body).y, -0.7f, 0.02f);
}

// A wall of loose boxes, flush on its side and at its foot with what it stands on, is no inner edge.
TEST_P(InnerEdgeDynamic, AWallOfBoxesIsPushed) {
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
            ASSERT_LT(track.place(body).x, track.place(wall[0]).x);
        }
        EXPECT_LT(track.velocity(body).x, 0.85f * speed);  // masses 1 and 0.25 or more
        EXPECT_GT(track.velocity(wall[0]).x, 0.5f * speed);
    }
}

// Under sequential impulses a box sinks by the slop into the row and the row into the floor: more than flush.
std::vector<Setup> soft_setups() {
    std::vector<Setup> setups = all_setups();
    std::erase_if(setups, [](const Setup& setup) { return setup.solver != SolverKind::SoftStep; });
    return setups;
}

INSTANTIATE_TEST_SUITE_P(Setups, InnerEdgeDynamic, testing::ValuesIn(soft_setups()), name_of);

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT
// Reading events, claims and queries.
#include "toibox/scene/scene.h"

#include "tests/unit/scene/document_support.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

template <class T>
const T* first_action(const Scene& scene) {
    for (const Event& event : scene.timeline) {
        if (const T* action = std::get_if<T>(&event.action)) return action;
    }
    return nullptr;
}

TEST(SceneTimeline, MapsTimesToStepsHalfUp) {
    Scene scene;
    scene.step = 1.0 / 60.0;
    // Times that are k + 1/2 steps round up: 0.025 s is 1.5 steps, 0.075 s is 4.5 steps. Then whole steps.
    for (int k = 0; k < 100'000; ++k) {
        const double half = (2.0 * k + 1.0) / 120.0;
        const double below = half - 1e-9;
        ASSERT_EQ(scene.step_of(half), k + 1) << k;
        ASSERT_EQ(scene.step_of(below), k) << k;
        ASSERT_EQ(scene.step_of(k / 60.0), k) << k;
    }
    EXPECT_EQ(scene.step_of(0.025), 2);
    EXPECT_EQ(scene.step_of(0.0), 0);
}

TEST(SceneTimeline, SortsByStepAndKeepsTheOrderOfTheFile) {
    const Scene scene = everything();
    EXPECT_TRUE(std::is_sorted(scene.timeline.begin(), scene.timeline.end(),
                               [](const Event& a, const Event& b) { return a.step < b.step; }));
    // The events at 1 s, spawn, slow motion and pause, keep the order of the file.
    std::vector<std::size_t> kinds;
    for (const Event& event : scene.timeline) {
        if (event.step == 120) kinds.push_back(event.action.index());
    }
    EXPECT_EQ(kinds, (std::vector<std::size_t>{0, 9, 10}));
}

TEST(SceneTimeline, ReadsTheKeysOfEvents) {
    const Scene scene = everything();
    const auto* impulse = first_action<action::Impulse>(scene);
    ASSERT_NE(impulse, nullptr);
    EXPECT_EQ(impulse->body, "ball");
    EXPECT_EQ(impulse->impulse, (Vec2{1.0f, 2.0f}));
    EXPECT_EQ(impulse->point, (Vec2{0.0f, 1.0f}));
    EXPECT_EQ(impulse->angular, 0.5f);
    const auto* force = first_action<action::Force>(scene);
    ASSERT_NE(force, nullptr);
    EXPECT_EQ(force->for_steps, 30);
    EXPECT_EQ(force->torque, 3.0f);
    const auto* camera = first_action<action::Camera>(scene);
    ASSERT_NE(camera, nullptr);
    EXPECT_EQ(camera->follow, "ball");
    const auto* spawn = first_action<action::Spawn>(scene);
    ASSERT_NE(spawn, nullptr);
    EXPECT_EQ(spawn->body.id, "late");
    const auto* assertion = first_action<action::Assert>(scene);
    ASSERT_NE(assertion, nullptr);
    EXPECT_EQ(assertion->claim.when, Claim::When::At);
    EXPECT_EQ(assertion->claim.at, 3.0);
    EXPECT_EQ(assertion->claim.why, "it is somewhere");
}

TEST(SceneTimeline, SetEventsCarryTheCompleteSettings) {
    const Scene scene = everything();
    std::vector<WorldSettings> sets;
    for (const Event& event : scene.timeline) {
        if (const auto* set = std::get_if<action::SetSettings>(&event.action)) sets.push_back(set->settings);
    }
    ASSERT_EQ(sets.size(), 2u);
    WorldSettings expected = scene.settings;
    expected.gravity.y = 9.8f;
    expected.velocity_iterations = 20;
    EXPECT_TRUE(sets[0] == expected);
    expected.slop = 0.002f;
    EXPECT_TRUE(sets[1] == expected);
    // In a variant, `set` events build on the variant's settings, here on the policy "off".
    const Scene still = everything("still");
    EXPECT_EQ(still.settings.continuous, ContinuousPolicy::Off);
    EXPECT_EQ(first_action<action::SetSettings>(still)->settings.continuous, ContinuousPolicy::Off);
}

TEST(SceneClaims, BelongToOneVariantOrToAll) {
    EXPECT_EQ(everything().expect.size(), 4u);
    EXPECT_EQ(everything("still").expect.size(), 4u);
    const Scene fast = everything("fast");
    // Two more are those of the choices of a page, whose variant this is.
    ASSERT_EQ(fast.expect.size(), 7u);
    EXPECT_EQ(fast.expect[0].when, Claim::When::Always);
    EXPECT_EQ(fast.expect[0].why, "it falls");
    EXPECT_EQ(fast.expect[0].pointer, "/expect/0");
    EXPECT_EQ(fast.expect[1].text, "ball.x > -100");
    EXPECT_EQ(fast.expect[1].at, 1.0);
    EXPECT_EQ(fast.expect[2].when, Claim::When::Never);
    EXPECT_EQ(fast.expect[3].when, Claim::When::Eventually);
    // A claim without a time must hold at the end of the run.
    EXPECT_EQ(fast.expect[4].when, Claim::When::At);
    EXPECT_EQ(fast.expect[4].at, 4.0);
}

TEST(SceneQueries, KeepDoublesAndReorderPolygonsCounterClockwise) {
    const Scene scene = everything();
    ASSERT_EQ(scene.queries.size(), 4u);
    const QueryEntry& hit = scene.queries[0];
    EXPECT_EQ(hit.name, "hit");
    EXPECT_EQ(hit.target, 0.001);
    EXPECT_EQ(hit.tolerance, 0.0002);
    EXPECT_EQ(hit.a.radius, 0.1);
    EXPECT_EQ(hit.sweep_a.c1.x, 2.0);
    EXPECT_NEAR(hit.sweep_a.delta_angle, 1.5707963267948966, 1e-15);
    // The file lists the vertices clockwise.
    EXPECT_EQ(hit.b.points[0], (Vec2d{1.0, 0.0}));
    EXPECT_EQ(hit.b.points[3], (Vec2d{0.0, 0.0}));
    EXPECT_EQ(scene.queries[1].kind, QueryEntry::Kind::Distance);
    EXPECT_EQ(scene.sweeps[0].count, 20);
    EXPECT_TRUE(scene.sweeps[0].log);
}

}  // namespace
}  // namespace toibox::scene

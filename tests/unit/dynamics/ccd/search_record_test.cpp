// SPDX-License-Identifier: MIT

// World::record_searches: a step records every time-of-impact query, and recording does not change the
// result.

#include "tests/support/physics.h"

#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

/// Forty fast boxes, half of them bullets, in a room with a disc in the middle.
World fast_boxes_in_room(int threads, bool record) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    World world(settings);
    world.set_execution({.threads = threads});
    world.record_searches(record);
    const BodyHandle walls = world.create_body({.type = BodyType::Static});
    for (const Vec2 center : {Vec2{-6.0f, 0.0f}, Vec2{6.0f, 0.0f}})
        world.attach(walls, make_box({0.01f, 6.0f}, center));
    for (const Vec2 center : {Vec2{0.0f, -6.0f}, Vec2{0.0f, 6.0f}})
        world.attach(walls, make_box({6.0f, 0.01f}, center));
    world.attach(walls, disc(0.5f));
    for (int i = 0; i < 40; ++i) {
        const float x = -5.0f + 0.25f * static_cast<float>(i);
        const BodyHandle body = world.create_body({.position = {x, 3.0f + 0.01f * static_cast<float>(i)},
                                                   .linear_velocity = {150.0f, -40.0f * x},
                                                   .angular_velocity = 20.0f,
                                                   .bullet = i % 2 == 0});
        world.attach(body, make_box({0.08f, 0.05f}));
    }
    return world;
}

TEST(SearchRecord, ContainsEachQueryAndDoesNotChangeTheResult) {
    World not_recording = fast_boxes_in_room(1, false);
    World recording = fast_boxes_in_room(1, true);
    std::size_t searches = 0;
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(not_recording.step(time_step).searches.empty());
        const StepReport report = recording.step(time_step);
        EXPECT_EQ(report.searches.size(), report.toi.outer.calls);
        searches += report.searches.size();
        ASSERT_EQ(recording.hash(), not_recording.hash()) << "step " << i;
    }
    EXPECT_GT(searches, 100u);
}

TEST(SearchRecord, RepeatedQueriesGiveTheSameResult) {
    World world = fast_boxes_in_room(1, true);
    int hits = 0;
    int later_searches = 0;  // start after an impact of the same step
    for (int i = 0; i < 20; ++i) {
        const StepReport report = world.step(time_step);
        for (const ToiSearch& search : report.searches) {
            const ToiResult repeated =
                time_of_impact(search.toi_case.method, search.toi_case.input(), search.toi_case.options);
            ASSERT_EQ(repeated.state, search.state);
            ASSERT_EQ(repeated.t, search.t);
            ASSERT_TRUE(world.find(search.a) && world.find(search.b));
            hits += repeated.state == ToiState::Hit ? 1 : 0;
            later_searches += search.from > 0.0 ? 1 : 0;
        }
    }
    EXPECT_GT(hits, 20);
    EXPECT_GT(later_searches, 20);
}

// Certified advancement needs a distance query only for some of its steps; its steps count, too.
TEST(SearchRecord, CountersIncludeTheStepsOfCertifiedAdvancement) {
    World world = fast_boxes_in_room(1, true);
    std::uint64_t steps = 0;
    for (int i = 0; i < 20; ++i) {
        const StepReport report = world.step(time_step);
        std::uint64_t expected = 0;
        for (const ToiSearch& search : report.searches) {
            ASSERT_EQ(search.toi_case.method, ToiMethod::Certified);
            const ToiIterations n =
                time_of_impact(search.toi_case.method, search.toi_case.input(), search.toi_case.options)
                    .iterations;
            expected += static_cast<std::uint64_t>(n.outer + n.steps);
            steps += static_cast<std::uint64_t>(n.steps);
        }
        EXPECT_EQ(report.toi.outer.sum, expected);
    }
    EXPECT_GT(steps, 100u);
}

TEST(SearchRecord, DoesNotDependOnTheNumberOfThreads) {
    World one_thread = fast_boxes_in_room(1, true);
    World four_threads = fast_boxes_in_room(4, true);
    for (int i = 0; i < 10; ++i) {
        const StepReport a = one_thread.step(time_step);
        const StepReport b = four_threads.step(time_step);
        ASSERT_EQ(a.searches.size(), b.searches.size());
        for (std::size_t k = 0; k < a.searches.size(); ++k) {
            ASSERT_EQ(a.searches[k].a, b.searches[k].a);
            ASSERT_EQ(a.searches[k].b, b.searches[k].b);
            ASSERT_EQ(a.searches[k].t, b.searches[k].t);
        }
    }
}

// A ball of radius 0.25 m overlaps a floor by 1 cm and moves down fast. Its core, a ball of half the radius,
// is cast.
TEST(SearchRecord, MarksCastsOfCores) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    World world(settings);
    world.record_searches(true);
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({5.0f, 0.01f}));
    const BodyHandle ball =
        world.create_body({.position = {0.0f, 0.25f}, .linear_velocity = {0.0f, -400.0f}});
    world.attach(ball, disc(0.25f), {.material = {.restitution = 1.0f}});
    std::vector<double> core_radii;
    for (int i = 0; i < 3; ++i) {
        for (const ToiSearch& search : world.step(time_step).searches) {
            if (search.core) core_radii.push_back(search.toi_case.b.radius);
        }
    }
    ASSERT_FALSE(core_radii.empty());
    EXPECT_NEAR(core_radii.front(), 0.125, 1e-9);
}

}  // namespace
}  // namespace toibox

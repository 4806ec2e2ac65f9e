// SPDX-License-Identifier: MIT

// If overlapping bodies would form more than tuning::max_pairs pairs, the step fails with a report and leaves
// the world unchanged. Regression: the program ran out of memory.

#include "dynamics/contacts/pair_limit.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/validate.h"

#include "dynamics/contacts/count_overlaps.h"
#include "tests/support/generators.h"
#include "tests/support/physics.h"

#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

void add_overlapping(World& world, int bodies, Vec2 center, const ShapeDef& def = {}) {
    for (int i = 0; i < bodies; ++i)
        add_body(world, {.position = center}, Circle{.radius = 0.5f}, def);
}

class PairLimitPerBroadPhase : public testing::TestWithParam<BroadPhaseKind> {
protected:
    static WorldSettings settings() {
        WorldSettings settings = weightless();
        settings.broad_phase = GetParam();
        return settings;
    }
};

// 1500 bodies in one place have 1,124,250 pairs.
TEST_P(PairLimitPerBroadPhase, TooManyPairsFailTheStepAndKeepTheWorld) {
    World world(settings());
    add_overlapping(world, 1500, {3.0f, 4.0f});
    const std::uint64_t before = world.hash();
    for (int i = 0; i < 2; ++i) {
        const StepReport report = world.step(time_step);
        EXPECT_TRUE(report.too_many_pairs);
        EXPECT_TRUE(report.failed());
        EXPECT_FALSE(report.non_finite);
        ASSERT_TRUE(world.find(report.offending_body));
        EXPECT_EQ(world.hash(), before);
        EXPECT_FALSE(validate_columns(world.state()));
    }
    // With fewer bodies the world can be stepped again.
    std::vector<BodyHandle> bodies;
    for (const BodyHandle body : world.bodies())
        bodies.push_back(body);
    for (std::size_t i = 300; i < bodies.size(); ++i)
        world.destroy(bodies[i]);
    const StepReport report = world.step(time_step);
    EXPECT_FALSE(report.failed());
    EXPECT_EQ(report.contacts, 300 * 299 / 2);
}
INSTANTIATE_TEST_SUITE_P(BroadPhases, PairLimitPerBroadPhase,
                         testing::Values(BroadPhaseKind::BatchedSortAndSweep, BroadPhaseKind::DynamicTree,
                                         BroadPhaseKind::SweepAndPrune),
                         [](const auto& tested) {
                             return pascal_case(enum_entry(broad_phase_kinds(), tested.param).name);
                         });

// Fifty million pairs are rejected before the pair search.
TEST(PairLimit, TenThousandBodiesInOnePlaceFailTheStep) {
    World world(weightless());
    add_overlapping(world, 10000, {});
    const std::uint64_t before = world.hash();
    const StepReport report = world.step(time_step);
    EXPECT_TRUE(report.too_many_pairs);
    EXPECT_EQ(report.found_pairs, 0);
    EXPECT_EQ(world.hash(), before);
}

/// Adds balls with radii in a ratio of up to 1:100 and coordinates within ±`spread`.
void add_balls_of_many_sizes(World& world, int bodies, float spread) {
    Generator generator(0x512E5);
    for (int i = 0; i < bodies; ++i) {
        const float radius = generator.magnitude(0.05f, 5.0f);
        const Vec2 center{generator.uniform(-spread, spread), generator.uniform(-spread, spread)};
        add_ball(world, center, radius);
    }
}

// Regression: pairs of 1.3 GB were listed before the step failed.
TEST(PairLimit, CrowdOfManySizesFailsBeforeTheSearch) {
    std::optional<BodyHandle> offending_body;
    for (const auto& kind : broad_phase_kinds()) {
        for (const int threads : {1, 3}) {
            WorldSettings settings = weightless();
            settings.broad_phase = kind.value;
            World world(settings);
            world.set_execution({.threads = threads});
            add_balls_of_many_sizes(world, 10000, 0.02f);
            const std::uint64_t before = world.hash();
            const StepReport report = world.step(time_step);
            EXPECT_TRUE(report.too_many_pairs) << kind.name;
            EXPECT_EQ(report.found_pairs, 0) << kind.name;
            EXPECT_EQ(report.broad.tests, 0u) << kind.name;
            EXPECT_EQ(world.hash(), before) << kind.name;
            if (!offending_body) offending_body = report.offending_body;
            EXPECT_EQ(report.offending_body, *offending_body) << kind.name;
        }
    }
}

// Balls that are spread over ten metres form fewer pairs, but still too many.
TEST(PairLimit, SpreadCrowdOfManySizesFailsBeforeTheSearch) {
    World world(weightless());
    add_balls_of_many_sizes(world, 10000, 5.0f);
    const StepReport report = world.step(time_step);
    EXPECT_TRUE(report.too_many_pairs);
    EXPECT_EQ(report.found_pairs, 0);
}

// Bodies of two categories that collide only with each other form half as many pairs as bodies of one.
TEST(PairLimit, CrowdOfTwoCategoriesFailsBeforeTheSearch) {
    World world(weightless());
    add_overlapping(world, 5000, {}, {.filter = {.category = 2, .mask = 4}});
    const BodyHandle other = world.create_body({.position = {20.0f, 0.0f}});
    for (int i = 0; i < 100; ++i)
        world.attach(other, Circle{.radius = 0.5f}, {.filter = {.category = 4, .mask = 2}});
    const WorldState& state = world.state();
    EXPECT_FALSE(find_overcrowded_shape(state, state.pairs.moved)) << "no two of these bodies may collide";
    add_overlapping(world, 5000, {}, {.filter = {.category = 4, .mask = 2}});
    const StepReport report = world.step(time_step);
    EXPECT_TRUE(report.too_many_pairs);
    EXPECT_EQ(report.found_pairs, 0);
    EXPECT_EQ(report.broad.tests, 0u);
}

// Shapes of one body do not collide with each other, but 300 other bodies form 1.5 million pairs with them.
TEST(PairLimit, ManyOverlappingShapesOfOneBodyAreAllowed) {
    World world(weightless());
    const BodyHandle body = world.create_body({});
    for (int i = 0; i < 5000; ++i)
        world.attach(body, Circle{.radius = 0.5f});
    const WorldState& state = world.state();
    EXPECT_FALSE(find_overcrowded_shape(state, state.pairs.moved));
    add_overlapping(world, 300, {});
    EXPECT_TRUE(find_overcrowded_shape(state, state.pairs.moved));
}

// Coordinates are on a grid, so that many boxes touch and many bounds are equal.
TEST(PairLimit, CountOverlapsMatchesBruteForce) {
    Generator generator(0xC0C0);
    const auto on_grid = [&](float max_value) {
        return 0.5f * std::floor(2.0f * generator.uniform(0.0f, max_value));
    };
    for (const int boxes : {0, 1, 2, 7, 300}) {
        for (const float spread : {0.0f, 3.0f, 30.0f}) {
            std::vector<Aabb> previous;
            std::uint64_t pairs = 0;
            for (int i = 0; i < boxes; ++i) {
                const Vec2 lower{on_grid(spread), on_grid(spread)};
                const Aabb box{lower, lower + Vec2{on_grid(4.0f), on_grid(4.0f)}};
                for (const Aabb& other : previous)
                    pairs += overlaps(box, other) ? 1u : 0u;
                previous.push_back(box);
            }
            EXPECT_EQ(count_overlaps(previous).pairs, pairs) << boxes << " boxes, spread " << spread;
        }
    }
}

// Bodies of one negative group, and static bodies.
TEST(PairLimit, ManyOverlappingBodiesThatCannotCollideAreAllowed) {
    constexpr int bodies = 4500;
    World group_world(weightless());
    add_overlapping(group_world, bodies, {}, {.filter = {.group = -1}});
    World static_world(weightless());
    for (int i = 0; i < bodies; ++i)
        add_body(static_world, {.type = BodyType::Static}, Circle{.radius = 0.5f});
    add_overlapping(static_world, 1, {10.0f, 0.0f});
    for (World* const world : {&group_world, &static_world}) {
        const StepReport report = world->step(time_step);
        EXPECT_FALSE(report.failed());
        EXPECT_EQ(report.contacts, 0);
    }
}

// 2500 separate groups of four overlapping bodies.
TEST(PairLimit, TenThousandSpreadBodiesAreAllowed) {
    World world(weightless());
    for (int i = 0; i < 2500; ++i)
        add_overlapping(world, 4, {3.0f * static_cast<float>(i % 50), 3.0f * static_cast<float>(i / 50)});
    const StepReport report = world.step(time_step);
    EXPECT_FALSE(report.failed());
    EXPECT_EQ(report.contacts, 2500 * 6);
}

}  // namespace
}  // namespace toibox

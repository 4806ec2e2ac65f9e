// SPDX-License-Identifier: MIT

// More bodies in one place than a step can have pairs for: the step fails, says so, and leaves the world as
// it was. It ended the program for want of memory.

#include "engine/src/dynamics/pair_bound.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/validate.h"

#include "engine/src/dynamics/count_overlaps.h"
#include "tests/support/generators.h"
#include "tests/support/physics.h"

#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

void add_heap(World& world, int bodies, Vec2 place, const ShapeDef& def = {}) {
    for (int i = 0; i < bodies; ++i)
        add_body(world, {.position = place}, Circle{.radius = 0.5f}, def);
}

class PairBound : public testing::TestWithParam<BroadPhaseKind> {
protected:
    static WorldSettings settings() {
        WorldSettings settings = weightless();
        settings.broad_phase = GetParam();
        return settings;
    }
};

// 1500 in one place are 1,124,250 pairs.
TEST_P(PairBound, RefusesAStepAndKeepsTheWorld) {
    World world(settings());
    add_heap(world, 1500, {3.0f, 4.0f});
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
    // With fewer of them it goes on.
    std::vector<BodyHandle> bodies;
    for (const BodyHandle body : world.bodies())
        bodies.push_back(body);
    for (std::size_t i = 300; i < bodies.size(); ++i)
        world.destroy(bodies[i]);
    const StepReport report = world.step(time_step);
    EXPECT_FALSE(report.failed());
    EXPECT_EQ(report.contacts, 300 * 299 / 2);
}
INSTANTIATE_TEST_SUITE_P(BroadPhases, PairBound,
                         testing::Values(BroadPhaseKind::BatchedSortAndSweep, BroadPhaseKind::DynamicTree,
                                         BroadPhaseKind::SweepAndPrune),
                         [](const auto& tested) {
                             return pascal_case(enum_entry(broad_phase_kinds(), tested.param).name);
                         });

// Fifty million pairs are refused before the search.
TEST(PairBounds, RefuseTenThousandBodiesOnOnePoint) {
    World world(weightless());
    add_heap(world, 10000, {});
    const std::uint64_t before = world.hash();
    const StepReport report = world.step(time_step);
    EXPECT_TRUE(report.too_many_pairs);
    EXPECT_EQ(report.found_pairs, 0);
    EXPECT_EQ(world.hash(), before);
}

/// Bodies of sizes that are spread over 1:100, round one point.
void add_sizes(World& world, int bodies, float spread) {
    Generator generator(0x512E5);
    for (int i = 0; i < bodies; ++i) {
        const float radius = generator.magnitude(0.05f, 5.0f);
        const Vec2 place{generator.uniform(-spread, spread), generator.uniform(-spread, spread)};
        add_ball(world, place, radius);
    }
}

// Their pairs were listed, 1.3 GB of them, before they were refused.
TEST(PairBounds, RefuseACrowdOfManySizesBeforeTheSearch) {
    std::optional<BodyHandle> offending_body;
    for (const auto& kind : broad_phase_kinds()) {
        for (const int threads : {1, 3}) {
            WorldSettings settings = weightless();
            settings.broad_phase = kind.value;
            World world(settings);
            world.set_execution({.threads = threads});
            add_sizes(world, 10000, 0.02f);
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

// Strewn over ten metres they have fewer pairs, and still too many.
TEST(PairBounds, RefuseACrowdOfManySizesThatIsStrewn) {
    World world(weightless());
    add_sizes(world, 10000, 5.0f);
    const StepReport report = world.step(time_step);
    EXPECT_TRUE(report.too_many_pairs);
    EXPECT_EQ(report.found_pairs, 0);
}

// Two kinds that only meet each other have half of the pairs.
TEST(PairBounds, RefuseACrowdOfTwoKindsBeforeTheSearch) {
    World world(weightless());
    add_heap(world, 5000, {}, {.filter = {.category = 2, .mask = 4}});
    const BodyHandle other = world.create_body({.position = {20.0f, 0.0f}});
    for (int i = 0; i < 100; ++i)
        world.attach(other, Circle{.radius = 0.5f}, {.filter = {.category = 4, .mask = 2}});
    const WorldState& state = world.state();
    EXPECT_FALSE(find_overcrowded_shape(state, state.pairs.moved)) << "no two of these may collide";
    add_heap(world, 5000, {}, {.filter = {.category = 4, .mask = 2}});
    const StepReport report = world.step(time_step);
    EXPECT_TRUE(report.too_many_pairs);
    EXPECT_EQ(report.found_pairs, 0);
    EXPECT_EQ(report.broad.tests, 0u);
}

// Two shapes of one body have no contact.
TEST(PairBounds, LetABodyHaveManyShapesInOnePlace) {
    World world(weightless());
    const BodyHandle body = world.create_body({});
    for (int i = 0; i < 5000; ++i)
        world.attach(body, Circle{.radius = 0.5f});
    const WorldState& state = world.state();
    EXPECT_FALSE(find_overcrowded_shape(state, state.pairs.moved));
    add_heap(world, 300, {});
    EXPECT_TRUE(find_overcrowded_shape(state, state.pairs.moved));
}

// Against a look at all pairs. Places in steps, so that many boxes touch and many bounds are equal.
TEST(PairBounds, CountOverlapsWithoutListingThem) {
    Generator generator(0xC0C0);
    const auto in_steps = [&](float most) { return 0.5f * std::floor(2.0f * generator.uniform(0.0f, most)); };
    for (const int boxes : {0, 1, 2, 7, 300}) {
        for (const float spread : {0.0f, 3.0f, 30.0f}) {
            std::vector<Aabb> all;
            std::uint64_t pairs = 0;
            for (int i = 0; i < boxes; ++i) {
                const Vec2 lower{in_steps(spread), in_steps(spread)};
                const Aabb box{lower, lower + Vec2{in_steps(4.0f), in_steps(4.0f)}};
                for (const Aabb& other : all)
                    pairs += overlaps(box, other) ? 1u : 0u;
                all.push_back(box);
            }
            EXPECT_EQ(count_overlaps(all).pairs, pairs) << boxes << " boxes over " << spread;
        }
    }
}

// What may not collide is no crowd: of one negative group, or static.
TEST(PairBounds, LetsThoseThatMayNotCollideBeInOnePlace) {
    constexpr int bodies = 4500;
    World group(weightless());
    add_heap(group, bodies, {}, {.filter = {.group = -1}});
    World still(weightless());
    for (int i = 0; i < bodies; ++i)
        add_body(still, {.type = BodyType::Static}, Circle{.radius = 0.5f});
    add_heap(still, 1, {10.0f, 0.0f});
    for (World* const world : {&group, &still}) {
        const StepReport report = world->step(time_step);
        EXPECT_FALSE(report.failed());
        EXPECT_EQ(report.contacts, 0);
    }
}

// As many bodies that lie apart are no crowd, nor are those in small heaps.
TEST(PairBounds, LetsTenThousandBodiesApart) {
    World world(weightless());
    for (int i = 0; i < 2500; ++i)
        add_heap(world, 4, {3.0f * static_cast<float>(i % 50), 3.0f * static_cast<float>(i / 50)});
    const StepReport report = world.step(time_step);
    EXPECT_FALSE(report.failed());
    EXPECT_EQ(report.contacts, 2500 * 6);
}

}  // namespace
}  // namespace toibox

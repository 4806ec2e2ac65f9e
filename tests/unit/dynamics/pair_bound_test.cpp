// SPDX-License-Identifier: MIT

// More bodies in one place than a step can have pairs for: the step fails, says so, and leaves the world as
// it was. It ended the program for want of memory.

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/validate.h"

#include "tests/support/physics.h"

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
        const StepReport report = world.step(frame);
        EXPECT_TRUE(report.too_many_pairs);
        EXPECT_TRUE(report.failed());
        EXPECT_FALSE(report.non_finite);
        ASSERT_TRUE(world.find(report.culprit));
        EXPECT_EQ(world.hash(), before);
        EXPECT_FALSE(validate_columns(world.state()));
    }
    // With fewer of them it goes on.
    std::vector<BodyHandle> bodies;
    for (const BodyHandle body : world.bodies())
        bodies.push_back(body);
    for (std::size_t i = 300; i < bodies.size(); ++i)
        world.destroy(bodies[i]);
    const StepReport report = world.step(frame);
    EXPECT_FALSE(report.failed());
    EXPECT_EQ(report.contacts, 300 * 299 / 2);
}
INSTANTIATE_TEST_SUITE_P(BroadPhases, PairBound,
                         testing::Values(BroadPhaseKind::BatchedSweep, BroadPhaseKind::DynamicTree,
                                         BroadPhaseKind::SweepAndPrune),
                         [](const auto& info) {
                             return pascal_case(named(broad_phase_kinds(), info.param).name);
                         });

// Fifty million pairs are refused before the search.
TEST(PairBounds, RefuseTenThousandBodiesOnOnePoint) {
    World world(weightless());
    add_heap(world, 10000, {});
    const std::uint64_t before = world.hash();
    const StepReport report = world.step(frame);
    EXPECT_TRUE(report.too_many_pairs);
    EXPECT_EQ(report.found_pairs, 0);
    EXPECT_EQ(world.hash(), before);
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
        const StepReport report = world->step(frame);
        EXPECT_FALSE(report.failed());
        EXPECT_EQ(report.contacts, 0);
    }
}

// As many bodies that lie apart are no crowd, nor are those in small heaps.
TEST(PairBounds, LetsTenThousandBodiesApart) {
    World world(weightless());
    for (int i = 0; i < 2500; ++i)
        add_heap(world, 4, {3.0f * static_cast<float>(i % 50), 3.0f * static_cast<float>(i / 50)});
    const StepReport report = world.step(frame);
    EXPECT_FALSE(report.failed());
    EXPECT_EQ(report.contacts, 2500 * 6);
}

}  // namespace
}  // namespace toibox

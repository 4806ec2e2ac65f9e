// SPDX-License-Identifier: MIT

// If overlapping bodies would form more than settings.max_contacts contacts, the step fails with a report and
// leaves the world unchanged. Regression: the program ran out of memory.

#include "toibox/dynamics/validate.h"

#include "tests/support/physics.h"

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

class ContactLimitPerBroadPhase : public testing::TestWithParam<BroadPhaseKind> {
protected:
    static WorldSettings settings() {
        WorldSettings settings = weightless();
        settings.broad_phase = GetParam();
        return settings;
    }
};

// 1500 bodies in one place have 1,124,250 pairs.
TEST_P(ContactLimitPerBroadPhase, TooManyContactsFailTheStepAndKeepTheWorld) {
    World world(settings());
    add_overlapping(world, 1500, {3.0f, 4.0f});
    const std::uint64_t before = world.hash();
    for (int i = 0; i < 2; ++i) {
        const StepReport report = world.step(time_step);
        EXPECT_TRUE(report.too_many_contacts);
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

/// `bodies` dynamic bodies of one negative group, which do not collide, among as many bodies of a type.
World crowd(const WorldSettings& settings, int bodies, BodyType type) {
    World world(settings);
    add_overlapping(world, bodies, {}, {.filter = {.group = -1}});
    for (int i = 0; i < bodies; ++i)
        add_body(world, {.type = type}, Circle{.radius = 0.5f}, {.filter = {.group = -1}});
    return world;
}

// 18 million pairs of boxes overlap, but no two shapes may collide.
TEST_P(ContactLimitPerBroadPhase, OverlapsThatCannotCollideAreNotLimited) {
    World world = crowd(settings(), 3000, BodyType::Kinematic);
    for (int i = 0; i < 2; ++i) {
        const StepReport report = world.step(time_step);
        EXPECT_FALSE(report.failed());
        EXPECT_EQ(report.contacts, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(BroadPhases, ContactLimitPerBroadPhase,
                         testing::Values(BroadPhaseKind::BatchedSortAndSweep, BroadPhaseKind::DynamicTree,
                                         BroadPhaseKind::SweepAndPrune, BroadPhaseKind::KdTree),
                         [](const auto& tested) {
                             return pascal_case(enum_entry(broad_phase_kinds(), tested.param).name);
                         });

// The body that the report names is one of the crowd, the same for every broad phase and number of threads.
TEST(ContactLimit, ReportNamesABodyOfTheCrowd) {
    std::optional<BodyHandle> offending_body;
    for (const auto& kind : broad_phase_kinds()) {
        for (const int threads : {1, 3}) {
            WorldSettings settings = weightless();
            settings.broad_phase = kind.value;
            World world(settings);
            world.set_execution({.threads = threads});
            for (int i = 0; i < 3000; ++i)
                add_ball(world, {2.0f * static_cast<float>(i), 20.0f});
            add_overlapping(world, 1500, {3.0f, 4.0f});
            const StepReport report = world.step(time_step);
            ASSERT_TRUE(report.too_many_contacts) << kind.name;
            EXPECT_EQ(world.find(report.offending_body)->position(), (Vec2{3.0f, 4.0f})) << kind.name;
            if (!offending_body) offending_body = report.offending_body;
            EXPECT_EQ(report.offending_body, *offending_body) << kind.name;
        }
    }
}

TEST(ContactLimit, LimitIsASetting) {
    WorldSettings settings = weightless();
    settings.max_contacts = 45;
    World world(settings);
    add_overlapping(world, 10, {});
    EXPECT_FALSE(world.step(time_step).failed());
    add_overlapping(world, 1, {});
    EXPECT_TRUE(world.step(time_step).too_many_contacts);
    settings.max_contacts = 55;
    ASSERT_TRUE(world.set_settings(settings).has_value());
    EXPECT_EQ(world.step(time_step).contacts, 55);
}

// Shapes of one body do not collide with each other, but 300 other bodies form 1.5 million pairs with them.
TEST(ContactLimit, ManyOverlappingShapesOfOneBodyAreAllowed) {
    World world(weightless());
    const BodyHandle body = world.create_body({});
    for (int i = 0; i < 5000; ++i)
        world.attach(body, Circle{.radius = 0.5f});
    EXPECT_FALSE(world.step(time_step).failed());
    add_overlapping(world, 300, {});
    EXPECT_TRUE(world.step(time_step).too_many_contacts);
}

// 2500 separate groups of four overlapping bodies.
TEST(ContactLimit, TenThousandSpreadBodiesAreAllowed) {
    World world(weightless());
    for (int i = 0; i < 2500; ++i)
        add_overlapping(world, 4, {3.0f * static_cast<float>(i % 50), 3.0f * static_cast<float>(i / 50)});
    const StepReport report = world.step(time_step);
    EXPECT_FALSE(report.failed());
    EXPECT_EQ(report.contacts, 2500 * 6);
}

}  // namespace
}  // namespace toibox

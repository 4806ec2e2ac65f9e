// SPDX-License-Identifier: MIT
// Creation and removal of contacts.
#include "tests/support/worlds.h"

#include <algorithm>
#include <set>
#include <utility>

namespace toibox {
namespace {

using namespace testing_support;

using ShapePair = std::pair<std::uint32_t, std::uint32_t>;

std::set<ShapePair> pairs_of(const World& world) {
    std::set<ShapePair> pairs;
    for (const Contact& contact : world.contacts())
        pairs.insert({contact.shape_a, contact.shape_b});
    return pairs;
}

/// Pairs that must have a contact: their fat boxes overlap, they may collide, and one body is dynamic.
std::set<ShapePair> brute_force_pairs(const World& world) {
    std::set<ShapePair> pairs;
    const std::vector<ShapeHandle> shapes = world.shapes();
    for (const ShapeHandle a : shapes) {
        for (const ShapeHandle b : shapes) {
            if (!(a.index < b.index)) continue;
            const ShapeView view_a = *world.find(a);
            const ShapeView view_b = *world.find(b);
            const bool has_dynamic_body = world.find(view_a.body)->info().type == BodyType::Dynamic ||
                                          world.find(view_b.body)->info().type == BodyType::Dynamic;
            if (view_a.body == view_b.body || !has_dynamic_body) continue;
            if (!may_collide(view_a.filter, view_b.filter)) continue;
            if (overlaps(view_a.fat_box, view_b.fat_box)) pairs.insert({a.index, b.index});
        }
    }
    return pairs;
}

// Fat boxes are updated at the end of a step and pairs are searched at the start of the next, so the boxes
// after step k must match the contacts of step k + 1.
TEST(Pairs, MatchAllOverlappingFatBoxes) {
    for (const EnumEntry<BroadPhaseKind>& kind : broad_phase_kinds()) {
        SCOPED_TRACE(kind.name);
        World world({.broad_phase = kind.value});
        Generator generator(7);
        add_floor(world);
        for (int i = 0; i < 40; ++i) {
            add_box(world, generator.point(6.0f), 0.4f, {.linear_velocity = generator.point(10.0f)});
        }
        for (int step = 0; step < 60; ++step) {
            const std::set<ShapePair> expected = brute_force_pairs(world);
            world.step(time_step);
            ASSERT_EQ(pairs_of(world), expected) << "step " << step << ", seed " << generator.seed;
            ASSERT_TRUE(is_valid_world(world));
        }
    }
}

// A new margin updates all boxes before the next search, and a copy has no record of earlier searches.
TEST(Pairs, OfACopyWithAnotherMarginMatchAllOverlappingFatBoxes) {
    for (const EnumEntry<BroadPhaseKind>& kind : broad_phase_kinds()) {
        SCOPED_TRACE(kind.name);
        World world({.broad_phase = kind.value});
        Generator generator(8);
        add_floor(world);
        for (int i = 0; i < 40; ++i) {
            add_box(world, generator.point(6.0f), 0.4f, {.linear_velocity = generator.point(10.0f)});
        }
        for (int step = 0; step < 30; ++step) {
            World copy = world;
            WorldSettings settings = copy.settings();
            settings.contact_margin = 1.5f * effective_contact_margin(settings);
            ASSERT_TRUE(copy.set_settings(settings));
            const std::set<ShapePair> expected = brute_force_pairs(copy);
            copy.step(time_step);
            ASSERT_EQ(pairs_of(copy), expected) << "step " << step << ", seed " << generator.seed;
            world.step(time_step);
        }
    }
}

TEST(Pairs, OfOneStepAreCreatedInAscendingOrder) {
    World world;
    add_floor(world);
    for (int i = 0; i < 10; ++i)
        add_box(world, {1.1f * static_cast<float>(9 - i), 0.5f});
    world.step(time_step);
    const auto less = [](const Contact& a, const Contact& b) {
        return std::pair(a.shape_a, a.shape_b) < std::pair(b.shape_a, b.shape_b);
    };
    ASSERT_GE(world.contacts().size(), 10u);
    EXPECT_TRUE(std::is_sorted(world.contacts().begin(), world.contacts().end(), less));
}

// Three boxes on a floor; the middle one is destroyed. The contacts of the others keep their order, and a new
// contact comes last.
TEST(Pairs, KeepTheOrderOfCreation) {
    World world;
    add_floor(world);
    std::vector<BodyHandle> boxes;
    for (int i = 0; i < 3; ++i)
        boxes.push_back(add_box(world, {3.0f * static_cast<float>(i), 0.5f}));
    world.step(time_step);
    world.destroy(boxes[1]);
    const BodyHandle new_box = add_box(world, {-3, 0.5f});  // reuses the slot of the middle box
    world.step(time_step);
    ASSERT_EQ(world.contacts().size(), 3u);
    EXPECT_EQ(world.contacts()[0].body_b, boxes[0].index);
    EXPECT_EQ(world.contacts()[1].body_b, boxes[2].index);
    EXPECT_EQ(world.contacts()[2].body_b, new_box.index);
}

TEST(Pairs, AreNotCreatedForShapesThatCannotCollide) {
    World world;
    const BodyHandle floor = add_floor(world);
    world.attach(floor, make_box({1, 1}));  // same body
    add_floor(world);                       // static and static
    const BodyHandle kinematic = world.create_body({.type = BodyType::Kinematic});
    world.attach(kinematic, make_box({1, 1}));  // kinematic and static
    const BodyHandle filtered = world.create_body({.position = {0, 0.5f}});
    world.attach(filtered, make_box({0.5f, 0.5f}), {.filter = {.mask = 0}});
    world.step(time_step);
    EXPECT_TRUE(world.contacts().empty());
}

TEST(Pairs, RespectFiltersAndGroups) {
    EXPECT_TRUE(may_collide({}, {}));
    EXPECT_FALSE(may_collide({.category = 2}, {.mask = ~std::uint64_t{2}}));
    EXPECT_FALSE(may_collide({.group = -1}, {.group = -1}));
    EXPECT_TRUE(may_collide({.mask = 0, .group = 3}, {.mask = 0, .group = 3}));
    EXPECT_TRUE(may_collide({.group = -1}, {.group = -2}));
}

// Two overlapping boxes have no contact while a joint connects them. The contact is created in the step after
// the last joint is destroyed.
TEST(Pairs, OfJointedBodiesAppearAfterTheLastJoint) {
    World world({.gravity = {0, 0}});
    const BodyHandle a = add_box(world, {0, 0});
    const BodyHandle b = add_box(world, {0.9f, 0});
    world.step(time_step);
    ASSERT_EQ(world.contacts().size(), 1u);
    const RevoluteJointDef def{.body_a = b, .body_b = a, .anchor = {0.5f, 0}};
    const JointHandle first = world.create_joint(def);
    const JointHandle second = world.create_joint(def);
    EXPECT_TRUE(world.contacts().empty());
    EXPECT_TRUE(is_valid_world(world));
    world.step(time_step);
    EXPECT_TRUE(world.contacts().empty());
    world.destroy(first);
    world.step(time_step);
    EXPECT_TRUE(world.contacts().empty());
    world.destroy(second);
    world.step(time_step);
    EXPECT_EQ(world.contacts().size(), 1u);
    EXPECT_TRUE(is_valid_world(world));
}

TEST(Pairs, OfJointedBodiesAreCreatedOnRequest) {
    World world({.gravity = {0, 0}});
    const BodyHandle a = add_box(world, {0, 0});
    const BodyHandle b = add_box(world, {0.9f, 0});
    world.create_joint(
        RevoluteJointDef{.body_a = a, .body_b = b, .anchor = {0.5f, 0}, .collide_connected = true});
    world.step(time_step);
    EXPECT_EQ(world.contacts().size(), 1u);
}

// A box moves at 30 cm per step, 1 cm above a floor of 3000 shapes. Contacts begin and end all the time, but
// floor shapes far from the box cost no tests.
TEST(Pairs, EndWhenTheFatBoxesSeparate) {
    World world({.gravity = {0, 0}});
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    for (int i = 0; i < 3000; ++i) {
        world.attach(floor, make_box({0.5f, 0.5f}, {static_cast<float>(i), -0.51f}));
    }
    const BodyHandle box = add_box(world, {0, 0.5f}, 0.5f, {.linear_velocity = {18, 0}});
    int created = 0;
    int destroyed = 0;
    for (int i = 0; i < 300; ++i) {
        const StepReport report = world.step(time_step);
        created += report.created_pairs;
        destroyed += report.destroyed_pairs;
        ASSERT_LE(report.contacts, 4);
        // The first step searches all pairs.
        ASSERT_TRUE(i == 0 || report.broad.tests <= 200) << report.broad.tests;
    }
    EXPECT_NEAR(world.find(box)->position().x, 90.0, 0.1);
    EXPECT_GE(created, 90);
    EXPECT_EQ(created - destroyed, static_cast<int>(world.contacts().size()));
}

// At rest no shape leaves its fat box, so pairs are not searched at all.
TEST(Pairs, OfAWorldAtRestCostNoTests) {
    World world;
    add_floor(world);
    for (int i = 0; i < 5; ++i)
        add_box(world, {2.0f * static_cast<float>(i), 0.5f});
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    for (int i = 0; i < 60; ++i)
        EXPECT_EQ(world.step(time_step).broad.tests, 0u);
}

// A larger margin also applies to existing boxes, including static ones.
TEST(Pairs, FollowTheContactMargin) {
    World world({.gravity = {0, 0}, .contact_margin = 0.01f});
    add_floor(world);
    add_box(world, {0, 1.5f});  // 1 m above the floor.
    world.step(time_step);
    EXPECT_TRUE(world.contacts().empty());
    WorldSettings settings = world.settings();
    settings.contact_margin = 1.5f;
    ASSERT_TRUE(world.set_settings(settings).has_value());
    EXPECT_TRUE(is_valid_world(world));
    world.step(time_step);
    ASSERT_EQ(world.contacts().size(), 1u);
    EXPECT_EQ(world.contacts()[0].count, 2);
    EXPECT_NEAR(world.contacts()[0].points[0].separation, 1.0, 1e-5);
}

TEST(Pairs, DoNotDependOnTheBroadPhase) {
    World tree = mixed_world(3);
    World other = tree;
    for (int i = 0; i < 60; ++i) {
        WorldSettings settings = other.settings();
        const auto next = static_cast<std::size_t>(i) % broad_phase_kinds().size();
        settings.broad_phase = broad_phase_kinds()[next].value;
        ASSERT_TRUE(other.set_settings(settings).has_value());
        tree.step(time_step);
        other.step(time_step);
        ASSERT_EQ(tree.hash(), other.hash()) << "step " << i;
        ASSERT_TRUE(is_valid_world(other));
    }
}

}  // namespace
}  // namespace toibox

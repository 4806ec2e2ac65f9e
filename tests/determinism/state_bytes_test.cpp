// SPDX-License-Identifier: MIT
// A copy of a world, and a world that is read back from bytes, continue bit-identically.
#include "toibox/dynamics/state_io.h"

#include "dynamics/snapshot/state_fields.h"
#include "tests/support/worlds.h"

#include <array>
#include <set>
#include <string>

namespace toibox {
namespace {

using namespace testing_support;

World read_back(const World& world) {
    Result<World, StateError> read = read_state(write_state(world.state()));
    EXPECT_TRUE(read.has_value()) << read.error().where << " " << read.error().what;
    return read ? *std::move(read) : World();
}

struct SettingsCase {
    const char* name;
    WorldSettings settings;
};
const std::array<SettingsCase, 6> settings_cases{{
    {"default", {}},
    {"sweep", {.broad_phase = BroadPhaseKind::BatchedSortAndSweep}},
    {"off", {.continuous = ContinuousPolicy::Off}},
    {"stop", {.continuous = ContinuousPolicy::StopAtImpact}},
    {"cold", {.warm_starting = false, .matching = ContactMatching::WorldDistance}},
    {"substeps", {.substeps = 3, .detection_substeps = 2, .broad_phase = BroadPhaseKind::AllPairs}},
}};

TEST(Determinism, CopiesAndReadWorldsContinueBitIdentically) {
    for (const SettingsCase& settings_case : settings_cases) {
        for (const std::uint64_t seed : {21u, 22u}) {
            SCOPED_TRACE(std::string(settings_case.name) + ", seed " + std::to_string(seed));
            World world = mixed_world(seed, settings_case.settings);
            Rng rng(seed);
            for (int i = 0; i < 6; ++i) {
                const int steps = rng.integer(1, 20);
                for (int k = 0; k < steps; ++k)
                    world.step(time_step);
                World copy = world;
                World read = read_back(world);
                ASSERT_EQ(read.hash(), world.hash());
                for (int k = 0; k < 10; ++k) {
                    world.step(time_step);
                    copy.step(time_step);
                    read.step(time_step);
                    ASSERT_EQ(copy.hash(), world.hash()) << "step " << world.step_count();
                    ASSERT_EQ(read.hash(), world.hash()) << "step " << world.step_count();
                }
                // The bytes are the whole state; the hash covers only a part of it.
                ASSERT_EQ(write_state(copy.state()), write_state(world.state()));
                ASSERT_EQ(write_state(read.state()), write_state(world.state()));
            }
        }
    }
}

// Two equal worlds stay equal although a third world steps in between.
TEST(Determinism, WorldsDoNotInfluenceEachOther) {
    World a = mixed_world(31);
    World b = mixed_world(31);
    World different = mixed_world(32);
    for (int i = 0; i < 60; ++i) {
        a.step(time_step);
        different.step(time_step);
        b.step(time_step);
        ASSERT_EQ(a.hash(), b.hash()) << "step " << i;
    }
    EXPECT_NE(a.hash(), different.hash());
}

TEST(StateBytes, ContainEveryColumn) {
    const World world = mixed_world(1);
    const std::vector<std::byte> bytes = write_state(world.state());
    std::string text;
    for (const std::byte b : bytes)
        text.push_back(static_cast<char>(b));
    std::set<std::string> names;
    for_each_column(world.state(), [&](const ColumnName& column, const auto&) {
        const std::string group(column.group);
        names.insert(group.empty() ? std::string(column.name) : group + "." + std::string(column.name));
    });
    EXPECT_EQ(names.size(), 34u) << "a new column is written automatically: update this number";
    for (const std::string& name : names) {
        const std::string tagged = static_cast<char>(name.size()) + name;
        EXPECT_EQ(text.find(tagged) != std::string::npos, name != "broad_phase") << name;
    }
}

TEST(StateBytes, AreTheSameForTheSameWorld) {
    EXPECT_EQ(write_state(mixed_world(5).state()), write_state(mixed_world(5).state()));
}

TEST(StateBytes, OfAnEmptyWorldAreReadable) {
    World read = read_back(World{});
    EXPECT_EQ(read.body_count(), 0);
    EXPECT_FALSE(read.step(time_step).non_finite);
}

// Valid handles stay valid and stale ones stale: generations and the free list are part of the state.
TEST(StateBytes, KeepHandles) {
    World world;
    const BodyHandle destroyed = add_box(world, {0, 0});
    const BodyHandle kept = add_box(world, {3, 0});
    world.destroy(destroyed);
    World read = read_back(world);
    EXPECT_FALSE(read.find(destroyed).has_value());
    EXPECT_TRUE(read.find(kept).has_value());
    EXPECT_EQ(add_box(read, {9, 9}), add_box(world, {9, 9}));
}

/// Changes each number of a value that is part of the state, one at a time, calls test(), and restores it.
template <class T, class Test>
void for_each_leaf(T& value, Test&& test) {
    if constexpr (HasFields<T>) {
        for_each_state_field(value, [&](std::string_view, auto& member) { for_each_leaf(member, test); });
    } else if constexpr (requires { value.begin(); }) {
        for (auto& element : value)
            for_each_leaf(element, test);
    } else {
        const T original = value;
        if constexpr (std::is_same_v<T, bool>) {
            value = !value;
        } else if constexpr (std::is_enum_v<T>) {
            value = static_cast<T>(static_cast<std::underlying_type_t<T>>(value) + 1);
        } else {
            value = static_cast<T>(value + T(1));
        }
        test();
        value = original;
    }
}

// A box on a floor with a hinge: the hash depends on every number of its body, contact and joint that a later
// step reads, and not on output-only ones.
TEST(StateHash, DependsOnEveryPersistentMember) {
    World world;
    const BodyHandle floor = add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    world.create_joint(
        RevoluteJointDef{.body_a = floor, .body_b = box, .anchor = {0, 0.5f}, .collide_connected = true});
    for (int i = 0; i < 3; ++i)
        world.step(time_step);
    const std::uint64_t before = world.hash();
    WorldState& state = world.state();
    int leaves = 0;
    const auto expect_change = [&] {
        ++leaves;
        EXPECT_NE(world.hash(), before) << "leaf " << leaves;
    };
    for_each_field(state.bodies, [&]<class Column>(std::string_view, Column& column) {
        if constexpr (!std::is_same_v<Column, IdPool>) for_each_leaf(column[box.index], expect_change);
    });
    for_each_leaf(state.contacts, expect_change);
    for_each_leaf(std::get<RevoluteJoint>(state.joints.joint[0]), expect_change);
    EXPECT_GT(leaves, 80);
    EXPECT_EQ(world.hash(), before);
    ASSERT_FALSE(state.contacts.empty());
    state.contacts[0].points[0].normal_impulse += 1.0f;
    std::get<RevoluteJoint>(state.joints.joint[0]).base.torque += 1.0f;
    EXPECT_EQ(world.hash(), before);
}

TEST(StateHash, TreatsMinusZeroAsZero) {
    World world;
    const BodyHandle body = world.create_body();
    const std::uint64_t before = world.hash();
    world.state().bodies.velocity[body.index].linear.x = -0.0f;
    EXPECT_EQ(world.hash(), before);
}

TEST(StateHash, DoesNotDependOnTheBroadPhase) {
    World tree = mixed_world(8, {.broad_phase = BroadPhaseKind::DynamicTree});
    World all = mixed_world(8, {.broad_phase = BroadPhaseKind::AllPairs});
    World sweep = mixed_world(8, {.broad_phase = BroadPhaseKind::BatchedSortAndSweep});
    for (int i = 0; i < 120; ++i) {
        tree.step(time_step);
        all.step(time_step);
        sweep.step(time_step);
        ASSERT_EQ(tree.hash(), all.hash()) << "step " << i;
        ASSERT_EQ(tree.hash(), sweep.hash()) << "step " << i;
    }
}

}  // namespace
}  // namespace toibox

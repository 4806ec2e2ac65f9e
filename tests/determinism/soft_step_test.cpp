// SPDX-License-Identifier: MIT
// The soft step gives the same bits with any number of threads, any instruction set and any broad phase, in a
// copy, and in a world read back from bytes.
#include "toibox/core/hash.h"
#include "toibox/dynamics/state_io.h"

#include "tests/support/joints.h"
#include "tests/support/soak.h"
#include "tests/support/worlds.h"

#include <array>
#include <string>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

WorldSettings soft(BroadPhaseKind broad_phase = BroadPhaseKind::DynamicTree) {
    WorldSettings settings;
    settings.solver = SolverKind::SoftStep;
    settings.substeps = 4;
    settings.sleeping = true;
    settings.broad_phase = broad_phase;
    return settings;
}

/// A hollow square of kinematic boards that rotates about its centre and contains 24 random bodies.
void add_drum(World& world, Generator& generator, Vec2 center, float half_width) {
    const BodyHandle drum =
        world.create_body({.type = BodyType::Kinematic, .position = center, .angular_velocity = 1.5f});
    world.attach(drum, make_box({half_width, 0.2f}, {0.0f, -half_width}));
    world.attach(drum, make_box({half_width, 0.2f}, {0.0f, half_width}));
    world.attach(drum, make_box({0.2f, half_width}, {-half_width, 0.0f}));
    world.attach(drum, make_box({0.2f, half_width}, {half_width, 0.0f}));
    for (int i = 0; i < 24; ++i) {
        const Vec2 position{static_cast<float>(i % 6) - 2.5f, static_cast<float>(i / 6) - 1.5f};
        const BodyHandle body = world.create_body({.position = center + 0.8f * position});
        world.attach(body, generator.solid_shape(0.35f),
                     {.material = {.restitution = generator.uniform(0.0f, 0.5f)}});
    }
}

/// For each kind of joint, a body that hangs from the ground and another body that hangs from the first one;
/// and a chain of 12 links.
void add_joints(World& world, BodyHandle ground, Vec2 start) {
    for (std::size_t kind = 0; kind < joint_kind_count; ++kind) {
        const Vec2 position = start + Vec2{2.0f * static_cast<float>(kind), 0.0f};
        const BodyHandle upper = add_box(world, position, 0.3f);
        const BodyHandle lower = add_ball(world, position - Vec2{0.4f, 0.8f}, 0.3f);
        world.create_joint(full_joint_def(kind, ground, upper, position));
        world.create_joint(full_joint_def(kind, upper, lower, position - Vec2{0.2f, 0.4f}));
    }
    BodyHandle last = ground;
    for (int i = 0; i < 12; ++i) {
        const Vec2 position = start + Vec2{static_cast<float>(i), 3.0f};
        const BodyHandle link = world.create_body({.position = position});
        world.attach(link, make_box({0.5f, 0.1f}));
        world.create_joint(
            RevoluteJointDef{.body_a = last, .body_b = link, .anchor = position - Vec2{0.5f, 0.0f}});
        last = link;
    }
}

/// A pyramid that soon falls asleep, and a bullet that later wakes the pyramid.
void add_pyramid(World& world, float x) {
    for (int row = 0; row < 8; ++row) {
        for (int i = 0; i < 8 - row; ++i) {
            const float offset = static_cast<float>(i) + 0.5f * static_cast<float>(row);
            add_box(world, {x + offset, 0.5f + static_cast<float>(row)});
        }
    }
    const BodyHandle bullet =
        world.create_body({.position = {x + 53.0f, 2.5f}, .linear_velocity = {-30.0f, 7.7f}, .bullet = true});
    world.attach(bullet, disc(0.2f), {.material = {.density = 8.0f, .restitution = 0.4f}});
}

/// About 180 bodies around `x` on a floor of 160 m, with every feature that the soft step treats separately.
void add_field(World& world, Generator& generator, float x) {
    const BodyHandle floor = world.create_body({.type = BodyType::Static, .position = {x, 0.0f}});
    world.attach(floor, make_box({80.0f, 0.5f}, {0.0f, -0.5f}));
    for (int i = 0; i < 60; ++i) {
        BodyDef def;
        def.position = {x - 25.0f + 1.2f * static_cast<float>(i % 10),
                        1.0f + 1.2f * static_cast<float>(i / 10)};
        def.angle = generator.uniform(-3.0f, 3.0f);
        def.linear_velocity = generator.point(4.0f);
        def.bullet = i % 7 == 0;
        const BodyHandle body = world.create_body(def);
        const Material material{.friction = generator.uniform(0.0f, 1.0f),
                                .restitution = i % 3 == 0 ? generator.uniform(0.0f, 0.9f) : 0.0f,
                                .rolling_resistance = i % 4 == 0 ? 0.05f : 0.0f,
                                .tangent_speed = i % 11 == 0 ? 0.5f : 0.0f};
        world.attach(body, generator.solid_shape(0.5f), {.material = material});
    }
    add_drum(world, generator, {x, 6.0f}, 4.0f);
    add_joints(world, floor, {x + 8.0f, 8.0f});
    add_pyramid(world, x + 30.0f);
}

/// One field, or several in a row, so that all threads have work.
World soft_world(std::uint64_t seed, const WorldSettings& settings, int fields = 1) {
    Generator generator(seed);
    World world(settings);
    for (int i = 0; i < fields; ++i)
        add_field(world, generator, 160.0f * static_cast<float>(i));
    return world;
}

constexpr int steps = 120;

/// The impulses and joint loads of the last step.
std::uint64_t hash_of_loads(const World& world) {
    Hasher hasher;
    for (const Contact& contact : world.contacts()) {
        for (std::size_t i = 0; i < contact.count; ++i) {
            hasher.add(contact.points[i].normal_impulse);
            hasher.add(contact.points[i].tangent_impulse);
        }
    }
    for (const JointHandle joint : world.joints()) {
        const JointLoad load = world.joint_force(joint);
        hasher.add(load.force.x);
        hasher.add(load.force.y);
        hasher.add(load.torque);
    }
    return hasher.value();
}

/// The hashes of the state and of the loads after each step.
std::vector<std::uint64_t> hashes_per_step(World world, const Execution& execution, int count = steps) {
    world.set_execution(execution);
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < count; ++i) {
        EXPECT_FALSE(world.step(time_step).non_finite);
        hashes.push_back(world.hash());
        hashes.push_back(hash_of_loads(world));
    }
    return hashes;
}

int count_asleep(const World& world) {
    int count = 0;
    for (const BodyHandle body : world.bodies())
        count += world.state().bodies.sleep[body.index].island != BodyHandle::null_index ? 1 : 0;
    return count;
}

constexpr std::array seeds{71u, 72u};

// Checks that the world of the other tests has bodies that fall asleep and are woken by a bullet, and
// impacts.
TEST(SoftStepDeterminism, WorldHasSleepAndImpacts) {
    World world = soft_world(seeds[0], soft());
    int max_asleep = 0;
    int impacts = 0;
    int woken = 0;
    for (int i = 0; i < steps; ++i) {
        const int before = count_asleep(world);
        impacts += world.step(time_step).impacts;
        ASSERT_TRUE(is_valid_world(world)) << "step " << i;
        max_asleep = std::max(max_asleep, before);
        woken = std::max(woken, before - count_asleep(world));
    }
    EXPECT_GE(max_asleep, 36);
    EXPECT_GE(woken, 36);
    EXPECT_GT(impacts, 0);
}

TEST(SoftStepDeterminism, InstructionSetsDoNotChangeResults) {
    for (const std::uint64_t seed : seeds) {
        const World world = soft_world(seed, soft());
        const std::vector<std::uint64_t> expected =
            hashes_per_step(world, {.threads = 1, .isa = Isa::Scalar});
        for (const Isa isa : {Isa::Sse2, Isa::Avx2}) {
            if (!is_available(isa)) continue;
            SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::string(to_string(isa)));
            ASSERT_EQ(hashes_per_step(world, {.threads = 1, .isa = isa}), expected);
        }
    }
}

// The steps include those in which the pyramid falls asleep and is woken.
TEST(SoftStepDeterminism, ThreadsDoNotChangeResults) {
    const int count = is_soak_run() ? 20 * steps : steps;
    for (const std::uint64_t seed : seeds) {
        const World world = soft_world(seed, soft());
        const std::vector<std::uint64_t> expected =
            hashes_per_step(world, {.threads = 1, .isa = Isa::Scalar}, count);
        for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
            if (!is_available(isa)) continue;
            for (const int threads : {2, 4}) {
                SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::string(to_string(isa)) + ", " +
                             std::to_string(threads) + " threads");
                ASSERT_EQ(hashes_per_step(world, {.threads = threads, .isa = isa}, count), expected);
            }
        }
    }
}

/// Flush tiles, alternately static and kinematic, with boxes and discs that slide over them or are thrown
/// onto them. Inner edges affect contacts, the search for impacts and the response to impacts.
World world_of_tiles() {
    World world(soft());
    for (int i = 0; i < 140; ++i) {
        const BodyHandle tile =
            world.create_body({.type = i % 2 == 0 ? BodyType::Static : BodyType::Kinematic});
        world.attach(tile, make_box({0.5f, 0.5f}, {static_cast<float>(i), -0.5f}),
                     {.material = {.friction = 0.1f}});
    }
    for (int i = 0; i < 120; ++i) {
        const bool thrown = i % 3 == 0;
        const BodyHandle body =
            world.create_body({.position = {3.0f + static_cast<float>(i), thrown ? 3.0f : 0.4f},
                               .linear_velocity = thrown ? Vec2{14.0f, -20.0f} : Vec2{2.0f, 0.0f},
                               .angular_velocity = thrown ? 5.0f : 0.0f});
        const Shape shape = i % 4 == 1 ? Shape{disc(0.4f)} : Shape{make_box({0.4f, 0.4f})};
        world.attach(body, shape, {.material = {.friction = 0.0f, .restitution = thrown ? 0.4f : 0.0f}});
    }
    return world;
}

TEST(SoftStepDeterminism, ThreadsDoNotChangeResultsOnTiles) {
    const World world = world_of_tiles();
    const std::vector<std::uint64_t> expected = hashes_per_step(world, {.threads = 1}, 60);
    for (const int threads : {2, 3, 4}) {
        SCOPED_TRACE(std::to_string(threads) + " threads");
        ASSERT_EQ(hashes_per_step(world, {.threads = threads}, 60), expected);
    }
    // Without smooth inner edges the results differ.
    World rough = world;
    WorldSettings settings = rough.settings();
    settings.smooth_inner_edges = false;
    ASSERT_TRUE(rough.set_settings(settings).has_value());
    EXPECT_NE(hashes_per_step(rough, {.threads = 1}, 60), expected);
    int impacts = 0;
    World stepped = world;
    for (int i = 0; i < 60; ++i)
        impacts += stepped.step(time_step).impacts;
    EXPECT_GT(impacts, 20);
}

// With 2,200 bodies, each stage of a step has work for all threads.
TEST(SoftStepDeterminism, ThreadsDoNotChangeResultsOfALargeWorld) {
    World world = soft_world(seeds[0], soft(), 12);
    for (const int age : {0, 60}) {
        while (world.step_count() < static_cast<std::uint64_t>(age))
            world.step(time_step);
        constexpr int count = 20;
        const std::vector<std::uint64_t> expected = hashes_per_step(world, {.threads = 1}, count);
        for (const int threads : {2, 3, 4}) {
            SCOPED_TRACE("age " + std::to_string(age) + ", " + std::to_string(threads) + " threads");
            ASSERT_EQ(hashes_per_step(world, {.threads = threads}, count), expected);
        }
    }
}

TEST(SoftStepDeterminism, BroadPhasesDoNotChangeResults) {
    for (const std::uint64_t seed : seeds) {
        std::vector<std::uint64_t> expected;
        for (const EnumEntry<BroadPhaseKind>& kind : broad_phase_kinds()) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::string(kind.name));
            const std::vector<std::uint64_t> found =
                hashes_per_step(soft_world(seed, soft(kind.value)), {.threads = 1});
            if (expected.empty()) expected = found;
            ASSERT_EQ(found, expected);
        }
    }
}

// The copy and the world read from bytes are made while bodies fly, sleep and hang. The read world is stepped
// with another instruction set.
TEST(SoftStepDeterminism, CopiesAndReadWorldsContinueBitIdentically) {
    for (const std::uint64_t seed : seeds) {
        for (const int steps_before : {1, 20, 60, 100}) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", after " + std::to_string(steps_before) +
                         " steps");
            World world = soft_world(seed, soft());
            for (int i = 0; i < steps_before; ++i)
                world.step(time_step);
            World copy = world;
            Result<World, StateError> read = read_state(write_state(world.state()));
            ASSERT_TRUE(read.has_value()) << read.error().where << " " << read.error().what;
            read->set_execution({.threads = 1, .isa = Isa::Scalar});
            for (int i = steps_before; i < steps; ++i) {
                world.step(time_step);
                copy.step(time_step);
                read->step(time_step);
                ASSERT_EQ(copy.hash(), world.hash()) << "step " << i;
                ASSERT_EQ(read->hash(), world.hash()) << "step " << i;
            }
            EXPECT_EQ(write_state(copy.state()), write_state(world.state()));
            EXPECT_EQ(write_state(read->state()), write_state(world.state()));
        }
    }
}

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT
// Steps allocate no memory once the buffers of a world have reached their maximum size, and little memory per
// pair before that. This is a separate program, because it replaces the global operator new to count the
// allocations and their bytes on all threads.
#include "tests/support/joints.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <ostream>
#include <string>

namespace {

std::atomic<std::size_t> allocations = 0;
std::atomic<std::size_t> allocated_bytes = 0;

void* counted(void* memory, std::size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    allocated_bytes.fetch_add(size, std::memory_order_relaxed);
    if (memory == nullptr) std::abort();
    return memory;
}

}  // namespace

// The array and nothrow forms call these operators. They are not inlined, because g++ 12 would warn of a
// free() that does not match new.
[[gnu::noinline]] void* operator new(std::size_t size) {
    return counted(std::malloc(size), size);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto multiple = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(multiple, (size + multiple - 1) / multiple * multiple), size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace toibox {
namespace {

using namespace testing_support;

struct StepConfig {
    SolverKind solver = SolverKind::SoftStep;
    BroadPhaseKind broad_phase = BroadPhaseKind::BatchedSortAndSweep;
    int threads = 1;
};

std::string text_of(const StepConfig& config) {
    return std::string(enum_entry(solver_kinds(), config.solver).name) + ", " +
           std::string(enum_entry(broad_phase_kinds(), config.broad_phase).name) + ", " +
           std::to_string(config.threads) + " threads";
}

/// The penalty and push-back solvers are left out, because piles never come to rest with them.
constexpr std::array configs{StepConfig{},
                             StepConfig{.threads = 2},
                             StepConfig{.broad_phase = BroadPhaseKind::DynamicTree, .threads = 2},
                             StepConfig{.broad_phase = BroadPhaseKind::AllPairs},
                             StepConfig{.solver = SolverKind::SequentialImpulses},
                             StepConfig{.solver = SolverKind::SequentialImpulses, .threads = 2}};

/// A walled pit of 24 m with 200 bodies of random shapes on a floor with a ramp, two bodies for each kind of
/// joint, a chain of ten links, a sensor, and a bar that keeps rotating if `is_stirred`.
World pit(const StepConfig& config, bool is_stirred) {
    WorldSettings settings = on_earth();
    settings.solver = config.solver;
    settings.broad_phase = config.broad_phase;
    World world(settings);
    world.set_execution({.threads = config.threads});
    Generator generator(0xA110C);
    const BodyHandle ground = add_floor(world, 13.0f);
    for (const float side : {-12.5f, 12.5f})
        world.attach(ground, make_box({0.5f, 20.0f}, {side, 20.0f}));
    world.attach(ground, line({-3.0f, 0.0f}, {0.0f, 0.5f}));
    world.attach(ground, disc(3.0f, {5.0f, 3.0f}), {.sensor = true});
    const BodyHandle bar = world.create_body({.type = BodyType::Kinematic,
                                              .position = {0.0f, 4.0f},
                                              .angular_velocity = is_stirred ? 1.0f : 0.0f});
    world.attach(bar, Capsule{.a = {-3.0f, 0.0f}, .b = {3.0f, 0.0f}, .radius = 0.2f});
    for (int i = 0; i < 200; ++i) {
        const Vec2 position{-11.0f + 1.1f * static_cast<float>(i % 20),
                            6.0f + 1.1f * static_cast<float>(i / 20)};
        const BodyHandle body = world.create_body({.position = position, .bullet = i % 10 == 0});
        world.attach(body, generator.solid_shape(0.4f));
    }
    for (std::size_t kind = 0; kind < joint_kind_count; ++kind) {
        const Vec2 position{-9.0f + 3.0f * static_cast<float>(kind), 20.0f};
        const BodyHandle upper = add_box(world, position, 0.3f);
        const BodyHandle lower = add_ball(world, position - Vec2{0.4f, 0.8f}, 0.3f);
        world.create_joint(full_joint_def(kind, upper, lower, position - Vec2{0.2f, 0.4f}));
    }
    BodyHandle last = ground;
    for (int i = 0; i < 10; ++i) {
        const Vec2 position{-5.0f + static_cast<float>(i), 24.0f};
        const BodyHandle link = world.create_body({.position = position});
        world.attach(link, make_box({0.5f, 0.1f}));
        world.create_joint(
            RevoluteJointDef{.body_a = last, .body_b = link, .anchor = position - Vec2{0.5f, 0.0f}});
        last = link;
    }
    return world;
}

/// The number of allocations in `steps` steps, after `settling_steps` other steps.
std::size_t allocations_in(World& world, int settling_steps, int steps) {
    for (int i = 0; i < settling_steps; ++i)
        world.step(time_step);
    const std::size_t before = allocations;
    for (int i = 0; i < steps; ++i)
        EXPECT_FALSE(world.step(time_step).non_finite);
    return allocations - before;
}

TEST(AllocationCounter, CountsAllocations) {
    const std::size_t before = allocations;
    World world;
    add_box(world, {});
    EXPECT_GT(allocations, before);
    struct alignas(64) Line {
        float lanes[16];
    };
    const std::size_t before_aligned = allocations;
    const std::vector<Line> lines(3);
    const Line* volatile seen = lines.data();  // so that the compiler does not remove the allocation
    EXPECT_NE(seen, nullptr);
    EXPECT_EQ(allocations, before_aligned + 1);
}

// A pyramid of ten boxes on a floor, a pendulum at rest and a sensor around everything. The boxes of a row do
// not touch; otherwise they would slowly creep apart and end their contacts.
TEST(WorldStep, AllocatesNothingInTenThousandStepsAtRest) {
    World world;
    const BodyHandle floor = add_floor(world);
    world.attach(floor, disc(8.0f), {.sensor = true});
    for (int row = 0; row < 4; ++row) {
        for (int i = 0; i < 4 - row; ++i) {
            add_box(world, {1.1f * static_cast<float>(i) + 0.55f * static_cast<float>(row),
                            0.5f + static_cast<float>(row)});
        }
    }
    const BodyHandle bob = add_ball(world, {-4, 2}, 0.3f);
    world.create_joint(RevoluteJointDef{.body_a = floor, .body_b = bob, .anchor = {-4, 4}});
    EXPECT_EQ(allocations_in(world, 300, 10000), 0u);
}

TEST(WorldStep, AllocatesNothingInAPileAtRest) {
    for (const StepConfig& config : configs) {
        World world = pit(config, false);
        EXPECT_EQ(allocations_in(world, 500, 100), 0u) << text_of(config);
    }
}

// During these steps contacts begin and end, impacts are found and islands change.
TEST(WorldStep, AllocatesNothingInAStirredPile) {
    for (const StepConfig& config : configs) {
        World world = pit(config, true);
        EXPECT_EQ(allocations_in(world, 1800, 100), 0u) << text_of(config);
    }
}

// The stirred pile, with islands that fall asleep and wake.
TEST(WorldStep, AllocatesNothingWhileIslandsSleepAndWake) {
    World world = pit({}, true);
    WorldSettings settings = world.settings();
    settings.sleeping = true;
    ASSERT_TRUE(world.set_settings(settings).has_value());
    EXPECT_EQ(allocations_in(world, 3000, 300), 0u);
}

// All bodies overlap. The sum of all allocations is an upper bound of the memory in use: contacts and their
// backup for failed steps take 440 bytes per pair, full solver blocks of eight contacts 184. When each
// contact without a free solver colour took a block of its own, the sum was 2070 bytes per pair.
TEST(WorldStep, AllocatesLessThanAKilobytePerPairOfACrowd) {
    for (const bool boxes : {false, true}) {
        World world(weightless());
        Generator generator(0xC0);
        for (int i = 0; i < 600; ++i) {
            const Vec2 position{generator.uniform(0.0f, 0.2f), generator.uniform(0.0f, 0.2f)};
            boxes ? add_box(world, position) : add_ball(world, position);
        }
        const std::size_t before = allocated_bytes;
        for (int i = 0; i < 2; ++i)
            EXPECT_EQ(world.step(time_step).contacts, 600 * 599 / 2);
        EXPECT_LT((allocated_bytes - before) / (600 * 599 / 2), 1000u) << (boxes ? "boxes" : "balls");
    }
}

// 24 million pairs of boxes overlap. All allocations of the step together are small, whether the pairs may
// not collide or are too many.
TEST(WorldStep, AllocatesLittleForACrowdWithoutContacts) {
    constexpr std::size_t megabyte = 1'000'000;
    for (const auto& kind : broad_phase_kinds()) {
        for (const BodyType type : {BodyType::Static, BodyType::Kinematic}) {
            WorldSettings settings = weightless();
            settings.broad_phase = kind.value;
            World world(settings);
            world.set_execution({.threads = 2});
            const bool may_collide = type == BodyType::Kinematic;
            for (int i = 0; i < 3500; ++i) {
                add_body(world, {}, disc(0.5f), {.filter = {.group = -1}});
                add_body(world, {.type = type}, disc(0.5f), {.filter = {.group = may_collide ? 0 : -1}});
            }
            const std::size_t before = allocated_bytes;
            EXPECT_EQ(world.step(time_step).too_many_contacts, may_collide) << kind.name;
            EXPECT_LT(allocated_bytes - before, 150 * megabyte) << kind.name;
        }
    }
}

}  // namespace
}  // namespace toibox

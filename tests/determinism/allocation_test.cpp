// SPDX-License-Identifier: MIT
// A step asks for no memory once a world has shown how much it needs, and for no more than a crowd is worth
// before. Counts the calls of the global operator new and their bytes, on whatever thread, hence a program of
// its own.
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

// The forms for arrays, and those that do not throw, call these. Not inlined: g++ 12 takes a free() that it
// sees beside a new that it does not for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) {
    return counted(std::malloc(size), size);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto unit = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(unit, (size + unit - 1) / unit * unit), size);
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

/// How a world is stepped.
struct Way {
    SolverKind solver = SolverKind::SoftStep;
    BroadPhaseKind broad_phase = BroadPhaseKind::BatchedSortAndSweep;
    int threads = 1;
};

std::string text_of(const Way& way) {
    return std::string(enum_entry(solver_kinds(), way.solver).name) + ", " +
           std::string(enum_entry(broad_phase_kinds(), way.broad_phase).name) + ", " +
           std::to_string(way.threads) + " threads";
}

/// With the solvers whose heap comes to rest: springs and push back tremble for ever.
constexpr std::array ways{Way{},
                          Way{.threads = 2},
                          Way{.broad_phase = BroadPhaseKind::DynamicTree, .threads = 2},
                          Way{.broad_phase = BroadPhaseKind::AllPairs},
                          Way{.solver = SolverKind::SequentialImpulses},
                          Way{.solver = SolverKind::SequentialImpulses, .threads = 2}};

/// A walled yard of 24 m with 200 bodies of every shape, on a floor with a ridge; each kind of joint between
/// two of its own; a chain of ten links; a sensor; and, if it stirs, a bar that turns for ever.
World yard(const Way& way, bool stirs) {
    WorldSettings settings = on_earth();
    settings.solver = way.solver;
    settings.broad_phase = way.broad_phase;
    World world(settings);
    world.set_execution({.threads = way.threads});
    Generator generator(0xA110C);
    const BodyHandle ground = add_floor(world, 13.0f);
    for (const float side : {-12.5f, 12.5f})
        world.attach(ground, make_box({0.5f, 20.0f}, {side, 20.0f}));
    world.attach(ground, line({-3.0f, 0.0f}, {0.0f, 0.5f}));
    world.attach(ground, disc(3.0f, {5.0f, 3.0f}), {.sensor = true});
    const BodyHandle bar = world.create_body(
        {.type = BodyType::Kinematic, .position = {0.0f, 4.0f}, .angular_velocity = stirs ? 1.0f : 0.0f});
    world.attach(bar, Capsule{.a = {-3.0f, 0.0f}, .b = {3.0f, 0.0f}, .radius = 0.2f});
    for (int i = 0; i < 200; ++i) {
        const Vec2 place{-11.0f + 1.1f * static_cast<float>(i % 20),
                         6.0f + 1.1f * static_cast<float>(i / 20)};
        const BodyHandle body = world.create_body({.position = place, .bullet = i % 10 == 0});
        world.attach(body, generator.solid_shape(0.4f));
    }
    for (std::size_t kind = 0; kind < joint_kinds; ++kind) {
        const Vec2 place{-9.0f + 3.0f * static_cast<float>(kind), 20.0f};
        const BodyHandle upper = add_box(world, place, 0.3f);
        const BodyHandle lower = add_ball(world, place - Vec2{0.4f, 0.8f}, 0.3f);
        world.create_joint(full_joint_def(kind, upper, lower, place - Vec2{0.2f, 0.4f}));
    }
    BodyHandle last = ground;
    for (int i = 0; i < 10; ++i) {
        const Vec2 place{-5.0f + static_cast<float>(i), 24.0f};
        const BodyHandle link = world.create_body({.position = place});
        world.attach(link, make_box({0.5f, 0.1f}));
        world.create_joint(
            RevoluteJointDef{.body_a = last, .body_b = link, .anchor = place - Vec2{0.5f, 0.0f}});
        last = link;
    }
    return world;
}

/// Of so many steps, after so many others.
std::size_t allocations_in(World& world, int settling, int steps) {
    for (int i = 0; i < settling; ++i)
        world.step(time_step);
    const std::size_t before = allocations;
    for (int i = 0; i < steps; ++i)
        EXPECT_FALSE(world.step(time_step).non_finite);
    return allocations - before;
}

// Or the other tests would count nothing.
TEST(Allocation, IsCounted) {
    const std::size_t before = allocations;
    World world;
    add_box(world, {});
    EXPECT_GT(allocations, before);
    struct alignas(64) Line {
        float lanes[16];
    };
    const std::size_t plain = allocations;
    const std::vector<Line> lines(3);
    const Line* volatile seen = lines.data();  // or the compiler may leave the allocation out
    EXPECT_NE(seen, nullptr);
    EXPECT_EQ(allocations, plain + 1);
}

// A pyramid of ten boxes on a floor, a pendulum at rest and a sensor round it all. The boxes of a row stand
// apart, or in minutes they creep out of touch and end their contacts.
TEST(Allocation, NoneInTenThousandStepsOfAWorldAtRest) {
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

TEST(Allocation, NoneInAHeapThatHasSettled) {
    for (const Way& way : ways) {
        World world = yard(way, false);
        EXPECT_EQ(allocations_in(world, 500, 100), 0u) << text_of(way);
    }
}

// Contacts come and go in each of these steps, impacts are found and islands change.
TEST(Allocation, NoneInAHeapThatIsStirred) {
    for (const Way& way : ways) {
        World world = yard(way, true);
        EXPECT_EQ(allocations_in(world, 900, 100), 0u) << text_of(way);
    }
}

// The same where islands fall asleep and are woken.
TEST(Allocation, NoneWhereIslandsSleepAndWake) {
    World world = yard({}, true);
    WorldSettings settings = world.settings();
    settings.sleeping = true;
    ASSERT_TRUE(world.set_settings(settings).has_value());
    EXPECT_EQ(allocations_in(world, 3000, 300), 0u);
}

// What is asked for in all is at least what there is at any time. The world's contacts and their copy for a
// step that fails are 440 bytes of it, blocks of eight 184 if all are full. A contact of bodies that have
// more than the solver has colours for once took a block of its own: 2070 bytes in all.
TEST(Allocation, TakesLessThanAKilobyteForEachPairOfACrowd) {
    for (const bool boxes : {false, true}) {
        World world(weightless());
        Generator generator(0xC0);
        for (int i = 0; i < 600; ++i) {
            const Vec2 place{generator.uniform(0.0f, 0.2f), generator.uniform(0.0f, 0.2f)};
            boxes ? add_box(world, place) : add_ball(world, place);
        }
        const std::size_t before = allocated_bytes;
        for (int i = 0; i < 2; ++i)
            EXPECT_EQ(world.step(time_step).contacts, 600 * 599 / 2);
        EXPECT_LT((allocated_bytes - before) / (600 * 599 / 2), 1000u) << (boxes ? "boxes" : "balls");
    }
}

}  // namespace
}  // namespace toibox

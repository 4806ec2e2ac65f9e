// SPDX-License-Identifier: MIT

// No body falls asleep that would move by more than the slop within the next second if it stayed awake.
// Checked by stepping a copy of the world in which sleeping is disabled. Prints the seeds of the exceptions;
// TOIBOX_SEED=n runs only the world with that seed.

#include "tests/support/generators.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"
#include "tests/support/worlds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr int steps_per_second = 60;
constexpr int seconds = 12;

/// A random world of bodies that come to rest, or that are slow for a while and do not.
class RestlessWorld {
public:
    RestlessWorld(std::uint64_t seed, SolverKind solver) : random_(seed) {
        WorldSettings settings = with_solver(solver, on_earth());
        settings.sleeping = true;
        world_ = World(settings);
        floor_ = world_.create_body({.type = BodyType::Static});
        world_.attach(floor_, make_box({50.0f, 0.5f}, {0.0f, -0.5f}),
                      {.material = {.friction = random_.rng.below(6) == 0 ? 0.0f : 0.6f}});
        switch (random_.rng.below(6)) {
            case 0:
                add_tower();
                break;
            case 1:
                add_heap();
                break;
            case 2:
                add_gliding_stack();
                break;
            case 3:
                add_seesaw();
                break;
            case 4:
                add_pendulum();
                break;
            default:
                add_suspension();
        }
    }
    World& world() { return world_; }

private:
    BodyHandle add(Vec2 position, float angle, const Shape& shape, float density = 1.0f) {
        const BodyHandle body = world_.create_body({.position = position, .angle = angle});
        world_.attach(body, shape, {.material = {.density = density}});
        return body;
    }
    Shape random_shape() {
        if (random_.rng.next_bool()) return Circle{{}, random_.uniform(0.2f, 0.5f)};
        const float x = random_.uniform(0.2f, 0.5f);
        return make_box({x, random_.uniform(0.2f, 0.5f)});
    }
    void add_tower() {
        const int count = random_.rng.integer(2, 30);
        const float offset = random_.uniform(0.0f, 0.15f);
        for (int i = 0; i < count; ++i) {
            add({random_.uniform(-offset, offset), 0.5f + static_cast<float>(i)}, 0.0f,
                make_box({0.5f, 0.5f}));
        }
    }
    void add_heap() {
        const int count = random_.rng.integer(5, 40);
        for (int i = 0; i < count; ++i) {
            add({random_.uniform(-1.5f, 1.5f), 1.0f + 0.6f * static_cast<float>(i)},
                static_cast<float>(random_.angle()), random_shape());
        }
        for (const float x : {-2.5f, 2.5f})
            world_.attach(floor_, make_box({0.5f, 30.0f}, {x, 30.0f}));
    }
    void add_gliding_stack() {
        const float speed = random_.uniform(0.0f, 0.1f);
        for (int i = 0; i < random_.rng.integer(1, 3); ++i) {
            const BodyHandle body = add({0.0f, 0.5f + static_cast<float>(i)}, 0.0f, make_box({0.5f, 0.5f}));
            world_.find(body)->set_velocity({speed, 0.0f}, 0.0f);
        }
    }
    void add_seesaw() {
        const BodyHandle plank = add({0.0f, 1.0f}, 0.0f, make_box({3.0f, 0.1f}));
        world_.create_joint(RevoluteJointDef{.body_a = floor_, .body_b = plank, .anchor = {0.0f, 1.0f}});
        add({-2.5f, 1.6f}, 0.0f, make_box({0.5f, 0.5f}));
        add({2.5f, 1.6f}, 0.0f, make_box({0.5f, 0.5f}), random_.uniform(1.0f, 1.3f));
    }
    void add_pendulum() {
        const Vec2 pivot = {0.0f, 25.0f};
        const Vec2 arm = random_.magnitude(0.5f, 20.0f) * Vec2{random_.uniform(-0.02f, 0.02f), -1.0f};
        const BodyHandle bob = add(pivot + arm, 0.0f, random_shape());
        world_.find(bob)->set_damping(random_.rng.next_bool() ? random_.uniform(0.0f, 2.0f) : 0.0f, 0.0f);
        world_.create_joint(RevoluteJointDef{.body_a = floor_, .body_b = bob, .anchor = pivot});
    }
    void add_suspension() {
        const BodyHandle body = add({0.0f, 5.0f}, 0.0f, random_shape());
        world_.create_joint(PrismaticJointDef{.body_a = floor_,
                                              .body_b = body,
                                              .anchor = {0.0f, 5.0f},
                                              .axis = {0.0f, 1.0f},
                                              .spring = {.enabled = true,
                                                         .frequency = random_.magnitude(0.1f, 4.0f),
                                                         .damping_ratio = random_.uniform(0.0f, 4.0f)}});
    }

    Generator random_;
    World world_;
    BodyHandle floor_;
};

std::vector<BodyHandle> awake_bodies(const World& world) {
    std::vector<BodyHandle> awake;
    for (const BodyHandle body : world.bodies()) {
        if (world.find(body)->mass().mass > 0.0f && world.find(body)->is_awake()) awake.push_back(body);
    }
    return awake;
}

/// Largest displacement of one of the bodies within a second, metres, without the bodies of other islands,
/// which could hit and wake them.
float displacement_if_awake(World world, const std::vector<BodyHandle>& bodies,
                            const std::vector<BodyHandle>& others) {
    WorldSettings settings = world.settings();
    settings.sleeping = false;
    EXPECT_TRUE(world.set_settings(settings));
    for (const BodyHandle body : others)
        world.destroy(body);
    std::vector<Vec2> start;
    for (const BodyHandle body : bodies)
        start.push_back(world.find(body)->center());
    float largest = 0.0f;
    for (int i = 0; i < steps_per_second; ++i) {
        world.step(time_step);
        for (std::size_t k = 0; k < bodies.size(); ++k)
            largest = std::max(largest, distance(world.find(bodies[k])->center(), start[k]));
    }
    return largest;
}

/// Steps the world until all bodies sleep or time is up. The largest distance that a body which fell asleep
/// would have moved within the next second, metres.
float largest_motion_of_sleepers(World& world, int& fell_asleep_count) {
    float largest = 0.0f;
    std::vector<BodyHandle> awake = awake_bodies(world);
    for (int i = 0; i < seconds * steps_per_second && !awake.empty(); ++i) {
        const World before = world;
        EXPECT_FALSE(world.step(time_step).failed());
        std::vector<BodyHandle> fell_asleep;
        for (const BodyHandle body : awake) {
            if (!world.find(body)->is_awake()) fell_asleep.push_back(body);
        }
        awake = awake_bodies(world);
        if (fell_asleep.empty()) continue;
        ++fell_asleep_count;
        largest = std::max(largest, displacement_if_awake(before, fell_asleep, awake));
    }
    return largest;
}

class SleepPrediction : public ::testing::TestWithParam<SolverKind> {};

// The exceptions are towers that sway (soft step), and bodies that balance and tip over: their motion grows
// from less than the jitter of a pile to decimetres within a second. Of the 60,000 worlds of the soak run, 10
// are exceptions with soft step (the worst moves by 16 mm), and 27 with sequential impulses (0.22 m).
TEST_P(SleepPrediction, NoBodyFallsAsleepThatWouldMove) {
    int worlds = 0;
    int fell_asleep_count = 0;
    int exceptions = 0;
    for_each_random_instance([&](std::uint64_t seed) {
        RestlessWorld instance(seed, GetParam());
        const float motion = largest_motion_of_sleepers(instance.world(), fell_asleep_count);
        ++worlds;
        if (motion <= instance.world().settings().slop) return;
        ++exceptions;
        std::cout << "seed " << seed << ": a sleeper would move by " << motion << " m\n";
    });
    EXPECT_GT(fell_asleep_count, worlds / 2);
    EXPECT_LE(exceptions, (worlds + 999) / 1000);
}

INSTANTIATE_TEST_SUITE_P(Solvers, SleepPrediction,
                         ::testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses),
                         [](const auto& test) {
                             return test.param == SolverKind::SoftStep ? "SoftStep" : "SequentialImpulses";
                         });

}  // namespace
}  // namespace toibox

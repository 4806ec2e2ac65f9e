// SPDX-License-Identifier: MIT
// Joints and teleports in timelines and claims, with random masses, sizes, speeds and time steps, and with
// both row solvers. The oracles are the statics of a cantilever, the kinematics of a motor and free flight.
#include "tests/support/generators.h"
#include "tests/support/soak.h"
#include "tests/unit/scene/run_support.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <string>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using test::advance;
using test::read;
using test::run_of;
using testing_support::Generator;
using testing_support::random_instance_count;

std::string scene_head(Generator& generator, int rate) {
    return fmt::format(
        R"({{"toibox": 1, "world": {{"gravity": [0, -10], "step": "1/{}", "duration": 9, "solver": "{}"}})",
        rate, generator.rng.next_bool() ? "soft-step" : "sequential-impulses");
}

int random_rate(Generator& generator) {
    static constexpr int rates[] = {30, 60, 120, 240};
    return rates[generator.rng.below(4)];
}

/// Runs the scene for one second.
Run run_for_a_second(const std::string& text, int rate) {
    Run run = run_of(text);
    advance(run, rate);
    return run;
}

// A load is welded to a post by an arm: the force of the weld is the weight, its torque the weight times the
// arm.
TEST(JointClaimLaws, CantileverCarriesItsLoad) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        const int rate = random_rate(generator);
        const double mass = generator.uniform_double(0.1, 50.0);
        const double arm = generator.uniform_double(-1.0, 1.0);
        const double inertia = mass * generator.uniform_double(0.2, 2.0);
        const std::string text =
            scene_head(generator, rate) + fmt::format(R"(, "bodies": [{{"id": "post", "type": "static"}},
                {{"id": "load", "position": [{:.6f}, 0], "mass": {{"mass": {:.6f}, "inertia": {:.6f}}}}}],
                "joints": [{{"id": "j", "type": "weld", "a": "post", "b": "load", "anchor": [0, 0]}}]}})",
                                                      arm, mass, inertia);
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text);
        const auto run = run_for_a_second(text, rate);
        const double weight = 10.0 * mass;
        EXPECT_NEAR(read(run, "joint.j.force_y"), weight, 0.01 * weight);
        EXPECT_NEAR(read(run, "joint.j.force"), weight, 0.01 * weight);
        EXPECT_NEAR(read(run, "joint.j.torque"), weight * arm, 0.01 * weight);
    }
}

// The speed of a motor changes after half a second. The joint's angle includes full turns.
TEST(JointClaimLaws, AngleOfADrivenHingeIsItsTotalRotation) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        const int rate = random_rate(generator);
        const double first = generator.uniform_double(-40.0, 40.0);
        const double second = generator.uniform_double(-40.0, 40.0);
        const double start = generator.uniform_double(-3.0, 3.0);
        const std::string text =
            scene_head(generator, rate) + fmt::format(R"(, "bodies": [{{"id": "post", "type": "static"}},
                {{"id": "wheel", "angle": {0:.6f}, "spin": {1:.6f}, "mass": {{"mass": 2, "inertia": 1}}}}],
                "joints": [{{"id": "j", "type": "revolute", "a": "post", "b": "wheel", "anchor": [0, 0],
                             "motor": {{"speed": {1:.6f}, "max_force": 1e5}}}}],
                "timeline": [{{"at": 0.5, "do": "set_joint", "joint": "j", "motor": {{"speed": {2:.6f}}}}}]}})",
                                                      start, first, second);
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text);
        const auto run = run_for_a_second(text, rate);
        // In the time step of the change, either speed may apply.
        const double turned = 0.5 * (first + second);
        EXPECT_NEAR(read(run, "joint.j.angle"), turned, 0.01 + std::abs(second - first) / rate);
        EXPECT_NEAR(read(run, "angle(wheel, post)"), start + turned, 0.01 + std::abs(second - first) / rate);
        EXPECT_NEAR(read(run, "wheel.spin"), second, 0.01 * std::abs(second) + 1e-3);
    }
}

// A free body is teleported to a random pose and keeps its velocity.
TEST(TeleportLaws, SetsThePoseAndKeepsTheVelocity) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        const int rate = random_rate(generator);
        const Vec2d velocity = generator.point_double(50.0);
        const Vec2d to = generator.point_double(500.0);
        const double angle = generator.uniform_double(-20.0, 20.0);
        const double spin = generator.uniform_double(-20.0, 20.0);
        const std::string text =
            scene_head(generator, rate) +
            fmt::format(
                R"(, "bodies": [{{"id": "b", "gravity_scale": 0, "velocity": [{:.6f}, {:.6f}], "spin": {:.6f},
                    "mass": {{"mass": 1, "inertia": 1}}}}],
                "timeline": [{{"at": 0.5, "do": "teleport", "on": "b", "position": [{:.6f}, {:.6f}], "angle": {:.6f}}}]}})",
                velocity.x, velocity.y, spin, to.x, to.y, angle);
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text);
        const auto run = run_for_a_second(text, rate);
        EXPECT_NEAR(read(run, "b.x"), to.x + 0.5 * velocity.x, 0.01);
        EXPECT_NEAR(read(run, "b.y"), to.y + 0.5 * velocity.y, 0.01);
        EXPECT_NEAR(read(run, "b.angle"), angle + 0.5 * spin, 0.001);
    }
}

}  // namespace
}  // namespace toibox::scene

// SPDX-License-Identifier: MIT
// Laws of walkers on ground, with random shapes, slopes, motions of the ground, desired velocities and time
// steps. The oracle is a closed form: relative to the ground, a walker moves at its desired velocity.
#include "toibox/math/trig.h"

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
using test::run_of;
using testing_support::Generator;
using testing_support::random_instance_count;

/// A walker at the origin and a plate below the walker, at the distance of its skin.
struct WalkerSetup {
    double slope = 0.0;  ///< Slope of the plate, radians.
    double radius = 0.5;
    double skin = 0.01;
    double max_slope = 45.0;  ///< Maximum slope of the walker, degrees.
    bool carried = true;
    Vec2d desired_velocity;  ///< Desired velocity of the walker, m/s.
    Vec2d plate_velocity;    ///< m/s.
    double plate_spin = 0.0;
    double belt_speed = 0.0;
    int rate = 60;
    const char* solver = "soft-step";
    bool is_capsule = false;

    [[nodiscard]] Vec2d normal() const { return {-std::sin(slope), std::cos(slope)}; }
    [[nodiscard]] Vec2d along() const { return {std::cos(slope), std::sin(slope)}; }
};

std::string shape_of(const WalkerSetup& setup) {
    if (!setup.is_capsule) return fmt::format(R"({{"type": "circle", "radius": {:.9g}}})", setup.radius);
    return fmt::format(R"({{"type": "capsule", "a": [0, 0], "b": [0, {:.9g}], "radius": {:.9g}}})",
                       2.0 * setup.radius, setup.radius);
}

std::string text_of(const WalkerSetup& setup) {
    const Vec2d center = -(setup.radius + setup.skin + 0.5) * setup.normal();
    return fmt::format(
        R"({{"toibox": 1, "world": {{"gravity": [0, -10], "step": "1/{}", "solver": "{}", "duration": 100}},
            "bodies": [{{"id": "plate", "type": "kinematic", "position": [{:.9g}, {:.9g}], "angle": {:.9g},
              "velocity": [{:.9g}, {:.9g}], "spin": {:.9g},
              "shapes": [{{"type": "box", "size": [400, 1], "material": {{"tangent_speed": {:.9g}}}}}]}},
             {{"id": "walker", "type": "kinematic", "velocity": [{:.9g}, {:.9g}], "shapes": [{}]}}],
            "walkers": [{{"body": "walker", "skin": {:.9g}, "max_slope": "{}deg", "carried": {}}}]}})",
        setup.rate, setup.solver, center.x, center.y, setup.slope, setup.plate_velocity.x,
        setup.plate_velocity.y, setup.plate_spin, setup.belt_speed, setup.desired_velocity.x,
        setup.desired_velocity.y, shape_of(setup), setup.skin, setup.max_slope, setup.carried);
}

/// The walker's centre in the frame of the plate.
Vec2d position_on_plate(const Run& run) {
    const BodyView plate = *run.world().find(run.body("plate"));
    const BodyView walker = *run.world().find(run.body("walker"));
    return inv_rotate(make_rotd(plate.angle()), widen(walker.center()) - widen(plate.center()));
}

/// The motion of the walker on the plate in half a second.
Vec2d motion_in_half_a_second(const WalkerSetup& setup, Run& run) {
    const Vec2d start = position_on_plate(run);
    advance(run, setup.rate / 2);
    return position_on_plate(run) - start;
}

WalkerSetup random_setup(Generator& generator) {
    static constexpr int rates[] = {30, 60, 120, 240};
    WalkerSetup setup;
    setup.rate = rates[generator.rng.below(4)];
    setup.solver = generator.rng.next_bool() ? "soft-step" : "sequential-impulses";
    setup.is_capsule = generator.rng.next_bool();
    setup.radius = generator.uniform_double(0.1, 1.0);
    setup.skin = generator.uniform_double(0.003, 0.02);
    setup.desired_velocity = {0.0, -generator.uniform_double(0.1, 20.0)};
    return setup;
}

// The slope is up to the walker's maximum slope. The ground has a belt, and a new velocity every eight steps.
TEST(WalkerOnGroundLaws, MovesAtItsDesiredVelocityRelativeToTheGround) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        WalkerSetup setup = random_setup(generator);
        setup.max_slope = generator.uniform_double(20.0, 60.0);
        setup.slope = generator.uniform_double(-1.0, 1.0) * setup.max_slope * pi / 180.0;
        setup.desired_velocity.x = generator.rng.next_bool() ? generator.uniform_double(-4.0, 4.0) : 0.0;
        setup.belt_speed = generator.rng.next_bool() ? generator.uniform_double(-3.0, 3.0) : 0.0;
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text_of(setup));
        auto run = run_of(text_of(setup));
        const Vec2d start = position_on_plate(run);
        const int steps = setup.rate / 2;
        for (int i = 0; i < steps; ++i) {
            if (i % 8 == 0) {
                ASSERT_TRUE(run.apply(
                    command::SetVelocity{.body = run.body("plate"), .linear = generator.point(6.0f)}));
            }
            run.step();
        }
        const Vec2d motion = position_on_plate(run) - start;
        EXPECT_NEAR(motion.x, 0.5 * (setup.desired_velocity.x * setup.along().x + setup.belt_speed), 3e-4);
        EXPECT_NEAR(motion.y, 0.0, 0.6 * setup.skin);
    }
}

// A plate that rotates by up to 30 degrees about a point up to 8 m away.
TEST(WalkerOnGroundLaws, StaysOnRotatingGround) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        WalkerSetup setup = random_setup(generator);
        setup.plate_spin = generator.uniform_double(-1.0, 1.0);
        setup.plate_velocity = generator.point_double(3.0);
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text_of(setup));
        auto run = run_of(text_of(setup));
        const Vec2 position{generator.uniform(-8.0f, 8.0f),
                            -static_cast<float>(setup.radius + setup.skin + 0.5)};
        ASSERT_TRUE(run.apply(command::SetTransform{.body = run.body("plate"), .position = position}));
        const Vec2d motion = motion_in_half_a_second(setup, run);
        EXPECT_NEAR(motion.x, 0.0, 1e-3);
    }
}

// On ground steeper than its maximum slope a walker slides down: its desired velocity is projected onto the
// ground.
TEST(WalkerOnGroundLaws, SlidesDownSteepGround) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        WalkerSetup setup = random_setup(generator);
        const double steep = generator.uniform_double(15.0, 75.0);
        setup.max_slope = steep - generator.uniform_double(0.5, 14.0);
        setup.slope = (generator.rng.next_bool() ? -1.0 : 1.0) * steep * pi / 180.0;
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text_of(setup));
        auto run = run_of(text_of(setup));
        const Vec2d motion = motion_in_half_a_second(setup, run);
        EXPECT_NEAR(motion.x, 0.5 * setup.desired_velocity.y * setup.along().y, 1e-3);
        EXPECT_NEAR(motion.y, 0.0, 0.6 * setup.skin);
    }
}

// Without `carried`, level ground moves below the walker but still supports the walker.
TEST(WalkerOnGroundLaws, IsNotMovedByTheGroundUnlessCarried) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        WalkerSetup setup = random_setup(generator);
        setup.carried = false;
        setup.desired_velocity = {generator.uniform_double(-4.0, 4.0), -generator.uniform_double(4.0, 20.0)};
        setup.plate_velocity = generator.point_double(3.0);
        setup.belt_speed = generator.uniform_double(-3.0, 3.0);
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text_of(setup));
        auto run = run_of(text_of(setup));
        const Vec2d motion = motion_in_half_a_second(setup, run);
        EXPECT_NEAR(motion.x, 0.5 * (setup.desired_velocity.x - setup.plate_velocity.x), 3e-4);
        EXPECT_NEAR(motion.y, 0.0, 0.6 * setup.skin);
    }
}

}  // namespace
}  // namespace toibox::scene

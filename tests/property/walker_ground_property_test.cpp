// SPDX-License-Identifier: MIT
// Laws of walkers on ground, over random shapes, slopes, motions of the ground, wishes and time steps. The
// oracle is closed form: relative to the ground a walker moves at the velocity that it wants.
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

/// A plate through the origin and a walker that stands on it there, a skin above.
struct Stand {
    double slope = 0.0;  ///< Of the plate, radians.
    double radius = 0.5;
    double skin = 0.01;
    double limit = 45.0;  ///< Degrees.
    bool carried = true;
    Vec2d wish;
    Vec2d motion;  ///< Of the plate, m/s.
    double spin = 0.0;
    double belt = 0.0;
    int rate = 60;
    const char* solver = "soft-step";
    int shape = 0;

    [[nodiscard]] Vec2d normal() const { return {-std::sin(slope), std::cos(slope)}; }
    [[nodiscard]] Vec2d along() const { return {std::cos(slope), std::sin(slope)}; }
};

std::string shape_of(const Stand& stand) {
    if (stand.shape == 0) return fmt::format(R"({{"type": "circle", "radius": {:.9g}}})", stand.radius);
    return fmt::format(R"({{"type": "capsule", "a": [0, 0], "b": [0, {:.9g}], "radius": {:.9g}}})",
                       2.0 * stand.radius, stand.radius);
}

std::string text_of(const Stand& stand) {
    const Vec2d center = -(stand.radius + stand.skin + 0.5) * stand.normal();
    return fmt::format(
        R"({{"toibox": 1, "world": {{"gravity": [0, -10], "step": "1/{}", "solver": "{}", "duration": 100}},
            "bodies": [{{"id": "plate", "type": "kinematic", "position": [{:.9g}, {:.9g}], "angle": {:.9g},
              "velocity": [{:.9g}, {:.9g}], "spin": {:.9g},
              "shapes": [{{"type": "box", "size": [400, 1], "material": {{"tangent_speed": {:.9g}}}}}]}},
             {{"id": "walker", "type": "kinematic", "velocity": [{:.9g}, {:.9g}], "shapes": [{}]}}],
            "walkers": [{{"body": "walker", "skin": {:.9g}, "max_slope": "{}deg", "carried": {}}}]}})",
        stand.rate, stand.solver, center.x, center.y, stand.slope, stand.motion.x, stand.motion.y, stand.spin,
        stand.belt, stand.wish.x, stand.wish.y, shape_of(stand), stand.skin, stand.limit, stand.carried);
}

/// The walker's centre, as the plate sees it.
Vec2d place_on_plate(const Run& run) {
    const BodyView plate = *run.world().find(run.body("plate"));
    const BodyView walker = *run.world().find(run.body("walker"));
    return inv_rotate(make_rotd(plate.angle()), widen(walker.center()) - widen(plate.center()));
}

/// Which way the walker goes on the plate in half a second.
Vec2d gone_in_half_a_second(const Stand& stand, Run& run) {
    const Vec2d start = place_on_plate(run);
    advance(run, stand.rate / 2);
    return place_on_plate(run) - start;
}

Stand random_stand(Generator& generator) {
    static constexpr int rates[] = {30, 60, 120, 240};
    Stand stand;
    stand.rate = rates[generator.rng.below(4)];
    stand.solver = generator.rng.next_bool() ? "soft-step" : "sequential-impulses";
    stand.shape = generator.rng.next_bool() ? 1 : 0;
    stand.radius = generator.uniform_double(0.1, 1.0);
    stand.skin = generator.uniform_double(0.003, 0.02);
    stand.wish = {0.0, -generator.uniform_double(0.1, 20.0)};
    return stand;
}

// Ground of up to the walker's limit that moves anew every eight steps, as lift and as belt.
TEST(WalkerOnGroundLaws, GoesItsWishRelativeToTheGround) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        Stand stand = random_stand(generator);
        stand.limit = generator.uniform_double(20.0, 60.0);
        stand.slope = generator.uniform_double(-1.0, 1.0) * stand.limit * pi / 180.0;
        stand.wish.x = generator.rng.next_bool() ? generator.uniform_double(-4.0, 4.0) : 0.0;
        stand.belt = generator.rng.next_bool() ? generator.uniform_double(-3.0, 3.0) : 0.0;
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text_of(stand));
        auto run = run_of(text_of(stand));
        const Vec2d start = place_on_plate(run);
        const int steps = stand.rate / 2;
        for (int i = 0; i < steps; ++i) {
            if (i % 8 == 0) {
                ASSERT_TRUE(run.apply(
                    command::SetVelocity{.body = run.body("plate"), .linear = generator.point(6.0f)}));
            }
            run.step();
        }
        const Vec2d gone = place_on_plate(run) - start;
        EXPECT_NEAR(gone.x, 0.5 * (stand.wish.x * stand.along().x + stand.belt), 3e-4);
        EXPECT_NEAR(gone.y, 0.0, 0.6 * stand.skin);
    }
}

// A plate that turns about a point up to 8 m away, by up to 30 degrees.
TEST(WalkerOnGroundLaws, StaysOnGroundThatTurns) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        Stand stand = random_stand(generator);
        stand.spin = generator.uniform_double(-1.0, 1.0);
        stand.motion = generator.point_double(3.0);
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text_of(stand));
        auto run = run_of(text_of(stand));
        const Vec2 place{generator.uniform(-8.0f, 8.0f),
                         -static_cast<float>(stand.radius + stand.skin + 0.5)};
        ASSERT_TRUE(run.apply(command::SetTransform{.body = run.body("plate"), .position = place}));
        const Vec2d gone = gone_in_half_a_second(stand, run);
        EXPECT_NEAR(gone.x, 0.0, 1e-3);
    }
}

// Steeper than its limit it slides down by plain projection.
TEST(WalkerOnGroundLaws, SlidesDownWhatIsSteep) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        Stand stand = random_stand(generator);
        const double steep = generator.uniform_double(15.0, 75.0);
        stand.limit = steep - generator.uniform_double(0.5, 14.0);
        stand.slope = (generator.rng.next_bool() ? -1.0 : 1.0) * steep * pi / 180.0;
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text_of(stand));
        auto run = run_of(text_of(stand));
        const Vec2d gone = gone_in_half_a_second(stand, run);
        EXPECT_NEAR(gone.x, 0.5 * stand.wish.y * stand.along().y, 1e-3);
        EXPECT_NEAR(gone.y, 0.0, 0.6 * stand.skin);
    }
}

// The switch: level ground goes on below it, and still bears it.
TEST(WalkerOnGroundLaws, IsLeftBehindIfItIsNotCarried) {
    for (std::uint64_t seed = 0; seed < random_instance_count(); ++seed) {
        Generator generator(seed);
        Stand stand = random_stand(generator);
        stand.carried = false;
        stand.wish = {generator.uniform_double(-4.0, 4.0), -generator.uniform_double(4.0, 20.0)};
        stand.motion = generator.point_double(3.0);
        stand.belt = generator.uniform_double(-3.0, 3.0);
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << text_of(stand));
        auto run = run_of(text_of(stand));
        const Vec2d gone = gone_in_half_a_second(stand, run);
        EXPECT_NEAR(gone.x, 0.5 * (stand.wish.x - stand.motion.x), 3e-4);
        EXPECT_NEAR(gone.y, 0.0, 0.6 * stand.skin);
    }
}

}  // namespace
}  // namespace toibox::scene

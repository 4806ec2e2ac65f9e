// SPDX-License-Identifier: MIT
// Wheel rays are springs that end where a ray hits. They carry, drive and brake a body.
#include "toibox/math/trig.h"

#include "tests/unit/scene/run_support.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace toibox::scene {
namespace {

using namespace test;

constexpr const char* ground =
    R"({"id": "ground", "type": "static", "shapes": [{"type": "box", "size": [200, 2], "center": [0, -1]}]})";

/// A car of 2 m by 0.4 m and 100 kg over flat ground, with two 1 m rays that start on its horizontal midline,
/// 0.8 m left and right of the centre. `keys`: of each ray; `more`: of the scene; `slope`: rad.
std::string car(double y, const std::string& keys, const std::string& more = "", double slope = 0.0) {
    return fmt::format(
        R"({{"toibox": 1, "world": {{"gravity": [{}, {}], "step": "1/60", "duration": 20, "sleeping": false}},
        "bodies": [{}, {{"id": "car", "position": [0, {}], "mass": {{"mass": 100, "inertia": 40}},
                         "shapes": [{{"type": "box", "size": [2, 0.4]}}]}}],
        "wheel_rays": [{{"id": "rear", "body": "car", "at": [-0.8, 0], "length": 1, {}}},
                       {{"id": "front", "body": "car", "at": [0.8, 0], "length": 1, {}}}]{}}})",
        10.0 * std::sin(slope), -10.0 * std::cos(slope), ground, y, keys, keys, more);
}

// The stiffness is chosen for the spring's part of the mass, so the spring compresses by g / (2 π f)².
TEST(WheelRay, CarriesTheWeightAtTheSpringsEquilibrium) {
    for (const double frequency : {1.0, 2.0, 5.0, 20.0, 60.0}) {
        auto run = run_of(car(1.0, fmt::format(R"("frequency": {}, "damping_ratio": 1)", frequency)));
        advance(run, 1200);
        const double omega = 2.0 * pi * frequency;
        EXPECT_NEAR(read(run, "car.y"), 1.0 - 10.0 / (omega * omega), 2e-4) << frequency << " Hz";
        EXPECT_NEAR(read(run, "car.angle"), 0.0, 1e-5);
        EXPECT_NEAR(read(run, "car.speed"), 0.0, 1e-4);
    }
}

// A car released above or below its rest height comes to rest at any stiffness. From 10 Hz on, it falls
// farther in one step than the spring's static compression.
TEST(WheelRay, ComesToRestAtAnyStiffness) {
    for (const double frequency : {2.0, 20.0, 30.0, 40.0, 60.0, 200.0, 1000.0}) {
        for (const double damping : {0.7, 1.0}) {
            for (const double height : {0.9, 1.02, 1.1}) {
                auto run = run_of(
                    car(height, fmt::format(R"("frequency": {}, "damping_ratio": {})", frequency, damping)));
                advance(run, 300);
                const double omega = 2.0 * pi * frequency;
                double fastest = 0.0;
                for (int i = 0; i < 60; ++i) {
                    advance(run, 1);
                    fastest = std::max(fastest, std::abs(read(run, "car.vy")));
                }
                EXPECT_LT(fastest, 1e-3) << frequency << " Hz, " << damping << ", from " << height;
                EXPECT_NEAR(read(run, "car.y"), 1.0 - 10.0 / (omega * omega), 2e-4) << frequency;
            }
        }
    }
}

// The car stands on a plank that lies on the ground. The plank stays in place, and the springs compress as on
// the ground.
TEST(WheelRay, StandsOnABodyThatLiesOnTheGround) {
    std::string text = car(1.2, R"("frequency": 10, "damping_ratio": 1)");
    text.replace(
        text.find(R"({"id": "car")"), 0,
        R"({"id": "plank", "position": [0, 0.1], "shapes": [{"type": "box", "size": [6, 0.2], "material": {"density": 20}}]}, )");
    auto run = run_of(text);
    advance(run, 600);
    const double omega = 2.0 * pi * 10.0;
    EXPECT_NEAR(read(run, "car.y") - read(run, "plank.y"), 1.1 - 10.0 / (omega * omega), 3e-4);
    EXPECT_NEAR(read(run, "plank.y"), 0.1, 0.01);
    EXPECT_NEAR(read(run, "car.speed"), 0.0, 1e-3);
}

// The car starts 0.5 m too high for its rays, with a spin. It never bounces above its initial height, at any
// stiffness and damping ratio.
TEST(WheelRay, NeverGainsEnergy) {
    for (int frequency = 1; frequency <= 60; ++frequency) {
        for (const double damping : {0.0, 0.3, 5.0}) {
            auto run =
                run_of(car(1.5, fmt::format(R"("frequency": {}, "damping_ratio": {})", frequency, damping),
                           R"(, "timeline": [{"at": 0, "do": "set_velocity", "on": "car", "spin": 0.5}])"));
            double highest = 0.0;
            for (int i = 0; i < 600; ++i) {
                run.step();
                highest = std::max(highest, read(run, "car.y"));
            }
            // The spin (40 kg m², 0.5 rad/s) has the energy of 5 mm of height.
            EXPECT_LT(highest, 1.5 + 0.01) << frequency << " Hz, " << damping;
            EXPECT_GT(read(run, "car.y"), 0.0);
        }
    }
}

// Six rays close together, and a body that hardly rotates. If the rays did not share the mass, each would try
// to absorb the whole impact.
TEST(WheelRay, SharesTheMassWithOtherRays) {
    std::string rays;
    for (int i = 0; i < 6; ++i)
        rays += fmt::format(
            R"({}{{"body": "car", "at": [{}, 0], "length": 1, "frequency": 60, "damping_ratio": 1}})",
            i > 0 ? ", " : "", 0.01 * i);
    auto run = run_of(fmt::format(
        R"({{"toibox": 1, "world": {{"gravity": [0, -10], "step": "1/60", "duration": 9, "sleeping": false}},
            "bodies": [{}, {{"id": "car", "position": [0, 1.2], "mass": {{"mass": 10, "inertia": 1000}},
                             "shapes": [{{"type": "circle", "radius": 0.3}}]}}], "wheel_rays": [{}]}})",
        ground, rays));
    double highest = 0.0;
    for (int i = 0; i < 300; ++i) {
        run.step();
        if (i > 30) highest = std::max(highest, read(run, "car.y"));
    }
    EXPECT_LT(highest, 1.005);
    EXPECT_NEAR(read(run, "car.vy"), 0.0, 1e-3);
}

// Two motors of 100 N accelerate 100 kg at 2 m/s² up to the target speed. Friction 0.1 limits them to 100 N
// in total.
TEST(WheelRay, DrivesWithinFriction) {
    auto run = run_of(car(0.94, R"("frequency": 2, "motor": {"speed": 3, "max_force": 100})"));
    advance(run, 60);
    EXPECT_NEAR(read(run, "car.vx"), 2.0, 0.1);
    advance(run, 120);
    EXPECT_NEAR(read(run, "car.vx"), 3.0, 1e-3);
    auto slick =
        run_of(car(0.94, R"("frequency": 2, "friction": 0.1, "motor": {"speed": 3, "max_force": 100})"));
    advance(slick, 60);
    EXPECT_NEAR(read(slick, "car.vx"), 1.0, 0.1);
}

// On a slope of 20 degrees (gravity is rotated, not the ground) the brake holds the car; without it the car
// rolls.
TEST(WheelRay, BrakesOnASlope) {
    auto held = run_of(car(0.94, R"("frequency": 3, "motor": {"speed": 0, "max_force": 1000})", "", 0.35));
    advance(held, 300);
    EXPECT_NEAR(read(held, "car.vx"), 0.0, 1e-3);
    EXPECT_NEAR(read(held, "car.x"), 0.0, 0.15);
    auto rolls = run_of(car(0.94, R"("frequency": 3)", "", 0.35));
    advance(rolls, 60);
    EXPECT_NEAR(read(rolls, "car.vx"), 10.0 * std::sin(0.35), 0.02);
}

// The car falls freely and is pushed only once the ground is within reach of its rays.
TEST(WheelRay, DoesNotAffectAFlyingBody) {
    auto run = run_of(car(3.0, R"("frequency": 2)"));
    advance(run, 30);
    EXPECT_NEAR(read(run, "car.vy"), -5.0, 1e-3);
    ASSERT_EQ(run.wheel_rays().size(), 2u);
    EXPECT_FALSE(run.wheel_rays()[0].hit);
    advance(run, 120);
    ASSERT_TRUE(run.wheel_rays()[1].hit);
    EXPECT_NEAR(run.wheel_rays()[1].hit->hit.point.y, 0.0, 1e-6);
    EXPECT_LT(run.wheel_rays()[1].hit->hit.fraction, 1.0);
}

// Without gravity, a car accelerates along a free-floating plank and is pushed off it by its springs.
TEST(WheelRay, PushesBackOnTheBodyItHits) {
    auto run = run_of(
        R"({"toibox": 1, "world": {"gravity": [0, 0], "step": "1/60", "duration": 9, "sleeping": false},
        "bodies": [{"id": "plank", "position": [0, -0.1], "mass": {"mass": 50, "inertia": 500},
                    "shapes": [{"type": "box", "size": [20, 0.2]}]},
                   {"id": "car", "position": [0, 0.8], "mass": {"mass": 10, "inertia": 2},
                    "shapes": [{"type": "box", "size": [2, 0.4]}]}],
        "wheel_rays": [{"body": "car", "at": [-0.8, 0], "length": 1, "motor": {"speed": 3, "max_force": 50}},
                       {"body": "car", "at": [0.8, 0], "length": 1}]})");
    advance(run, 60);
    EXPECT_GT(read(run, "car.vx"), 0.1);
    EXPECT_GT(read(run, "car.vy"), 0.1);
    EXPECT_LT(read(run, "plank.vx"), 0.0);
    const Vec2d momentum = run.world().momentum();
    EXPECT_NEAR(momentum.x, 0.0, 1e-3);
    EXPECT_NEAR(momentum.y, 0.0, 1e-3);
    // The point of application is fixed during a step while the bodies move about 1 cm, so some angular
    // momentum is lost.
    EXPECT_NEAR(run.world().angular_momentum(), 0.0, 0.02);
}

// At rest the car falls asleep and keeps its height; when the ground is removed, it falls.
TEST(WheelRay, LetsItsBodySleepUntilTheGroundIsRemoved) {
    std::string text =
        car(0.94, R"("frequency": 2)", R"(, "timeline": [{"at": 5, "do": "remove", "on": "ground"}])");
    text.replace(text.find(R"("sleeping": false)"), 17, R"("sleeping": true)");
    auto run = run_of(text);
    advance(run, 240);
    EXPECT_EQ(read(run, "world.awake"), 0.0);
    const double height = read(run, "car.y");
    advance(run, 60);
    EXPECT_EQ(read(run, "car.y"), height);
    EXPECT_NEAR(height, 1.0 - 10.0 / (16.0 * pi * pi), 1e-3);
    advance(run, 30);
    EXPECT_NEAR(read(run, "car.vy"), -5.0, 0.2);
}

// The car falls asleep on a kinematic plate at rest, and wakes when the plate moves. On a crate, both fall
// asleep.
TEST(WheelRay, LetsItsBodySleepOnStillGround) {
    const auto on = [](const std::string& keys) {
        std::string text = car(1.5, R"("frequency": 2)");
        text.replace(text.find(R"("sleeping": false)"), 17, R"("sleeping": true)");
        text.insert(text.find(R"({"id": "car")"),
                    R"({"id": "bed", "position": [0, 0.25], "shapes": [{"type": "box", "size": [6, 0.5]}])" +
                        keys + "}, ");
        return run_of(text);
    };
    auto plate = on(R"(, "type": "kinematic")");
    advance(plate, 400);
    EXPECT_EQ(read(plate, "world.awake"), 0.0);
    const double height = read(plate, "car.y");
    ASSERT_TRUE(plate.apply(command::SetVelocity{.body = plate.body("bed"), .linear = Vec2{0, 1}}));
    advance(plate, 120);
    EXPECT_NEAR(read(plate, "car.y"), height + 2.0, 0.05);
    auto crate = on("");
    advance(crate, 600);
    EXPECT_EQ(read(crate, "world.awake"), 0.0);
}

// The car's first shape is a sensor, and its filter excludes everything. The filter of the second shape is
// used.
TEST(WheelRay, UsesTheFilterOfTheFirstShapeThatIsNotASensor) {
    std::string text = car(0.94, R"("frequency": 2)");
    const std::string shape = R"("shapes": [{"type": "box", "size": [2, 0.4]})";
    const std::size_t at = text.find(shape);
    ASSERT_NE(at, std::string::npos);
    text.insert(at + 11, R"({"type": "circle", "radius": 0.1, "sensor": true, "filter": {"mask": 0}}, )");
    auto run = run_of(text);
    advance(run, 60);
    EXPECT_GT(read(run, "car.y"), 0.9);
}

TEST(WheelRay, ContinuesIdenticallyInACopy) {
    auto run = run_of(car(1.5, R"("frequency": 4, "motor": {"speed": 3, "max_force": 100})"));
    std::vector<scene::Run> copies;
    for (int step = 0; step < 60; ++step) {
        if (step % 7 == 0) copies.push_back(run);
        for (scene::Run& copy : copies)
            copy.step();
        advance(run, 1);
        for (std::size_t i = 0; i < copies.size(); ++i)
            ASSERT_EQ(copies[i].world().hash(), run.world().hash()) << "copied at step " << 7 * i;
    }
}

}  // namespace
}  // namespace toibox::scene

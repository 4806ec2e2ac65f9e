// SPDX-License-Identifier: MIT
// Walkers on ground: lifts, belts and rotating bodies carry them, and they stand on gentle slopes. Gravity
// only defines the up direction; a walker falls if its desired velocity points down.
#include "toibox/math/trig.h"

#include "tests/unit/scene/run_support.h"

#include <cmath>
#include <fmt/format.h>
#include <string>

namespace toibox::scene {
namespace {

using namespace test;

/// A walker, a disc with a radius of 0.5 m at the origin with a desired `velocity`; steps of 1/60 s.
std::string on_ground(const std::string& velocity, const std::string& ground, const std::string& keys = "",
                      const std::string& more = "") {
    return R"({"toibox": 1, "world": {"gravity": [0, -10], "duration": 20},
        "bodies": [{"id": "player", "type": "kinematic", "velocity": )" +
           velocity + R"(, "shapes": [{"type": "circle", "radius": 0.5}]}, {"id": "ground", )" + ground +
           R"(}], "walkers": [{"body": "player", "skin": 0.01)" + keys + "}]" + more + "}";
}

/// A long plate at an angle. Its surface is 1 cm below the disc.
std::string plate(double degrees, const std::string& motion = R"("type": "static")",
                  const std::string& material = "{}") {
    const double angle = degrees * pi / 180.0;
    return fmt::format(
        R"({}, "position": [{:.9f}, {:.9f}], "angle": {:.9f},
           "shapes": [{{"type": "box", "size": [200, 1], "material": {}}}])",
        motion, 1.01 * std::sin(angle), -1.01 * std::cos(angle), angle, material);
}

std::string lift(const std::string& velocity) {
    return R"("type": "kinematic", "velocity": )" + velocity;
}

// Lifts that move sideways, up and down, below a walker that stands, walks or presses down. The walker's
// motion relative to the lift is the horizontal part of its desired velocity, whatever the vertical part is.
TEST(WalkerOnGround, IsCarriedByALift) {
    for (const char* motion : {"[1.5, 1]", "[-2, -1]", "[0, -3]", "[40, 0]"}) {
        for (const char* desired_velocity : {"[0, 0]", "[0, -5]", "[1, 0]", "[1, -5]"}) {
            auto run = run_of(on_ground(desired_velocity, plate(0.0, lift(motion))));
            advance(run, 60);
            const double walked = desired_velocity[1] == '1' ? 1.0 : 0.0;
            EXPECT_NEAR(read(run, "player.x") - read(run, "ground.x"), walked, 1e-4)
                << motion << desired_velocity;
            EXPECT_NEAR(read(run, "player.y") - read(run, "ground.y"), 1.01, 1e-4)
                << motion << desired_velocity;
        }
    }
}

// A static belt at 1 m/s, level and on slopes, and a belt on a lift that moves sideways.
TEST(WalkerOnGround, IsCarriedByABelt) {
    for (const double degrees : {0.0, 20.0, -40.0}) {
        auto run =
            run_of(on_ground("[0, -5]", plate(degrees, R"("type": "static")", R"({"tangent_speed": 1})")));
        advance(run, 120);
        EXPECT_NEAR(read(run, "player.x"), 2.0 * std::cos(degrees * pi / 180.0), 1e-3) << degrees;
        EXPECT_NEAR(read(run, "player.y"), 2.0 * std::sin(degrees * pi / 180.0), 1e-3) << degrees;
    }
    auto moving = run_of(on_ground("[1, -5]", plate(0.0, lift("[2, 0]"), R"({"tangent_speed": -4})")));
    advance(moving, 60);
    EXPECT_NEAR(read(moving, "player.x"), -1.0, 1e-4);
}

// Without `carried`, lifts and belts do not move the walker sideways, but lifts still move it up and down.
TEST(WalkerOnGround, IsNotCarriedIfDisabled) {
    for (const char* desired_velocity : {"[0, -5]", "[1, -5]"}) {
        const double walked = desired_velocity[1] == '1' ? 2.0 : 0.0;
        for (const char* motion : {"[1.5, 1]", "[1.5, -1]"}) {
            auto run = run_of(on_ground(desired_velocity, plate(0.0, lift(motion)), R"(, "carried": false)"));
            advance(run, 120);
            EXPECT_NEAR(read(run, "player.x"), walked, 1e-4) << desired_velocity << motion;
            EXPECT_NEAR(read(run, "player.y") - read(run, "ground.y"), 1.01, 1e-4)
                << desired_velocity << motion;
        }
        auto belt =
            run_of(on_ground(desired_velocity, plate(0.0, R"("type": "static")", R"({"tangent_speed": 3})"),
                             R"(, "carried": false)"));
        advance(belt, 120);
        EXPECT_NEAR(read(belt, "player.x"), walked, 1e-4) << desired_velocity;
    }
}

// On slopes of 10 to 80 degrees, the walker stands exactly still up to its limit. Down steeper slopes it
// moves by the projection of its desired velocity onto the slope.
TEST(WalkerOnGround, StandsOnGentleSlopes) {
    for (const double limit : {0.0, 30.0, 45.0, 70.0}) {
        for (double degrees = 10.0; degrees <= 80.0; degrees += 10.0) {
            for (const double side : {-1.0, 1.0}) {
                auto run = run_of(on_ground("[0, -3]", plate(side * degrees),
                                            fmt::format(R"(, "max_slope": "{}deg")", limit)));
                advance(run, 60);
                const double slide = degrees > limit ? 3.0 * std::sin(degrees * pi / 180.0) : 0.0;
                const double turn = degrees * pi / 180.0;
                EXPECT_NEAR(read(run, "player.x"), -side * slide * std::cos(turn), 1e-3)
                    << limit << ' ' << degrees;
                EXPECT_NEAR(read(run, "player.y"), -slide * std::sin(turn), 1e-3) << limit << ' ' << degrees;
                if (degrees <= limit) {
                    EXPECT_EQ(read(run, "player.speed"), 0.0) << limit << ' ' << degrees;
                }
            }
        }
    }
}

// On a slope of 30 degrees, the walker follows the slope, up or down, at a speed that depends only on the
// horizontal part of its desired velocity.
TEST(WalkerOnGround, WalksAtTheSameSpeedUphillAndDownhill) {
    for (const char* desired_velocity : {"[2, -1]", "[-2, -1]", "[2, -9]", "[-2, -9]"}) {
        auto run = run_of(on_ground(desired_velocity, plate(30.0)));
        advance(run, 60);
        const double along = 2.0 * std::cos(pi / 6.0) * (desired_velocity[1] == '-' ? -1.0 : 1.0);
        EXPECT_NEAR(read(run, "player.x"), along * std::cos(pi / 6.0), 1e-3) << desired_velocity;
        EXPECT_NEAR(read(run, "player.y"), along * std::sin(pi / 6.0), 1e-3) << desired_velocity;
    }
}

// The walker falls onto a slope at a metre per step and stands still where it lands.
TEST(WalkerOnGround, StandsWhereItLands) {
    std::string text = on_ground("[0, -60]", plate(30.0));
    text.replace(text.find(R"("kinematic")"), 11, R"("kinematic", "position": [0, 7.3])");
    auto run = run_of(text);
    advance(run, 30);
    EXPECT_NEAR(read(run, "player.x"), 0.0, 1e-4);
    EXPECT_NEAR(read(run, "player.y"), 0.0, 1e-3);
    EXPECT_EQ(read(run, "player.speed"), 0.0);
}

// In the frame of a rotating plate, the walker on it does not move.
TEST(WalkerOnGround, IsCarriedByRotatingGround) {
    for (const double spin : {-0.5, 0.25, 1.0}) {
        for (const double offset : {-3.0, 0.0, 3.0}) {
            const std::string rotating =
                fmt::format(R"("type": "kinematic", "position": [{}, -1.01], "spin": {},
                               "shapes": [{{"type": "box", "size": [200, 1]}}])",
                            offset, spin);
            auto run = run_of(on_ground("[0, -5]", rotating));
            for (int i = 0; i < 36; ++i) {
                advance(run, 1);
                const double turn = read(run, "ground.angle");
                const double x = read(run, "player.x") - offset;
                const double y = read(run, "player.y") + 1.01;
                ASSERT_NEAR(x * std::cos(turn) + y * std::sin(turn), -offset, 1e-3) << spin << ' ' << offset;
                ASSERT_NEAR(y * std::cos(turn) - x * std::sin(turn), 1.01, 1e-3) << spin << ' ' << offset;
            }
        }
    }
}

// Up is opposite to gravity. If gravity points left, a vertical wall that moves up is a lift for a walker
// beside it. Without gravity there is no ground.
TEST(WalkerOnGround, DefinesUpByGravity) {
    const std::string wall = R"("type": "kinematic", "position": [-1.01, 0], "velocity": [0, 2],
                                "shapes": [{"type": "box", "size": [1, 99]}])";
    std::string text = on_ground("[-3, 0]", wall);
    text.replace(text.find("[0, -10]"), 8, "[-10, 0]");
    auto run = run_of(text);
    advance(run, 60);
    EXPECT_NEAR(read(run, "player.y"), 2.0, 1e-4);
    text.replace(text.find("[-10, 0]"), 8, "[0, 0]");
    auto floating = run_of(text);
    advance(floating, 60);
    EXPECT_NEAR(read(floating, "player.y"), 0.0, 1e-4);
}

// A walker jumps off a lift that moves at (3, 1) m/s. In the first step its velocity is relative to the lift,
// in the air it is not.
TEST(WalkerOnGround, JumpsOffALift) {
    auto run = run_of(on_ground("[0, 6]", plate(0.0, lift("[3, 1]"))));
    advance(run, 60);
    EXPECT_NEAR(read(run, "player.x"), 3.0 / 60.0, 1e-4);
    EXPECT_NEAR(read(run, "player.y"), 6.0 + 1.0 / 60.0, 1e-4);
}

// A wall stops a walker on a belt, and a ceiling stops a walker on a rising lift.
TEST(WalkerOnGround, IsNotCarriedIntoWalls) {
    const std::string wall = R"(, {"id": "wall", "type": "static", "position": [3, 0],
                                   "shapes": [{"type": "box", "size": [1, 9]}]})";
    const auto with_bodies = [](std::string text, const std::string& bodies) {
        return text.insert(text.find("], \"walkers\""), bodies);
    };
    auto belt = run_of(with_bodies(
        on_ground("[0, -5]", plate(0.0, R"("type": "static")", R"({"tangent_speed": 7})")), wall));
    advance(belt, 120);
    EXPECT_NEAR(read(belt, "player.x"), 2.5 - 0.51, 1e-4);
    EXPECT_EQ(read(belt, "player.speed"), 0.0);
    const std::string ceiling = R"(, {"id": "roof", "type": "static", "position": [0, 3],
                                      "shapes": [{"type": "box", "size": [99, 1]}]})";
    auto up = run_of(with_bodies(on_ground("[0, -5]", plate(0.0, lift("[0, 1]"))), ceiling));
    advance(up, 119);
    EXPECT_NEAR(read(up, "player.y"), 119.0 / 60.0, 1e-4);
    advance(up, 1);
    EXPECT_NEAR(read(up, "player.y"), 1.99, 1e-4);
}

// Belt and floor meet at x = 0 at the same height. The belt carries the walker until the walker's centre is
// above the seam.
TEST(WalkerOnGround, StandsOnTheSideOfItsCentre) {
    std::string text = R"({"toibox": 1, "world": {"gravity": [0, -10], "duration": 20}, "bodies": [
        {"id": "player", "type": "kinematic", "velocity": [0, -5], "position": [-2, 1.01],
         "shapes": [{"type": "box", "size": [1, 1]}]},
        {"id": "belt", "type": "static", "position": [-5, 0],
         "shapes": [{"type": "box", "size": [10, 1], "material": {"tangent_speed": 1}}]},
        {"id": "floor", "type": "static", "position": [5, 0], "shapes": [{"type": "box", "size": [10, 1]}]}],
        "walkers": [{"body": "player", "skin": 0.01}]})";
    auto run = run_of(text);
    advance(run, 300);
    EXPECT_NEAR(read(run, "player.x"), 0.0, 0.02);
    EXPECT_EQ(read(run, "player.speed"), 0.0);
}

}  // namespace
}  // namespace toibox::scene

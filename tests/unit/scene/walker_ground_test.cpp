// SPDX-License-Identifier: MIT
// Walkers on ground: carried by lifts, belts and rotating bodies, standing on gentle slopes. Gravity only
// defines the up direction; walkers fall by a desired velocity that points down.
#include "toibox/math/trig.h"

#include "tests/unit/scene/run_support.h"

#include <cmath>
#include <fmt/format.h>
#include <string>

namespace toibox::scene {
namespace {

using namespace test;

/// A disc of 0.5 m at the origin with a desired `velocity`, with steps of 1/60 s.
std::string on_ground(const std::string& velocity, const std::string& ground, const std::string& keys = "",
                      const std::string& more = "") {
    return R"({"toibox": 1, "world": {"gravity": [0, -10], "duration": 20},
        "bodies": [{"id": "player", "type": "kinematic", "velocity": )" +
           velocity + R"(, "shapes": [{"type": "circle", "radius": 0.5}]}, {"id": "ground", )" + ground +
           R"(}], "walkers": [{"body": "player", "skin": 0.01)" + keys + "}]" + more + "}";
}

/// A long plate through (0, 0) at an angle, whose surface is 1 cm below the disc.
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

// Lifts that move sideways, up and down, below a walker that stands, walks or presses down. Its motion on the
// lift is the horizontal part of its desired velocity, whatever the vertical part.
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

// A belt of 1 m/s, level and on slopes; of a static body and of a lift.
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

// Without `carried` lifts move away and belts run under the walker, but a rising lift lifts it.
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

// Slopes of 10 to 80 degrees at four limits: the walker stands exactly still up to the limit, and moves by
// plain projection down steeper ones.
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

// On a slope of 30 degrees it moves by the horizontal part of its desired velocity along the slope, and stays
// on it.
TEST(WalkerOnGround, WalksAtTheSameSpeedUphillAndDownhill) {
    for (const char* desired_velocity : {"[2, -1]", "[-2, -1]", "[2, -9]", "[-2, -9]"}) {
        auto run = run_of(on_ground(desired_velocity, plate(30.0)));
        advance(run, 60);
        const double along = 2.0 * std::cos(pi / 6.0) * (desired_velocity[1] == '-' ? -1.0 : 1.0);
        EXPECT_NEAR(read(run, "player.x"), along * std::cos(pi / 6.0), 1e-3) << desired_velocity;
        EXPECT_NEAR(read(run, "player.y"), along * std::sin(pi / 6.0), 1e-3) << desired_velocity;
    }
}

// It falls a metre per step onto a slope, and stands where it lands.
TEST(WalkerOnGround, StandsWhereItLands) {
    std::string text = on_ground("[0, -60]", plate(30.0));
    text.replace(text.find(R"("kinematic")"), 11, R"("kinematic", "position": [0, 7.3])");
    auto run = run_of(text);
    advance(run, 30);
    EXPECT_NEAR(read(run, "player.x"), 0.0, 1e-4);
    EXPECT_NEAR(read(run, "player.y"), 0.0, 1e-3);
    EXPECT_EQ(read(run, "player.speed"), 0.0);
}

// Rotating plates: in their frame the walker does not move.
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

// Up is against gravity: a lift that moves along a wall carries a walker that gravity pulls towards it.
// Without gravity there is no ground.
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

// It jumps off a lift that rises at 1 m/s: on the lift its velocity is relative to it, in the air it is not.
TEST(WalkerOnGround, JumpsOffALift) {
    auto run = run_of(on_ground("[0, 6]", plate(0.0, lift("[3, 1]"))));
    advance(run, 60);
    EXPECT_NEAR(read(run, "player.x"), 3.0 / 60.0, 1e-4);
    EXPECT_NEAR(read(run, "player.y"), 6.0 + 1.0 / 60.0, 1e-4);
}

// A wall stops a walker on a belt, and a ceiling a walker on a lift: it passes neither.
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

// Across the seam of a belt and a floor of the same height it stands on the side of its centre.
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

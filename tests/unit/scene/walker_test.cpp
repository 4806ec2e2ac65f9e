// SPDX-License-Identifier: MIT
// Collide and slide: where walkers stop, slide and stand.
#include "toibox/math/trig.h"
#include "toibox/narrow/gjk.h"

#include "tests/unit/scene/run_support.h"

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace toibox::scene {
namespace {

using namespace test;

/// A disc of 0.5 m at the origin with a desired `velocity`, among other bodies; steps of 0.1 s.
std::string walk(const std::string& velocity, const std::string& others, const std::string& keys = "",
                 const std::string& more = "") {
    return R"({"toibox": 1, "world": {"gravity": [0, 0], "step": 0.1, "duration": 9},
        "bodies": [{"id": "player", "type": "kinematic", "velocity": )" +
           velocity + R"(, "shapes": [{"type": "circle", "radius": 0.5}]})" + others +
           R"(], "walkers": [{"id": "w", "body": "player", "skin": 0.01)" + keys + "}]" + more + "}";
}

std::string box(const std::string& id, const std::string& position, const std::string& size,
                const std::string& more = "") {
    return R"(, {"id": ")" + id + R"(", "type": "static", "position": )" + position +
           R"(, "shapes": [{"type": "box", "size": )" + size + "}]" + more + "}";
}

// Without obstacles the walker moves at its desired velocity.
TEST(Walker, MovesFreely) {
    auto run = run_of(walk("[3, 1]", ""));
    advance(run, 10);
    EXPECT_NEAR(read(run, "player.x"), 3.0, 1e-5);
    EXPECT_NEAR(read(run, "player.y"), 1.0, 1e-5);
}

// The face of the wall is at x = 2. The walker stops one skin before it and keeps its motion along the wall.
TEST(Walker, SlidesAlongAWall) {
    auto run = run_of(walk("[5, 1]", box("wall", "[3, 0]", "[2, 100]")));
    advance(run, 40);
    EXPECT_NEAR(read(run, "player.x"), 2.0 - 0.5 - 0.01, 1e-5);
    EXPECT_NEAR(read(run, "player.y"), 4.0, 1e-4);
    auto stopped = run_of(walk("[5, 1]", box("wall", "[3, 0]", "[2, 100]"), R"(, "slides": 0)"));
    advance(stopped, 40);
    EXPECT_NEAR(read(stopped, "player.x"), 1.49, 1e-5);
    EXPECT_NEAR(read(stopped, "player.y"), 1.49 / 5.0, 1e-4);  // it stopped where it hit the wall
}

// In corners of 30 to 150 degrees, the walker enters neither wall. Up to 90 degrees it comes to rest exactly.
TEST(Walker, RestsInACorner) {
    for (int angle = 30; angle <= 150; angle += 10) {
        const std::string roof = fmt::format(
            R"(, {{"id": "roof", "type": "static", "position": [4, -1], "angle": "{}deg",
                "shapes": [{{"type": "segment", "a": [-30, 0], "b": [30, 0]}}]}})",
            180 - angle);
        auto run = run_of(walk("[3, -1]", box("floor", "[0, -2]", "[100, 2]") + roof));
        advance(run, 60);
        const double x = read(run, "player.x");
        const double y = read(run, "player.y");
        advance(run, 20);
        if (angle <= 90) {
            EXPECT_EQ(read(run, "player.x"), x) << angle;
            EXPECT_EQ(read(run, "player.y"), y) << angle;
            EXPECT_EQ(read(run, "player.speed"), 0.0) << angle;
        }
        EXPECT_GT(y, -0.5) << angle;
        const double turn = pi - angle * pi / 180.0;  // of the roof's line, which goes through (4, -1)
        const double distance = (x - 4.0) * std::sin(turn) - (y + 1.0) * std::cos(turn);
        EXPECT_LT(distance, -0.5) << angle;  // the walker stays on one side of the line
    }
}

// Two walls form a wedge: sliding along either wall leads into the other.
TEST(Walker, StopsInAWedge) {
    const std::string wedge = R"(, {"id": "wedge", "type": "static", "position": [0, 0],
        "shapes": [{"type": "chain", "points": [[-1, 6], [8, 0], [-1, -6]]}]})";
    for (const char* slides : {"1", "2", "4", "16"}) {
        auto run = run_of(walk("[40, 3]", wedge, std::string(R"(, "slides": )") + slides));
        advance(run, 60);
        // The walls approach the x axis by 6 m over 9 m, so a centre 0.51 m from both is
        // 0.51 / sin(atan(6/9)) before the tip.
        EXPECT_NEAR(read(run, "player.x"), 8.0 - 0.51 / std::sin(std::atan2(6.0, 9.0)), 1e-3) << slides;
        EXPECT_NEAR(read(run, "player.y"), 0.0, 1e-3) << slides;
        EXPECT_EQ(read(run, "player.speed"), 0.0);
    }
}

// A wall 1 mm thick stops the walker at speeds from 7 to 10⁶ m/s.
TEST(Walker, NeverTunnels) {
    for (const char* speed : {"[7, 0]", "[100, 1]", "[10000, 0]", "[1000000, 3]"}) {
        auto run = run_of(walk(speed, box("wall", "[3, 0]", "[0.001, 100]")));
        advance(run, 5);
        EXPECT_NEAR(read(run, "player.x"), 3.0 - 0.0005 - 0.51, 1e-4) << speed;
    }
}

// Among convex and concave bodies and with random velocities, the walker never comes nearer than half its
// skin, where it would be pushed back.
TEST(Walker, KeepsAtLeastHalfItsSkin) {
    const std::string maze =
        box("a", "[3, 0.5]", "[1, 3]", R"(, "angle": 0.4)") +
        box("b", "[-3, 1]", "[2, 0.3]", R"(, "angle": -0.7)") + box("c", "[0, 4]", "[9, 0.5]") +
        box("d", "[0, -4]", "[9, 0.5]") + box("e", "[5, 0]", "[0.5, 9]") + box("f", "[-5, 0]", "[0.5, 9]") +
        R"(, {"id": "g", "type": "static", "position": [0.5, -2.5], "shapes": [{"type": "concave",
            "points": [[0, 0], [2, 0], [2, 1], [1, 0.3], [0, 1]]}]})";
    auto run = run_of(walk("[1, 0]", maze));
    std::uint32_t seed = 1;
    const auto draw = [&seed] {
        seed = seed * 1664525u + 1013904223u;
        return static_cast<float>(seed >> 8) / 8388608.0f - 1.0f;
    };
    for (int i = 0; i < 3000; ++i) {
        if (i % 5 == 0) {
            const float speed = i % 3 == 0 ? 200.0f : 8.0f;
            run.world().find(run.body("player"))->set_velocity({speed * draw(), speed * draw()}, 0.0f);
        }
        run.step();
        const Vec2 at = run.world().find(run.body("player"))->position();
        ASSERT_LT(std::abs(at.x), 4.25f) << i;

        double nearest = 1.0;
        for (const ShapeHandle shape : run.world().shapes()) {
            const ShapeView view = *run.world().find(shape);
            if (view.body == run.body("player")) continue;
            const ConvexProxyBuffer other(view.geometry);
            const ConvexProxyBuffer own(Circle{.radius = 0.5f});
            nearest =
                std::min(nearest, gjk_distance(other.proxy(),
                                               widen(std::as_const(run.world()).find(view.body)->transform()),
                                               own.proxy(), {widen(at), {}})
                                      .distance);
        }
        ASSERT_GT(nearest, 0.005 - 1e-6) << "step " << i;
    }
}

// The script changes the desired velocity after 2 s.
TEST(Walker, FollowsTheScript) {
    auto run = run_of(
        walk("[5, 0]", box("wall", "[3, 0]", "[2, 100]"), "",
             R"(, "timeline": [{"at": 2, "do": "set_velocity", "on": "player", "velocity": [0, 2]}])"));
    advance(run, 20);
    EXPECT_EQ(read(run, "player.speed"), 0.0);
    advance(run, 20);
    EXPECT_NEAR(read(run, "player.y"), 4.0, 1e-4);
    EXPECT_NEAR(read(run, "player.x"), 1.49, 1e-5);
}

// A wall has stopped the walker. Then an event or a command sets zero velocity, which becomes the desired
// velocity, so the walker does not move when the wall is removed.
TEST(Walker, AcceptsACommandOfItsCurrentVelocity) {
    auto run =
        run_of(walk("[5, 0]", box("wall", "[3, 0]", "[2, 100]"), "",
                    R"(, "timeline": [{"at": 2, "do": "set_velocity", "on": "player", "velocity": [0, 0]},
                               {"at": 3, "do": "remove", "on": "wall"}])"));
    advance(run, 40);
    EXPECT_NEAR(read(run, "player.x"), 1.49, 1e-5);
    auto by_command = run_of(walk("[5, 0]", box("wall", "[3, 0]", "[2, 100]"), "",
                                  R"(, "timeline": [{"at": 3, "do": "remove", "on": "wall"}])"));
    advance(by_command, 20);
    ASSERT_TRUE(by_command.apply(command::SetVelocity{.body = by_command.body("player"), .linear = Vec2{}}));
    advance(by_command, 20);
    EXPECT_NEAR(read(by_command, "player.x"), 1.49, 1e-5);
}

std::string platform(const std::string& position, const std::string& size, const std::string& motion) {
    return R"(, {"id": "lift", "type": "kinematic", "position": )" + position +
           R"(, "shapes": [{"type": "box", "size": )" + size + "}], " + motion + "}";
}

// A lift that rises at 1 m/s carries a walker that walks, stands or presses down. The walker stays one skin
// above the lift.
TEST(Walker, RidesALift) {
    for (const char* desired_velocity : {"[1, -1]", "[1, 0]", "[0, 0]"}) {
        for (const char* slides : {"", R"(, "slides": 1)", R"(, "slides": 0)"}) {
            auto run = run_of(
                walk(desired_velocity, platform("[0, -1.5]", "[20, 1]", R"("velocity": [0, 1])"), slides));
            advance(run, 30);
            EXPECT_NEAR(read(run, "player.y") - read(run, "lift.y"), 1.01, 1e-5)
                << desired_velocity << slides;
            if (*slides == 0) {
                EXPECT_NEAR(read(run, "player.x"), desired_velocity[1] == '1' ? 3.0 : 0.0, 1e-4)
                    << desired_velocity;
            }
        }
    }
    auto down = run_of(walk("[1, -1]", platform("[0, -1.1]", "[20, 1]", R"("velocity": [0, -0.5])")));
    advance(down, 30);
    EXPECT_NEAR(read(down, "player.y") - read(down, "lift.y"), 1.01, 1e-5);
}

// Pistons 20 cm thick, at up to 100 m/s, push a standing walker and do not pass through it. When a slanted
// wall is in the way, the walker slides along the wall.
TEST(Walker, IsPushedByPistons) {
    for (const double speed : {0.5, 5.0, 100.0}) {
        auto run = run_of(
            walk("[0, 0]", platform("[-3, 0]", "[0.2, 9]", fmt::format(R"("velocity": [{}, 0])", speed))));
        advance(run, 80);
        EXPECT_NEAR(read(run, "player.x") - read(run, "lift.x"), 0.61, 1e-3) << speed;
    }
    auto run = run_of(walk("[0, 0]", platform("[-3, 0]", "[0.2, 99]", R"("velocity": [1, 0])") +
                                         box("ramp", "[2, 0]", "[0.2, 40]", R"(, "angle": "-45deg")")));
    advance(run, 60);
    EXPECT_NEAR(read(run, "player.x") - read(run, "lift.x"), 0.61, 1e-3);
    EXPECT_GT(read(run, "player.y"), 1.0);
}

// A bar that rotates at 1 rad/s pushes the walker along.
TEST(Walker, IsPushedByARotatingBar) {
    auto run = run_of(walk("[0, 0]", platform("[-2, -1]", "[60, 0.2]", R"("spin": 1)")));
    for (int i = 0; i < 40; ++i) {
        advance(run, 1);
        const double turn = read(run, "lift.angle");
        const double distance =
            -(read(run, "player.x") + 2.0) * std::sin(turn) + (read(run, "player.y") + 1.0) * std::cos(turn);
        ASSERT_GT(distance, 0.5 + 0.1 - 0.02) << i;
    }
}

// The walker starts 40 cm deep in a wall and is pushed out at no more than 3 m/s.
TEST(Walker, IsPushedOutSlowly) {
    auto run = run_of(walk("[0, 0]", box("wall", "[1.1, 0]", "[2, 100]")));
    for (int i = 0; i < 10; ++i) {
        advance(run, 1);
        EXPECT_LE(read(run, "player.speed"), 3.0 + 1e-5);
    }
    EXPECT_NEAR(read(run, "player.x"), 0.1 - 0.51, 1e-5);
    EXPECT_EQ(read(run, "player.speed"), 0.0);
}

// Two walkers approach each other, or one follows the other: they keep their skin distance, whichever of them
// moves first.
TEST(Walker, KeepsItsSkinToOtherWalkers) {
    for (const auto& [own, other] :
         {std::pair{2.0, -3.0}, {9.0, -9.0}, {0.0, -4.0}, {4.0, 1.0}, {1.0, -40.0}}) {
        for (const bool first : {true, false}) {
            std::string text =
                walk(fmt::format("[{}, 0]", own),
                     fmt::format(
                         R"(, {{"id": "other", "type": "kinematic", "position": [3, 0], "velocity": [{}, 0],
                                   "shapes": [{{"type": "circle", "radius": 0.5}}]}})",
                         other));
            const std::string second = R"({"body": "other", "skin": 0.01})";
            const std::size_t at = text.find(R"("walkers": [)") + 12;
            if (first) {
                text.insert(at, second + ", ");
            } else {
                text.insert(text.find("}]", at) + 1, ", " + second);
            }
            auto run = run_of(text);
            for (int i = 0; i < 60; ++i) {
                advance(run, 1);
                ASSERT_GT(read(run, "other.x") - read(run, "player.x"), 1.01 - 1e-4)
                    << own << " and " << other << " at step " << i;
            }
            if (own > 0.0) {
                EXPECT_NEAR(read(run, "other.x") - read(run, "player.x"), 1.01, 0.5);
            }
        }
    }
}

// The walker pushes against a wall forever; a crate on the walker falls asleep.
TEST(Walker, LetsBodiesOnItSleep) {
    auto run = run_of(
        R"({"toibox": 1, "world": {"gravity": [0, -10], "step": "1/60", "duration": 9, "sleeping": true},
        "bodies": [{"id": "player", "type": "kinematic", "velocity": [5, 0],
                    "shapes": [{"type": "box", "size": [2, 1]}]},
                   {"id": "crate", "position": [0, 1], "shapes": [{"type": "box", "size": [1, 1]}]})" +
        box("wall", "[2.02, 0]", "[2, 1]") + R"(], "walkers": [{"body": "player", "skin": 0.01}]})");
    advance(run, 180);
    EXPECT_EQ(read(run, "player.speed"), 0.0);
    EXPECT_EQ(read(run, "world.awake"), 0.0);
}

// Sensors and filtered shapes are not obstacles; all other bodies are, whatever their type.
TEST(Walker, StopsAtShapesThatItCanTouch) {
    const std::string ghosts = R"(, {"id": "s", "type": "static", "position": [2, 0],
        "shapes": [{"type": "box", "size": [1, 9], "sensor": true},
                   {"type": "box", "size": [1, 9], "filter": {"mask": 0}}]},
        {"id": "crate", "position": [5, 0], "shapes": [{"type": "box", "size": [1, 1]}]})";
    auto run = run_of(walk("[10, 0]", ghosts));
    advance(run, 30);
    EXPECT_NEAR(read(run, "player.x"), 5.0 - 0.5 - 0.51, 0.02);
    // Shapes with the same positive group collide, whatever their masks are.
    std::string grouped = walk("[10, 0]", ghosts);
    const std::string shape = R"("radius": 0.5)";
    grouped.replace(grouped.find(shape), shape.size(), R"("radius": 0.5, "filter": {"mask": 2, "group": 7})");
    grouped.replace(grouped.find(R"({"mask": 0})"), 11, R"({"mask": 0, "group": 7})");
    auto stopped = run_of(grouped);
    advance(stopped, 30);
    EXPECT_NEAR(read(stopped, "player.x"), 2.0 - 0.5 - 0.51, 1e-4);
}

/// A walker of two shapes, head and feet with a gap between them, under two one-way platforms that are 0.2 m
/// thick and have their tops at y = 2.03 and 4.53. It jumps at 5 m/s up to `top` and falls at 6 m/s.
/// `lift_speed`: of the platforms, m/s.
std::string jump(double top, const std::string& platform_type = "static", double lift_speed = 0.0) {
    const auto platform = [&](const char* id, double y) {
        return fmt::format(R"(, {{"id": "{}", "type": "{}", "position": [0, {}], "velocity": [0, {}],
            "shapes": [{{"type": "box", "size": [4, 0.2], "center": [0, -0.1], "one_way": [0, 1]}}]}})",
                           id, platform_type, y, lift_speed);
    };
    return R"({"toibox": 1, "world": {"gravity": [0, -10], "step": 0.02, "duration": 9},
        "bodies": [{"id": "player", "type": "kinematic", "velocity": [0, 5], "shapes": [
            {"type": "circle", "radius": 0.3, "center": [0, 0.8]},
            {"type": "box", "size": [0.6, 0.6], "center": [0, -0.1]}]})" +
           platform("low", 2.03) + platform("high", 4.53) + R"(],
        "walkers": [{"body": "player", "skin": 0.01}],
        "timeline": [{"at": )" +
           fmt::format("{:.2f}", top / 5.0) +
           R"(, "do": "set_velocity", "on": "player", "velocity": [0, -6]}]})";
}

// The walker rises through platforms without slowing down, and stands on the highest platform that all its
// shapes have passed. If only its head has passed a platform, it falls back.
TEST(Walker, JumpsThroughOneWayPlatforms) {
    const double feet = 0.4 + 0.01;
    for (const auto& [top, stands_at] : {std::pair{2.0, -1e9}, {3.0, 2.03}, {4.3, 2.03}, {5.2, 4.53}}) {
        auto run = run_of(jump(top));
        advance(run, static_cast<int>(std::lround(top / 5.0 / 0.02)));
        EXPECT_NEAR(read(run, "player.y"), top, 1e-4) << "nothing stopped it";
        advance(run, 100);
        if (stands_at < 0) {
            EXPECT_LT(read(run, "player.y"), -2.0);
        } else {
            EXPECT_NEAR(read(run, "player.y"), stands_at + feet, 2e-3) << "from " << top;
        }
    }
}

// The platforms rise at 0.5 m/s and carry the walker.
TEST(Walker, StandsOnOneWayLifts) {
    auto run = run_of(jump(3.5, "kinematic", 0.5));
    advance(run, 200);
    EXPECT_NEAR(read(run, "player.y") - read(run, "low.y"), 0.41, 5e-3);
    EXPECT_NEAR(read(run, "player.vy"), 0.5, 1e-3);
}

// A run is copied before the walker reaches the wall, at the wall, and along the roof. Each copy continues
// bit-identically.
TEST(Walker, ContinuesIdenticallyInACopy) {
    auto run = run_of(walk("[30, 7]", box("wall", "[3, 0]", "[2, 5]") + box("roof", "[0, 4]", "[20, 1]")));
    std::vector<scene::Run> copies;
    for (int step = 0; step < 20; ++step) {
        copies.push_back(run);
        for (scene::Run& copy : copies) {
            copy.step();
        }
        advance(run, 1);
        for (std::size_t i = 0; i < copies.size(); ++i)
            ASSERT_EQ(copies[i].world().hash(), run.world().hash()) << "copied at step " << i;
    }
    // The walker is blocked when the run is copied. In run and copy it goes on when the wall is removed.
    auto blocked = run_of(walk("[5, 0]", box("wall", "[3, 0]", "[2, 100]")));
    advance(blocked, 20);
    ASSERT_EQ(read(blocked, "player.speed"), 0.0);
    auto copy = blocked;
    for (scene::Run* each : {&blocked, &copy}) {
        ASSERT_TRUE(each->apply(command::DestroyBody{each->body("wall")}));
        advance(*each, 10);
    }
    EXPECT_EQ(copy.world().hash(), blocked.world().hash());
    EXPECT_NEAR(read(copy, "player.x"), 1.49 + 5.0, 1e-4);
}

}  // namespace
}  // namespace toibox::scene

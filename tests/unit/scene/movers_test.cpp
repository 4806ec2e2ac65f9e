// SPDX-License-Identifier: MIT
// What moves bodies by looking ahead: wheel rays and walkers.
#include "toibox/math/trig.h"
#include "toibox/narrow/gjk.h"
#include "toibox/scene/run.h"

#include "tests/support/print.h"
#include "tests/unit/scene/document_support.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <vector>

namespace toibox::scene {
namespace {

using namespace test;

Run run_of(const std::string& text) {
    Result<Run, Diagnostics> run = Run::start(resolved(text));
    EXPECT_TRUE(run) << format(run.error());
    return std::move(*run);
}

void advance(Run& run, int steps) {
    for (int i = 0; i < steps; ++i) {
        run.step();
        ASSERT_TRUE(run.script_errors().empty()) << run.script_errors().front();
    }
}

double read(const Run& run, const std::string& quantity) {
    return run.quantity(quantity).value_or(std::numeric_limits<double>::quiet_NaN());
}

constexpr const char* ground =
    R"({"id": "ground", "type": "static", "shapes": [{"type": "box", "size": [200, 2], "center": [0, -1]}]})";

/// A car of 2 m by 0.4 m and 100 kg over flat ground: rays of 1 m from its middle line 0.8 m to either side.
std::string car(double y, const std::string& keys, const std::string& more = "", double slope = 0.0) {
    return fmt::format(
        R"({{"toibox": 1, "world": {{"gravity": [{}, {}], "step": "1/60", "duration": 20, "sleeping": false}},
        "bodies": [{}, {{"id": "car", "position": [0, {}], "mass": {{"mass": 100, "inertia": 40}},
                         "shapes": [{{"type": "box", "size": [2, 0.4]}}]}}],
        "wheel_rays": [{{"id": "rear", "body": "car", "at": [-0.8, 0], "length": 1, {}}},
                       {{"id": "front", "body": "car", "at": [0.8, 0], "length": 1, {}}}]{}}})",
        10.0 * std::sin(slope), -10.0 * std::cos(slope), ground, y, keys, keys, more);
}

// The spring's rate is that of its share of the mass, so it gives by g / (2 π f)² and no more.
TEST(WheelRay, BearsTheWeightWhereItsSpringDoes) {
    for (const double frequency : {1.0, 2.0, 5.0, 20.0, 60.0}) {
        auto run = run_of(car(1.0, fmt::format(R"("frequency": {}, "damping_ratio": 1)", frequency)));
        advance(run, 1200);
        const double omega = 2.0 * pi * frequency;
        EXPECT_NEAR(read(run, "car.y"), 1.0 - 10.0 / (omega * omega), 2e-4) << frequency << " Hz";
        EXPECT_NEAR(read(run, "car.angle"), 0.0, 1e-5);
        EXPECT_NEAR(read(run, "car.speed"), 0.0, 1e-4);
    }
}

// On a plank that lies on the ground itself: the plank stays, and the spring gives no more than on the
// ground.
TEST(WheelRay, StandsOnWhatLiesOnTheGround) {
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

// Dropped by half a metre without damping: it never comes higher than it fell from, at no stiffness, and the
// bounces die or go on but never grow. Off centre, so that it turns too.
TEST(WheelRay, GivesBackNoMoreThanItGot) {
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
            // 40 kg m² at 0.5 rad/s are worth 5 mm of the height of 100 kg.
            EXPECT_LT(highest, 1.5 + 0.01) << frequency << " Hz, " << damping;
            EXPECT_GT(read(run, "car.y"), 0.0);
        }
    }
}

// Six rays at one place and a body that hardly turns: each alone would take up the whole blow.
TEST(WheelRay, SharesTheBodyWithItsNeighbours) {
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

// 100 kg, two motors of 100 N: 2 m/s², up to the speed that they want and no further. Of friction 0.1 they
// have 100 N in all.
TEST(WheelRay, DrivesAsFarAsFrictionLets) {
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

// On a slope of 20 degrees (gravity is turned instead): the brake holds it; without, it rolls.
TEST(WheelRay, BrakesOnASlope) {
    auto held = run_of(car(0.94, R"("frequency": 3, "motor": {"speed": 0, "max_force": 1000})", "", 0.35));
    advance(held, 300);
    EXPECT_NEAR(read(held, "car.vx"), 0.0, 1e-3);
    EXPECT_NEAR(read(held, "car.x"), 0.0, 0.15);
    auto rolls = run_of(car(0.94, R"("frequency": 3)", "", 0.35));
    advance(rolls, 60);
    EXPECT_NEAR(read(rolls, "car.vx"), 10.0 * std::sin(0.35), 0.02);
}

// t > 0: nothing below within its length, so it falls freely, and only then is pushed.
TEST(WheelRay, LeavesAFlyingBodyAlone) {
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

// A car on a free plank in space drives off: what it gains the plank gets back, and the same for the spring.
TEST(WheelRay, PushesBackOnWhatItMeets) {
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
    // The point of the force stands still in a step while the bodies go on, by 1 cm at 50 N a step.
    EXPECT_NEAR(run.world().angular_momentum(), 0.0, 0.02);
}

// At rest it falls asleep on its rays, where it stood; when the ground goes, it falls.
TEST(WheelRay, LetsItsBodySleepUntilTheGroundGoes) {
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

TEST(WheelRay, GoesOnAlikeInACopy) {
    auto run = run_of(car(1.5, R"("frequency": 4, "motor": {"speed": 3, "max_force": 100})"));
    for (int step = 0; step < 40; step += 7) {
        auto copy = run;
        auto ahead = run;
        advance(copy, 30);
        advance(ahead, 30);
        ASSERT_EQ(copy.world().hash(), ahead.world().hash());
        advance(run, 7);
    }
}

/// A disc of 0.5 m at the origin that wants `velocity`, among other bodies; steps of 0.1 s.
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

// Nothing in the way: what it wants is what it does.
TEST(Walker, GoesFreely) {
    auto run = run_of(walk("[3, 1]", ""));
    advance(run, 10);
    EXPECT_NEAR(read(run, "player.x"), 3.0, 1e-5);
    EXPECT_NEAR(read(run, "player.y"), 1.0, 1e-5);
}

// A wall whose face is at x = 2: it stops there but for its radius and skin, and keeps the rest of its way.
TEST(Walker, SlidesAlongAWall) {
    auto run = run_of(walk("[5, 1]", box("wall", "[3, 0]", "[2, 100]")));
    advance(run, 40);
    EXPECT_NEAR(read(run, "player.x"), 2.0 - 0.5 - 0.01, 1e-5);
    EXPECT_NEAR(read(run, "player.y"), 4.0, 1e-4);
    auto stopped = run_of(walk("[5, 1]", box("wall", "[3, 0]", "[2, 100]"), R"(, "slides": 0)"));
    advance(stopped, 40);
    EXPECT_NEAR(read(stopped, "player.x"), 1.49, 1e-5);
    EXPECT_NEAR(read(stopped, "player.y"), 1.49 / 5.0, 1e-4);  // it stuck where it met the wall
}

// Corners of 30 to 150 degrees: it comes to rest in each, to the bit, and in neither wall.
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
        const double off = (x - 4.0) * std::sin(turn) - (y + 1.0) * std::cos(turn);
        EXPECT_LT(off, -0.5) << angle;  // on the left of the line
    }
}

// The case of two planes: each projection alone would lead into the other wall.
TEST(Walker, GoesIntoAWedgeNoFurtherThanItFits) {
    const std::string wedge = R"(, {"id": "wedge", "type": "static", "position": [0, 0],
        "shapes": [{"type": "chain", "points": [[-1, 6], [8, 0], [-1, -6]]}]})";
    for (const char* slides : {"1", "2", "4", "16"}) {
        auto run = run_of(walk("[40, 3]", wedge, std::string(R"(, "slides": )") + slides));
        advance(run, 60);
        // The lines fall by 6 in 9: at 0.51 m from both it is 0.51 / sin(atan(6/9)) before the tip.
        EXPECT_NEAR(read(run, "player.x"), 8.0 - 0.51 / std::sin(std::atan2(6.0, 9.0)), 1e-3) << slides;
        EXPECT_NEAR(read(run, "player.y"), 0.0, 1e-3) << slides;
        EXPECT_EQ(read(run, "player.speed"), 0.0);
    }
}

// A wall of 1 mm, at speeds up to 10⁶ m/s.
TEST(Walker, TunnelsAtNoSpeed) {
    for (const char* speed : {"[7, 0]", "[100, 1]", "[10000, 0]", "[1000000, 3]"}) {
        auto run = run_of(walk(speed, box("wall", "[3, 0]", "[0.001, 100]")));
        advance(run, 5);
        EXPECT_NEAR(read(run, "player.x"), 3.0 - 0.0005 - 0.51, 1e-4) << speed;
    }
}

// Random wishes among random convex and concave bodies: it never comes nearer than half its skin.
TEST(Walker, KeepsItsSkinWhereverItGoes) {
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

// The script says what it wants from the second second on.
TEST(Walker, HeedsTheScript) {
    auto run = run_of(
        walk("[5, 0]", box("wall", "[3, 0]", "[2, 100]"), "",
             R"(, "timeline": [{"at": 2, "do": "set_velocity", "on": "player", "velocity": [0, 2]}])"));
    advance(run, 20);
    EXPECT_EQ(read(run, "player.speed"), 0.0);
    advance(run, 20);
    EXPECT_NEAR(read(run, "player.y"), 4.0, 1e-4);
    EXPECT_NEAR(read(run, "player.x"), 1.49, 1e-5);
}

// A lift that rises at 1 m/s below one that walks and wants down: it is taken along, a skin above.
TEST(Walker, RidesALift) {
    const std::string lift =
        R"(, {"id": "lift", "type": "kinematic", "position": [0, -1.5], "velocity": [0, 1],
        "shapes": [{"type": "box", "size": [20, 1]}]})";
    auto run = run_of(walk("[1, -1]", lift));
    advance(run, 30);
    EXPECT_NEAR(read(run, "player.x"), 3.0, 0.02);
    EXPECT_NEAR(read(run, "player.y") - read(run, "lift.y"), 1.01 - 0.1, 0.02);  // a step behind
}

// Sensors and what the filters keep apart are no obstacles; other bodies are, whatever their type.
TEST(Walker, MeetsWhatItCouldTouch) {
    const std::string ghosts = R"(, {"id": "s", "type": "static", "position": [2, 0],
        "shapes": [{"type": "box", "size": [1, 9], "sensor": true},
                   {"type": "box", "size": [1, 9], "filter": {"mask": 0}}]},
        {"id": "crate", "position": [5, 0], "shapes": [{"type": "box", "size": [1, 1]}]})";
    auto run = run_of(walk("[10, 0]", ghosts));
    advance(run, 30);
    EXPECT_NEAR(read(run, "player.x"), 5.0 - 0.5 - 0.51, 0.02);
    // A shared group collides whatever the masks say.
    std::string grouped = walk("[10, 0]", ghosts);
    const std::string shape = R"("radius": 0.5)";
    grouped.replace(grouped.find(shape), shape.size(), R"("radius": 0.5, "filter": {"mask": 2, "group": 7})");
    grouped.replace(grouped.find(R"({"mask": 0})"), 11, R"({"mask": 0, "group": 7})");
    auto stopped = run_of(grouped);
    advance(stopped, 30);
    EXPECT_NEAR(read(stopped, "player.x"), 2.0 - 0.5 - 0.51, 1e-4);
}

TEST(Walker, GoesOnAlikeInACopy) {
    auto run = run_of(walk("[30, 7]", box("wall", "[3, 0]", "[2, 5]") + box("roof", "[0, 4]", "[20, 1]")));
    for (int step = 0; step < 20; ++step) {
        auto copy = run;
        auto ahead = run;
        advance(copy, 20);
        advance(ahead, 20);
        ASSERT_EQ(copy.world().hash(), ahead.world().hash()) << "copied at step " << step;
        advance(run, 1);
    }
}

TEST(Movers, RefuseWhatTheyCannotMove) {
    const auto says = [](const std::string& part, const std::string& message) {
        const std::string text = R"({"toibox": 1,
            "bodies": [{"id": "free"}, {"id": "wall", "type": "static"}, {"id": "lift", "type": "kinematic"}], )" +
                                 part + "}";
        EXPECT_NE(format(errors_of(text)).find(message), std::string::npos) << format(errors_of(text));
    };
    const auto ray = [&](const std::string& keys, const std::string& message) {
        says(R"("wheel_rays": [{)" + keys + "}]", message);
    };
    ray(R"("body": "fre", "at": [0, 0], "length": 1)", R"(there is no body "fre")");
    ray(R"("body": "fre", "at": [0, 0], "length": 1)", R"(did you mean "free"?)");
    ray(R"("body": "wall", "at": [0, 0], "length": 1)",
        R"("wall" is static: a wheel ray pushes a dynamic body)");
    ray(R"("body": "lift", "at": [0, 0], "length": 1)", R"(give it "type": "dynamic", or name another body)");
    ray(R"("body": "free", "at": [0, 0], "length": 0)", R"("length" must be greater than 0)");
    ray(R"("body": "free", "at": [0, 0], "length": 1, "direction": [0, 0])", "the direction has no length");
    ray(R"("body": "free", "at": [0, 0], "length": 1, "frequency": -2)",
        R"("frequency" must be greater than 0)");
    ray(R"("body": "free", "at": [0, 0], "length": 1, "frequenzy": 2)", R"(did you mean "frequency"?)");
    ray(R"("body": "free", "length": 1)", "write where the ray begins");
    ray(R"("at": [0, 0], "length": 1)", R"(name the body, "body": "car")");
    says(R"("walkers": [{"body": "free"}])", R"("free" is dynamic: a walker moves a kinematic body)");
    says(R"("walkers": [{"body": "lift", "slides": 17}])", R"("slides" must be)");
    says(R"("walkers": [{"body": "lift", "skin": 0}])", R"("skin" must be greater than 0)");
    says(R"("walkers": [{"body": "lift"}, {"body": "lift"}])", R"("lift" has a walker already)");
    says(R"("walkers": [{"body": "left"}])", R"(did you mean "lift"?)");
    says(R"("walkers": [{"body": "late"}], "timeline": [{"at": 1, "do": "spawn", "body": {"id": "late"}}])",
         R"("late" is dynamic)");
}

}  // namespace
}  // namespace toibox::scene

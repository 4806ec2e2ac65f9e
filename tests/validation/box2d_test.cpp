// SPDX-License-Identifier: MIT
// The same scenes in toibox, with each of its row solvers, and in Box2D 2.4.1 (8 velocity, 3 position
// iterations, 60 Hz), the same figures read from both. Each tolerance says why the two may differ at all:
// Box2D rounds its polygons by 1 cm, answers restitution at the end of the step that touches, and allows 5 mm
// of overlap as toibox does.
#include "toibox/dynamics/world.h"
#include "toibox/geometry/hull.h"

#include "tests/support/print.h"
#include "tests/unit/dynamics/exact_method.h"

#include <box2d/box2d.h>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

struct Surface {
    float friction = 0.6f;
    float restitution = 0.0f;
};

/// One body in both worlds.
struct PairedBody {
    BodyHandle ours;
    b2Body* theirs = nullptr;
};

/// Two worlds that are given the same bodies and steps.
class PairedWorlds {
public:
    PairedWorlds(Vec2 gravity, const Method& method)
        : ours({.gravity = gravity, .solver = method.solver, .substeps = method.substeps}),
          theirs({gravity.x, gravity.y}) {}

    PairedBody add(BodyType type, Vec2 position, Vec2 velocity = {}, float spin = 0.0f) {
        b2BodyDef def;
        def.type = type == BodyType::Static ? b2_staticBody : b2_dynamicBody;
        def.position.Set(position.x, position.y);
        def.linearVelocity.Set(velocity.x, velocity.y);
        def.angularVelocity = spin;
        def.allowSleep = false;
        return {
            ours.create_body(
                {.type = type, .position = position, .linear_velocity = velocity, .angular_velocity = spin}),
            theirs.CreateBody(&def)};
    }
    void attach_box(const PairedBody& twin, Vec2 half, const Surface& surface, Vec2 center = {}) {
        ours.attach(twin.ours, make_box(half, center), material(surface));
        b2PolygonShape shape;
        shape.SetAsBox(half.x, half.y, {center.x, center.y}, 0.0f);
        attach(twin, shape, surface);
    }
    void attach_disc(const PairedBody& twin, float radius, const Surface& surface) {
        ours.attach(twin.ours, Circle{.radius = radius}, material(surface));
        b2CircleShape shape;
        shape.m_radius = radius;
        attach(twin, shape, surface);
    }
    PairedBody add_floor(const Surface& surface) {
        const PairedBody floor = add(BodyType::Static, {});
        attach_box(floor, {100.0f, 0.5f}, surface, {0.0f, -0.5f});
        return floor;
    }
    void step() {
        ASSERT_FALSE(ours.step(time_step).non_finite);
        theirs.Step(time_step, 8, 3);
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i)
            step();
    }
    Vec2 our_place(const PairedBody& twin) { return ours.find(twin.ours)->center(); }
    static Vec2 their_place(const PairedBody& twin) {
        return {twin.theirs->GetWorldCenter().x, twin.theirs->GetWorldCenter().y};
    }
    Vec2 our_velocity(const PairedBody& twin) { return ours.find(twin.ours)->velocity().linear; }
    static Vec2 their_velocity(const PairedBody& twin) {
        return {twin.theirs->GetLinearVelocity().x, twin.theirs->GetLinearVelocity().y};
    }

    World ours;
    b2World theirs;

private:
    static ShapeDef material(const Surface& surface) {
        return {
            .material = {.density = 1.0f, .friction = surface.friction, .restitution = surface.restitution}};
    }
    static void attach(const PairedBody& twin, const b2Shape& shape, const Surface& surface) {
        b2FixtureDef def;
        def.shape = &shape;
        def.density = 1.0f;
        def.friction = surface.friction;
        def.restitution = surface.restitution;
        twin.theirs->CreateFixture(&def);
    }
};

class ComparedToBox2D : public testing::TestWithParam<Method> {};

// Both integrate by semi-implicit Euler, which falls g·t·h/2 too far in steps of h: with that of the
// sub-steps taken into account nothing but rounding may differ over 20 m.
TEST_P(ComparedToBox2D, FreeFall) {
    PairedWorlds worlds({0, -10}, GetParam());
    const PairedBody ball = worlds.add(BodyType::Dynamic, {0, 100}, {3, 0}, 2.0f);
    worlds.attach_disc(ball, 0.5f, {});
    worlds.run(120);
    const Vec2 ours = worlds.our_place(ball);
    const Vec2 theirs = PairedWorlds::their_place(ball);
    const float shorter = time_step - time_step / static_cast<float>(GetParam().substeps);
    EXPECT_NEAR(ours.x, theirs.x, 1e-3f);
    EXPECT_NEAR(ours.y, theirs.y + 10.0f * 2.0f * shorter / 2.0f, 1e-3f);
}

/// Heights of the apexes above the floor, of a ball of radius 0.25.
struct Apexes {
    std::vector<double> ours;
    std::vector<double> theirs;
};
Apexes apexes_of(PairedWorlds& worlds, const PairedBody& ball, int steps) {
    Apexes apexes;
    double our_last = 0.0;
    double their_last = 0.0;
    for (int i = 0; i < steps; ++i) {
        worlds.step();
        const double our_rise = wide(worlds.our_velocity(ball).y);
        const double their_rise = wide(PairedWorlds::their_velocity(ball).y);
        if (our_last > 0.0 && our_rise <= 0.0) apexes.ours.push_back(wide(worlds.our_place(ball).y) - 0.25);
        if (their_last > 0.0 && their_rise <= 0.0)
            apexes.theirs.push_back(wide(PairedWorlds::their_place(ball).y) - 0.25);
        our_last = our_rise;
        their_last = their_rise;
    }
    return apexes;
}

/// Semi-implicit Euler in steps of h keeps v²/2 + g·y − g·h·v/2 in free flight. So a fall from rest at
/// `height` ends with this speed, m/s …
double speed_of_fall(double height, double h) {
    const double bias = 0.5 * g * h;
    return std::sqrt(2.0 * g * height + bias * bias) - bias;
}
/// … and who leaves the floor at a speed, at a share of a step before it ends, rises by this, metres.
double rise(double speed, double h, double share) {
    return 0.5 * speed * speed / g + (share - 0.5) * h * speed;
}

// Apexes of a ball dropped from 5 m with e = 0.8, each from the one before it. toibox bounces with the speed
// at the floor, and gravity acts on after the bounce: to the slop, an apex is e² of the one before. Box2D
// bounces with the speed of the end of the step, up to g·h faster, and flies the rest of the step without
// gravity: its apex lies between those of an impact at the end of the step and at its beginning, 0.24 m apart
// at first.
TEST_P(ComparedToBox2D, BouncingBall) {
    PairedWorlds worlds({0, -10}, GetParam());
    worlds.add_floor({.restitution = 0.0f});
    const PairedBody ball = worlds.add(BodyType::Dynamic, {0, 5.25f});
    worlds.attach_disc(ball, 0.25f, {.restitution = 0.8f});
    const Apexes apexes = apexes_of(worlds, ball, 300);
    ASSERT_GE(apexes.ours.size(), 3u);
    ASSERT_GE(apexes.theirs.size(), 3u);
    constexpr double e = 0.8;
    constexpr double slop = 0.005;
    const double step = wide(time_step);
    double our_last = 5.0;
    double their_last = 5.0;
    for (std::size_t n = 0; n < 3; ++n) {
        SCOPED_TRACE(testing::Message() << "bounce " << n + 1);
        EXPECT_NEAR(apexes.ours[n], e * e * our_last, slop);
        const double slowest = speed_of_fall(their_last, step);
        EXPECT_GE(apexes.theirs[n], rise(e * slowest, step, 0.0) - slop);
        EXPECT_LE(apexes.theirs[n], rise(e * (slowest + g * step), step, 1.0) + slop);
        our_last = apexes.ours[n];
        their_last = apexes.theirs[n];
    }
}

// A box slides at 5 m/s with μ = 0.5 until it stops: v²/(2μg) = 2.5 m in both, within 2 % for the last half
// step.
TEST_P(ComparedToBox2D, SlidingToAStop) {
    PairedWorlds worlds({0, -10}, GetParam());
    worlds.add_floor({.friction = 0.5f});
    const PairedBody box = worlds.add(BodyType::Dynamic, {0, 0.5f}, {5, 0});
    worlds.attach_box(box, {0.5f, 0.5f}, {.friction = 0.5f});
    worlds.run(120);
    EXPECT_NEAR(worlds.our_velocity(box).x, 0.0f, 1e-3f);
    EXPECT_NEAR(worlds.our_place(box).x, PairedWorlds::their_place(box).x, 0.05f);
    EXPECT_NEAR(worlds.our_place(box).x, 2.5f, 0.05f);
}

/// How far any of the bodies moves between two times, in both worlds.
struct Drift {
    float ours = 0.0f;
    float theirs = 0.0f;
};
Drift drift(PairedWorlds& worlds, const std::vector<PairedBody>& bodies, int settle, int watch) {
    worlds.run(settle);
    std::vector<Vec2> our_start;
    std::vector<Vec2> their_start;
    for (const PairedBody& body : bodies) {
        our_start.push_back(worlds.our_place(body));
        their_start.push_back(PairedWorlds::their_place(body));
    }
    worlds.run(watch);
    Drift result;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        result.ours = std::max(result.ours, distance(our_start[i], worlds.our_place(bodies[i])));
        result.theirs =
            std::max(result.theirs, distance(their_start[i], PairedWorlds::their_place(bodies[i])));
    }
    return result;
}

// Ten unit boxes on each other: after three seconds toibox's stack moves no more than Box2D's and a slop.
TEST_P(ComparedToBox2D, StackAtRest) {
    PairedWorlds worlds({0, -10}, GetParam());
    worlds.add_floor({});
    std::vector<PairedBody> boxes;
    for (int i = 0; i < 10; ++i) {
        boxes.push_back(worlds.add(BodyType::Dynamic, {0, 0.5f + static_cast<float>(i)}));
        worlds.attach_box(boxes.back(), {0.5f, 0.5f}, {});
    }
    const Drift moved = drift(worlds, boxes, 180, 180);
    EXPECT_LT(moved.ours, moved.theirs + 0.005f);
    EXPECT_NEAR(worlds.our_place(boxes.back()).y, 9.5f, 0.05f);
    // Box2D's boxes keep two skins of 1 cm less one slop between them: 15 mm a box.
    EXPECT_NEAR(PairedWorlds::their_place(boxes.back()).y, 9.5f + 10 * 0.015f, 0.08f);
}

// A pyramid of twelve rows, as the stack.
TEST_P(ComparedToBox2D, PyramidAtRest) {
    PairedWorlds worlds({0, -10}, GetParam());
    worlds.add_floor({});
    std::vector<PairedBody> boxes;
    for (int row = 0; row < 12; ++row) {
        for (int i = 0; i < 12 - row; ++i) {
            const float x = static_cast<float>(i) - 0.5f * static_cast<float>(11 - row);
            boxes.push_back(worlds.add(BodyType::Dynamic, {1.1f * x, 0.5f + static_cast<float>(row)}));
            worlds.attach_box(boxes.back(), {0.5f, 0.5f}, {});
        }
    }
    const Drift moved = drift(worlds, boxes, 300, 180);
    EXPECT_LT(moved.ours, moved.theirs + 0.005f);
}

// Equal discs head-on with e = 1 and no friction: they swap 4 m/s, and so does Box2D.
TEST_P(ComparedToBox2D, ElasticHeadOn) {
    PairedWorlds worlds({0, 0}, GetParam());
    const Surface elastic{.friction = 0.0f, .restitution = 1.0f};
    const PairedBody left = worlds.add(BodyType::Dynamic, {-2, 0}, {4, 0});
    const PairedBody right = worlds.add(BodyType::Dynamic, {1, 0});
    worlds.attach_disc(left, 0.5f, elastic);
    worlds.attach_disc(right, 0.5f, elastic);
    worlds.run(90);
    EXPECT_NEAR(worlds.our_velocity(left).x, PairedWorlds::their_velocity(left).x, 1e-3f);
    EXPECT_NEAR(worlds.our_velocity(right).x, PairedWorlds::their_velocity(right).x, 1e-3f);
    EXPECT_NEAR(worlds.our_velocity(right).x, 4.0f, 1e-3f);
}

// A disc hits a free 2 m rod near its end, e = 1, no friction. The rods' spins and speeds agree within 3 %:
// Box2D's skin lets them meet 1 cm earlier, on an arm that differs by as much.
TEST_P(ComparedToBox2D, OffCentreImpact) {
    PairedWorlds worlds({0, 0}, GetParam());
    const Surface elastic{.friction = 0.0f, .restitution = 1.0f};
    const PairedBody rod = worlds.add(BodyType::Dynamic, {0, 0});
    worlds.attach_box(rod, {0.1f, 1.0f}, elastic);
    const PairedBody disc = worlds.add(BodyType::Dynamic, {-3, 0.8f}, {5, 0});
    worlds.attach_disc(disc, 0.2f, elastic);
    worlds.run(60);
    const float our_spin = worlds.ours.find(rod.ours)->velocity().angular;
    const float their_spin = rod.theirs->GetAngularVelocity();
    EXPECT_NEAR(our_spin, their_spin, 0.03f * std::abs(their_spin));
    EXPECT_NEAR(worlds.our_velocity(rod).x, PairedWorlds::their_velocity(rod).x, 0.03f * 5.0f);
    EXPECT_NEAR(worlds.our_velocity(disc).x, PairedWorlds::their_velocity(disc).x, 0.03f * 5.0f);
}

INSTANTIATE_TEST_SUITE_P(Methods, ComparedToBox2D, testing::ValuesIn(solver_methods), method_name);

}  // namespace
}  // namespace toibox

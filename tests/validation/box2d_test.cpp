// SPDX-License-Identifier: MIT
// The same scenes in toibox, with each of its row solvers, and in Box2D 2.4.1 (8 velocity, 3 position
// iterations, 60 Hz). Each tolerance says why the two may differ: Box2D rounds its polygons by 1 cm and
// applies restitution at the end of the step with the contact. Like toibox, it allows 5 mm of overlap.
#include "toibox/dynamics/world.h"
#include "toibox/geometry/hull.h"

#include "tests/support/print.h"
#include "tests/unit/dynamics/ccd/exact_method.h"

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

/// Two worlds with the same bodies and steps.
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
    Vec2 our_position(const PairedBody& twin) { return ours.find(twin.ours)->center(); }
    static Vec2 their_position(const PairedBody& twin) {
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

// Both use semi-implicit Euler, which falls g·t·h/2 too far with steps of h. Corrected for the sub-steps,
// only rounding may differ over 20 m.
TEST_P(ComparedToBox2D, FreeFall) {
    PairedWorlds worlds({0, -10}, GetParam());
    const PairedBody ball = worlds.add(BodyType::Dynamic, {0, 100}, {3, 0}, 2.0f);
    worlds.attach_disc(ball, 0.5f, {});
    worlds.run(120);
    const Vec2 ours = worlds.our_position(ball);
    const Vec2 theirs = PairedWorlds::their_position(ball);
    const float shorter = time_step - time_step / static_cast<float>(GetParam().substeps);
    EXPECT_NEAR(ours.x, theirs.x, 1e-3f);
    EXPECT_NEAR(ours.y, theirs.y + 10.0f * 2.0f * shorter / 2.0f, 1e-3f);
}

/// Heights of the apexes of a ball of radius 0.25 above its height at rest.
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
        if (our_last > 0.0 && our_rise <= 0.0)
            apexes.ours.push_back(wide(worlds.our_position(ball).y) - 0.25);
        if (their_last > 0.0 && their_rise <= 0.0)
            apexes.theirs.push_back(wide(PairedWorlds::their_position(ball).y) - 0.25);
        our_last = our_rise;
        their_last = their_rise;
    }
    return apexes;
}

/// Speed after a fall from rest at `height`, m/s: semi-implicit Euler with steps of h conserves
/// v²/2 + g·y − g·h·v/2 in free flight.
double speed_of_fall(double height, double h) {
    const double bias = 0.5 * g * h;
    return std::sqrt(2.0 * g * height + bias * bias) - bias;
}
/// Height, metres, to which a body rises that leaves the floor with `fraction` of the step left.
double rise(double speed, double h, double fraction) {
    return 0.5 * speed * speed / g + (fraction - 0.5) * h * speed;
}

// Apexes of a ball dropped from 5 m with e = 0.8, each compared to the previous one. toibox bounces with the
// speed at the floor and applies gravity after the bounce: an apex is e² times the previous one, within the
// slop. Box2D bounces with the speed at the end of the step, up to g·h faster, and ignores gravity in the
// rest of the step: its apex is between those of impacts at the end and at the start of the step, which at
// first are 0.24 m apart.
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
        const double min_speed = speed_of_fall(their_last, step);
        EXPECT_GE(apexes.theirs[n], rise(e * min_speed, step, 0.0) - slop);
        EXPECT_LE(apexes.theirs[n], rise(e * (min_speed + g * step), step, 1.0) + slop);
        our_last = apexes.ours[n];
        their_last = apexes.theirs[n];
    }
}

// A box slides from 5 m/s to a stop with μ = 0.5: v²/(2μg) = 2.5 m in both, within 2 % for the last half
// step.
TEST_P(ComparedToBox2D, SlidingToAStop) {
    PairedWorlds worlds({0, -10}, GetParam());
    worlds.add_floor({.friction = 0.5f});
    const PairedBody box = worlds.add(BodyType::Dynamic, {0, 0.5f}, {5, 0});
    worlds.attach_box(box, {0.5f, 0.5f}, {.friction = 0.5f});
    worlds.run(120);
    EXPECT_NEAR(worlds.our_velocity(box).x, 0.0f, 1e-3f);
    EXPECT_NEAR(worlds.our_position(box).x, PairedWorlds::their_position(box).x, 0.05f);
    EXPECT_NEAR(worlds.our_position(box).x, 2.5f, 0.05f);
}

/// Maximum motion of a body in the last `watch` steps, in both worlds.
struct Drift {
    float ours = 0.0f;
    float theirs = 0.0f;
};
Drift drift(PairedWorlds& worlds, const std::vector<PairedBody>& bodies, int settle, int watch) {
    worlds.run(settle);
    std::vector<Vec2> our_start;
    std::vector<Vec2> their_start;
    for (const PairedBody& body : bodies) {
        our_start.push_back(worlds.our_position(body));
        their_start.push_back(PairedWorlds::their_position(body));
    }
    worlds.run(watch);
    Drift result;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        result.ours = std::max(result.ours, distance(our_start[i], worlds.our_position(bodies[i])));
        result.theirs =
            std::max(result.theirs, distance(their_start[i], PairedWorlds::their_position(bodies[i])));
    }
    return result;
}

// A stack of ten unit boxes: after three seconds it moves at most by a slop more than in Box2D.
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
    EXPECT_NEAR(worlds.our_position(boxes.back()).y, 9.5f, 0.05f);
    // Box2D keeps two skins of 1 cm minus one slop between boxes: 15 mm per box.
    EXPECT_NEAR(PairedWorlds::their_position(boxes.back()).y, 9.5f + 10 * 0.015f, 0.08f);
}

// A pyramid of twelve rows, with the bound of the stack.
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

// Equal discs collide head-on with e = 1 and no friction: they exchange 4 m/s, as in Box2D.
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

// A disc hits a free 2 m rod near its end, e = 1, no friction. The spins and speeds of the rods agree within
// 3 %: with Box2D's skin they meet 1 cm earlier, and the lever arm differs by as much.
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

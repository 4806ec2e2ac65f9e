// SPDX-License-Identifier: MIT
// The same scenes in toibox, with each of its row solvers, and in Box2D 2.4.1 (8 velocity and 3 position
// iterations, 60 Hz). The engines differ, because Box2D's polygons have skins of 1 cm and Box2D applies
// restitution at the end of the step with the contact. Both engines allow 5 mm of overlap.
#include "toibox/dynamics/world.h"
#include "toibox/geometry/hull.h"

#include "tests/support/print.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

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

/// The same body in both worlds.
struct PairedBody {
    BodyHandle toibox;
    b2Body* box2d = nullptr;
};

/// A world of each engine, with the same bodies and steps.
class PairedWorlds {
public:
    PairedWorlds(Vec2 gravity, const Method& method)
        : toibox({.gravity = gravity, .solver = method.solver, .substeps = method.substeps}),
          box2d({gravity.x, gravity.y}) {}

    PairedBody add(BodyType type, Vec2 position, Vec2 velocity = {}, float spin = 0.0f) {
        b2BodyDef def;
        def.type = type == BodyType::Static ? b2_staticBody : b2_dynamicBody;
        def.position.Set(position.x, position.y);
        def.linearVelocity.Set(velocity.x, velocity.y);
        def.angularVelocity = spin;
        def.allowSleep = false;
        return {
            toibox.create_body(
                {.type = type, .position = position, .linear_velocity = velocity, .angular_velocity = spin}),
            box2d.CreateBody(&def)};
    }
    void attach_box(const PairedBody& body, Vec2 half_size, const Surface& surface, Vec2 center = {}) {
        toibox.attach(body.toibox, make_box(half_size, center), material(surface));
        b2PolygonShape shape;
        shape.SetAsBox(half_size.x, half_size.y, {center.x, center.y}, 0.0f);
        attach(body, shape, surface);
    }
    void attach_disc(const PairedBody& body, float radius, const Surface& surface) {
        toibox.attach(body.toibox, Circle{.radius = radius}, material(surface));
        b2CircleShape shape;
        shape.m_radius = radius;
        attach(body, shape, surface);
    }
    PairedBody add_floor(const Surface& surface) {
        const PairedBody floor = add(BodyType::Static, {});
        attach_box(floor, {100.0f, 0.5f}, surface, {0.0f, -0.5f});
        return floor;
    }
    void step() {
        ASSERT_FALSE(toibox.step(time_step).non_finite);
        box2d.Step(time_step, 8, 3);
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i)
            step();
    }
    Vec2 toibox_position(const PairedBody& body) { return toibox.find(body.toibox)->center(); }
    static Vec2 box2d_position(const PairedBody& body) {
        return {body.box2d->GetWorldCenter().x, body.box2d->GetWorldCenter().y};
    }
    Vec2 toibox_velocity(const PairedBody& body) { return toibox.find(body.toibox)->velocity().linear; }
    static Vec2 box2d_velocity(const PairedBody& body) {
        return {body.box2d->GetLinearVelocity().x, body.box2d->GetLinearVelocity().y};
    }

    World toibox;
    b2World box2d;

private:
    static ShapeDef material(const Surface& surface) {
        return {
            .material = {.density = 1.0f, .friction = surface.friction, .restitution = surface.restitution}};
    }
    static void attach(const PairedBody& body, const b2Shape& shape, const Surface& surface) {
        b2FixtureDef def;
        def.shape = &shape;
        def.density = 1.0f;
        def.friction = surface.friction;
        def.restitution = surface.restitution;
        body.box2d->CreateFixture(&def);
    }
};

class ComparedToBox2D : public testing::TestWithParam<Method> {};

// Both engines use semi-implicit Euler, with which a body falls g·t·h/2 too far; h is a step in Box2D and a
// sub-step in toibox. Apart from this, only rounding may differ over 20 m.
TEST_P(ComparedToBox2D, BodiesFallEquallyFar) {
    PairedWorlds worlds({0, -10}, GetParam());
    const PairedBody ball = worlds.add(BodyType::Dynamic, {0, 100}, {3, 0}, 2.0f);
    worlds.attach_disc(ball, 0.5f, {});
    worlds.run(120);
    const Vec2 toibox_end = worlds.toibox_position(ball);
    const Vec2 box2d_end = PairedWorlds::box2d_position(ball);
    const float step_difference = time_step - time_step / static_cast<float>(GetParam().substeps);
    EXPECT_NEAR(toibox_end.x, box2d_end.x, 1e-3f);
    EXPECT_NEAR(toibox_end.y, box2d_end.y + 10.0f * 2.0f * step_difference / 2.0f, 1e-3f);
}

/// Heights of the apexes of a ball of radius 0.25 m above its height at rest, metres.
struct Apexes {
    std::vector<double> toibox;
    std::vector<double> box2d;
};
Apexes apexes_of(PairedWorlds& worlds, const PairedBody& ball, int steps) {
    Apexes apexes;
    double previous_toibox_vy = 0.0;
    double previous_box2d_vy = 0.0;
    for (int i = 0; i < steps; ++i) {
        worlds.step();
        const double toibox_vy = wide(worlds.toibox_velocity(ball).y);
        const double box2d_vy = wide(PairedWorlds::box2d_velocity(ball).y);
        if (previous_toibox_vy > 0.0 && toibox_vy <= 0.0)
            apexes.toibox.push_back(wide(worlds.toibox_position(ball).y) - 0.25);
        if (previous_box2d_vy > 0.0 && box2d_vy <= 0.0)
            apexes.box2d.push_back(wide(PairedWorlds::box2d_position(ball).y) - 0.25);
        previous_toibox_vy = toibox_vy;
        previous_box2d_vy = box2d_vy;
    }
    return apexes;
}

/// Speed after a fall from rest at `height`, m/s: semi-implicit Euler with steps of h conserves
/// v²/2 + g·y − g·h·v/2 in free flight.
double speed_of_fall(double height, double h) {
    const double bias = 0.5 * g * h;
    return std::sqrt(2.0 * g * height + bias * bias) - bias;
}
/// Height, metres, to which a body rises if it leaves the floor at `speed` with `fraction` of the step left.
double rise(double speed, double h, double fraction) {
    return 0.5 * speed * speed / g + (fraction - 0.5) * h * speed;
}

// A ball is dropped from 5 m with e = 0.8, and each apex is compared with the previous one. toibox bounces
// with the speed at the floor and applies gravity after the bounce: an apex is e² times the previous one,
// within the slop. Box2D bounces with the speed at the end of the step, which is up to g·h higher, and
// ignores gravity in the rest of the step: its apex is between the apexes for an impact at the end and at the
// start of the step. For the first bounce, these two are 0.24 m apart.
TEST_P(ComparedToBox2D, ApexesMatchTheBounceModelOfEachEngine) {
    PairedWorlds worlds({0, -10}, GetParam());
    worlds.add_floor({.restitution = 0.0f});
    const PairedBody ball = worlds.add(BodyType::Dynamic, {0, 5.25f});
    worlds.attach_disc(ball, 0.25f, {.restitution = 0.8f});
    const Apexes apexes = apexes_of(worlds, ball, 300);
    ASSERT_GE(apexes.toibox.size(), 3u);
    ASSERT_GE(apexes.box2d.size(), 3u);
    constexpr double e = 0.8;
    constexpr double slop = 0.005;
    const double step = wide(time_step);
    double previous_toibox_apex = 5.0;
    double previous_box2d_apex = 5.0;
    for (std::size_t n = 0; n < 3; ++n) {
        SCOPED_TRACE(testing::Message() << "bounce " << n + 1);
        EXPECT_NEAR(apexes.toibox[n], e * e * previous_toibox_apex, slop);
        const double min_speed = speed_of_fall(previous_box2d_apex, step);
        EXPECT_GE(apexes.box2d[n], rise(e * min_speed, step, 0.0) - slop);
        EXPECT_LE(apexes.box2d[n], rise(e * (min_speed + g * step), step, 1.0) + slop);
        previous_toibox_apex = apexes.toibox[n];
        previous_box2d_apex = apexes.box2d[n];
    }
}

// A box slides from 5 m/s to a stop with μ = 0.5: v²/(2μg) = 2.5 m in both engines. The tolerance of 5 cm is
// a little more than the distance that the box travels in half a step.
TEST_P(ComparedToBox2D, BoxSlidesEquallyFar) {
    PairedWorlds worlds({0, -10}, GetParam());
    worlds.add_floor({.friction = 0.5f});
    const PairedBody box = worlds.add(BodyType::Dynamic, {0, 0.5f}, {5, 0});
    worlds.attach_box(box, {0.5f, 0.5f}, {.friction = 0.5f});
    worlds.run(120);
    EXPECT_NEAR(worlds.toibox_velocity(box).x, 0.0f, 1e-3f);
    EXPECT_NEAR(worlds.toibox_position(box).x, PairedWorlds::box2d_position(box).x, 0.05f);
    EXPECT_NEAR(worlds.toibox_position(box).x, 2.5f, 0.05f);
}

/// Maximum distance, metres, by which a body moves in the last `watched_steps` steps, in each engine.
struct Drift {
    float toibox = 0.0f;
    float box2d = 0.0f;
};
Drift drift(PairedWorlds& worlds, const std::vector<PairedBody>& bodies, int settling_steps,
            int watched_steps) {
    worlds.run(settling_steps);
    std::vector<Vec2> toibox_start;
    std::vector<Vec2> box2d_start;
    for (const PairedBody& body : bodies) {
        toibox_start.push_back(worlds.toibox_position(body));
        box2d_start.push_back(PairedWorlds::box2d_position(body));
    }
    worlds.run(watched_steps);
    Drift result;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        result.toibox = std::max(result.toibox, distance(toibox_start[i], worlds.toibox_position(bodies[i])));
        result.box2d =
            std::max(result.box2d, distance(box2d_start[i], PairedWorlds::box2d_position(bodies[i])));
    }
    return result;
}

// A stack of ten unit boxes: between 3 s and 6 s, its boxes move by at most a slop more than in Box2D.
TEST_P(ComparedToBox2D, StackComesToRest) {
    PairedWorlds worlds({0, -10}, GetParam());
    worlds.add_floor({});
    std::vector<PairedBody> boxes;
    for (int i = 0; i < 10; ++i) {
        boxes.push_back(worlds.add(BodyType::Dynamic, {0, 0.5f + static_cast<float>(i)}));
        worlds.attach_box(boxes.back(), {0.5f, 0.5f}, {});
    }
    const Drift moved = drift(worlds, boxes, 180, 180);
    EXPECT_LT(moved.toibox, moved.box2d + 0.005f);
    EXPECT_NEAR(worlds.toibox_position(boxes.back()).y, 9.5f, 0.05f);
    // In Box2D, boxes are two skins of 1 cm minus one slop apart: 15 mm per box.
    EXPECT_NEAR(PairedWorlds::box2d_position(boxes.back()).y, 9.5f + 10 * 0.015f, 0.08f);
}

// A pyramid of twelve rows: between 5 s and 8 s, its boxes move by at most a slop more than in Box2D.
TEST_P(ComparedToBox2D, PyramidComesToRest) {
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
    EXPECT_LT(moved.toibox, moved.box2d + 0.005f);
}

// Equal discs collide head-on with e = 1 and no friction, one at 4 m/s, one at rest.
TEST_P(ComparedToBox2D, DiscsExchangeVelocities) {
    PairedWorlds worlds({0, 0}, GetParam());
    const Surface elastic{.friction = 0.0f, .restitution = 1.0f};
    const PairedBody left = worlds.add(BodyType::Dynamic, {-2, 0}, {4, 0});
    const PairedBody right = worlds.add(BodyType::Dynamic, {1, 0});
    worlds.attach_disc(left, 0.5f, elastic);
    worlds.attach_disc(right, 0.5f, elastic);
    worlds.run(90);
    EXPECT_NEAR(worlds.toibox_velocity(left).x, PairedWorlds::box2d_velocity(left).x, 1e-3f);
    EXPECT_NEAR(worlds.toibox_velocity(right).x, PairedWorlds::box2d_velocity(right).x, 1e-3f);
    EXPECT_NEAR(worlds.toibox_velocity(right).x, 4.0f, 1e-3f);
}

// A disc hits a free rod of 2 m near an end of the rod, with e = 1 and no friction. The tolerance of 3 %
// allows for Box2D's skin of 1 cm.
TEST_P(ComparedToBox2D, OffCentreImpactGivesEqualVelocities) {
    PairedWorlds worlds({0, 0}, GetParam());
    const Surface elastic{.friction = 0.0f, .restitution = 1.0f};
    const PairedBody rod = worlds.add(BodyType::Dynamic, {0, 0});
    worlds.attach_box(rod, {0.1f, 1.0f}, elastic);
    const PairedBody disc = worlds.add(BodyType::Dynamic, {-3, 0.8f}, {5, 0});
    worlds.attach_disc(disc, 0.2f, elastic);
    worlds.run(60);
    const float toibox_spin = worlds.toibox.find(rod.toibox)->velocity().angular;
    const float box2d_spin = rod.box2d->GetAngularVelocity();
    EXPECT_NEAR(toibox_spin, box2d_spin, 0.03f * std::abs(box2d_spin));
    EXPECT_NEAR(worlds.toibox_velocity(rod).x, PairedWorlds::box2d_velocity(rod).x, 0.03f * 5.0f);
    EXPECT_NEAR(worlds.toibox_velocity(disc).x, PairedWorlds::box2d_velocity(disc).x, 0.03f * 5.0f);
}

INSTANTIATE_TEST_SUITE_P(Methods, ComparedToBox2D, testing::ValuesIn(solver_methods), method_name);

}  // namespace
}  // namespace toibox

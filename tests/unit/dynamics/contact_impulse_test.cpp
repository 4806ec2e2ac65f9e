// SPDX-License-Identifier: MIT

// What contacts tell of a step: all that they did in it. The oracle is Newton's second law: what a body's
// momentum gained beyond gravity's share is the sum of the impulses of its contacts.

#include "tests/support/generators.h"
#include "tests/unit/dynamics/exact_method.h"

#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

/// Impulses on each body in the last step, by index.
std::vector<Vec2d> contact_impulses(const World& world) {
    std::vector<Vec2d> sum(world.state().bodies.pose.size());
    for (const Contact& contact : world.contacts()) {
        const Vec2d normal = widen(contact.normal);
        for (std::size_t i = 0; i < contact.count; ++i) {
            const ContactPoint& point = contact.points[i];
            const Vec2d impulse =
                wide(point.normal_impulse) * normal + wide(point.tangent_impulse) * right_perp(normal);
            sum[contact.body_a] += -1.0 * impulse;
            sum[contact.body_b] += impulse;
        }
    }
    return sum;
}

/// Steps the world and holds each dynamic body's change of momentum against what its contacts tell.
void expect_newton(World& world, int steps, double tolerance) {
    const std::vector<BodyHandle> bodies = world.bodies();
    for (int i = 0; i < steps; ++i) {
        std::vector<Vec2d> before;
        for (const BodyHandle body : bodies)
            before.push_back(widen(world.find(body)->velocity().linear));
        world.step(frame);
        const std::vector<Vec2d> told = contact_impulses(world);
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            const BodyView body = *world.find(bodies[k]);
            if (body.info().type != BodyType::Dynamic) continue;
            const Vec2d free = wide(frame) * widen(world.settings().gravity);
            const Vec2d gained = wide(body.mass().mass) * (widen(body.velocity().linear) - before[k] - free);
            const Vec2d error = told[bodies[k].index] - gained;
            ASSERT_NEAR(error.x, 0.0, tolerance) << "step " << i << ", body " << k;
            ASSERT_NEAR(error.y, 0.0, tolerance) << "step " << i << ", body " << k;
        }
    }
}

class ContactImpulse : public ExactTest {};

// Twenty odd bodies fall into a heap on a rough floor, spin, slide and bounce. Impulses are near 10 N·s and
// summed in float some ten times.
TEST_P(ContactImpulse, IsAllThatChangesTheMomentum) {
    for (const float restitution : {0.0f, 0.5f}) {
        SCOPED_TRACE(restitution);
        Generator generator(7);
        // What is met between two detections has no contact to tell of it.
        WorldSettings settings = on_earth();
        settings.continuous = ContinuousPolicy::Off;
        World world(settings);
        add_floor(world);
        for (int i = 0; i < 20; ++i) {
            const BodyHandle body = world.create_body(
                {.position = {static_cast<float>(i % 4) - 1.5f, 0.8f + 1.1f * static_cast<float>(i / 4)},
                 .angle = generator.uniform(-3.0f, 3.0f),
                 .linear_velocity = generator.point(3.0f),
                 .angular_velocity = generator.uniform(-5.0f, 5.0f)});
            world.attach(body, generator.solid_shape(0.5f), {.material = {.restitution = restitution}});
        }
        expect_newton(world, 90, 1e-4);
    }
}

// A plate of 4 cm comes down at 4 m/s, 1 cm above the floor: inside of the margin, and so thin that with a
// bounce its impact is the continuous stage's.
TEST_P(ContactImpulse, HasWhatAnImpactDid) {
    for (const float restitution : {0.0f, 0.5f, 1.0f}) {
        SCOPED_TRACE(restitution);
        World world(weightless());
        add_floor(world);
        const BodyHandle plate = world.create_body({.position = {0, 0.03f}, .linear_velocity = {1, -4}});
        world.attach(plate, make_box({0.5f, 0.02f}), {.material = {.restitution = restitution}});
        expect_newton(world, 4, 1e-6);
        EXPECT_NEAR(world.find(plate)->velocity().linear.y, 4.0f * restitution, 0.01f);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, ContactImpulse, testing::ValuesIn(exact_methods), method_name);

}  // namespace
}  // namespace toibox

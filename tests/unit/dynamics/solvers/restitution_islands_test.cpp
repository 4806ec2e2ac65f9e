// SPDX-License-Identifier: MIT

// Many bodies that bounce in the same step: restitution islands are independent, and none gains energy.

#include "tests/support/generators.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

namespace toibox {
namespace {

using namespace testing_support;

class RestitutionIslandsTest : public ClosedFormTest {
protected:
    static WorldSettings settings() {
        WorldSettings result = weightless();
        result.continuous = ContinuousPolicy::Off;
        return result;
    }
};

ShapeDef elastic_surface(float friction) {
    return {.material = {.friction = friction, .restitution = 1.0f}};
}

/// Adds a floor and a column of five flat boxes, each of which moves down faster than the box below. Returns
/// the topmost box.
BodyHandle add_five_boxes(World& world, float friction) {
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({5000.0f, 1.0f}, {0.0f, -1.0f}), elastic_surface(friction));
    BodyHandle top;
    for (int i = 0; i < 5; ++i) {
        const auto k = static_cast<float>(i);
        top = world.create_body(
            {.position = {0.05f * k, 0.12f + 0.21f * k}, .linear_velocity = {0.3f * k, -5.0f - 2.0f * k}});
        world.attach(top, make_box({0.5f, 0.1f}), elastic_surface(friction));
    }
    return top;
}

// The topmost of five boxes bounces off the others while, 60 m away, 100 to 2000 boxes bounce off the floor
// in the same step.
TEST_P(RestitutionIslandsTest, DistantBouncesDoNotChangeTheResult) {
    for (const float friction : {0.0f, 0.6f}) {
        BodyVelocity reference;
        for (const int crowd : {100, 400, 2000}) {
            SCOPED_TRACE(testing::Message() << "friction " << friction << ", crowd of " << crowd);
            World world(settings());
            const BodyHandle top = add_five_boxes(world, friction);
            for (int i = 0; i < crowd; ++i) {
                const BodyHandle box = world.create_body(
                    {.position = {60.0f + 2.0f * static_cast<float>(i), 0.12f}, .linear_velocity = {0, -5}});
                world.attach(box, make_box({0.5f, 0.1f}), elastic_surface(friction));
            }
            for (int i = 0; i < 6; ++i)
                world.step(time_step);
            const BodyVelocity now = world.find(top)->velocity();
            if (crowd == 100) reference = now;
            EXPECT_EQ(now.linear, reference.linear);
            EXPECT_EQ(now.angular, reference.angular);
        }
    }
}

// The impulse that drove the boxes apart in one step must not be applied again in the next.
TEST_P(RestitutionIslandsTest, FiveBoxesGainNoEnergyInAnyStep) {
    for (const float friction : {0.0f, 0.6f}) {
        World world(settings());
        add_five_boxes(world, friction);
        double energy = world.kinetic_energy();
        for (int i = 0; i < 30; ++i) {
            world.step(time_step);
            ASSERT_LE(world.kinetic_energy(), energy * (1.0 + 1e-5)) << friction << ", step " << i;
            energy = world.kinetic_energy();
        }
    }
}

// A disc that spins under a torque hits a floor without friction.
TEST_P(RestitutionIslandsTest, TorqueDoesNotChangeTheReboundSpeed) {
    for (const float torque : {0.0f, 5.0f, 40.0f}) {
        World world(settings());
        const BodyHandle floor = world.create_body({.type = BodyType::Static});
        world.attach(floor, make_box({50.0f, 0.5f}, {0.0f, -0.5f}), elastic_surface(0.0f));
        const BodyHandle ball = world.create_body(
            {.position = {0.0f, 0.55f}, .linear_velocity = {0.0f, -5.0f}, .angular_velocity = 100.0f});
        world.attach(ball, disc(0.5f), elastic_surface(0.0f));
        for (int i = 0; i < 6; ++i) {
            world.find(ball)->apply_torque(torque);
            world.step(time_step);
        }
        EXPECT_NEAR(world.find(ball)->velocity().linear.y, 5.0f, 1e-3f) << torque;
    }
}

// 100 sparsely placed boxes hit each other and the floor. Newton's impact law applies to two bodies; many
// simultaneous impacts must not add energy either.
TEST_P(RestitutionIslandsTest, RandomCrowdGainsNoEnergy) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        for (const float friction : {0.0f, 0.6f}) {
            SCOPED_TRACE(testing::Message() << "seed " << seed << ", friction " << friction);
            Generator generator(seed);
            World world(settings());
            const BodyHandle floor = world.create_body({.type = BodyType::Static});
            world.attach(floor, make_box({500.0f, 1.0f}, {0.0f, -1.0f}), elastic_surface(friction));
            for (int i = 0; i < 100; ++i) {
                const Vec2 place{1.5f * static_cast<float>(i % 20), 0.6f + 1.2f * static_cast<float>(i / 20)};
                const BodyHandle box =
                    world.create_body({.position = place,
                                       .linear_velocity = generator.point(5.0f),
                                       .angular_velocity = generator.uniform(-3.0f, 3.0f)});
                world.attach(box, make_box({0.4f, 0.4f}), elastic_surface(friction));
            }
            double energy = world.kinetic_energy();
            for (int i = 0; i < 120; ++i) {
                world.step(time_step);
                const double now = world.kinetic_energy();
                ASSERT_LE(now, energy * (1.0 + 1e-5)) << "step " << i;
                energy = now;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, RestitutionIslandsTest, testing::ValuesIn(solver_methods), method_name);

}  // namespace
}  // namespace toibox

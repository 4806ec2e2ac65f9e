// SPDX-License-Identifier: MIT

// Time lost at impacts. Heavy, pinned and jointed bodies, and a blade that turns around a fixed peg, must
// lose none; only jammed bodies may. No gravity.

#include "tests/support/physics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

ShapeDef material_of(float density, float friction = 0.3f, float restitution = 0.0f) {
    return {.material = {.density = density, .friction = friction, .restitution = restitution}};
}

/// How far the rotation of a body lags behind its angular velocity.
struct RotationLag {
    /// Minimum over the steps of angle turned / (time step · the lower of the angular velocities before and
    /// after the step).
    double min_fraction = 1.0;
    double time_lost = 0.0;  ///< Sum of StepReport::time_lost, seconds.

    void step(World& world, BodyHandle rotating_body) {
        const double start_angle = world.find(rotating_body)->angle();
        const double before = wide(world.find(rotating_body)->velocity().angular);
        time_lost += world.step(time_step).time_lost;
        const double after = wide(world.find(rotating_body)->velocity().angular);
        const double implied_angle = std::min(before, after) * wide(time_step);
        min_fraction =
            std::min(min_fraction, (world.find(rotating_body)->angle() - start_angle) / implied_angle);
    }
};

/// Centre of `body` in the frame of `frame_body`.
Vec2 center_in_frame_of(const World& world, BodyHandle frame_body, BodyHandle body) {
    const BodyPose pose = world.find(frame_body)->pose();
    return inv_rotate(pose.rotation, world.find(body)->center() - pose.center);
}

class RotorTimeLoss : public testing::TestWithParam<bool> {};  // parameter: whether the rotor is pinned

// A rotor of 400 kg at 10 rad/s hits a ball of 8 kg, which must not pass through the rotor. Regression: the
// rotor stopped at the impact in each step and turned by 0.045 rad per step instead of 0.167.
TEST_P(RotorTimeLoss, RotorTurnsAtItsAngularVelocity) {
    for (int phase = 0; phase < 20; ++phase) {
        for (const float radius : {0.2f, 0.6f, 0.96f}) {
            World world(weightless());
            const BodyHandle rotor = add_body(world, {.angular_velocity = 10.0f, .bullet = true},
                                              make_box({1.0f, 0.05f}), material_of(2000.0f));
            if (GetParam()) {
                const BodyHandle post = world.create_body({.type = BodyType::Static});
                world.create_joint(RevoluteJointDef{.body_a = post, .body_b = rotor});
            }
            const Rot direction = make_rot(0.3f + 0.01f * static_cast<float>(phase));
            const BodyHandle ball = add_body(world, {.position = radius * Vec2{direction.c, direction.s}},
                                             disc(0.05f), material_of(1000.0f));
            RotationLag lag;
            for (int i = 0; i < 8; ++i) {
                lag.step(world, rotor);
                const Vec2 ball_center = center_in_frame_of(world, rotor, ball);
                ASSERT_TRUE(ball_center.x > 1.0f || ball_center.y > 0.0f) << "the ball is behind the rotor";
            }
            EXPECT_GT(lag.min_fraction, 0.99) << "phase " << phase << ", radius " << radius;
            EXPECT_EQ(lag.time_lost, 0.0) << "phase " << phase << ", radius " << radius;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Rotors, RotorTimeLoss, testing::Bool(),
                         [](const auto& tested) { return tested.param ? "Pinned" : "Free"; });

// A beam of 120 kg rotates at 15 rad/s through forty balls of 20 g. Regression: the beam turned by a quarter
// less than its angular velocity implies.
TEST(ImpactTimeLoss, BeamThroughManyBallsLosesNoTime) {
    for (const bool bullet : {false, true}) {
        World world(weightless());
        const BodyHandle beam = add_body(world, {.angular_velocity = 15.0f, .bullet = bullet},
                                         make_box({1.5f, 0.05f}), material_of(400.0f));
        for (int i = 0; i < 40; ++i) {
            const Rot direction = make_rot(0.3f + 0.15f * static_cast<float>(i));
            const float radius = 0.3f + 0.1f * static_cast<float>((7 * i) % 11);
            add_body(world, {.position = radius * Vec2{direction.c, direction.s}}, disc(0.03f),
                     material_of(7.07f));
        }
        RotationLag lag;
        for (int i = 0; i < 60; ++i)
            lag.step(world, beam);
        EXPECT_GT(lag.min_fraction, 0.999) << "bullet " << bullet;
        EXPECT_EQ(lag.time_lost, 0.0) << "bullet " << bullet;
    }
}

// A blade hits a fixed peg and turns around it, so that the face of the blade keeps hitting the peg. The
// blade must gain no energy. Regression: the peg stopped the blade for 41 of 100 ms.
TEST(ImpactTimeLoss, BladeTurnsAroundAPegWithoutLosingTime) {
    for (const float spin : {50.0f, 94.25f, 150.0f, 282.7f}) {
        for (int phase = 0; phase < 10; ++phase) {
            for (const float friction : {0.0f, 0.3f}) {
                World world(with_sequential_impulses(weightless()));
                add_body(world,
                         {.type = BodyType::Static,
                          .position = {0.56f + 0.01f * static_cast<float>(phase), 0.566f}},
                         disc(0.05f), material_of(7850.0f, friction));
                const BodyHandle blade = add_body(world, {.angular_velocity = spin}, make_box({1.0f, 0.025f}),
                                                  material_of(8500.0f, friction));
                double energy = wide(world.find(blade)->kinetic_energy());
                double time_lost = 0.0;
                for (int i = 0; i < 6; ++i) {
                    time_lost += world.step(time_step).time_lost;
                    const double new_energy = wide(world.find(blade)->kinetic_energy());
                    EXPECT_LT(new_energy, energy * (1.0 + 1e-5))
                        << "spin " << spin << ", phase " << phase << ", step " << i;
                    energy = new_energy;
                }
                EXPECT_EQ(time_lost, 0.0)
                    << "spin " << spin << ", phase " << phase << ", friction " << friction;
            }
        }
    }
}

// Two discs, joined by a rod parallel to a wall, hit the wall at the same time, so that the rod transmits no
// force. At the time of impact, the discs must reverse their velocity.
TEST(ImpactTimeLoss, JointedBodiesBounceWithoutLosingTime) {
    for (int phase = 0; phase < 20; ++phase) {
        World world(weightless());
        const ShapeDef elastic = material_of(1.0f, 0.0f, 1.0f);
        add_body(world, {.type = BodyType::Static, .position = {5.0f, 0.0f}}, make_box({0.5f, 5.0f}),
                 elastic);
        const float start_x = 3.0f + 0.05f * static_cast<float>(phase);
        std::array<BodyHandle, 2> balls;
        for (std::size_t k = 0; k < 2; ++k) {
            const float y = static_cast<float>(k);
            balls[k] = add_body(world, {.position = {start_x, y}, .linear_velocity = {60.0f, 0.0f}},
                                disc(0.1f), elastic);
        }
        world.create_joint(DistanceJointDef{.body_a = balls[0], .body_b = balls[1], .length = 1.0f});
        double time_lost = 0.0;
        for (int i = 0; i < 5; ++i)
            time_lost += world.step(time_step).time_lost;
        EXPECT_EQ(time_lost, 0.0) << "phase " << phase;
        for (const BodyHandle body : balls) {
            EXPECT_NEAR(world.find(body)->velocity().linear.x, -60.0f, 0.01f) << "phase " << phase;
            // The discs reverse at the target distance, 5 mm ± 1.25 mm from the wall.
            const float reversal_x = 4.4f - 0.005f;
            EXPECT_NEAR(world.find(body)->center().x, 2.0f * reversal_x - (start_x + 5.0f),
                        2.0f * 0.00125f + 1e-3f)
                << "phase " << phase;
        }
    }
}

// A heavy press jams a ball against a wall. The ball may lose time but must not be pushed through the wall.
TEST(ImpactTimeLoss, PressDoesNotPushABallThroughAWall) {
    World world(weightless());
    add_body(world, {.type = BodyType::Static, .position = {1.0f, 0.0f}}, make_box({0.05f, 5.0f}),
             material_of(1.0f));
    const BodyHandle ball =
        add_body(world, {.position = {0.8f, 0.0f}, .bullet = true}, disc(0.1f), material_of(1.0f));
    const BodyHandle press =
        add_body(world, {.position = {0.0f, 0.0f}, .linear_velocity = {40.0f, 0.0f}, .bullet = true},
                 make_box({0.5f, 0.5f}), material_of(1e4f));
    for (int i = 0; i < 120; ++i)
        world.step(time_step);
    EXPECT_LT(world.find(ball)->center().x, 0.95f);
    EXPECT_LT(world.find(press)->center().x, world.find(ball)->center().x);
}

}  // namespace
}  // namespace toibox

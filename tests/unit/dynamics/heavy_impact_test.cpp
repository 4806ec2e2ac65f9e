// SPDX-License-Identifier: MIT

// An impact costs no body time that can push away what it met: what is heavy, pinned by a joint or on its way
// round something goes on as its own velocity says. No gravity.

#include "tests/support/physics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

ShapeDef brass(float density, float friction = 0.3f, float restitution = 0.0f) {
    return {.material = {.density = density, .friction = friction, .restitution = restitution}};
}

/// The least share of what its own velocity implies that a body has turned in a step, and what was lost.
struct Lag {
    double min_fraction = 1.0;
    double time_lost = 0.0;

    void step(World& world, BodyHandle turner) {
        const double angle = world.find(turner)->angle();
        const double before = wide(world.find(turner)->velocity().angular);
        time_lost += world.step(time_step).time_lost;
        const double after = wide(world.find(turner)->velocity().angular);
        const double implied = std::min(before, after) * wide(time_step);
        min_fraction = std::min(min_fraction, (world.find(turner)->angle() - angle) / implied);
    }
};

/// Where one body's centre is in the frame of another.
Vec2 seen_from(const World& world, BodyHandle viewer, BodyHandle body) {
    const BodyPose pose = world.find(viewer)->pose();
    return inv_rotate(pose.rotation, world.find(body)->center() - pose.center);
}

class HeavyImpact : public testing::TestWithParam<bool> {};  // whether the rotor is pinned

// 400 kg at 10 rad/s meet a ball of 8 kg: 0.167 rad a step. The rotor stood still for most of the step, and
// for most of each of the next ones: 0.045 rad.
TEST_P(HeavyImpact, ARotorTurnsAsItsVelocitySays) {
    for (int phase = 0; phase < 20; ++phase) {
        for (const float place : {0.2f, 0.6f, 0.96f}) {
            World world(weightless());
            const BodyHandle rotor = add_body(world, {.angular_velocity = 10.0f, .bullet = true},
                                              make_box({1.0f, 0.05f}), brass(2000.0f));
            if (GetParam()) {
                const BodyHandle post = world.create_body({.type = BodyType::Static});
                world.create_joint(RevoluteJointDef{.body_a = post, .body_b = rotor});
            }
            const Rot at = make_rot(0.3f + 0.01f * static_cast<float>(phase));
            const BodyHandle ball =
                add_body(world, {.position = place * Vec2{at.c, at.s}}, disc(0.05f), brass(1000.0f));
            Lag lag;
            for (int i = 0; i < 8; ++i) {
                lag.step(world, rotor);
                const Vec2 at_rotor = seen_from(world, rotor, ball);
                ASSERT_TRUE(at_rotor.x > 1.0f || at_rotor.y > 0.0f) << "behind the rotor";
            }
            EXPECT_GT(lag.min_fraction, 0.99) << "phase " << phase << ", place " << place;
            EXPECT_EQ(lag.time_lost, 0.0) << "phase " << phase << ", place " << place;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Rotors, HeavyImpact, testing::Bool(),
                         [](const auto& tested) { return tested.param ? "Pinned" : "Free"; });

// 120 kg at 15 rad/s through forty balls of 20 g: it turned by a quarter less than its own velocity implies.
TEST(HeavyImpacts, ABeamSweepsAFieldWithoutTimeLoss) {
    for (const bool bullet : {false, true}) {
        World world(weightless());
        const BodyHandle beam = add_body(world, {.angular_velocity = 15.0f, .bullet = bullet},
                                         make_box({1.5f, 0.05f}), brass(400.0f));
        for (int i = 0; i < 40; ++i) {
            const Rot at = make_rot(0.3f + 0.15f * static_cast<float>(i));
            const float place = 0.3f + 0.1f * static_cast<float>((7 * i) % 11);
            add_body(world, {.position = place * Vec2{at.c, at.s}}, disc(0.03f), brass(7.07f));
        }
        Lag lag;
        for (int i = 0; i < 60; ++i)
            lag.step(world, beam);
        EXPECT_GT(lag.min_fraction, 0.999) << bullet;
        EXPECT_EQ(lag.time_lost, 0.0) << bullet;
    }
}

// A blade turns into a fixed peg and then about it: its face comes back to the peg along a curve, at which it
// stood for 41 of 100 ms. Nothing is lost, and no step gains energy.
TEST(HeavyImpacts, ABladeGoesRoundAPeg) {
    for (const float spin : {50.0f, 94.25f, 150.0f, 282.7f}) {
        for (int phase = 0; phase < 10; ++phase) {
            for (const float friction : {0.0f, 0.3f}) {
                World world(with_sequential_impulses(weightless()));
                add_body(world,
                         {.type = BodyType::Static,
                          .position = {0.56f + 0.01f * static_cast<float>(phase), 0.566f}},
                         disc(0.05f), brass(7850.0f, friction));
                const BodyHandle blade = add_body(world, {.angular_velocity = spin}, make_box({1.0f, 0.025f}),
                                                  brass(8500.0f, friction));
                double energy = wide(world.find(blade)->kinetic_energy());
                double lost = 0.0;
                for (int i = 0; i < 6; ++i) {
                    lost += world.step(time_step).time_lost;
                    const double now = wide(world.find(blade)->kinetic_energy());
                    EXPECT_LT(now, energy * (1.0 + 1e-5))
                        << "spin " << spin << ", phase " << phase << ", step " << i;
                    energy = now;
                }
                EXPECT_EQ(lost, 0.0) << "spin " << spin << ", phase " << phase << ", friction " << friction;
            }
        }
    }
}

// Two discs, a rod between them along a wall: both meet it at the same time, and neither strains the rod. As
// any other body they leave as fast as they came, and from where they met it.
TEST(HeavyImpacts, JointedBodiesBounceOnTime) {
    for (int phase = 0; phase < 20; ++phase) {
        World world(weightless());
        const ShapeDef elastic = brass(1.0f, 0.0f, 1.0f);
        add_body(world, {.type = BodyType::Static, .position = {5.0f, 0.0f}}, make_box({0.5f, 5.0f}),
                 elastic);
        const float from = 3.0f + 0.05f * static_cast<float>(phase);
        std::array<BodyHandle, 2> ball;
        for (std::size_t k = 0; k < 2; ++k) {
            const float y = static_cast<float>(k);
            ball[k] = add_body(world, {.position = {from, y}, .linear_velocity = {60.0f, 0.0f}}, disc(0.1f),
                               elastic);
        }
        world.create_joint(DistanceJointDef{.body_a = ball[0], .body_b = ball[1], .length = 1.0f});
        double lost = 0.0;
        for (int i = 0; i < 5; ++i)
            lost += world.step(time_step).time_lost;
        EXPECT_EQ(lost, 0.0) << phase;
        for (const BodyHandle one : ball) {
            EXPECT_NEAR(world.find(one)->velocity().linear.x, -60.0f, 0.01f) << phase;
            // The surfaces turn back at the target, 5 mm ± 1.25 mm apart.
            const float wall = 4.4f - 0.005f;
            EXPECT_NEAR(world.find(one)->center().x, 2.0f * wall - (from + 5.0f), 2.0f * 0.00125f + 1e-3f)
                << phase;
        }
    }
}

// What can't give way is jammed, and only that loses time: a ball between a heavy press and a wall. It is not
// pressed through the wall.
TEST(HeavyImpacts, AJamOnlyLosesTime) {
    World world(weightless());
    add_body(world, {.type = BodyType::Static, .position = {1.0f, 0.0f}}, make_box({0.05f, 5.0f}),
             brass(1.0f));
    const BodyHandle ball =
        add_body(world, {.position = {0.8f, 0.0f}, .bullet = true}, disc(0.1f), brass(1.0f));
    const BodyHandle press =
        add_body(world, {.position = {0.0f, 0.0f}, .linear_velocity = {40.0f, 0.0f}, .bullet = true},
                 make_box({0.5f, 0.5f}), brass(1e4f));
    for (int i = 0; i < 120; ++i)
        world.step(time_step);
    EXPECT_LT(world.find(ball)->center().x, 0.95f);
    EXPECT_LT(world.find(press)->center().x, world.find(ball)->center().x);
}

}  // namespace
}  // namespace toibox

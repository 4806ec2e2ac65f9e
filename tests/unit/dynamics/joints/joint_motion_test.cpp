// SPDX-License-Identifier: MIT

// Compares the motion of each kind of joint with closed-form periods, deflections and speeds, for each of
// solver_methods. Gravity is 10 m/s².

#include "tests/support/joints.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

class RevoluteJoint : public ClosedFormTest {};
class DistanceJoint : public ClosedFormTest {};
class PrismaticJoint : public ClosedFormTest {};
class WeldJoint : public ClosedFormTest {};
class WheelJoint : public ClosedFormTest {};
class MotorJoint : public ClosedFormTest {};

constexpr double tau = 6.283185307179586;

/// Times of upward zero crossings of a sampled quantity, by linear interpolation.
class UpCrossings {
public:
    void add(double time, double value) {
        if (has_last_ && last_ < 0.0 && value >= 0.0) {
            times_.push_back(time - (time - last_time_) * value / (value - last_));
        }
        has_last_ = true;
        last_ = value;
        last_time_ = time;
    }
    [[nodiscard]] double mean_period() const {
        return times_.size() < 2 ? 0.0
                                 : (times_.back() - times_.front()) / static_cast<double>(times_.size() - 1);
    }

private:
    bool has_last_ = false;
    double last_ = 0.0;
    double last_time_ = 0.0;
    std::vector<double> times_;
};

// A box on an arm of 1 m, released at 0.2 rad: T = 2π √((I + m L²) / (m g L)) · (1 + θ²/16). At 1/240 s per
// step the errors of the integrator, (ω h)²/24, and of the joint are well below 0.2 %.
TEST_P(RevoluteJoint, HasThePeriodOfAPendulum) {
    World world(on_earth());
    const BodyHandle anchor = add_anchor(world);
    const double start_angle = 0.2;
    const BodyHandle bob = add_box(
        world, {static_cast<float>(std::sin(start_angle)), static_cast<float>(-std::cos(start_angle))}, 0.2f);
    const JointHandle joint = world.create_joint(RevoluteJointDef{.body_a = anchor, .body_b = bob});
    const double mass = mass_of(world, bob);
    const double inertia = wide(world.find(bob)->mass().inertia) + mass;
    UpCrossings crossings;
    for (int i = 0; i < 2400; ++i) {
        world.step(1.0f / 240.0f);
        crossings.add((i + 1) / 240.0, wide(world.joint_coordinate(joint)) + start_angle);
    }
    const double expected =
        tau * std::sqrt(inertia / (mass * 10.0)) * (1.0 + start_angle * start_angle / 16.0);
    EXPECT_NEAR(crossings.mean_period(), expected, 0.002 * expected);
}

// A wheel of inertia I with a motor of torque M: ω = M t / I up to the motor speed. The reported torque is at
// most M, and 0 once the wheel has that speed.
TEST_P(RevoluteJoint, MotorReachesItsSpeedWithItsMaxTorque) {
    World world(weightless());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle wheel = add_ball(world, {}, 0.5f);
    const float inertia = world.find(wheel)->mass().inertia;
    const JointHandle joint = world.create_joint(
        RevoluteJointDef{.body_a = anchor,
                         .body_b = wheel,
                         .motor = {.enabled = true, .speed = 3.0f, .max_force = 2.0f * inertia}});
    for (int i = 1; i <= 180; ++i) {
        world.step(time_step);
        const float expected = std::min(3.0f, 2.0f * static_cast<float>(i) * time_step);
        ASSERT_NEAR(world.find(wheel)->velocity().angular, expected, 1e-4f) << i;
        ASSERT_LE(std::abs(world.joint_force(joint).torque), 2.0f * inertia * 1.0001f) << i;
    }
    EXPECT_NEAR(world.joint_force(joint).torque, 0.0f, 1e-5f);
    // The motor is reversed at run time.
    ASSERT_TRUE(
        world.set_joint(joint, {.motor = JointMotor{.enabled = true, .speed = -1.0f, .max_force = 100.0f}})
            .has_value());
    world.step(time_step);
    EXPECT_NEAR(world.find(wheel)->velocity().angular, -1.0f, 1e-4f);
}

// A pendulum with limits of −0.5 and +0.3 rad is thrown against both at 6 rad/s. Soft step solves pivot and
// limit only once per sub-step, so the limit may be overshot for two sub-steps.
TEST_P(RevoluteJoint, StaysWithinItsLimitsAndGainsNoEnergy) {
    World world(on_earth());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle bob = add_box(world, {0.0f, -1.0f}, 0.2f, {.linear_velocity = {-6.0f, 0.0f}});
    const JointHandle joint = world.create_joint(RevoluteJointDef{
        .body_a = anchor, .body_b = bob, .limit = {.enabled = true, .lower = -0.5f, .upper = 0.3f}});
    world.find(bob)->set_velocity({6.0f, 0.0f}, 6.0f);
    double max_energy = world.kinetic_energy() + world.potential_energy();
    float min_angle = 0.0f;
    float max_angle = 0.0f;
    for (int i = 0; i < 300; ++i) {
        world.step(time_step);
        const float angle = world.joint_coordinate(joint);
        min_angle = std::min(min_angle, angle);
        max_angle = std::max(max_angle, angle);
        const double energy = world.kinetic_energy() + world.potential_energy();
        // The energy of semi-implicit Euler oscillates by up to m g v h/2.
        ASSERT_LE(energy, max_energy + mass_of(world, bob) * 10.0 * 0.05) << i;
        // A soft limit returns some of the energy that it took, so under soft step the bound stays the energy
        // at the throw.
        if (GetParam().solver == SolverKind::SequentialImpulses) max_energy = std::min(max_energy, energy);
        if (i == 100) {
            world.find(bob)->set_velocity({-6.0f, 0.0f}, -6.0f);
            max_energy = world.kinetic_energy() + world.potential_energy();
        }
    }
    const float slack = GetParam().solver == SolverKind::SoftStep ? 2.0f * 6.0f * time_step / 4.0f : 1e-3f;
    EXPECT_GT(min_angle, -0.5f - slack);
    EXPECT_LT(min_angle, -0.45f);
    EXPECT_LT(max_angle, 0.3f + slack);
    EXPECT_GT(max_angle, 0.29f);
}

// Limits of 0 and 9.5 rad, one and a half revolutions.
TEST_P(RevoluteJoint, LimitsMayExceedARevolution) {
    World world(weightless());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle wheel = add_ball(world, {}, 0.5f);
    const JointHandle joint =
        world.create_joint(RevoluteJointDef{.body_a = anchor,
                                            .body_b = wheel,
                                            .limit = {.enabled = true, .lower = 0.0f, .upper = 9.5f},
                                            .motor = {.enabled = true, .speed = 10.0f, .max_force = 1.0f}});
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.joint_coordinate(joint), 9.5f, 1e-4f);
    EXPECT_NEAR(world.find(wheel)->angle(), 9.5, 1e-4);
}

/// Solution of x″ = −ω² x − 2 ζ ω x′ from rest at `start_x`, with the numerical damping of implicit Euler,
/// which to first order adds ω h/2 to the damping ratio ζ.
double oscillator(double start_x, double frequency, double ratio, double h, double time) {
    const double omega = tau * frequency;
    const double zeta = ratio + 0.5 * omega * h;
    const double damped = omega * std::sqrt(1.0 - zeta * zeta);
    return start_x * std::exp(-zeta * omega * time) *
           (std::cos(damped * time) + zeta * omega / damped * std::sin(damped * time));
}

// Two free balls with masses 1 : 4 on a spring of 1 Hz and ζ = 0.1, stretched by 0.3 m. The frequency refers
// to the reduced mass.
TEST_P(DistanceJoint, OscillatesLikeADampedSpring) {
    World world(weightless());
    const BodyHandle a = add_ball(world, {0.0f, 0.0f}, 0.25f);
    const BodyHandle b = add_ball(world, {2.3f, 0.0f}, 0.5f);
    const JointHandle joint = world.create_joint(
        DistanceJointDef{.body_a = a,
                         .body_b = b,
                         .anchor_a = {0.0f, 0.0f},
                         .anchor_b = {2.3f, 0.0f},
                         .length = 2.0f,
                         .spring = {.enabled = true, .frequency = 1.0f, .damping_ratio = 0.1f}});
    const double h = 1.0 / 480.0;
    for (int i = 1; i <= 480 * 3; ++i) {
        world.step(static_cast<float>(h));
        const double expected = oscillator(0.3, 1.0, 0.1, h / GetParam().substeps, i * h);
        ASSERT_NEAR(wide(world.joint_coordinate(joint)) - 2.0, expected, 0.003) << i;
    }
}

// A swinging rod of 1 m keeps its length to within 0.1 mm, or 1 mm under soft step, whose rigid joints are
// springs of 60 Hz.
TEST_P(DistanceJoint, KeepsTheLengthOfARod) {
    World world(on_earth());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle bob = add_ball(world, {1.0f, 0.0f}, 0.1f);
    const JointHandle joint = world.create_joint(
        DistanceJointDef{.body_a = anchor, .body_b = bob, .anchor_a = {}, .anchor_b = {1.0f, 0.0f}});
    const float slack = GetParam().solver == SolverKind::SoftStep ? 1e-3f : 1e-4f;
    for (int i = 0; i < 600; ++i) {
        world.step(time_step);
        ASSERT_NEAR(world.joint_coordinate(joint), 1.0f, slack) << i;
    }
}

// A rope of 2 m: a ball that is thrown at 5 m/s moves freely until the rope is taut and then stays within a
// circle of 2 m.
TEST_P(DistanceJoint, UpperLimitActsAsARope) {
    World world(weightless());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle bob = add_ball(world, {1.0f, 0.0f}, 0.1f, {.linear_velocity = {5.0f, 1.0f}});
    const JointHandle joint =
        world.create_joint(DistanceJointDef{.body_a = anchor,
                                            .body_b = bob,
                                            .anchor_a = {},
                                            .anchor_b = {1.0f, 0.0f},
                                            .limit = {.enabled = true, .lower = 0.0f, .upper = 2.0f}});
    for (int i = 0; i < 11; ++i)
        world.step(time_step);
    EXPECT_FLOAT_EQ(world.find(bob)->velocity().linear.x, 5.0f);
    for (int i = 0; i < 600; ++i) {
        world.step(time_step);
        ASSERT_LT(world.joint_coordinate(joint), 2.001f) << i;
    }
    EXPECT_LT(world.kinetic_energy(), 0.5 * mass_of(world, bob) * 26.0);
}

// Two boxes tumble while one slides along an axis that is fixed to the other.
TEST_P(PrismaticJoint, KeepsItsAxisAndItsAngle) {
    World world(weightless());
    const BodyHandle a = add_box(world, {0.0f, 0.0f}, 0.5f, {.angular_velocity = 2.0f});
    const BodyHandle b = add_box(world, {1.5f, 0.0f}, 0.3f, {.linear_velocity = {0.5f, 1.0f}});
    world.create_joint(PrismaticJointDef{.body_a = a,
                                         .body_b = b,
                                         .anchor = {1.0f, 0.0f},
                                         .axis = {1.0f, 0.0f},
                                         .limit = {.enabled = true, .lower = -0.2f, .upper = 2.0f}});
    for (int i = 0; i < 600; ++i) {
        world.step(time_step);
        const Transform transform_a = world.find(a)->transform();
        const Vec2 local = inv_transform_point(transform_a, world.find(b)->position());
        ASSERT_NEAR(local.y, 0.0f, millimetre) << i;
        ASSERT_GT(local.x, 1.3f - millimetre) << i;
        ASSERT_LT(local.x, 3.5f + millimetre) << i;
        ASSERT_NEAR(world.find(a)->angle(), world.find(b)->angle(), 1e-3) << i;
    }
}

// A lift whose motor force is 1.5 or 0.9 times the weight of the cage: it rises to its upper limit or sinks
// to its lower limit.
TEST_P(PrismaticJoint, MotorLiftsOnlyWithEnoughForce) {
    for (const double force_ratio : {1.5, 0.9}) {
        World world(on_earth());
        const BodyHandle anchor = add_anchor(world);
        const BodyHandle cage = add_box(world, {0.0f, 0.0f}, 0.5f);
        const auto force = static_cast<float>(force_ratio * mass_of(world, cage) * 10.0);
        const JointHandle joint = world.create_joint(
            PrismaticJointDef{.body_a = anchor,
                              .body_b = cage,
                              .axis = {0.0f, 3.0f},
                              .limit = {.enabled = true, .lower = -0.5f, .upper = 2.0f},
                              .motor = {.enabled = true, .speed = 1.0f, .max_force = force}});
        for (int i = 0; i < 240; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.joint_coordinate(joint), force_ratio > 1.0 ? 2.0f : -0.5f, 1e-4f);
    }
}

// Five blocks are welded to a wall in a row of 1 m. The weld at the wall carries the moment m g L/2. After
// settling, the free end is tilted by less than 0.01 rad, or 0.1 rad under soft step, whose rigid joints are
// springs of 60 Hz.
TEST_P(WeldJoint, CantileverKeepsItsAngle) {
    WorldSettings settings = on_earth();
    settings.velocity_iterations = 40;
    World world(settings);
    BodyHandle last_body = add_anchor(world);
    JointHandle at_wall{};
    for (int i = 0; i < 5; ++i) {
        const float x = 0.1f + 0.2f * static_cast<float>(i);
        const BodyHandle block = add_box(world, {x, 0.0f}, 0.1f);
        const JointHandle joint = world.create_joint(
            WeldJointDef{.body_a = last_body, .body_b = block, .anchor = {x - 0.1f, 0.0f}});
        if (i == 0) at_wall = joint;
        last_body = block;
    }
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    const bool is_soft = GetParam().solver == SolverKind::SoftStep;
    EXPECT_NEAR(world.find(last_body)->angle(), 0.0, is_soft ? 0.1 : 0.01);
    const double weight = 5 * mass_of(world, last_body) * 10.0;
    EXPECT_NEAR(wide(world.joint_force(at_wall).force.y), weight, 0.02 * weight);
    EXPECT_NEAR(wide(world.joint_force(at_wall).torque), 0.5 * weight, 0.02 * weight);
}

// A soft weld of 2 Hz to a static anchor sags by g/ω².
TEST_P(WeldJoint, SoftWeldSagsLikeASpring) {
    World world(on_earth());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle box = add_box(world, {0.0f, 0.0f});
    world.create_joint(WeldJointDef{.body_a = anchor, .body_b = box, .linear_frequency = 2.0f});
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    const double omega = tau * 2.0;
    EXPECT_NEAR(wide(world.find(box)->position().y), -10.0 / (omega * omega), 1e-4);
    EXPECT_NEAR(world.find(box)->angle(), 0.0, 1e-4);
}

// A wheel on a suspension of 2 Hz oscillates about its deflection g/ω². The damping ω h/2 of implicit Euler
// does not change the period to first order.
TEST_P(WheelJoint, SuspensionHasItsFrequency) {
    World world(on_earth());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle wheel = add_ball(world, {}, 0.4f);
    const JointHandle joint = world.create_joint(
        WheelJointDef{.body_a = anchor,
                      .body_b = wheel,
                      .axis = {0.0f, 1.0f},
                      .spring = {.enabled = true, .frequency = 2.0f, .damping_ratio = 0.01f}});
    const double omega = tau * 2.0;
    UpCrossings crossings;
    for (int i = 0; i < 480 * 2; ++i) {
        world.step(1.0f / 480.0f);
        crossings.add((i + 1) / 480.0, wide(world.joint_coordinate(joint)) + 10.0 / (omega * omega));
    }
    EXPECT_NEAR(crossings.mean_period(), 0.5, 0.001);
    EXPECT_NEAR(world.find(wheel)->position().x, 0.0f, 1e-5f);
}

TEST_P(WheelJoint, MotorTurnsTheWheelWithoutPushingIt) {
    World world(weightless());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle wheel = add_ball(world, {}, 0.4f);
    const JointHandle joint = world.create_joint(WheelJointDef{
        .body_a = anchor, .body_b = wheel, .motor = {.enabled = true, .speed = -4.0f, .max_force = 1.0f}});
    for (int i = 0; i < 120; ++i) {
        world.step(time_step);
        ASSERT_LE(std::abs(world.joint_force(joint).torque), 1.0001f);
    }
    EXPECT_NEAR(world.find(wheel)->velocity().angular, -4.0f, 1e-4f);
    EXPECT_EQ(world.find(wheel)->position(), Vec2{});
}

// The target is an offset of (1, 1) m and 0.5 rad. Gravity acts, and the force limit is 1.5 times the weight.
TEST_P(MotorJoint, ReachesItsOffsetWithinItsForceLimit) {
    World world(on_earth());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle box = add_box(world, {});
    const auto force = static_cast<float>(1.5 * mass_of(world, box) * 10.0);
    const JointHandle joint = world.create_joint(MotorJointDef{.body_a = anchor,
                                                               .body_b = box,
                                                               .linear_offset = Vec2{1.0f, 1.0f},
                                                               .angular_offset = 0.5f,
                                                               .max_force = force,
                                                               .max_torque = 10.0f});
    for (int i = 0; i < 600; ++i) {
        world.step(time_step);
        ASSERT_LE(length(world.joint_force(joint).force), force * 1.0001f) << i;
        ASSERT_LE(std::abs(world.joint_force(joint).torque), 10.001f) << i;
    }
    EXPECT_NEAR(length(world.find(box)->position() - Vec2{1.0f, 1.0f}), 0.0f, millimetre);
    EXPECT_NEAR(world.find(box)->angle(), 0.5, 1e-3);
}

// With a correction factor of 0 only the velocity target acts. It is given in the frame of body A, which is
// rotated by 90°.
TEST_P(MotorJoint, WithoutCorrectionReachesItsVelocity) {
    World world(weightless());
    const BodyHandle anchor = world.create_body({.type = BodyType::Static, .angle = 1.5707964f});
    const BodyHandle box = add_box(world, {});
    world.create_joint(MotorJointDef{.body_a = anchor,
                                     .body_b = box,
                                     .linear_velocity = {1.0f, 0.0f},
                                     .angular_velocity = 2.0f,
                                     .max_force = 1000.0f,
                                     .max_torque = 1000.0f,
                                     .correction_factor = 0.0f});
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(box)->position().y, 1.0f, millimetre);
    EXPECT_NEAR(world.find(box)->position().x, 0.0f, millimetre);
    EXPECT_NEAR(world.find(box)->angle(), 2.0, 1e-3);
}

// With the default solver: a maximum force of zero means no force, not unlimited force.
TEST(MouseJoint, ZeroMaxForceAppliesNoForce) {
    World world({.gravity = {0, 0}});
    const BodyHandle ball = world.create_body({});
    world.attach(ball, disc(0.5f));
    world.create_joint(MouseJointDef{.body = ball, .target = {5, 0}, .max_force = 0.0f});
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    EXPECT_EQ(world.find(ball)->center(), Vec2{});
}

INSTANTIATE_TEST_SUITE_P(Methods, RevoluteJoint, testing::ValuesIn(solver_methods), method_name);
INSTANTIATE_TEST_SUITE_P(Methods, DistanceJoint, testing::ValuesIn(solver_methods), method_name);
INSTANTIATE_TEST_SUITE_P(Methods, PrismaticJoint, testing::ValuesIn(solver_methods), method_name);
INSTANTIATE_TEST_SUITE_P(Methods, WeldJoint, testing::ValuesIn(solver_methods), method_name);
INSTANTIATE_TEST_SUITE_P(Methods, WheelJoint, testing::ValuesIn(solver_methods), method_name);
INSTANTIATE_TEST_SUITE_P(Methods, MotorJoint, testing::ValuesIn(solver_methods), method_name);

}  // namespace
}  // namespace toibox

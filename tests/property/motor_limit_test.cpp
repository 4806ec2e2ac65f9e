// SPDX-License-Identifier: MIT

// A motor of up to 1e9 N or N·m drives a body of 0.01 to 10,000 kg against the limit of a hinge, slide or
// rod. The body stops at the limit and stays at rest. A failure prints its seed; TOIBOX_SEED=n runs only the
// body with that seed.

#include "tests/support/generators.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"
#include "tests/support/worlds.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

enum class JointKind : std::uint8_t { Hinge, Slide, Rod };

class DrivenBody {
public:
    DrivenBody(std::uint64_t seed, JointKind kind, SolverKind solver)
        : random_(seed), world_(settings_of(solver)) {
        const Vec2 half_extents{random_.magnitude(0.02f, 2.0f), random_.magnitude(0.02f, 2.0f)};
        const float mass = random_.magnitude(0.01f, 1e4f);
        const BodyHandle ground = world_.create_body({.type = BodyType::Static});
        const float reach = kind == JointKind::Hinge ? 1.0f : half_extents.x + half_extents.y;
        const float travel = random_.uniform(0.1f, 1.5f) * reach;
        const float sign = random_.rng.next_bool() ? 1.0f : -1.0f;
        const float speed = random_.magnitude(0.5f, 60.0f) * reach;
        // Strong enough to reach the limit within seconds.
        const JointMotor motor{.enabled = true,
                               .speed = sign * speed,
                               .max_force = std::max(random_.magnitude(0.1f, 1e9f), mass * reach * reach)};
        JointLimit limit{.enabled = true, .lower = -travel, .upper = travel};
        const bool starts_at_other_limit = random_.rng.integer(0, 3) == 0;
        if (starts_at_other_limit) (sign > 0.0f ? limit.lower : limit.upper) = 0.0f;
        const Material material{.density = mass / (4.0f * half_extents.x * half_extents.y)};
        body_ = add_body(world_, {.position = {half_extents.x, 0.0f}}, make_box(half_extents),
                         {.material = material});
        switch (kind) {
            case JointKind::Hinge:
                joint_ = world_.create_joint(
                    RevoluteJointDef{.body_a = ground, .body_b = body_, .limit = limit, .motor = motor});
                break;
            case JointKind::Slide:
                joint_ = world_.create_joint(
                    PrismaticJointDef{.body_a = ground, .body_b = body_, .limit = limit, .motor = motor});
                break;
            case JointKind::Rod:
                limit.lower = half_extents.x;
                limit.upper = half_extents.x + 2.0f * travel;
                joint_ = world_.create_joint(DistanceJointDef{.body_a = ground,
                                                              .body_b = body_,
                                                              .anchor_b = {half_extents.x, 0.0f},
                                                              .limit = limit,
                                                              .motor = motor});
                break;
        }
        scale_ = reach;
        limit_position_ = sign > 0.0f ? limit.upper : limit.lower;
        sign_ = sign;
        const float acceleration =
            motor.max_force / (kind == JointKind::Hinge ? world_.find(body_)->mass().inertia +
                                                              mass * half_extents.x * half_extents.x
                                                        : mass);
        // The time at the motor's speed, the time to accelerate, and one second at rest.
        seconds_ = 1.0f + 2.0f * travel / speed + 2.0f * std::sqrt(2.0f * travel / acceleration);
    }
    /// Maximum motion beyond the limit, radians or relative to the size of the body.
    float run() {
        float overshoot = 0.0f;
        for (int i = 0; i < static_cast<int>(seconds_ * rate_); ++i) {
            world_.step(1.0f / rate_);
            overshoot =
                std::max(overshoot, sign_ * (world_.joint_coordinate(joint_) - limit_position_) / scale_);
        }
        return overshoot;
    }
    float distance_from_limit() const {
        return std::abs(world_.joint_coordinate(joint_) - limit_position_) / scale_;
    }
    float speed() const {
        const BodyVelocity& velocity = world_.find(body_)->velocity();
        return (length(velocity.linear) + std::abs(velocity.angular)) / scale_;
    }

private:
    WorldSettings settings_of(SolverKind solver) {
        constexpr float rates[] = {30.0f, 60.0f, 120.0f, 240.0f, 480.0f};
        rate_ = rates[random_.rng.below(5)];
        WorldSettings settings = with_solver(solver, weightless());
        settings.substeps = random_.rng.integer(1, 8);
        settings.sleeping = false;
        return settings;
    }

    Generator random_;
    float rate_ = 60.0f;
    World world_;
    BodyHandle body_;
    JointHandle joint_;
    float scale_ = 1.0f;
    float limit_position_ = 0.0f;
    float sign_ = 1.0f;
    float seconds_ = 0.0f;
};

class MotorAtLimit : public ::testing::TestWithParam<SolverKind> {};

void expect_rest_at_limit(JointKind kind, SolverKind solver) {
    for_each_random_instance([=](std::uint64_t seed) {
        DrivenBody body(seed, kind, solver);
        EXPECT_LT(body.run(), 0.009f);
        EXPECT_LT(body.distance_from_limit(), 0.002f);
        EXPECT_LT(body.speed(), 0.01f);
    });
}

TEST_P(MotorAtLimit, HingeComesToRest) {
    expect_rest_at_limit(JointKind::Hinge, GetParam());
}
TEST_P(MotorAtLimit, SlideComesToRest) {
    expect_rest_at_limit(JointKind::Slide, GetParam());
}
TEST_P(MotorAtLimit, RodComesToRest) {
    expect_rest_at_limit(JointKind::Rod, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Solvers, MotorAtLimit,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses), solver_name);

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// Hinges, slides and rods whose motor drives against their limit, at any force up to 1e9 N or N·m, with
// bodies of 0.01 to 10,000 kg: the body stops at the limit and lies still there. A failure prints its seed;
// TOIBOX_SEED=n runs that one alone.

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

enum class Guide : std::uint8_t { Hinge, Slide, Rod };

class DrivenBody {
public:
    DrivenBody(std::uint64_t seed, Guide guide, SolverKind solver)
        : random_(seed), world_(settings_of(solver)) {
        const Vec2 half{random_.magnitude(0.02f, 2.0f), random_.magnitude(0.02f, 2.0f)};
        const float mass = random_.magnitude(0.01f, 1e4f);
        const BodyHandle ground = world_.create_body({.type = BodyType::Static});
        const float reach = guide == Guide::Hinge ? 1.0f : half.x + half.y;
        const float ahead = random_.uniform(0.1f, 1.5f) * reach;
        const float sign = random_.rng.next_bool() ? 1.0f : -1.0f;
        const float speed = random_.magnitude(0.5f, 60.0f) * reach;
        // Strong enough to arrive within seconds.
        const JointMotor motor{.enabled = true,
                               .speed = sign * speed,
                               .max_force = std::max(random_.magnitude(0.1f, 1e9f), mass * reach * reach)};
        JointLimit limit{.enabled = true, .lower = -ahead, .upper = ahead};
        const bool starts_at_other_limit = random_.rng.integer(0, 3) == 0;
        if (starts_at_other_limit) (sign > 0.0f ? limit.lower : limit.upper) = 0.0f;
        const Material material{.density = mass / (4.0f * half.x * half.y)};
        body_ = add_body(world_, {.position = {half.x, 0.0f}}, make_box(half), {.material = material});
        switch (guide) {
            case Guide::Hinge:
                joint_ = world_.create_joint(
                    RevoluteJointDef{.body_a = ground, .body_b = body_, .limit = limit, .motor = motor});
                break;
            case Guide::Slide:
                joint_ = world_.create_joint(
                    PrismaticJointDef{.body_a = ground, .body_b = body_, .limit = limit, .motor = motor});
                break;
            case Guide::Rod:
                limit.lower = half.x;
                limit.upper = half.x + 2.0f * ahead;
                joint_ = world_.create_joint(DistanceJointDef{.body_a = ground,
                                                              .body_b = body_,
                                                              .anchor_b = {half.x, 0.0f},
                                                              .limit = limit,
                                                              .motor = motor});
                break;
        }
        scale_ = reach;
        stop_ = sign > 0.0f ? limit.upper : limit.lower;
        sign_ = sign;
        const float load =
            motor.max_force /
            (guide == Guide::Hinge ? world_.find(body_)->mass().inertia + mass * half.x * half.x : mass);
        // At the motor's speed, or as fast as its force lets it; and a second more.
        seconds_ = 1.0f + 2.0f * ahead / speed + 2.0f * std::sqrt(2.0f * ahead / load);
    }
    /// How far the body has come past the limit at most, in radians or as a share of its size.
    float run() {
        float past = 0.0f;
        for (int i = 0; i < static_cast<int>(seconds_ * rate_); ++i) {
            world_.step(1.0f / rate_);
            past = std::max(past, sign_ * (world_.joint_coordinate(joint_) - stop_) / scale_);
        }
        return past;
    }
    float off_limit() const { return std::abs(world_.joint_coordinate(joint_) - stop_) / scale_; }
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
    float stop_ = 0.0f;
    float sign_ = 1.0f;
    float seconds_ = 0.0f;
};

class MotorAtLimit : public ::testing::TestWithParam<SolverKind> {};

void expect_rest_at_limit(Guide guide, SolverKind solver) {
    for_each_random_instance([=](std::uint64_t seed) {
        DrivenBody body(seed, guide, solver);
        EXPECT_LT(body.run(), 0.009f);
        EXPECT_LT(body.off_limit(), 0.002f);
        EXPECT_LT(body.speed(), 0.01f);
    });
}

TEST_P(MotorAtLimit, OfAHinge) {
    expect_rest_at_limit(Guide::Hinge, GetParam());
}
TEST_P(MotorAtLimit, OfASlide) {
    expect_rest_at_limit(Guide::Slide, GetParam());
}
TEST_P(MotorAtLimit, OfARod) {
    expect_rest_at_limit(Guide::Rod, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Solvers, MotorAtLimit,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses), solver_name);

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// Comparison of the continuous policies: what each policy guarantees, costs and misses. Geometry unless
// stated: a ball flies along x at a wall whose near face is at x = 0, without gravity.

#include "tests/support/physics.h"

#include <cmath>
#include <string>
#include <tuple>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float wall_thickness = 0.02f;

struct ThrownBall {
    World world;
    BodyHandle ball;
    [[nodiscard]] Vec2 center() const { return world.find(ball)->center(); }
    [[nodiscard]] Vec2 velocity() const { return world.find(ball)->velocity().linear; }
};
ThrownBall throw_ball(const WorldSettings& settings, float x, float speed, float restitution,
                      float radius = 0.1f) {
    ThrownBall thrown{World(settings), {}};
    const BodyHandle wall = thrown.world.create_body({.type = BodyType::Static});
    thrown.world.attach(wall, make_box({0.5f * wall_thickness, 5.0f}, {0.5f * wall_thickness, 0.0f}));
    thrown.ball = thrown.world.create_body({.position = {x, 0.0f}, .linear_velocity = {speed, 0.0f}});
    thrown.world.attach(thrown.ball, disc(radius),
                        {.material = {.friction = 0.0f, .restitution = restitution}});
    return thrown;
}

class Policies : public testing::TestWithParam<SolverKind> {
protected:
    static WorldSettings settings_with_policy(ContinuousPolicy policy) {
        WorldSettings settings = weightless();
        settings = with_solver(GetParam(), settings);
        settings.continuous = policy;
        return settings;
    }
    /// Number of 100 phases of a step at which the ball tunnels. At 60 m/s, the ball moves by 1 m per
    /// step, 4.5 times the thickness of ball and wall together.
    static int count_tunnelled_phases(const WorldSettings& settings) {
        int count = 0;
        for (int phase = 0; phase < 100; ++phase) {
            ThrownBall thrown = throw_ball(settings, -3.0f - 0.01f * static_cast<float>(phase), 60.0f, 0.0f);
            for (int i = 0; i < 30; ++i)
                thrown.world.step(time_step);
            if (thrown.center().x > wall_thickness) ++count;
        }
        return count;
    }
};

TEST_P(Policies, PredictivePoliciesStopEveryBall) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::SpeedLimit, ContinuousPolicy::Speculative, ContinuousPolicy::StopAtImpact,
          ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::AdvanceToFirstImpact}) {
        EXPECT_EQ(count_tunnelled_phases(settings_with_policy(policy)), 0)
            << enum_entry(continuous_policies(), policy).name;
    }
}

// Ball and wall together are 0.22 m thick, and the ball moves by 1 m per step. So in 22 of 100 phases, the
// ball overlaps the wall at the end of a step. In two or three more, it ends a step within the contact
// margin, 2 cm.
TEST_P(Policies, PoliciesThatOnlyTestEndPosesMissMostBalls) {
    EXPECT_GT(count_tunnelled_phases(settings_with_policy(ContinuousPolicy::Off)), 75);
    for (const ContinuousPolicy policy : {ContinuousPolicy::RestorePosition, ContinuousPolicy::RollBack}) {
        EXPECT_NEAR(count_tunnelled_phases(settings_with_policy(policy)), 76, 1)
            << enum_entry(continuous_policies(), policy).name;
    }
}

TEST_P(Policies, EnoughSubstepsStopEveryBall) {
    WorldSettings settings = settings_with_policy(ContinuousPolicy::Substeps);
    EXPECT_GT(count_tunnelled_phases(settings), 75);
    settings.detection_substeps = 20;
    EXPECT_EQ(count_tunnelled_phases(settings), 0);
}

// The ball may move by half its inner radius per step.
TEST_P(Policies, SpeedLimitReducesTheVelocity) {
    ThrownBall thrown = throw_ball(settings_with_policy(ContinuousPolicy::SpeedLimit), -10.0f, 200.0f, 0.0f);
    thrown.world.step(time_step);
    EXPECT_NEAR(thrown.center().x, -9.95f, 1e-5f);
    EXPECT_NEAR(thrown.velocity().x, 0.05f / time_step, 1e-3f);
}

// A step of 1 m from x = −1.05 would end in the wall. The ball stays at its start, its velocity is reversed,
// and the step is lost.
TEST_P(Policies, RestorePositionGoesBackToTheStart) {
    ThrownBall thrown =
        throw_ball(settings_with_policy(ContinuousPolicy::RestorePosition), -1.05f, 60.0f, 1.0f);
    const StepReport report = thrown.world.step(time_step);
    EXPECT_EQ(thrown.center().x, -1.05f);
    EXPECT_NEAR(thrown.velocity().x, -60.0f, 1e-4f);
    EXPECT_EQ(report.impacts, 1);
    EXPECT_NEAR(report.time_lost, wide(time_step), 1e-9);
}

// The ball's surface is 0.95 m from the wall and would end the step 5 cm inside the wall. Another ball far
// away moves at 10 m/s.
TEST_P(Policies, RollBackReturnsTheWholeWorldToTheImpact) {
    ThrownBall thrown = throw_ball(settings_with_policy(ContinuousPolicy::RollBack), -1.05f, 60.0f, 1.0f);
    const BodyHandle other =
        thrown.world.create_body({.position = {0.0f, 50.0f}, .linear_velocity = {10.0f, 0.0f}});
    thrown.world.attach(other, disc(0.1f));
    const StepReport report = thrown.world.step(time_step);
    ASSERT_EQ(thrown.world.events().impact.size(), 1u);
    const double t = thrown.world.events().impact[0].t;
    // The impact is at t = 0.95. Bisection ends at most target + tolerance before the wall.
    EXPECT_LE(t, 0.95);
    EXPECT_GE(t, 0.95 - 0.00626);
    EXPECT_NEAR(thrown.center().x, -1.05 + t, 1e-5);
    EXPECT_NEAR(thrown.world.find(other)->center().x, 10.0 / 60.0 * t, 1e-5);
    EXPECT_NEAR(report.time_lost, 2.0 * (1.0 - t) * wide(time_step), 1e-6);
    thrown.world.step(time_step);
    EXPECT_NEAR(thrown.velocity().x, -60.0f, 1e-3f);
}

// Two balls approach the wall from a distance of 0.5 m at 120 and 60 m/s. The faster ball hits the wall at a
// quarter of the step, and each ball has moved by a quarter of its path.
TEST_P(Policies, AdvanceToFirstImpactEndsTheStepForAllBodies) {
    WorldSettings settings = settings_with_policy(ContinuousPolicy::AdvanceToFirstImpact);
    settings.target = 1e-4f;
    settings.tolerance = 2.5e-5f;
    ThrownBall thrown = throw_ball(settings, -0.6f, 120.0f, 0.0f);
    const BodyHandle other =
        thrown.world.create_body({.position = {-0.6f, 2.0f}, .linear_velocity = {60.0f, 0.0f}});
    thrown.world.attach(other, disc(0.1f));
    const StepReport report = thrown.world.step(time_step);
    ASSERT_EQ(thrown.world.events().impact.size(), 1u);
    EXPECT_NEAR(thrown.world.events().impact[0].t, 0.25, 1e-4);
    EXPECT_NEAR(thrown.center().x, -0.1f, 2e-4f);
    EXPECT_NEAR(thrown.world.find(other)->center().x, -0.35f, 2e-4f);
    EXPECT_NEAR(report.time_lost, 1.5 * wide(time_step), 1e-4);
}

// The ball is 0.2 m from the wall and moves at 30 m/s, 0.5 m per step. The speculative contact stops the ball
// at the wall, and an elastic bounce still uses the full approach velocity.
TEST_P(Policies, SpeculativeContactKeepsTheApproachVelocityForTheBounce) {
    ThrownBall inelastic =
        throw_ball(settings_with_policy(ContinuousPolicy::Speculative), -0.3f, 30.0f, 0.0f);
    inelastic.world.step(time_step);
    EXPECT_NEAR(inelastic.center().x, -0.1f, 0.002f);
    ThrownBall elastic = throw_ball(settings_with_policy(ContinuousPolicy::Speculative), -0.3f, 30.0f, 1.0f);
    elastic.world.step(time_step);
    EXPECT_NEAR(elastic.center().x, -0.1f, 0.002f);
    EXPECT_NEAR(elastic.velocity().x, -30.0f, 0.3f);
}

// A square flies diagonally past the end of a platform, at a distance of 3.5 cm (scene ghost-hit). With an
// unlimited speculative margin, the square is deflected; with a margin of 2 cm, it is not.
TEST_P(Policies, SmallSpeculativeMarginAvoidsGhostHits) {
    for (const float margin : {1000.0f, 0.02f}) {
        WorldSettings settings = settings_with_policy(ContinuousPolicy::Speculative);
        settings.speculative_margin = margin;
        World world(settings);
        const Material frictionless_material{.friction = 0.0f};
        const BodyHandle platform = world.create_body({.type = BodyType::Static});
        world.attach(platform, make_box({1.0f, 0.1f}, {0.0f, 0.9f}), {.material = frictionless_material});
        const BodyHandle square =
            world.create_body({.position = {0.2f, 2.35f}, .linear_velocity = {7.5f, -7.5f}});
        world.attach(square, make_box({0.25f, 0.25f}), {.material = frictionless_material});
        for (int i = 0; i < 30; ++i)
            world.step(time_step);
        const float velocity_y = world.find(square)->velocity().linear.y;
        if (margin > 1.0f) {
            EXPECT_GT(velocity_y, -7.0f);
        } else {
            EXPECT_EQ(velocity_y, -7.5f);
        }
    }
}

// With e = 1, the ball must rebound at its approach speed, within 1 %.
TEST_P(Policies, SpeculativeBouncesKeepTheSpeedAtEveryPhase) {
    for (int phase = 0; phase < 100; ++phase) {
        ThrownBall thrown = throw_ball(settings_with_policy(ContinuousPolicy::Speculative),
                                       -1.1f - 0.005f * static_cast<float>(phase), 30.0f, 1.0f);
        for (int i = 0; i < 10; ++i)
            thrown.world.step(time_step);
        ASSERT_NEAR(thrown.velocity().x, -30.0f, 0.3f) << "phase " << phase;
    }
}

// Forty elastic balls move in a closed box without friction. All policies except the speed limit also keep at
// least nine tenths of the energy.
TEST_P(Policies, GainNoEnergy) {
    for (const auto& policy : continuous_policies()) {
        Generator generator(5);
        WorldSettings settings = settings_with_policy(policy.value);
        settings.detection_substeps = policy.value == ContinuousPolicy::Substeps ? 8 : 1;
        World world(settings);
        const Material elastic{.friction = 0.0f, .restitution = 1.0f};
        const BodyHandle box = world.create_body({.type = BodyType::Static});
        for (const float side : {-1.0f, 1.0f}) {
            world.attach(box, make_box({0.5f, 6.0f}, {5.5f * side, 0.0f}), {.material = elastic});
            world.attach(box, make_box({6.0f, 0.5f}, {0.0f, 5.5f * side}), {.material = elastic});
        }
        for (int i = 0; i < 40; ++i) {
            const Vec2 center{-4.0f + 1.1f * static_cast<float>(i % 8),
                              -4.0f + 1.6f * static_cast<float>(i / 8)};
            const BodyHandle ball = world.create_body(
                {.position = center, .linear_velocity = generator.point(20.0f), .bullet = i % 4 == 0});
            world.attach(ball, disc(0.2f), {.material = elastic});
        }
        double energy = world.kinetic_energy();
        const double initial_energy = energy;
        for (int i = 0; i < 300; ++i) {
            world.step(time_step);
            ASSERT_LE(world.kinetic_energy(), energy * (1.0 + 1e-5)) << policy.name << ", step " << i;
            energy = world.kinetic_energy();
        }
        if (policy.value != ContinuousPolicy::SpeedLimit) {
            EXPECT_GT(energy, 0.9 * initial_energy) << policy.name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, Policies,
                         testing::Values(SolverKind::SequentialImpulses, SolverKind::SoftStep), solver_name);

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// The continuous policies side by side: what each promises, what each costs, what each misses. Geometry: a
// ball flies along x at a wall whose near face is at x = 0, without gravity, unless a test says otherwise.

#include "tests/support/physics.h"

#include <cmath>
#include <string>
#include <tuple>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float wall_thickness = 0.02f;

struct Range {
    World world;
    BodyHandle ball;
    [[nodiscard]] Vec2 center() const { return world.find(ball)->center(); }
    [[nodiscard]] Vec2 velocity() const { return world.find(ball)->velocity().linear; }
};
Range range(const WorldSettings& settings, float x, float speed, float restitution, float radius = 0.1f) {
    Range made{World(settings), {}};
    const BodyHandle wall = made.world.create_body({.type = BodyType::Static});
    made.world.attach(wall, make_box({0.5f * wall_thickness, 5.0f}, {0.5f * wall_thickness, 0.0f}));
    made.ball = made.world.create_body({.position = {x, 0.0f}, .linear_velocity = {speed, 0.0f}});
    made.world.attach(made.ball, disc(radius), {.material = {.friction = 0.0f, .restitution = restitution}});
    return made;
}

class Policies : public testing::TestWithParam<SolverKind> {
protected:
    static WorldSettings with(ContinuousPolicy policy) {
        WorldSettings settings = weightless();
        settings = with_solver(GetParam(), settings);
        settings.continuous = policy;
        return settings;
    }
    /// Of 100 phases of a step, at 60 m/s: a metre a step, five times ball and wall.
    static int passed(const WorldSettings& settings) {
        int count = 0;
        for (int phase = 0; phase < 100; ++phase) {
            Range made = range(settings, -3.0f - 0.01f * static_cast<float>(phase), 60.0f, 0.0f);
            for (int i = 0; i < 30; ++i)
                made.world.step(time_step);
            if (made.center().x > wall_thickness) ++count;
        }
        return count;
    }
};

TEST_P(Policies, ThatLookAheadStopEveryBall) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::SpeedLimit, ContinuousPolicy::Speculative, ContinuousPolicy::StopAtImpact,
          ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::AdvanceToFirstImpact}) {
        EXPECT_EQ(passed(with(policy)), 0) << enum_entry(continuous_policies(), policy).name;
    }
}

// Ball and wall are 0.22 m and a step is 1 m, so 22 of 100 phases have a sample in the wall; in two or three
// more a sample falls into the contact margin of 2 cm before it.
TEST_P(Policies, ThatLookAtSamplesMissMostBalls) {
    EXPECT_GT(passed(with(ContinuousPolicy::Off)), 75);
    for (const ContinuousPolicy policy : {ContinuousPolicy::RestorePosition, ContinuousPolicy::RollBack}) {
        EXPECT_NEAR(passed(with(policy)), 76, 1) << enum_entry(continuous_policies(), policy).name;
    }
}

TEST_P(Policies, EnoughSubstepsStopEveryBall) {
    WorldSettings settings = with(ContinuousPolicy::Substeps);
    EXPECT_GT(passed(settings), 75);
    settings.detection_substeps = 20;
    EXPECT_EQ(passed(settings), 0);
}

// Half the inner radius a step, and the velocity that goes with it.
TEST_P(Policies, SpeedLimitTakesSpeed) {
    Range made = range(with(ContinuousPolicy::SpeedLimit), -10.0f, 200.0f, 0.0f);
    made.world.step(time_step);
    EXPECT_NEAR(made.center().x, -9.95f, 1e-5f);
    EXPECT_NEAR(made.velocity().x, 0.05f / time_step, 1e-3f);
}

// From x = −1.05 a step of 1 m would end in the wall: the ball stays where it was, turns round and has lost
// the step. From −2.05 it has a step free.
TEST_P(Policies, RestorePositionGoesBackToTheStart) {
    Range made = range(with(ContinuousPolicy::RestorePosition), -1.05f, 60.0f, 1.0f);
    const StepReport report = made.world.step(time_step);
    EXPECT_EQ(made.center().x, -1.05f);
    EXPECT_NEAR(made.velocity().x, -60.0f, 1e-4f);
    EXPECT_EQ(report.impacts, 1);
    EXPECT_NEAR(report.time_lost, wide(time_step), 1e-9);
}

// The ball's front is 0.95 m from the wall and ends 5 cm in it; another ball far away flies at 10 m/s.
TEST_P(Policies, RollBackTakesTheWholeWorldToTheImpact) {
    Range made = range(with(ContinuousPolicy::RollBack), -1.05f, 60.0f, 1.0f);
    const BodyHandle other =
        made.world.create_body({.position = {0.0f, 50.0f}, .linear_velocity = {10.0f, 0.0f}});
    made.world.attach(other, disc(0.1f));
    const StepReport report = made.world.step(time_step);
    ASSERT_EQ(made.world.events().impact.size(), 1u);
    const double t = made.world.events().impact[0].t;
    // The wall is met at 0.95; halving ends within target + tolerance before it.
    EXPECT_LE(t, 0.95);
    EXPECT_GE(t, 0.95 - 0.00626);
    EXPECT_NEAR(made.center().x, -1.05 + t, 1e-5);
    EXPECT_NEAR(made.world.find(other)->center().x, 10.0 / 60.0 * t, 1e-5);
    EXPECT_NEAR(report.time_lost, 2.0 * (1.0 - t) * wide(time_step), 1e-6);
    made.world.step(time_step);
    EXPECT_NEAR(made.velocity().x, -60.0f, 1e-3f);
}

// Two balls half a metre from contact at 120 and 60 m/s: the first meets the wall at a quarter of the step,
// and both have gone a quarter of their ways.
TEST_P(Policies, AdvanceToFirstImpactMovesAllToTheFirst) {
    WorldSettings settings = with(ContinuousPolicy::AdvanceToFirstImpact);
    settings.target = 1e-4f;
    settings.tolerance = 2.5e-5f;
    Range made = range(settings, -0.6f, 120.0f, 0.0f);
    const BodyHandle other =
        made.world.create_body({.position = {-0.6f, 2.0f}, .linear_velocity = {60.0f, 0.0f}});
    made.world.attach(other, disc(0.1f));
    const StepReport report = made.world.step(time_step);
    ASSERT_EQ(made.world.events().impact.size(), 1u);
    EXPECT_NEAR(made.world.events().impact[0].t, 0.25, 1e-4);
    EXPECT_NEAR(made.center().x, -0.1f, 2e-4f);
    EXPECT_NEAR(made.world.find(other)->center().x, -0.35f, 2e-4f);
    EXPECT_NEAR(report.time_lost, 1.5 * wide(time_step), 1e-4);
}

// 0.2 m before the wall at 30 m/s: the contact ahead lets it come 0.2 m, and what it had is not forgotten.
TEST_P(Policies, SpeculativeContactLandsAndBouncesOnWhatItBrought) {
    Range soft = range(with(ContinuousPolicy::Speculative), -0.3f, 30.0f, 0.0f);
    soft.world.step(time_step);
    EXPECT_NEAR(soft.center().x, -0.1f, 0.002f);
    Range elastic = range(with(ContinuousPolicy::Speculative), -0.3f, 30.0f, 1.0f);
    elastic.world.step(time_step);
    EXPECT_NEAR(elastic.center().x, -0.1f, 0.002f);
    EXPECT_NEAR(elastic.velocity().x, -30.0f, 0.3f);
}

// A square that flies past a platform's end, 0.1 m below and to the left of its way (scene "ghost hit"): a
// margin without limit turns it, a small one does not.
TEST_P(Policies, SpeculativeMarginDecidesOnGhostHits) {
    for (const float margin : {1000.0f, 0.02f}) {
        WorldSettings settings = with(ContinuousPolicy::Speculative);
        settings.speculative_margin = margin;
        World world(settings);
        const Material slippery{.friction = 0.0f};
        const BodyHandle platform = world.create_body({.type = BodyType::Static});
        world.attach(platform, make_box({1.0f, 0.1f}, {0.0f, 0.9f}), {.material = slippery});
        const BodyHandle square =
            world.create_body({.position = {0.2f, 2.35f}, .linear_velocity = {7.5f, -7.5f}});
        world.attach(square, make_box({0.25f, 0.25f}), {.material = slippery});
        for (int i = 0; i < 30; ++i)
            world.step(time_step);
        const float falling = world.find(square)->velocity().linear.y;
        if (margin > 1.0f) {
            EXPECT_GT(falling, -7.0f);
        } else {
            EXPECT_EQ(falling, -7.5f);
        }
    }
}

// e = 1 at any phase of the step: comes back with the speed that it had.
TEST_P(Policies, SpeculativeBouncesAreExactAtEveryPhase) {
    for (int phase = 0; phase < 100; ++phase) {
        Range made = range(with(ContinuousPolicy::Speculative), -1.1f - 0.005f * static_cast<float>(phase),
                           30.0f, 1.0f);
        for (int i = 0; i < 10; ++i)
            made.world.step(time_step);
        ASSERT_NEAR(made.velocity().x, -30.0f, 0.3f) << phase;
    }
}

// Forty elastic balls in a closed box, without gravity and friction: no policy gives energy, and all but the
// speed limit keep it.
TEST_P(Policies, GainNoEnergy) {
    for (const auto& policy : continuous_policies()) {
        Generator generator(5);
        WorldSettings settings = with(policy.value);
        settings.detection_substeps = policy.value == ContinuousPolicy::Substeps ? 8 : 1;
        World world(settings);
        const Material elastic{.friction = 0.0f, .restitution = 1.0f};
        const BodyHandle box = world.create_body({.type = BodyType::Static});
        for (const float side : {-1.0f, 1.0f}) {
            world.attach(box, make_box({0.5f, 6.0f}, {5.5f * side, 0.0f}), {.material = elastic});
            world.attach(box, make_box({6.0f, 0.5f}, {0.0f, 5.5f * side}), {.material = elastic});
        }
        for (int i = 0; i < 40; ++i) {
            const Vec2 place{-4.0f + 1.1f * static_cast<float>(i % 8),
                             -4.0f + 1.6f * static_cast<float>(i / 8)};
            const BodyHandle ball = world.create_body(
                {.position = place, .linear_velocity = generator.point(20.0f), .bullet = i % 4 == 0});
            world.attach(ball, disc(0.2f), {.material = elastic});
        }
        double energy = world.kinetic_energy();
        const double first = energy;
        for (int i = 0; i < 300; ++i) {
            world.step(time_step);
            ASSERT_LE(world.kinetic_energy(), energy * (1.0 + 1e-5)) << policy.name << ", step " << i;
            energy = world.kinetic_energy();
        }
        if (policy.value != ContinuousPolicy::SpeedLimit) {
            EXPECT_GT(energy, 0.9 * first) << policy.name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, Policies,
                         testing::Values(SolverKind::SequentialImpulses, SolverKind::SoftStep), solver_name);

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// Bodies that override the continuous policy or TOI method of the world: one body that bounces between two
// walls, or two balls, of which A, a bullet, hits B from the left.

#include "toibox/dynamics/command.h"
#include "toibox/dynamics/validate.h"

#include "tests/support/physics.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

constexpr std::array world_wide_policies{ContinuousPolicy::RollBack, ContinuousPolicy::Substeps,
                                         ContinuousPolicy::AdvanceToFirstImpact};

/// Motion of a spinning body between two walls and a floor under gravity, for 90 steps.
struct Motion {
    std::vector<BodyPose> poses;
    std::vector<Vec2> velocities;
    double time_lost = 0.0;

    friend bool operator==(const Motion&, const Motion&) = default;
};
Motion run_motion(WorldSettings settings, const ContinuousOverride& body_override, float speed,
                  const Shape& shape) {
    settings.gravity = {0.0f, -10.0f};
    World world(settings);
    const BodyHandle walls = world.create_body({.type = BodyType::Static});
    for (const float x : {0.01f, -6.01f})
        world.attach(walls, make_box({0.01f, 5.0f}, {x, 0.0f}), {.material = {.restitution = 0.7f}});
    world.attach(walls, make_box({10.0f, 0.5f}, {0.0f, -3.0f}));
    const BodyHandle body = world.create_body({.position = {-2.0f, 0.0f},
                                               .linear_velocity = {speed, 3.0f},
                                               .angular_velocity = 5.0f,
                                               .continuous = body_override});
    world.attach(body, shape, {.material = {.restitution = 0.7f}});
    Motion motion;
    for (int i = 0; i < 90; ++i) {
        motion.time_lost += world.step(time_step).time_lost;
        motion.poses.push_back(world.find(body)->pose());
        motion.velocities.push_back(world.find(body)->velocity().linear);
        EXPECT_TRUE(i % 10 != 0 || is_valid_world(world));
    }
    return motion;
}

class PerBodyPolicies : public testing::TestWithParam<std::tuple<SolverKind, ContinuousPolicy>> {
protected:
    static SolverKind solver() { return std::get<0>(GetParam()); }
    static ContinuousPolicy policy() { return std::get<1>(GetParam()); }
};

// A body that overrides the policy of the world moves bit-identically to a body in a world with that policy.
TEST_P(PerBodyPolicies, MatchAWorldWithThatPolicy) {
    for (const float speed : {12.0f, 80.0f}) {
        for (const Shape& shape : {Shape(disc(0.1f)), Shape(make_box({0.1f, 0.15f}))}) {
            const Motion expected = run_motion(weightless_with(solver(), policy()), {}, speed, shape);
            for (const ContinuousPolicy world : per_body_policies) {
                EXPECT_EQ(run_motion(weightless_with(solver(), world), {.policy = policy()}, speed, shape),
                          expected)
                    << speed << " m/s in a world of " << policy_name(world);
            }
        }
    }
}

// With settings.contact_margin = 0, contacts use the minimum margin that the policy requires. The policy of
// the body decides, not that of the world.
TEST_P(PerBodyPolicies, DetermineTheContactMargin) {
    WorldSettings expected = weightless_with(solver(), policy());
    expected.contact_margin = 0.0f;
    for (const ContinuousPolicy world : per_body_policies) {
        WorldSettings settings = weightless_with(solver(), world);
        settings.contact_margin = 0.0f;
        EXPECT_EQ(run_motion(settings, {.policy = policy()}, 40.0f, disc(0.1f)),
                  run_motion(expected, {}, 40.0f, disc(0.1f)))
            << "in a world of " << policy_name(world);
    }
}

// Policies that end or divide the step for the whole world also apply to bodies with a policy of their own.
TEST_P(PerBodyPolicies, AreIgnoredUnderWorldWidePolicies) {
    for (const ContinuousPolicy world : world_wide_policies) {
        const WorldSettings settings = weightless_with(solver(), world);
        EXPECT_EQ(run_motion(settings, {.policy = policy()}, 80.0f, disc(0.1f)),
                  run_motion(settings, {}, 80.0f, disc(0.1f)))
            << "in a world of " << policy_name(world);
    }
}

TEST_P(PerBodyPolicies, CanChangeAtRunTime) {
    World world(weightless_with(solver(), ContinuousPolicy::Off));
    const BodyHandle ball = add_ball(world, {0.0f, 0.0f});
    const std::uint64_t hash = world.hash();
    ASSERT_TRUE(
        apply(world, command::SetBody{.body = ball, .continuous = ContinuousOverride{.policy = policy()}})
            .has_value());
    EXPECT_EQ(world.find(ball)->continuous_policy(), policy());
    EXPECT_NE(world.hash(), hash);
    EXPECT_TRUE(is_valid_world(world));
    ASSERT_TRUE(apply(world, command::SetBody{.body = ball, .continuous = ContinuousOverride{}}).has_value());
    EXPECT_EQ(world.find(ball)->continuous_policy(), ContinuousPolicy::Off);
    EXPECT_EQ(world.hash(), hash);
}

struct Collision {
    ContinuousPolicy policy_a;
    float mass_b;
    float speed_b;
    float restitution;
    bool b_is_bullet;
};
/// Ball A at 60 m/s, 1 m per step, hits ball B. The balls must not pass through each other, momentum must be
/// conserved, and energy must not grow.
void run_collision(WorldSettings settings, ContinuousPolicy policy_b, const Collision& collision, int phase) {
    World world(settings);
    const auto add = [&](float x, float speed, float mass, ContinuousPolicy policy, bool bullet) {
        const BodyHandle body = world.create_body({.position = {x, 0.0f},
                                                   .linear_velocity = {speed, 0.0f},
                                                   .bullet = bullet,
                                                   .mass = MassOverride{.mass = mass, .inertia = 1.0f},
                                                   .continuous = {.policy = policy}});
        world.attach(body, disc(0.1f),
                     {.material = {.friction = 0.0f, .restitution = collision.restitution}});
        return body;
    };
    const BodyHandle a =
        add(-2.0f - 0.05f * static_cast<float>(phase), 60.0f, 1.0f, collision.policy_a, true);
    const BodyHandle b = add(0.0f, collision.speed_b, collision.mass_b, policy_b, collision.b_is_bullet);
    const double momentum = world.momentum().x;
    double energy = world.kinetic_energy();
    for (int i = 0; i < 12; ++i) {
        const StepReport report = world.step(time_step);
        ASSERT_LE(report.impacts, 4);
        ASSERT_LT(world.find(a)->center().x, world.find(b)->center().x) << "step " << i;
        if (policy_b != ContinuousPolicy::SpeedLimit) {  // removes momentum by design
            ASSERT_NEAR(world.momentum().x, momentum, 1e-5 * (60.0 + std::abs(momentum))) << "step " << i;
        }
        ASSERT_LE(world.kinetic_energy(), energy * (1.0 + 1e-5)) << "step " << i;
        energy = world.kinetic_energy();
    }
    EXPECT_TRUE(is_valid_world(world));
}

// The policy of B is the parameter. A hits at 20 phases of a step.
TEST_P(PerBodyPolicies, ConserveMomentumAndDoNotTunnelWhenMixed) {
    for (const ContinuousPolicy policy_a :
         {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
        for (const float mass : {0.1f, 1.0f, 10.0f}) {
            for (const float speed : {-30.0f, 0.0f, 20.0f}) {
                for (const float restitution : {0.0f, 0.5f, 1.0f}) {
                    for (int phase = 0; phase < 20; ++phase) {
                        SCOPED_TRACE(policy_name(policy_a) + ", B of " + std::to_string(mass) + " kg at " +
                                     std::to_string(speed) + " m/s, restitution " +
                                     std::to_string(restitution) + ", phase " + std::to_string(phase));
                        const Collision collision{policy_a, mass, speed, restitution, phase % 2 == 0};
                        run_collision(weightless_with(solver(), ContinuousPolicy::Off), policy(), collision,
                                      phase);
                        if (HasFatalFailure()) return;
                    }
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, PerBodyPolicies,
                         testing::Combine(testing::Values(SolverKind::SequentialImpulses,
                                                          SolverKind::SoftStep),
                                          testing::ValuesIn(per_body_policies)),
                         [](const auto& tested) {
                             return pascal_case(enum_entry(solver_kinds(), std::get<0>(tested.param)).name) +
                                    pascal_case(policy_name(std::get<1>(tested.param)));
                         });

TEST(PerBodyOverrides, WorldWidePoliciesAreRejected) {
    World world;
    const BodyHandle body = world.create_body();
    for (const ContinuousPolicy policy : world_wide_policies) {
        const Result<BodyHandle, DefError> created =
            world.try_create_body({.continuous = {.policy = policy}});
        ASSERT_FALSE(created.has_value());
        EXPECT_EQ(created.error().field, "continuous");
        EXPECT_NE(created.error().message.find(policy_name(policy)), std::string::npos);
        const Result<CommandOutcome, CommandError> set =
            apply(world, command::SetBody{.body = body, .continuous = ContinuousOverride{.policy = policy}});
        ASSERT_FALSE(set.has_value());
        EXPECT_EQ(set.error().message, "continuous must be a per-body policy; \"" + policy_name(policy) +
                                           "\" acts on the whole world");
    }
    EXPECT_FALSE(world.try_create_body({.continuous = {.policy = ContinuousPolicy{99}}}).has_value());
    EXPECT_FALSE(world.try_create_body({.continuous = {.toi = ToiMethod{99}}}).has_value());
}

// The penalty solver supports RestorePosition, but not SubstepAtImpact, which therefore has no effect.
TEST(PerBodyOverrides, HaveAnEffectOnlyIfTheSolverSupportsThem) {
    World world({.solver = SolverKind::Penalty, .continuous = ContinuousPolicy::Off});
    const BodyHandle body = world.create_body({.continuous = {.policy = ContinuousPolicy::SubstepAtImpact}});
    EXPECT_EQ(world.find(body)->continuous_policy(), ContinuousPolicy::Off);
    world.find(body)->set_continuous({.policy = ContinuousPolicy::RestorePosition});
    EXPECT_EQ(world.find(body)->continuous_policy(), ContinuousPolicy::RestorePosition);
}

TEST(PerBodyOverrides, AreRemovedWithTheirBody) {
    World world;
    const BodyHandle body = world.create_body({.continuous = {.policy = ContinuousPolicy::Off}});
    ASSERT_TRUE(world.destroy(body));
    const BodyHandle next = world.create_body();
    ASSERT_EQ(next.index, body.index);
    EXPECT_EQ(world.find(next)->continuous(), ContinuousOverride{});
    EXPECT_TRUE(is_valid_world(world));
}

// The body's contact margin is wider than that of the world. After the body is destroyed, data left over from
// its shapes must not be used.
TEST(PerBodyOverrides, DestroyingABodyWithAWiderMarginKeepsTheWorldValid) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::Off;
    settings.target = 0.05f;
    settings.tolerance = 0.0125f;
    World world(settings);
    for (const float x : {0.0f, 3.0f}) {
        const BodyHandle body = world.create_body(
            {.position = {x, 0.0f}, .continuous = {.policy = ContinuousPolicy::SubstepAtImpact}});
        world.attach(body, disc(0.1f));
        world.step(time_step);
        ASSERT_TRUE(world.destroy(body));
        EXPECT_TRUE(is_valid_world(world));
    }
    world.step(time_step);
    EXPECT_TRUE(is_valid_world(world));
}

TEST(PerBodyOverrides, AreValidated) {
    const auto defect_place = [](auto corrupt) {
        World world;
        for (int i = 0; i < 2; ++i) {
            [[maybe_unused]] const BodyHandle body =
                world.create_body({.mass = MassOverride{}, .continuous = {.policy = ContinuousPolicy::Off}});
        }
        EXPECT_TRUE(is_valid_world(world));
        corrupt(world.state().continuous_overrides);
        const std::optional<Defect> defect_found = validate(world.state());
        return defect_found ? defect_found->where : "";
    };
    using List = std::vector<BodyContinuousOverride>;
    EXPECT_EQ(defect_place([](List& list) { list[1].body = 7; }), "own_continuous[1]");
    EXPECT_EQ(defect_place([](List& list) { list[1].body = 0; }), "own_continuous[1]");
    EXPECT_EQ(defect_place([](List& list) { list[0].has_policy = false; }), "own_continuous[0]");
    EXPECT_EQ(defect_place([](List& list) { list[0].policy = ContinuousPolicy::RollBack; }),
              "own_continuous[0].continuous");
    EXPECT_EQ(defect_place([](List& list) { list[0].toi = ToiMethod{99}; }), "own_continuous[0].toi");
}

// Sensors use the parts of a body's path. Each part must have a positive duration and begin when the previous
// part ends.
TEST(CcdState, PathsWithGapsOverlapsOrEmptyPartsAreInvalid) {
    World world;
    static_cast<void>(world.create_body({.mass = MassOverride{}}));
    WorldState& state = world.state();
    state.progress.step_dt = state.progress.dt = time_step;
    state.progress.paused = true;
    state.ccd.body.resize(state.bodies.ids.capacity());
    const auto defect_with_paths = [&](std::initializer_list<std::pair<double, double>> times) {
        state.ccd.paths.clear();
        for (const auto& [from, to] : times) {
            state.ccd.paths.emplace_back();
            state.ccd.paths.back().from = from;
            state.ccd.paths.back().to = to;
        }
        const std::optional<Defect> defect_found = validate(state);
        return defect_found ? defect_found->where : "";
    };
    EXPECT_EQ(defect_with_paths({{0.0, 0.2}, {0.2, 1.0}}), "");
    EXPECT_EQ(defect_with_paths({{0.1, 0.2}}), "");
    EXPECT_EQ(defect_with_paths({{0.0, 0.2}, {0.5, 1.0}}), "continuous.paths[1]");
    EXPECT_EQ(defect_with_paths({{0.0, 0.2}, {0.1, 1.0}}), "continuous.paths[1]");
    EXPECT_EQ(defect_with_paths({{0.2, 0.2}}), "continuous.paths[0]");
}

}  // namespace
}  // namespace toibox

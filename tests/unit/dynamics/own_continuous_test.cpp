// SPDX-License-Identifier: MIT

// Bodies with a continuous policy and a method of their own. Geometry: along x, without friction; a wall
// whose near face is at x = 0, or two balls of radius 0.1 m of which A, a bullet, comes from the left.

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

constexpr std::array on_all{ContinuousPolicy::RollBack, ContinuousPolicy::Substeps,
                            ContinuousPolicy::AdvanceToFirstImpact};

/// A box that spins at the wall, under gravity, and what it does in 90 steps.
struct Track {
    std::vector<BodyPose> poses;
    std::vector<Vec2> velocities;
    double time_lost = 0.0;

    friend bool operator==(const Track&, const Track&) = default;
};
Track track(WorldSettings settings, const ContinuousOverride& own, float speed, const Shape& shape) {
    settings.gravity = {0.0f, -10.0f};
    World world(settings);
    const BodyHandle walls = world.create_body({.type = BodyType::Static});
    for (const float x : {0.01f, -6.01f})
        world.attach(walls, make_box({0.01f, 5.0f}, {x, 0.0f}), {.material = {.restitution = 0.7f}});
    world.attach(walls, make_box({10.0f, 0.5f}, {0.0f, -3.0f}));
    const BodyHandle body = world.create_body({.position = {-2.0f, 0.0f},
                                               .linear_velocity = {speed, 3.0f},
                                               .angular_velocity = 5.0f,
                                               .continuous = own});
    world.attach(body, shape, {.material = {.restitution = 0.7f}});
    Track made;
    for (int i = 0; i < 90; ++i) {
        made.time_lost += world.step(time_step).time_lost;
        made.poses.push_back(world.find(body)->pose());
        made.velocities.push_back(world.find(body)->velocity().linear);
        EXPECT_TRUE(i % 10 != 0 || is_valid_world(world));
    }
    return made;
}

class PerBodyPolicies : public testing::TestWithParam<std::tuple<SolverKind, ContinuousPolicy>> {
protected:
    static SolverKind solver() { return std::get<0>(GetParam()); }
    static ContinuousPolicy policy() { return std::get<1>(GetParam()); }
};

// Alone in a world of another policy it does, bit for bit, what it does in a world of its own.
TEST_P(PerBodyPolicies, MatchesAWorldWithThatPolicy) {
    for (const float speed : {12.0f, 80.0f}) {
        for (const Shape& shape : {Shape(disc(0.1f)), Shape(make_box({0.1f, 0.15f}))}) {
            const Track expected = track(weightless_with(solver(), policy()), {}, speed, shape);
            for (const ContinuousPolicy world : policies_by_body) {
                EXPECT_EQ(track(weightless_with(solver(), world), {.policy = policy()}, speed, shape),
                          expected)
                    << speed << " m/s in a world of " << policy_name(world);
            }
        }
    }
}

// Contacts see nothing ahead but what a policy needs: its own, not the world's.
TEST_P(PerBodyPolicies, SeesAheadAsFarAsItsPolicyAsks) {
    WorldSettings expected = weightless_with(solver(), policy());
    expected.contact_margin = 0.0f;
    for (const ContinuousPolicy world : policies_by_body) {
        WorldSettings settings = weightless_with(solver(), world);
        settings.contact_margin = 0.0f;
        EXPECT_EQ(track(settings, {.policy = policy()}, 40.0f, disc(0.1f)),
                  track(expected, {}, 40.0f, disc(0.1f)))
            << "in a world of " << policy_name(world);
    }
}

// What ends or divides the step for all does so for bodies with a policy of their own, too.
TEST_P(PerBodyPolicies, IsIgnoredUnderWorldWidePolicies) {
    for (const ContinuousPolicy world : on_all) {
        const WorldSettings settings = weightless_with(solver(), world);
        EXPECT_EQ(track(settings, {.policy = policy()}, 80.0f, disc(0.1f)),
                  track(settings, {}, 80.0f, disc(0.1f)))
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

// A of 60 m/s, a metre a step, meets B, whose policy is the parameter's. Each of 20 phases of a step, each
// way in which B moves, each ratio of masses, each bounce: never passes one through the other, momentum is
// kept and no energy comes in.
struct Duel {
    ContinuousPolicy a;
    float mass_b;
    float speed_b;
    float restitution;
    bool b_is_bullet;
};
void fight(WorldSettings settings, ContinuousPolicy policy_b, const Duel& duel, int phase) {
    World world(settings);
    const auto add = [&](float x, float speed, float mass, ContinuousPolicy policy, bool bullet) {
        const BodyHandle body = world.create_body({.position = {x, 0.0f},
                                                   .linear_velocity = {speed, 0.0f},
                                                   .bullet = bullet,
                                                   .mass = MassOverride{.mass = mass, .inertia = 1.0f},
                                                   .continuous = {.policy = policy}});
        world.attach(body, disc(0.1f), {.material = {.friction = 0.0f, .restitution = duel.restitution}});
        return body;
    };
    const BodyHandle a = add(-2.0f - 0.05f * static_cast<float>(phase), 60.0f, 1.0f, duel.a, true);
    const BodyHandle b = add(0.0f, duel.speed_b, duel.mass_b, policy_b, duel.b_is_bullet);
    const double momentum = world.momentum().x;
    double energy = world.kinetic_energy();
    for (int i = 0; i < 12; ++i) {
        const StepReport report = world.step(time_step);
        ASSERT_LE(report.impacts, 4);
        ASSERT_LT(world.find(a)->center().x, world.find(b)->center().x) << "step " << i;
        if (policy_b != ContinuousPolicy::SpeedLimit) {  // which takes speed, and means to
            ASSERT_NEAR(world.momentum().x, momentum, 1e-5 * (60.0 + std::abs(momentum))) << "step " << i;
        }
        ASSERT_LE(world.kinetic_energy(), energy * (1.0 + 1e-5)) << "step " << i;
        energy = world.kinetic_energy();
    }
    EXPECT_TRUE(is_valid_world(world));
}

TEST_P(PerBodyPolicies, MixedImpactsKeepMomentumAndPassNobody) {
    for (const ContinuousPolicy a : {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
        for (const float mass : {0.1f, 1.0f, 10.0f}) {
            for (const float speed : {-30.0f, 0.0f, 20.0f}) {
                for (const float restitution : {0.0f, 0.5f, 1.0f}) {
                    for (int phase = 0; phase < 20; ++phase) {
                        SCOPED_TRACE(policy_name(a) + ", B of " + std::to_string(mass) + " kg at " +
                                     std::to_string(speed) + " m/s, restitution " +
                                     std::to_string(restitution) + ", phase " + std::to_string(phase));
                        const Duel duel{a, mass, speed, restitution, phase % 2 == 0};
                        fight(weightless_with(solver(), ContinuousPolicy::Off), policy(), duel, phase);
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
                                          testing::ValuesIn(policies_by_body)),
                         [](const auto& each) {
                             return pascal_case(enum_entry(solver_kinds(), std::get<0>(each.param)).name) +
                                    pascal_case(policy_name(std::get<1>(each.param)));
                         });

TEST(PerBodyChoices, RefuseWhatActsOnAll) {
    World world;
    const BodyHandle body = world.create_body();
    for (const ContinuousPolicy policy : on_all) {
        const Result<BodyHandle, DefError> made = world.try_create_body({.continuous = {.policy = policy}});
        ASSERT_FALSE(made.has_value());
        EXPECT_EQ(made.error().field, "continuous");
        EXPECT_NE(made.error().message.find(policy_name(policy)), std::string::npos);
        const Result<CommandOutcome, CommandError> set =
            apply(world, command::SetBody{.body = body, .continuous = ContinuousOverride{.policy = policy}});
        ASSERT_FALSE(set.has_value());
        EXPECT_EQ(set.error().message, "continuous must be a per-body policy; \"" + policy_name(policy) +
                                           "\" acts on the whole world");
    }
    EXPECT_FALSE(world.try_create_body({.continuous = {.policy = ContinuousPolicy{99}}}).has_value());
    EXPECT_FALSE(world.try_create_body({.continuous = {.toi = ToiMethod{99}}}).has_value());
}

// Springs answer no impacts, for no body.
TEST(PerBodyChoices, WaitWhereTheSolverAnswersNoImpacts) {
    World world({.solver = SolverKind::Penalty, .continuous = ContinuousPolicy::Off});
    const BodyHandle body = world.create_body({.continuous = {.policy = ContinuousPolicy::SubstepAtImpact}});
    EXPECT_EQ(world.find(body)->continuous_policy(), ContinuousPolicy::Off);
    world.find(body)->set_continuous({.policy = ContinuousPolicy::RestorePosition});
    EXPECT_EQ(world.find(body)->continuous_policy(), ContinuousPolicy::RestorePosition);
}

TEST(PerBodyChoices, GoWithTheirBody) {
    World world;
    const BodyHandle body = world.create_body({.continuous = {.policy = ContinuousPolicy::Off}});
    ASSERT_TRUE(world.destroy(body));
    const BodyHandle next = world.create_body();
    ASSERT_EQ(next.index, body.index);
    EXPECT_EQ(world.find(next)->continuous(), ContinuousOverride{});
    EXPECT_TRUE(is_valid_world(world));
}

// Its margin is wider than the world's; what it leaves behind must not be looked at again.
TEST(PerBodyChoices, GoWithTheirBodyAndItsShapes) {
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

TEST(PerBodyChoices, AreValidated) {
    const auto defect = [](auto spoil) {
        World world;
        for (int i = 0; i < 2; ++i) {
            [[maybe_unused]] const BodyHandle body =
                world.create_body({.mass = MassOverride{}, .continuous = {.policy = ContinuousPolicy::Off}});
        }
        EXPECT_TRUE(is_valid_world(world));
        spoil(world.state().continuous_overrides);
        const std::optional<Defect> found = validate(world.state());
        return found ? found->where : "";
    };
    using List = std::vector<BodyContinuousOverride>;
    EXPECT_EQ(defect([](List& list) { list[1].body = 7; }), "own_continuous[1]");
    EXPECT_EQ(defect([](List& list) { list[1].body = 0; }), "own_continuous[1]");
    EXPECT_EQ(defect([](List& list) { list[0].has_policy = false; }), "own_continuous[0]");
    EXPECT_EQ(defect([](List& list) { list[0].policy = ContinuousPolicy::RollBack; }),
              "own_continuous[0].continuous");
    EXPECT_EQ(defect([](List& list) { list[0].toi = ToiMethod{99}; }), "own_continuous[0].toi");
}

// Sensors go by the parts of a body's path, which leave no time out.
TEST(CcdState, RefusesPathsWithGaps) {
    World world;
    static_cast<void>(world.create_body({.mass = MassOverride{}}));
    WorldState& state = world.state();
    state.progress.step_dt = state.progress.dt = time_step;
    state.progress.paused = true;
    state.continuous.body.resize(state.bodies.ids.capacity());
    const auto with_paths = [&](std::initializer_list<std::pair<double, double>> times) {
        state.continuous.paths.clear();
        for (const auto& [from, to] : times) {
            state.continuous.paths.emplace_back();
            state.continuous.paths.back().from = from;
            state.continuous.paths.back().to = to;
        }
        const std::optional<Defect> found = validate(state);
        return found ? found->where : "";
    };
    EXPECT_EQ(with_paths({{0.0, 0.2}, {0.2, 1.0}}), "");
    EXPECT_EQ(with_paths({{0.1, 0.2}}), "");
    EXPECT_EQ(with_paths({{0.0, 0.2}, {0.5, 1.0}}), "continuous.paths[1]");
    EXPECT_EQ(with_paths({{0.0, 0.2}, {0.1, 1.0}}), "continuous.paths[1]");
    EXPECT_EQ(with_paths({{0.2, 0.2}}), "continuous.paths[0]");
}

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// Tunnelling tests over solvers × policies × methods × shapes × speeds × angles, without gravity. A body has
// tunnelled if its centre ends on the far side.

#include "tests/support/physics.h"

#include <string>

namespace toibox {
namespace {

using namespace testing_support;

enum class ThrownShapeKind { Disc, Box, Sliver };

Shape thrown_shape(ThrownShapeKind flyer) {
    switch (flyer) {
        case ThrownShapeKind::Disc:
            return disc(0.1f);
        case ThrownShapeKind::Box:
            return make_box({0.1f, 0.1f});
        case ThrownShapeKind::Sliver:
            break;
    }
    return make_box({0.5f, 0.02f});
}

struct Throw {
    WorldSettings settings = weightless();
    ThrownShapeKind flyer = ThrownShapeKind::Disc;
    float half_wall = 0.05f;
    float spin = 3.0f;  ///< rad/s
    BodyType wall = BodyType::Static;
    bool bullet = false;
    /// A dynamic wall is heavy, so that it hardly moves, and so long that no body slides around its end.
    float half_length = 500.0f;
    float density = 1000.0f;
};

/// Number of the 220 throws that tunnel: 20, 40 … 400 m/s, from 10 m, at 11 angles up to 1 rad off the
/// normal.
int count_tunnelled(const Throw& setup) {
    int tunnelled = 0;
    for (int speed = 20; speed <= 400; speed += 20) {
        for (int k = -5; k <= 5; ++k) {
            World world(setup.settings);
            const BodyHandle wall = world.create_body({.type = setup.wall});
            world.attach(wall, make_box({setup.half_wall, setup.half_length}),
                         {.material = {.density = setup.density}});
            const Rot aim = make_rot(0.2f * static_cast<float>(k));
            const Vec2 direction{aim.c, aim.s};
            const BodyHandle body =
                world.create_body({.position = -10.0f * direction,
                                   .angle = 0.5f * static_cast<float>(k),
                                   .linear_velocity = static_cast<float>(speed) * direction,
                                   .angular_velocity = setup.spin,
                                   .bullet = setup.bullet});
            world.attach(body, thrown_shape(setup.flyer));
            for (int i = 0; i < 60; ++i)
                world.step(time_step);
            if (world.find(body)->center().x > world.find(wall)->center().x) ++tunnelled;
        }
    }
    return tunnelled;
}

struct Case {
    SolverKind solver;
    ContinuousPolicy policy;
    ToiMethod method;
    ThrownShapeKind flyer;
};
class Tunnelling : public testing::TestWithParam<Case> {
protected:
    static Throw throw_for(const Case& c) {
        Throw setup{.flyer = c.flyer};
        if (c.solver == SolverKind::SequentialImpulses)
            setup.settings = with_sequential_impulses(setup.settings);
        setup.settings.continuous = c.policy;
        setup.settings.toi = c.method;
        return setup;
    }
};

// A wall of 10 cm.
TEST_P(Tunnelling, BodiesDoNotPassThroughAWall) {
    EXPECT_EQ(count_tunnelled(throw_for(GetParam())), 0);
}

// A wall of 2 mm and a rotation of 1.7 rad per step. Bilateral advancement does not promise to stop them all
// (a sliver may dip in and out within the step), but it does in these 220 throws.
TEST_P(Tunnelling, SpinningBodiesDoNotPassThroughFoil) {
    Throw setup = throw_for(GetParam());
    setup.half_wall = 0.001f;
    setup.spin = 100.0f;
    EXPECT_EQ(count_tunnelled(setup), 0);
}

TEST_P(Tunnelling, BulletsDoNotPassThroughADynamicWall) {
    Throw setup = throw_for(GetParam());
    setup.wall = BodyType::Dynamic;
    setup.bullet = true;
    EXPECT_EQ(count_tunnelled(setup), 0);
}

std::string tunnelling_name(const testing::TestParamInfo<Case>& info) {
    const Case& c = info.param;
    const char* solver = c.solver == SolverKind::SoftStep ? "SoftStep" : "Impulses";
    const char* policy = c.policy == ContinuousPolicy::StopAtImpact ? "Stop" : "Substep";
    const char* method = c.method == ToiMethod::BilateralAdvancement ? "Bilateral" : "Conservative";
    const char* flyer = c.flyer == ThrownShapeKind::Disc  ? "Disc"
                        : c.flyer == ThrownShapeKind::Box ? "Box"
                                                          : "Sliver";
    return std::string(solver) + policy + method + flyer;
}
std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const SolverKind solver : {SolverKind::SoftStep, SolverKind::SequentialImpulses}) {
        for (const ContinuousPolicy policy :
             {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
            for (const ToiMethod method :
                 {ToiMethod::BilateralAdvancement, ToiMethod::ConservativeAdvancement}) {
                for (const ThrownShapeKind flyer :
                     {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver})
                    cases.push_back({solver, policy, method, flyer});
            }
        }
    }
    return cases;
}
INSTANTIATE_TEST_SUITE_P(All, Tunnelling, testing::ValuesIn(all_cases()), tunnelling_name);

// Without a continuous policy and contact margin.
TEST(TunnellingNegativeControl, MostThrowsTunnelWithoutCcd) {
    for (const ThrownShapeKind flyer :
         {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver}) {
        Throw setup{.flyer = flyer};
        setup.settings.continuous = ContinuousPolicy::Off;
        setup.settings.contact_margin = 0.0f;
        EXPECT_GT(count_tunnelled(setup), 150);
    }
}

// The board has only a few times the mass of the body. Dynamic bodies are cast against each other only if one
// is a bullet.
TEST(TunnellingNegativeControl, NonBulletsPassThroughALightBoard) {
    for (const ThrownShapeKind flyer :
         {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver}) {
        EXPECT_GT(count_tunnelled(
                      {.flyer = flyer, .wall = BodyType::Dynamic, .half_length = 2.0f, .density = 0.5f}),
                  100);
    }
}

// A dynamic wall of at least a hundred times the mass of the body acts like a static one, awake or asleep.
TEST(HeavyObstacles, StopNonBullets) {
    for (const ThrownShapeKind flyer :
         {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver}) {
        for (const bool sleeping : {false, true}) {
            Throw setup{.flyer = flyer, .wall = BodyType::Dynamic};
            setup.settings.sleeping = sleeping;
            EXPECT_EQ(count_tunnelled(setup), 0) << sleeping;
        }
    }
}

// Three balls hit the wall within one step, which is paused at each impact. The wall must stay a heavy
// obstacle until the end of the step.
TEST(HeavyObstacles, StopBodiesInPausedSteps) {
    World unpaused(weightless());
    const BodyHandle wall = unpaused.create_body({});
    unpaused.attach(wall, make_box({0.05f, 5.0f}), {.material = {.density = 100.0f, .restitution = 1.0f}});
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<float>(i);
        add_ball(unpaused, {-1.0f - k, 2.0f * k - 2.0f}, 0.1f, {.linear_velocity = {300.0f, 0.0f}});
    }
    World paused = unpaused;
    WorldSettings pausing_settings = paused.settings();
    pausing_settings.stop_at_each_impact = true;
    ASSERT_TRUE(paused.set_settings(pausing_settings).has_value());
    EXPECT_EQ(unpaused.step(time_step).impacts, 3);
    int calls = 1;
    for (; !paused.step(time_step).complete; ++calls) {
        World copy = paused;  // drops what is only in the scratch memory of the step
        paused = copy;
    }
    EXPECT_EQ(calls, 4);
    ASSERT_TRUE(paused.set_settings(unpaused.settings()).has_value());
    EXPECT_EQ(paused.hash(), unpaused.hash());
}

// A lid of 10 cm slides, approaches, recedes or rotates, some by more than half of its thickness per step.
TEST(HeavyObstacles, StopFastBodiesWhileTheyMove) {
    for (const Vec2 velocity : {Vec2{0.0f, 3.0f}, Vec2{2.0f, 0.0f}, Vec2{-2.0f, 0.0f}, Vec2{0.0f, 1.0f}}) {
        for (const float spin : {0.0f, 0.3f}) {
            for (int phase = 0; phase < 20; ++phase) {
                World world(weightless());
                const BodyHandle lid =
                    world.create_body({.linear_velocity = velocity, .angular_velocity = spin});
                world.attach(lid, make_box({0.05f, 5.0f}), {.material = {.density = 100.0f}});
                const BodyHandle ball = add_ball(world, {-5.0f - 0.08f * static_cast<float>(phase), 0.0f},
                                                 0.1f, {.linear_velocity = {100.0f, 0.0f}});
                for (int i = 0; i < 8; ++i)
                    world.step(time_step);
                EXPECT_LT(world.find(ball)->center().x, world.find(lid)->center().x)
                    << velocity.x << ", " << velocity.y << ", spin " << spin << ", phase " << phase;
            }
        }
    }
}

// An elastic impact of a ball of 31 g at 400 m/s on a lid of 10 kg: the same with or without the bullet flag.
TEST(HeavyObstacles, TakeTheMomentumOfAnImpact) {
    for (const bool bullet : {false, true}) {
        World world(weightless());
        const BodyHandle lid = world.create_body({});
        world.attach(lid, make_box({0.01f, 1.0f}), {.material = {.density = 250.0f, .restitution = 1.0f}});
        const BodyHandle ball =
            add_ball(world, {-10.0f, 0.0f}, 0.1f, {.linear_velocity = {400.0f, 0.0f}, .bullet = bullet});
        const double ball_mass = wide(world.find(ball)->mass().mass);
        const double lid_mass = wide(world.find(lid)->mass().mass);
        for (int i = 0; i < 6; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.find(ball)->velocity().linear.x,
                    400.0 * (ball_mass - lid_mass) / (ball_mass + lid_mass), 1e-2)
            << bullet;
        EXPECT_NEAR(world.find(lid)->velocity().linear.x, 400.0 * 2.0 * ball_mass / (ball_mass + lid_mass),
                    1e-3)
            << bullet;
    }
}

// Two bullets of radius 0.1 m head-on, 20 … 410 m/s each.
TEST(TunnellingBullets, DoNotPassThroughEachOther) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
        for (int speed = 20; speed <= 410; speed += 10) {
            SCOPED_TRACE(speed);
            WorldSettings settings = weightless();
            settings.continuous = policy;
            World world(settings);
            const auto fire = [&world](float x, float v) {
                return add_ball(world, {x, 0.0f}, 0.1f, {.linear_velocity = {v, 0.0f}, .bullet = true});
            };
            const BodyHandle left = fire(-10.0f, static_cast<float>(speed));
            const BodyHandle right = fire(10.0f, -static_cast<float>(speed));
            for (int i = 0; i < 60; ++i)
                world.step(time_step);
            EXPECT_LT(world.find(left)->center().x, world.find(right)->center().x);
        }
    }
}

// A bullet hits a resting ball that is no bullet. The impact is inelastic.
TEST(TunnellingBullets, HitNonBullets) {
    World world(weightless());
    const BodyHandle bullet =
        add_ball(world, {-10.0f, 0.0f}, 0.1f, {.linear_velocity = {300.0f, 0.0f}, .bullet = true});
    const BodyHandle ball = add_ball(world, {0.0f, 0.0f}, 0.1f);
    for (int i = 0; i < 10; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(bullet)->velocity().linear.x, 150.0f, 1e-3f);
    EXPECT_NEAR(world.find(ball)->velocity().linear.x, 150.0f, 1e-3f);
    EXPECT_LT(world.find(bullet)->center().x, world.find(ball)->center().x);
}

// Five balls in a row with gaps, all bullets, e = 1; the first has 10 m/s. Within a step or two the impacts
// propagate along the row, and only the last ball flies off.
TEST(TunnellingBullets, PassMomentumAlongARow) {
    World world(weightless());
    std::vector<BodyHandle> balls;
    for (int i = 0; i < 5; ++i) {
        const BodyHandle ball = world.create_body({.position = {0.22f * static_cast<float>(i), 0.0f},
                                                   .linear_velocity = {i == 0 ? 10.0f : 0.0f, 0.0f},
                                                   .bullet = true});
        world.attach(ball, disc(0.1f), {.material = {.restitution = 1.0f}});
        balls.push_back(ball);
    }
    for (int i = 0; i < 12; ++i)
        world.step(time_step);
    for (int i = 0; i < 4; ++i)
        EXPECT_NEAR(world.find(balls[static_cast<std::size_t>(i)])->velocity().linear.x, 0.0f, 0.1f);
    EXPECT_GT(world.find(balls[4])->velocity().linear.x, 9.9f);
}

/// A ball at 100 m/s between two static elastic walls.
struct ThrowInBox {
    World world;
    BodyHandle ball;
    ThrowInBox(float gap, const WorldSettings& settings) : world(settings) {
        const BodyHandle walls = world.create_body({.type = BodyType::Static});
        for (const float side : {-1.0f, 1.0f}) {
            world.attach(walls, make_box({0.5f, 5.0f}, {side * (0.5f * gap + 0.6f), 0.0f}),
                         {.material = {.restitution = 1.0f}});
        }
        ball = add_ball(world, {}, 0.1f, {.linear_velocity = {100.0f, 0.0f}});
    }
};

// A ball bounces back and forth over 0.5 m for one second. The number of impacts follows from the distance
// covered.
TEST(ImpactTime, SubstepsConsumeTheWholeStep) {
    ThrowInBox box(0.5f, weightless());
    int impacts = 0;
    double lost = 0;
    for (int i = 0; i < 60; ++i) {
        const StepReport report = box.world.step(time_step);
        impacts += report.impacts;
        lost += report.time_lost;
    }
    EXPECT_EQ(lost, 0.0);
    // The ball reverses at the target distance, 5 mm ± 1.25 mm from the wall: 100 m in trips of 0.49 m.
    EXPECT_NEAR(impacts, 100.0 / 0.49, 2.0);
    EXPECT_NEAR(std::abs(box.world.find(box.ball)->velocity().linear.x), 100.0f, 1e-2f);
}

// With a budget of two impacts per step, the third is reported, the ball stops there and the rest of its step
// is lost.
TEST(ImpactTime, ExhaustedBudgetIsReported) {
    WorldSettings settings = weightless();
    settings.impact_budget = 2;
    ThrowInBox box(0.5f, settings);
    const StepReport report = box.world.step(time_step);
    ASSERT_EQ(box.world.events().impact.size(), 3u);
    const ImpactEvent& last = box.world.events().impact.back();
    EXPECT_TRUE(last.budget_exhausted);
    EXPECT_FALSE(box.world.events().impact[1].budget_exhausted);
    EXPECT_EQ(report.exhausted_budgets, 1);
    EXPECT_NEAR(last.time_lost, (1.0 - last.t) * wide(time_step), 1e-9);
    EXPECT_EQ(report.time_lost, last.time_lost);
    EXPECT_LT(std::abs(box.world.find(box.ball)->center().x), 0.25f);
}

// StopAtImpact leaves the velocity to the discrete solver and reports the time lost.
TEST(ImpactTime, StoppingReportsTheTimeLost) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::StopAtImpact;
    ThrowInBox box(0.5f, settings);
    const StepReport report = box.world.step(time_step);
    ASSERT_EQ(box.world.events().impact.size(), 1u);
    const double t = box.world.events().impact[0].t;
    EXPECT_NEAR(t, (0.25 - 0.005) / 100.0 * 60.0, 0.00125 / 100.0 * 60.0 + 1e-6);
    EXPECT_NEAR(report.time_lost, (1.0 - t) * wide(time_step), 1e-9);
    EXPECT_EQ(box.world.find(box.ball)->velocity().linear.x, 100.0f);
    box.world.step(time_step);
    EXPECT_NEAR(box.world.find(box.ball)->velocity().linear.x, -100.0f, 1e-3f);
}

// A fast body starts with its centre inside a static one, where no cast can help.
TEST(ImpactTime, DeepStartIsCounted) {
    World world(weightless());
    const BodyHandle block = world.create_body({.type = BodyType::Static});
    world.attach(block, make_box({1.0f, 1.0f}));
    add_ball(world, {0.2f, 0.1f}, 0.1f, {.linear_velocity = {0.0f, 50.0f}});
    EXPECT_EQ(world.step(time_step).deep_starts, 1);
}

TEST(ImpactTime, SensorsAndFilteredShapesCauseNoImpact) {
    for (const bool sensor : {true, false}) {
        World world(weightless());
        const BodyHandle wall = world.create_body({.type = BodyType::Static});
        world.attach(wall, make_box({0.05f, 5.0f}),
                     {.filter = {.category = 2, .mask = sensor ? ~std::uint64_t{0} : 0}, .sensor = sensor});
        const BodyHandle ball = add_ball(world, {-5.0f, 0.0f}, 0.1f, {.linear_velocity = {200.0f, 0.0f}});
        int impacts = 0;
        for (int i = 0; i < 10; ++i)
            impacts += world.step(time_step).impacts;
        EXPECT_EQ(impacts, 0);
        EXPECT_GT(world.find(ball)->center().x, 20.0f);
    }
}

// Number of calls, the pair with the most iterations, and no times without a clock.
TEST(ImpactTime, ReportNamesTheWorstPair) {
    WorldSettings settings = weightless();
    settings.toi = ToiMethod::BilateralAdvancement;
    World world(settings);
    const BodyHandle wall = world.create_body({.type = BodyType::Static});
    const ShapeHandle wall_shape = world.attach(wall, make_box({0.05f, 5.0f}));
    const BodyHandle ball = world.create_body({.position = {-1.9f, 0.0f}, .linear_velocity = {200.0f, 0.0f}});
    const ShapeHandle ball_shape = world.attach(ball, disc(0.05f));
    const StepReport report = world.step(time_step);
    EXPECT_GE(report.toi.outer.calls, 1u);
    EXPECT_GE(report.toi.hit, 1u);
    EXPECT_EQ(report.toi.worst_pair.a, wall_shape);
    EXPECT_EQ(report.toi.worst_pair.b, ball_shape);
    EXPECT_EQ(report.toi.nanoseconds.calls, 0u);
    EXPECT_GE(report.gjk.calls, report.toi.outer.calls);
    // The surfaces approach from 1.8 m to the target distance of 5 mm at 3.33 m per step.
    EXPECT_NEAR(world.events().impact.at(0).t, 1.795 / (200.0 / 60.0), 0.001);
}

}  // namespace
}  // namespace toibox

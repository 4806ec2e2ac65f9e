// SPDX-License-Identifier: MIT

// Tunnelling tests over solvers × policies × TOI methods × shapes × speeds × angles, without gravity. A body
// has tunnelled if its centre ends beyond the centre of the wall.

#include "tests/support/physics.h"

#include <string>

namespace toibox {
namespace {

using namespace testing_support;

enum class ThrownShapeKind { Disc, Box, Sliver };

Shape thrown_shape(ThrownShapeKind kind) {
    switch (kind) {
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
    ThrownShapeKind shape = ThrownShapeKind::Disc;
    float spin = 3.0f;  ///< rad/s
    bool bullet = false;
    BodyType wall_type = BodyType::Static;
    float wall_half_thickness = 0.05f;
    /// By default, the wall is so long that no body slides around its end.
    float wall_half_length = 500.0f;
    float wall_density = 1000.0f;  ///< By default, a dynamic wall is so heavy that it hardly moves.
};

/// Number of the 220 throws that tunnel: 20, 40 … 400 m/s, 11 angles of up to 1 rad to the normal, from 10 m.
int count_tunnelled(const Throw& setup) {
    int tunnelled = 0;
    for (int speed = 20; speed <= 400; speed += 20) {
        for (int k = -5; k <= 5; ++k) {
            World world(setup.settings);
            const BodyHandle wall = world.create_body({.type = setup.wall_type});
            world.attach(wall, make_box({setup.wall_half_thickness, setup.wall_half_length}),
                         {.material = {.density = setup.wall_density}});
            const Rot aim = make_rot(0.2f * static_cast<float>(k));
            const Vec2 direction{aim.c, aim.s};
            const BodyHandle body =
                world.create_body({.position = -10.0f * direction,
                                   .angle = 0.5f * static_cast<float>(k),
                                   .linear_velocity = static_cast<float>(speed) * direction,
                                   .angular_velocity = setup.spin,
                                   .bullet = setup.bullet});
            world.attach(body, thrown_shape(setup.shape));
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
    ThrownShapeKind shape;
};
class Tunnelling : public testing::TestWithParam<Case> {
protected:
    static Throw throw_for(const Case& c) {
        Throw setup{.shape = c.shape};
        if (c.solver == SolverKind::SequentialImpulses)
            setup.settings = with_sequential_impulses(setup.settings);
        setup.settings.continuous = c.policy;
        setup.settings.toi = c.method;
        return setup;
    }
};

// The wall is 10 cm thick.
TEST_P(Tunnelling, BodiesDoNotPassThroughAWall) {
    EXPECT_EQ(count_tunnelled(throw_for(GetParam())), 0);
}

// The wall is 2 mm thick and a body rotates by 1.7 rad per step. Bilateral advancement does not promise to
// stop every body, because a contact may begin and end within the step, but it stops all of these 220 throws.
TEST_P(Tunnelling, SpinningBodiesDoNotPassThroughFoil) {
    Throw setup = throw_for(GetParam());
    setup.wall_half_thickness = 0.001f;
    setup.spin = 100.0f;
    EXPECT_EQ(count_tunnelled(setup), 0);
}

TEST_P(Tunnelling, BulletsDoNotPassThroughADynamicWall) {
    Throw setup = throw_for(GetParam());
    setup.wall_type = BodyType::Dynamic;
    setup.bullet = true;
    EXPECT_EQ(count_tunnelled(setup), 0);
}

std::string tunnelling_name(const testing::TestParamInfo<Case>& info) {
    const Case& c = info.param;
    const char* solver = c.solver == SolverKind::SoftStep ? "SoftStep" : "Impulses";
    const char* policy = c.policy == ContinuousPolicy::StopAtImpact ? "Stop" : "Substep";
    const char* method = c.method == ToiMethod::BilateralAdvancement ? "Bilateral" : "Conservative";
    const char* shape = c.shape == ThrownShapeKind::Disc  ? "Disc"
                        : c.shape == ThrownShapeKind::Box ? "Box"
                                                          : "Sliver";
    return std::string(solver) + policy + method + shape;
}
std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const SolverKind solver : {SolverKind::SoftStep, SolverKind::SequentialImpulses}) {
        for (const ContinuousPolicy policy :
             {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
            for (const ToiMethod method :
                 {ToiMethod::BilateralAdvancement, ToiMethod::ConservativeAdvancement}) {
                for (const ThrownShapeKind shape :
                     {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver})
                    cases.push_back({solver, policy, method, shape});
            }
        }
    }
    return cases;
}
INSTANTIATE_TEST_SUITE_P(All, Tunnelling, testing::ValuesIn(all_cases()), tunnelling_name);

// CCD is off, and the contact margin is 0.
TEST(TunnellingNegativeControl, MostThrowsTunnelWithoutCcd) {
    for (const ThrownShapeKind shape :
         {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver}) {
        Throw setup{.shape = shape};
        setup.settings.continuous = ContinuousPolicy::Off;
        setup.settings.contact_margin = 0.0f;
        EXPECT_GT(count_tunnelled(setup), 150);
    }
}

// The board has only a few times the mass of the body. Two dynamic bodies of similar mass are cast against
// each other only if one is a bullet or bouncy.
TEST(TunnellingNegativeControl, NonBulletsPassThroughALightBoard) {
    for (const ThrownShapeKind shape :
         {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver}) {
        EXPECT_GT(count_tunnelled({.shape = shape,
                                   .wall_type = BodyType::Dynamic,
                                   .wall_half_length = 2.0f,
                                   .wall_density = 0.5f}),
                  100);
    }
}

// A dynamic wall of at least a hundred times the mass of the body acts like a static wall, with or without
// sleeping enabled.
TEST(HeavyObstacles, StopNonBullets) {
    for (const ThrownShapeKind shape :
         {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver}) {
        for (const bool sleeping : {false, true}) {
            Throw setup{.shape = shape, .wall_type = BodyType::Dynamic};
            setup.settings.sleeping = sleeping;
            EXPECT_EQ(count_tunnelled(setup), 0) << "sleeping " << sleeping;
        }
    }
}

// Three balls hit a wall within one step, which is paused at each impact. The wall must stay a heavy obstacle
// until the end of the step.
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
        World copy = paused;  // discards the scratch memory of the step
        paused = copy;
    }
    EXPECT_EQ(calls, 4);
    ASSERT_TRUE(paused.set_settings(unpaused.settings()).has_value());
    EXPECT_EQ(paused.hash(), unpaused.hash());
}

// A lid of 10 cm slides, recedes or approaches at up to 3 m/s, 5 cm per step, with and without rotation.
TEST(HeavyObstacles, StopFastBodiesEvenWhenMoving) {
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

// A ball of 31 g hits a lid of 10 kg elastically at 400 m/s. The result must be the same with and without the
// bullet flag.
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
            << "bullet " << bullet;
        EXPECT_NEAR(world.find(lid)->velocity().linear.x, 400.0 * 2.0 * ball_mass / (ball_mass + lid_mass),
                    1e-3)
            << "bullet " << bullet;
    }
}

// Two bullets of radius 0.1 m meet head-on at 20 … 410 m/s each.
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

// Five bullets with e = 1 lie in a row with gaps, and the first moves at 10 m/s. The impacts propagate along
// the row, and only the last ball moves off.
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

/// A ball at 100 m/s between two static elastic walls. `travel`: distance that its centre can move.
struct BallBetweenWalls {
    World world;
    BodyHandle ball;
    BallBetweenWalls(float travel, const WorldSettings& settings) : world(settings) {
        const BodyHandle walls = world.create_body({.type = BodyType::Static});
        for (const float side : {-1.0f, 1.0f}) {
            world.attach(walls, make_box({0.5f, 5.0f}, {side * (0.5f * travel + 0.6f), 0.0f}),
                         {.material = {.restitution = 1.0f}});
        }
        ball = add_ball(world, {}, 0.1f, {.linear_velocity = {100.0f, 0.0f}});
    }
};

// A ball bounces back and forth over 0.5 m for one second. The number of impacts follows from the distance
// that the ball covers.
TEST(ImpactTime, SubstepsConsumeTheWholeStep) {
    BallBetweenWalls setup(0.5f, weightless());
    int impacts = 0;
    double time_lost = 0;
    for (int i = 0; i < 60; ++i) {
        const StepReport report = setup.world.step(time_step);
        impacts += report.impacts;
        time_lost += report.time_lost;
    }
    EXPECT_EQ(time_lost, 0.0);
    // The ball reverses at the target distance, 5 mm ± 1.25 mm from the wall: 100 m in trips of 0.49 m.
    EXPECT_NEAR(impacts, 100.0 / 0.49, 2.0);
    EXPECT_NEAR(std::abs(setup.world.find(setup.ball)->velocity().linear.x), 100.0f, 1e-2f);
}

// With a budget of two impacts per step, the third impact is reported, the ball stops there, and the rest of
// its step is lost.
TEST(ImpactTime, ExhaustedBudgetIsReported) {
    WorldSettings settings = weightless();
    settings.impact_budget = 2;
    BallBetweenWalls setup(0.5f, settings);
    const StepReport report = setup.world.step(time_step);
    ASSERT_EQ(setup.world.events().impact.size(), 3u);
    const ImpactEvent& last = setup.world.events().impact.back();
    EXPECT_TRUE(last.budget_exhausted);
    EXPECT_FALSE(setup.world.events().impact[1].budget_exhausted);
    EXPECT_EQ(report.exhausted_budgets, 1);
    EXPECT_NEAR(last.time_lost, (1.0 - last.t) * wide(time_step), 1e-9);
    EXPECT_EQ(report.time_lost, last.time_lost);
    EXPECT_LT(std::abs(setup.world.find(setup.ball)->center().x), 0.25f);
}

// StopAtImpact leaves the velocity to the discrete solver and reports the time lost.
TEST(ImpactTime, StoppingReportsTheTimeLost) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::StopAtImpact;
    BallBetweenWalls setup(0.5f, settings);
    const StepReport report = setup.world.step(time_step);
    ASSERT_EQ(setup.world.events().impact.size(), 1u);
    const double t = setup.world.events().impact[0].t;
    EXPECT_NEAR(t, (0.25 - 0.005) / 100.0 * 60.0, 0.00125 / 100.0 * 60.0 + 1e-6);
    EXPECT_NEAR(report.time_lost, (1.0 - t) * wide(time_step), 1e-9);
    EXPECT_EQ(setup.world.find(setup.ball)->velocity().linear.x, 100.0f);
    setup.world.step(time_step);
    EXPECT_NEAR(setup.world.find(setup.ball)->velocity().linear.x, -100.0f, 1e-3f);
}

// A fast body starts with its centre inside a static body, where no cast can help.
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

// The report counts the queries and names the pair with the most iterations. Without a clock, it has no
// times.
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

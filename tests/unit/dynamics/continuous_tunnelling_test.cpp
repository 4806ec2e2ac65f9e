// SPDX-License-Identifier: MIT

// What must not pass through what: solvers × policies × methods × shapes × speeds × angles, at g = 0. A body
// passed if its centre ends on the far side.

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
    /// A wall that moves is heavy, so that it stays near its place, and too long for what slides along it to
    /// come round its end.
    float half_length = 500.0f;
    float density = 1000.0f;
};

/// How many of the 220 throws pass: 20, 40 … 400 m/s, from 10 m, at 11 angles up to 1 rad off the normal.
int count_passed(const Throw& what) {
    int passed = 0;
    for (int speed = 20; speed <= 400; speed += 20) {
        for (int k = -5; k <= 5; ++k) {
            World world(what.settings);
            const BodyHandle wall = world.create_body({.type = what.wall});
            world.attach(wall, make_box({what.half_wall, what.half_length}),
                         {.material = {.density = what.density}});
            const Rot aim = make_rot(0.2f * static_cast<float>(k));
            const Vec2 direction{aim.c, aim.s};
            const BodyHandle body =
                world.create_body({.position = -10.0f * direction,
                                   .angle = 0.5f * static_cast<float>(k),
                                   .linear_velocity = static_cast<float>(speed) * direction,
                                   .angular_velocity = what.spin,
                                   .bullet = what.bullet});
            world.attach(body, thrown_shape(what.flyer));
            for (int i = 0; i < 60; ++i)
                world.step(time_step);
            if (world.find(body)->center().x > world.find(wall)->center().x) ++passed;
        }
    }
    return passed;
}

struct Case {
    SolverKind solver;
    ContinuousPolicy policy;
    ToiMethod method;
    ThrownShapeKind flyer;
};
class Tunnelling : public testing::TestWithParam<Case> {
protected:
    static Throw throw_of(const Case& c) {
        Throw what{.flyer = c.flyer};
        if (c.solver == SolverKind::SequentialImpulses)
            what.settings = with_sequential_impulses(what.settings);
        what.settings.continuous = c.policy;
        what.settings.toi = c.method;
        return what;
    }
};

// A wall of 10 cm: nothing passes while a policy looks for impacts.
TEST_P(Tunnelling, NothingPassesAWall) {
    EXPECT_EQ(count_passed(throw_of(GetParam())), 0);
}

// A wall of 2 mm against a body that turns by 1.7 rad a step. Bilateral advancement promises nothing here (a
// sliver may dip in and out within the step); none of these 220 throws happens to need the promise.
TEST_P(Tunnelling, FoilStopsWhatSpins) {
    Throw what = throw_of(GetParam());
    what.half_wall = 0.001f;
    what.spin = 100.0f;
    EXPECT_EQ(count_passed(what), 0);
}

// Bullets against a wall that is itself dynamic.
TEST_P(Tunnelling, BulletsDoNotPassADynamicWall) {
    Throw what = throw_of(GetParam());
    what.wall = BodyType::Dynamic;
    what.bullet = true;
    EXPECT_EQ(count_passed(what), 0);
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

// The flaw that the policies are there for: most throws pass where nothing looks between samples.
TEST(TunnellingNegativeControl, MostPass) {
    for (const ThrownShapeKind flyer :
         {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver}) {
        Throw what{.flyer = flyer};
        what.settings.continuous = ContinuousPolicy::Off;
        what.settings.contact_margin = 0.0f;
        EXPECT_GT(count_passed(what), 150);
    }
}

// And a board of a few times its weight is passed by what is no bullet: dynamic bodies are cast against their
// like on request only.
TEST(TunnellingNegativeControl, NoBulletPassesABoard) {
    for (const ThrownShapeKind flyer :
         {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver}) {
        EXPECT_GT(
            count_passed({.flyer = flyer, .wall = BodyType::Dynamic, .half_length = 2.0f, .density = 0.5f}),
            100);
    }
}

// But not one of a hundred times its weight, which stands as fast as a static one, awake or asleep.
TEST(TunnellingAnvils, HeavyObstaclesStopNonBullets) {
    for (const ThrownShapeKind flyer :
         {ThrownShapeKind::Disc, ThrownShapeKind::Box, ThrownShapeKind::Sliver}) {
        for (const bool sleeping : {false, true}) {
            Throw what{.flyer = flyer, .wall = BodyType::Dynamic};
            what.settings.sleeping = sleeping;
            EXPECT_EQ(count_passed(what), 0) << sleeping;
        }
    }
}

// Held at each impact, on three balls that hit it within a step, it is an anvil to the last.
TEST(TunnellingAnvils, StayHeavyWhileAStepIsPaused) {
    World straight(weightless());
    const BodyHandle wall = straight.create_body({});
    straight.attach(wall, make_box({0.05f, 5.0f}), {.material = {.density = 100.0f, .restitution = 1.0f}});
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<float>(i);
        add_ball(straight, {-1.0f - k, 2.0f * k - 2.0f}, 0.1f, {.linear_velocity = {300.0f, 0.0f}});
    }
    World held = straight;
    WorldSettings holding = held.settings();
    holding.stop_at_each_impact = true;
    ASSERT_TRUE(held.set_settings(holding).has_value());
    EXPECT_EQ(straight.step(time_step).impacts, 3);
    int calls = 1;
    for (; !held.step(time_step).complete; ++calls) {
        World copy = held;  // without what only the step's own memory holds
        held = copy;
    }
    EXPECT_EQ(calls, 4);
    ASSERT_TRUE(held.set_settings(straight.settings()).has_value());
    EXPECT_EQ(held.hash(), straight.hash());
}

// A lid of 10 cm that slides, comes, goes or turns, by more than half of its thickness in a step or less.
TEST(TunnellingAnvils, StopWhatIsFastWhileTheyMove) {
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

// A ball of 31 g at 400 m/s meets a lid of 10 kg, both without loss: as if it were a bullet.
TEST(TunnellingAnvils, TakeTheMomentum) {
    for (const bool bullet : {false, true}) {
        World world(weightless());
        const BodyHandle lid = world.create_body({});
        world.attach(lid, make_box({0.01f, 1.0f}), {.material = {.density = 250.0f, .restitution = 1.0f}});
        const BodyHandle ball =
            add_ball(world, {-10.0f, 0.0f}, 0.1f, {.linear_velocity = {400.0f, 0.0f}, .bullet = bullet});
        const double m = wide(world.find(ball)->mass().mass);
        const double big = wide(world.find(lid)->mass().mass);
        for (int i = 0; i < 6; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.find(ball)->velocity().linear.x, 400.0 * (m - big) / (m + big), 1e-2) << bullet;
        EXPECT_NEAR(world.find(lid)->velocity().linear.x, 400.0 * 2.0 * m / (m + big), 1e-3) << bullet;
    }
}

// Two bullets of radius 0.1 head-on, 20 … 410 m/s each: they swap sides of nothing.
TEST(TunnellingBullets, DoNotPassEachOther) {
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

// A bullet at a ball at rest, which is no bullet: the ball is met where it is, and takes the momentum.
TEST(TunnellingBullets, MeetWhatIsNoBullet) {
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

// Five balls in a row with gaps, all bullets, e = 1; the first comes at 10 m/s. The impacts run down the row
// within a step or two, in order, and only the last flies off.
TEST(TunnellingBullets, HandOnTheirSpeedInOrder) {
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

/// A ball at 100 m/s between two fixed walls, elastic.
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

// In a second of rattling to and fro over 0.5 m nothing is lost: the number of impacts is that of the way.
TEST(ImpactTime, SubstepsSpendTheWholeStep) {
    ThrowInBox rattle(0.5f, weightless());
    int impacts = 0;
    double lost = 0;
    for (int i = 0; i < 60; ++i) {
        const StepReport report = rattle.world.step(time_step);
        impacts += report.impacts;
        lost += report.time_lost;
    }
    EXPECT_EQ(lost, 0.0);
    // The ball turns at the target, 5 mm ± 1.25 mm before the wall: 100 m over 0.49 m a way.
    EXPECT_NEAR(impacts, 100.0 / 0.49, 2.0);
    EXPECT_NEAR(std::abs(rattle.world.find(rattle.ball)->velocity().linear.x), 100.0f, 1e-2f);
}

// A budget of two impacts a step: the third is told of, its time is counted as lost, and the ball waits.
TEST(ImpactTime, ExhaustedBudgetIsReported) {
    WorldSettings settings = weightless();
    settings.impact_budget = 2;
    ThrowInBox rattle(0.5f, settings);
    const StepReport report = rattle.world.step(time_step);
    ASSERT_EQ(rattle.world.events().impact.size(), 3u);
    const ImpactEvent& last = rattle.world.events().impact.back();
    EXPECT_TRUE(last.budget_spent);
    EXPECT_FALSE(rattle.world.events().impact[1].budget_spent);
    EXPECT_EQ(report.budget_spent, 1);
    EXPECT_NEAR(last.time_lost, (1.0 - last.t) * wide(time_step), 1e-9);
    EXPECT_EQ(report.time_lost, last.time_lost);
    EXPECT_LT(std::abs(rattle.world.find(rattle.ball)->center().x), 0.25f);
}

// StopAtImpact leaves the velocity to the discrete solver and counts what the wait costs.
TEST(ImpactTime, StoppingCountsTheTimeLost) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::StopAtImpact;
    ThrowInBox rattle(0.5f, settings);
    const StepReport report = rattle.world.step(time_step);
    ASSERT_EQ(rattle.world.events().impact.size(), 1u);
    const double t = rattle.world.events().impact[0].t;
    EXPECT_NEAR(t, (0.25 - 0.005) / 100.0 * 60.0, 0.00125 / 100.0 * 60.0 + 1e-6);
    EXPECT_NEAR(report.time_lost, (1.0 - t) * wide(time_step), 1e-9);
    EXPECT_EQ(rattle.world.find(rattle.ball)->velocity().linear.x, 100.0f);
    rattle.world.step(time_step);
    EXPECT_NEAR(rattle.world.find(rattle.ball)->velocity().linear.x, -100.0f, 1e-3f);
}

// A fast body whose centre lies in a static one: no cast can help, and the report says so.
TEST(ImpactTime, DeepStartIsCounted) {
    World world(weightless());
    const BodyHandle block = world.create_body({.type = BodyType::Static});
    world.attach(block, make_box({1.0f, 1.0f}));
    add_ball(world, {0.2f, 0.1f}, 0.1f, {.linear_velocity = {0.0f, 50.0f}});
    EXPECT_EQ(world.step(time_step).deep_starts, 1);
}

// Sensors and filtered shapes are no obstacles.
TEST(ImpactTime, SensorsAndFiltersAreRespected) {
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

// The counters of the talk: calls, average and maximum, the pair that made it, and no times without a clock.
TEST(ImpactTime, CountersNameTheSlowestPair) {
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
    // Scene 3: the surfaces are 1.8 m apart, less the target, at 3.33 m a step.
    EXPECT_NEAR(world.events().impact.at(0).t, 1.795 / (200.0 / 60.0), 0.001);
}

}  // namespace
}  // namespace toibox

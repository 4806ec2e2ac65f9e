// SPDX-License-Identifier: MIT
// The verdict probe: which verdict each motion gets, and which motions get none.
#include "toibox/scene/verdict_probe.h"

#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/hull.h"
#include "toibox/narrow/gjk.h"
#include "toibox/scene/run.h"

#include "document_support.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

struct Setup {
    ContinuousPolicy policy = ContinuousPolicy::Off;
    ToiMethod toi = ToiMethod::Certified;
    Vec2 position{-1.9f, 0.0f};
    Vec2 velocity{200.0f, 0.0f};
    float radius = 0.05f;
    bool sensor = false;
    Filter filter{};
    Vec2 wall_velocity{};
    Shape wall = make_box({0.025f, 2.0f});
};

constexpr double step_seconds = 1.0 / 60.0;

/// The verdicts on one step.
std::vector<Verdict> judge_step(VerdictProbe& probe, World& world) {
    world.record_searches(true);
    probe.begin_step(world, step_seconds);
    const StepReport report = world.step(static_cast<float>(step_seconds));
    probe.record(world, report, step_seconds);
    return probe.end_step(world, step_seconds);
}

std::size_t count(const std::vector<Verdict>& verdicts, VerdictKind kind) {
    return static_cast<std::size_t>(std::ranges::count(verdicts, kind, &Verdict::kind));
}

/// The verdicts of `steps` steps, when a ball flies at a wall at the origin.
std::vector<Verdict> verdicts_of(const Setup& setup, int steps = 1) {
    World world({.gravity = {0, 0}, .continuous = setup.policy, .toi = setup.toi});
    const BodyType type = setup.wall_velocity == Vec2{} ? BodyType::Static : BodyType::Kinematic;
    const BodyHandle wall = world.create_body({.type = type, .linear_velocity = setup.wall_velocity});
    world.attach(wall, setup.wall);
    const BodyHandle ball =
        world.create_body({.position = setup.position, .linear_velocity = setup.velocity});
    world.attach(ball, Circle{.center = {}, .radius = setup.radius},
                 {.material = {}, .filter = setup.filter, .sensor = setup.sensor, .user_data = 0});
    VerdictProbe probe;
    std::vector<Verdict> all;
    for (int i = 0; i < steps; ++i) {
        const std::vector<Verdict> found = judge_step(probe, world);
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}
std::size_t crossings_of(const Setup& setup, int steps = 1) {
    return count(verdicts_of(setup, steps), VerdictKind::Tunnelled);
}

TEST(VerdictProbe, DetectsABulletThatPassesAWall) {
    EXPECT_EQ(crossings_of({}), 1u);
    EXPECT_EQ(crossings_of({}, 20), 1u) << "it flies on, but crosses only once";
}

TEST(VerdictProbe, DetectsACrossedSegment) {
    Segment segment;
    segment.a = {0.0f, -2.0f};
    segment.b = {0.0f, 2.0f};
    EXPECT_EQ(crossings_of({.wall = segment}), 1u);
}

TEST(VerdictProbe, DetectsNothingWithoutACrossing) {
    EXPECT_EQ(crossings_of({.position = {-10.0f, 0.0f}}), 0u) << "it does not reach the wall";
    EXPECT_EQ(crossings_of({.position = {-1.9f, 3.0f}}), 0u) << "it passes above";
    EXPECT_EQ(crossings_of({.velocity = {-200.0f, 0.0f}}), 0u) << "it flies away";
}

// In the frame of a bar that rotates by half a turn, the path of a distant ball goes through the bar. In the
// world it does not.
TEST(VerdictProbe, DetectsNothingFarFromARotatingBody) {
    World world({.gravity = {0, 0}, .continuous = ContinuousPolicy::Off});
    const BodyHandle bar =
        world.create_body({.type = BodyType::Kinematic, .angular_velocity = static_cast<float>(60.0 * pi)});
    world.attach(bar, make_box({1.0f, 0.1f}));
    const BodyHandle ball = world.create_body({.position = {5.0f, 0.0f}, .linear_velocity = {0.0f, 6.0f}});
    world.attach(ball, Circle{.center = {}, .radius = 0.05f});
    VerdictProbe probe;
    EXPECT_TRUE(judge_step(probe, world).empty());
}

TEST(VerdictProbe, DetectsNothingIfAStepEndsInContact) {
    // A step of 1.87 m from −1.9 m ends 4.5 cm deep in the wall: a late contact, but no crossing.
    EXPECT_EQ(crossings_of({.velocity = {1.87f * 60.0f, 0.0f}}), 0u);
}

TEST(VerdictProbe, IgnoresPairsThatDoNotCollide) {
    EXPECT_EQ(crossings_of({.sensor = true}), 0u);
    EXPECT_EQ(crossings_of({.filter = {.category = 1, .mask = 0, .group = 0}}), 0u);
}

TEST(VerdictProbe, MeasuresThePathRelativeToTheOtherBody) {
    // If both move to the right by 3.33 m per step, they never meet. If the wall moves towards the ball, it
    // passes the ball, whether that is at rest or moves, too.
    EXPECT_EQ(crossings_of({.wall_velocity = {200.0f, 0.0f}}), 0u);
    EXPECT_EQ(crossings_of({.velocity = {0.0f, 0.0f}, .wall_velocity = {-200.0f, 0.0f}}), 1u)
        << "the wall passes the ball";
    EXPECT_EQ(crossings_of({.velocity = {200.0f, 0.0f}, .wall_velocity = {-200.0f, 0.0f}}), 1u);
}

TEST(VerdictProbe, CountsAPairOfBulletsOnce) {
    World world({.gravity = {0, 0}, .continuous = ContinuousPolicy::Off});
    for (const float side : {-1.0f, 1.0f}) {
        const BodyHandle ball =
            world.create_body({.position = {side, 0.0f}, .linear_velocity = {-200.0f * side, 0.0f}});
        world.attach(ball, Circle{.center = {}, .radius = 0.1f});
    }
    VerdictProbe probe;
    EXPECT_EQ(count(judge_step(probe, world), VerdictKind::Tunnelled), 1u);
}

TEST(VerdictProbe, IgnoresJointedBodies) {
    // The bob of a pendulum may pass the body that it hangs from.
    World world({.gravity = {0, 0}, .continuous = ContinuousPolicy::Off});
    const BodyHandle post = world.create_body({.type = BodyType::Static});
    world.attach(post, make_box({0.01f, 1.0f}));
    const BodyHandle bob = world.create_body({.position = {-1.0f, 0.0f}, .linear_velocity = {0.0f, 0.0f}});
    world.attach(bob, Circle{.center = {}, .radius = 0.1f});
    world.create_joint(RevoluteJointDef{.body_a = post, .body_b = bob, .anchor = {0.0f, 0.0f}});
    VerdictProbe probe;
    probe.begin_step(world, step_seconds);
    world.find(bob)->set_transform({1.0f, 0.0f}, 0.0f);
    EXPECT_TRUE(probe.end_step(world, step_seconds).empty());
}

// After a bounce, a disc and a rotating triangle move apart. In the frame of the triangle, the straight path
// of the disc goes through it. In the world the two are separated at a thousand samples of each later step.
TEST(VerdictProbe, DetectsNothingIfOnlyRelativePathsCross) {
    World world({.gravity = {0, 0}});
    const BodyHandle disc = world.create_body(
        {.linear_velocity = {193.81393f, 0.0f}, .angular_velocity = 48.467525f, .bullet = true});
    const Circle round{.center = {}, .radius = 0.1f};
    world.attach(disc, round);
    const BodyHandle body = world.create_body({.position = {4.7569142f, -0.1462668f},
                                               .linear_velocity = {-86.3341f, 0.0f},
                                               .angular_velocity = -37.086076f,
                                               .bullet = true});
    const Shape triangle =
        *make_hull(std::array<Vec2, 3>{Vec2{0.0f, 0.0f}, Vec2{0.4f, 0.0f}, Vec2{0.1f, 0.3f}});
    world.attach(body, triangle);
    const ConvexProxyBuffer proxy_a{Shape(round)};
    const ConvexProxyBuffer proxy_b{triangle};
    VerdictProbe probe;
    for (int step = 0; step < 3; ++step) {
        const std::vector<Verdict> verdicts = judge_step(probe, world);
        double min_distance = 1e9;
        for (int i = 0; step > 0 && i <= 1000; ++i) {
            min_distance =
                std::min(min_distance,
                         gjk_distance(proxy_a.proxy(), pose_at(world.find(disc)->last_sweep(), i / 1000.0),
                                      proxy_b.proxy(), pose_at(world.find(body)->last_sweep(), i / 1000.0))
                             .distance);
        }
        EXPECT_GT(min_distance, 0.005) << step;
        EXPECT_EQ(count(verdicts, VerdictKind::Stopped), verdicts.size()) << step;
    }
}

// The wall is 5 cm thick and the ball 10 cm, so a sampled pose touches if the ball's centre lies within 7.5
// cm of the wall's; the ball is pushed out through the nearer face.
TEST(VerdictProbe, TellsApartWhatBecomesOfABall) {
    struct Case {
        float start;
        VerdictKind verdict;
    };
    const float step = 20.0f / 60.0f;
    for (const Case& c : {Case{-0.05f, VerdictKind::Stopped}, Case{-0.01f, VerdictKind::Stopped},
                          Case{0.01f, VerdictKind::PushedThrough}, Case{0.06f, VerdictKind::PushedThrough},
                          Case{0.10f, VerdictKind::Tunnelled}}) {
        const std::vector<Verdict> verdicts =
            verdicts_of({.position = {c.start - 3.0f * step, 0.0f}, .velocity = {20.0f, 0.0f}}, 8);
        ASSERT_EQ(verdicts.size(), 1u) << c.start;
        EXPECT_EQ(verdicts[0].kind, c.verdict) << c.start;
        EXPECT_NEAR(verdicts[0].point.x, 0.0, 0.0251) << c.start;
    }
}

TEST(VerdictProbe, SaysWhenAndWhereABulletTunnelled) {
    const std::vector<Verdict> verdicts = verdicts_of({});
    ASSERT_EQ(verdicts.size(), 1u);
    EXPECT_NEAR(verdicts[0].t, (1.9 - 0.05 - 0.025) / (200.0 / 60.0), 1e-4);
    EXPECT_NEAR(verdicts[0].point.x, 0.0, 1e-4) << "midway between the faces";
    EXPECT_NEAR(verdicts[0].point.y, 0.0, 1e-4);
    EXPECT_EQ(verdicts[0].seconds, 0.0);
}

TEST(VerdictProbe, SaysThatAnImpactStoppedTheBullet) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::StopAtImpact}) {
        const std::vector<Verdict> verdicts = verdicts_of({.policy = policy}, 30);
        EXPECT_EQ(count(verdicts, VerdictKind::Stopped), 1u);
        const double t = (1.9 - 0.05 - 0.025 - 0.005) / (200.0 / 60.0);
        EXPECT_NEAR(verdicts[0].t, t, 1e-3);
        EXPECT_NEAR(verdicts[0].point.x, -0.0275, 1e-3) << "in the gap of 5 mm";
        const bool stops = policy == ContinuousPolicy::StopAtImpact;
        ASSERT_EQ(count(verdicts, VerdictKind::TimeLost), stops ? 1u : 0u);
        EXPECT_EQ(verdicts.size(), stops ? 2u : 1u);
        if (!stops) continue;
        const double rest = 1.0 - (1.9 - 0.05 - 0.025 - 0.005) / (200.0 / 60.0);
        EXPECT_NEAR(verdicts[1].seconds, rest * step_seconds, 1e-5);
    }
}

/// A dynamic blade of 2 × 0.05 m turns about the origin; a static peg of radius 0.04 m stands at 45
/// degrees.
std::vector<Verdict> verdicts_of_blade(ContinuousPolicy policy, ToiMethod toi, double turn) {
    World world({.gravity = {0, 0}, .continuous = policy, .toi = toi});
    const BodyHandle blade =
        world.create_body({.type = BodyType::Dynamic, .angular_velocity = static_cast<float>(turn * 60.0)});
    world.attach(blade, make_box({1.0f, 0.025f}));
    const BodyHandle peg = world.create_body({.position = {0.56f, 0.56f}});
    world.attach(peg, Circle{.center = {}, .radius = 0.04f});
    world.find(peg)->set_type(BodyType::Static);
    VerdictProbe probe;
    return judge_step(probe, world);
}

// Nothing moves along a line, so a linear cast sees no hit; after 270 degrees, the blade is off the peg at
// both ends of the step, and bilateral advancement sees none either.
TEST(VerdictProbe, SaysThatAMethodMissedTheHit) {
    for (const double turn : {0.5 * pi, 1.5 * pi}) {
        const auto cast = verdicts_of_blade(ContinuousPolicy::SubstepAtImpact, ToiMethod::LinearCast, turn);
        ASSERT_EQ(cast.size(), 1u) << turn;
        EXPECT_EQ(cast[0].kind, VerdictKind::Missed) << turn;
        EXPECT_NEAR(cast[0].t, (0.25 * pi - std::asin(0.065 / 0.792)) / turn, 2e-3) << turn;
        const auto off = verdicts_of_blade(ContinuousPolicy::Off, ToiMethod::LinearCast, turn);
        ASSERT_EQ(off.size(), 1u) << turn;
        EXPECT_EQ(off[0].kind, VerdictKind::Tunnelled) << "nobody looked";
        const auto hit = verdicts_of_blade(ContinuousPolicy::SubstepAtImpact, ToiMethod::Certified, turn);
        EXPECT_EQ(count(hit, VerdictKind::Stopped), 1u) << turn;
        EXPECT_EQ(count(hit, VerdictKind::Missed) + count(hit, VerdictKind::Tunnelled), 0u) << turn;
    }
    const auto bilateral =
        verdicts_of_blade(ContinuousPolicy::SubstepAtImpact, ToiMethod::BilateralAdvancement, 1.5 * pi);
    ASSERT_EQ(bilateral.size(), 1u);
    EXPECT_EQ(bilateral[0].kind, VerdictKind::Missed);
}

// A plank falls flat in 1/60 s by 1.67 m and turns by half a radian. The linear cast forgets the turn.
TEST(VerdictProbe, SaysThatAMethodWasLate) {
    World world({.gravity = {0, 0}, .toi = ToiMethod::LinearCast});
    const BodyHandle floor = world.create_body({.type = BodyType::Static, .position = {0.0f, -0.5f}});
    world.attach(floor, make_box({5.0f, 0.5f}));
    const BodyHandle plank = world.create_body(
        {.position = {0.0f, 1.5f}, .linear_velocity = {0.0f, -100.0f}, .angular_velocity = 30.0f});
    world.attach(plank, make_box({1.0f, 0.05f}));
    VerdictProbe probe;
    const std::vector<Verdict> verdicts = judge_step(probe, world);
    ASSERT_EQ(verdicts.size(), 1u);
    EXPECT_EQ(verdicts[0].kind, VerdictKind::Late);
    // At t, the lower end of the plank is sin(t/2) + 0.05 cos(t/2) below its centre.
    double t = 0.0;
    while (1.5 - t * 100.0 / 60.0 - std::sin(0.5 * t) - 0.05 * std::cos(0.5 * t) > 0.0)
        t += 1e-5;
    EXPECT_NEAR(verdicts[0].t, t, 0.003);
    EXPECT_NEAR(verdicts[0].seconds, ((1.45 - 0.005) / (100.0 / 60.0) - t) * step_seconds, 5e-5);
}

// The plane of a speculative contact has no end: a square that will clear the platform's corner is deflected.
TEST(VerdictProbe, SaysThatAContactWasAGhostHit) {
    for (const float clearance : {0.035f, -0.1f}) {
        World world({.gravity = {0, 0}, .continuous = ContinuousPolicy::Speculative});
        const BodyHandle platform = world.create_body({.type = BodyType::Static, .position = {-2.0f, -0.5f}});
        world.attach(platform, make_box({2.0f, 0.5f}));
        // It falls past the corner at the origin, or onto it.
        const BodyHandle square =
            world.create_body({.position = {0.25f + clearance, 0.45f}, .linear_velocity = {0.0f, -60.0f}});
        world.attach(square, make_box({0.25f, 0.25f}));
        VerdictProbe probe;
        const std::vector<Verdict> verdicts = judge_step(probe, world);
        ASSERT_EQ(verdicts.size(), 1u) << clearance;
        EXPECT_EQ(verdicts[0].kind, clearance > 0.0f ? VerdictKind::GhostHit : VerdictKind::Stopped);
    }
}

// Slow bodies are found by sampling: no verdict.
TEST(VerdictProbe, IsSilentAboutOrdinaryContacts) {
    World world({.gravity = {0, -10}, .continuous = ContinuousPolicy::Off});
    const BodyHandle floor = world.create_body({.type = BodyType::Static, .position = {0.0f, -0.5f}});
    world.attach(floor, make_box({5.0f, 0.5f}));
    for (int i = 0; i < 6; ++i) {
        const BodyHandle box = world.create_body(
            {.position = {0.1f * static_cast<float>(i % 2), 0.3f + 0.6f * static_cast<float>(i)}});
        world.attach(box, make_box({0.25f, 0.25f}));
    }
    VerdictProbe probe;
    for (int step = 0; step < 200; ++step)
        EXPECT_TRUE(judge_step(probe, world).empty()) << step;
}

// The poses at the start of a step are not needed after it. If they were kept, a keyframe would contain 64
// more bytes per body.
TEST(VerdictProbe, StoresNothingBetweenSteps) {
    auto run = scene::Run::start(test::resolved(R"({"toibox": 1, "world": {"continuous": "off"},
        "bodies": [{"id": "ball", "velocity": [900, 0], "repeat": {"count": 50, "step": [0, 1]},
                    "shapes": [{"type": "circle", "radius": 0.1}]},
                   {"id": "wall", "type": "static", "position": [10, 25],
                    "shapes": [{"type": "box", "size": [0.1, 60]}]}],
        "expect": [{"that": "world.tunnelled >= 50", "at": 1}]})"));
    ASSERT_TRUE(run) << format(run.error());
    const std::size_t initial_size = run->write_script_state().size();
    run->step();
    EXPECT_EQ(run->write_script_state().size(), initial_size);
    run->step();
    EXPECT_GE(run->quantity("world.tunnelled"), 50.0) << "but they are counted";
}

}  // namespace
}  // namespace toibox::scene

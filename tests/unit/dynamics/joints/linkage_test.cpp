// SPDX-License-Identifier: MIT

// Linkages conserve energy and momentum, keep their joints closed and reach the speeds of their motors.

#include "tests/support/jointed_worlds.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float dt = 1.0f / 60.0f;

WorldSettings settings_with_gravity(Vec2 gravity) {
    WorldSettings settings;
    settings.gravity = gravity;
    settings.solver = SolverKind::SoftStep;
    return settings;
}

BodyHandle add_bar(World& world, Vec2 from, Vec2 to, float width = 0.1f) {
    const Vec2 bar_vector = to - from;
    const BodyHandle bar =
        world.create_body({.position = 0.5f * (from + to), .angle = atan2(bar_vector.y, bar_vector.x)});
    world.attach(bar, make_box({0.5f * length(bar_vector), 0.5f * width}), {.filter = {.group = -1}});
    return bar;
}

double total_energy(const World& world) {
    return world.kinetic_energy() + world.potential_energy();
}

/// What else acts on a chain, without doing work.
enum class ChainExtra : std::uint8_t {
    None,
    Limits,  ///< Each joint has a limit that it never reaches.
    Touch,   ///< The last bar carries a box in which a ball of a ten-thousandth of its mass slides.
    Mouse,   ///< A mouse joint holds the point at which the chain hangs.
};

struct ChainCase {
    int bars = 0;
    ChainExtra extra = ChainExtra::None;
};

void add_ball_in_box(World& world, BodyHandle bar, Vec2 center) {
    constexpr Filter inside{.category = 2, .mask = 2};
    const Material light{.density = 1e-3f, .friction = 0.0f, .restitution = 0.0f};
    for (const float side : {-0.3f, 0.3f}) {
        world.attach(bar, make_box({0.05f, 0.3f}, {side, 0.0f}), {.material = light, .filter = inside});
        world.attach(bar, make_box({0.3f, 0.05f}, {0.0f, side}), {.material = light, .filter = inside});
    }
    add_body(world, {.position = center}, disc(0.15f),
             {.material = {.density = 1e-4f, .friction = 0.0f, .restitution = 0.0f}, .filter = inside});
}

class HangingChain : public ::testing::TestWithParam<ChainCase> {};

/// A minute of a chain of 100 bars takes 30 s to compute.
int seconds_of(int bars) {
    return bars < 30 || is_soak_run() ? 60 : 5;
}

// A chain of bars, released from the horizontal. When the chain hangs straight down, its potential energy is
// lower by Σ m g x, with the x of the start. Velocities lag half a sub-step behind the poses, which changes
// the energy by under 1 % of this difference; the mean of the last two seconds does not have this lag.
TEST_P(HangingChain, KeepsItsEnergyForAMinute) {
    const ChainExtra extra = GetParam().extra;
    World world(settings_with_gravity({0.0f, -10.0f}));
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    BodyHandle last = ground;
    double potential_difference = 0.0;
    for (int i = 0; i < GetParam().bars; ++i) {
        const auto x = static_cast<float>(i);
        const BodyHandle bar = add_bar(world, {x, 0.0f}, {x + 1.0f, 0.0f});
        RevoluteJointDef hinge{.body_a = last, .body_b = bar, .anchor = {x, 0.0f}};
        hinge.limit = {.enabled = extra == ChainExtra::Limits, .lower = -500.0f, .upper = 500.0f};
        world.create_joint(hinge);
        potential_difference += mass_of(world, bar) * 10.0 * (static_cast<double>(x) + 0.5);
        if (extra == ChainExtra::Mouse && last == ground)
            world.create_joint(MouseJointDef{.body = bar, .point = {}, .target = {}});
        last = bar;
    }
    const auto end = static_cast<float>(GetParam().bars);
    if (extra == ChainExtra::Touch) add_ball_in_box(world, last, {end - 0.5f, 0.0f});
    const double start_energy = total_energy(world);
    double max_gap = 0.0;
    double late_energy = 0.0;
    const int steps = 60 * seconds_of(GetParam().bars);
    for (int i = 0; i < steps; ++i) {
        world.step(dt);
        max_gap = std::max(max_gap, max_joint_gap(world));
        ASSERT_NEAR(total_energy(world), start_energy, 0.015 * potential_difference) << "step " << i;
        if (i >= steps - 120) late_energy += total_energy(world) / 120.0;
    }
    EXPECT_NEAR(late_energy, start_energy, 0.01 * potential_difference);
    EXPECT_LT(max_gap, 1e-4);
}

std::vector<ChainCase> chain_cases() {
    std::vector<ChainCase> cases;
    for (const ChainExtra extra :
         {ChainExtra::None, ChainExtra::Limits, ChainExtra::Touch, ChainExtra::Mouse}) {
        for (const int bars : {1, 2, 3, 5, 10, 12, 13, 30, 100})
            cases.push_back({bars, extra});
    }
    return cases;
}
std::string chain_name(const testing::TestParamInfo<ChainCase>& test) {
    constexpr std::array names{"Free", "Limited", "Touched", "HeldByTheMouse"};
    return names[static_cast<std::size_t>(test.param.extra)] + std::to_string(test.param.bars);
}
INSTANTIATE_TEST_SUITE_P(Bars, HangingChain, ::testing::ValuesIn(chain_cases()), chain_name);

/// Seconds that 60 steps of a chain of bars take that hangs and swings gently.
double seconds_of_hanging_chain(int bars) {
    World world(settings_with_gravity({0.0f, -10.0f}));
    BodyHandle last = world.create_body({.type = BodyType::Static});
    for (int i = 0; i < bars; ++i) {
        const auto y = static_cast<float>(-i);
        const BodyHandle bar = add_bar(world, {0.0f, y}, {0.0f, y - 1.0f});
        world.find(bar)->set_velocity({0.05f * (0.5f - y), 0.0f}, 0.05f);
        world.create_joint(RevoluteJointDef{.body_a = last, .body_b = bar, .anchor = {0.0f, y}});
        last = bar;
    }
    world.step(dt);
    double fastest = 1e9;
    for (int run = 0; run < 5; ++run) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < 60; ++i)
            world.step(dt);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        fastest = std::min(fastest, taken.count());
    }
    return fastest;
}

// The cost of a chain is linear in its joints: ten times the bars take ten times as long; a cost that grew
// with the square would take 100 times as long.
TEST(LongChain, CostsInProportionToItsJoints) {
    EXPECT_LT(seconds_of_hanging_chain(1000), 25.0 * seconds_of_hanging_chain(100));
}

// Crank 1 m, coupler 3 m, rocker 2.5 m, ground 3 m: by Grashof's criterion the crank can make full
// revolutions. The motor is strong enough to hold its speed.
TEST(FourBarLinkage, TurnsAtTheSpeedOfItsMotor) {
    for (const float speed : {5.0f, 30.0f}) {
        World world(settings_with_gravity({0.0f, -10.0f}));
        const BodyHandle ground = world.create_body({.type = BodyType::Static});
        const Vec2 crank_end{0.0f, 1.0f};
        const Vec2 rocker_foot{3.0f, 0.0f};
        const Vec2 coupler_end{2.6150623f, 2.4701868f};  // 3 m from crank_end, 2.5 m from rocker_foot
        ASSERT_NEAR(length(coupler_end - crank_end), 3.0f, 1e-6f);
        ASSERT_NEAR(length(coupler_end - rocker_foot), 2.5f, 1e-6f);
        const BodyHandle crank = add_bar(world, {}, crank_end);
        const BodyHandle coupler = add_bar(world, crank_end, coupler_end);
        const BodyHandle rocker = add_bar(world, coupler_end, rocker_foot);
        world.create_joint(RevoluteJointDef{.body_a = ground,
                                            .body_b = crank,
                                            .motor = {.enabled = true, .speed = speed, .max_force = 1e5f}});
        world.create_joint(RevoluteJointDef{.body_a = crank, .body_b = coupler, .anchor = crank_end});
        world.create_joint(RevoluteJointDef{.body_a = coupler, .body_b = rocker, .anchor = coupler_end});
        world.create_joint(RevoluteJointDef{.body_a = rocker, .body_b = ground, .anchor = rocker_foot});
        const double start_angle = world.find(crank)->angle();
        double max_gap = 0.0;
        for (int i = 0; i < 1800; ++i) {
            world.step(dt);
            max_gap = std::max(max_gap, max_joint_gap(world));
        }
        const double expected_angle = 30.0 * static_cast<double>(speed);
        EXPECT_NEAR(world.find(crank)->angle() - start_angle, expected_angle, 1e-3 * expected_angle);
        EXPECT_LT(max_gap, 1e-3);
    }
}

/// A parallelogram linkage with sides of 1 m and 4 m. Twice per revolution all bars are collinear: there the
/// linkage may fold either way, and its equations are redundant.
struct Parallelogram {
    World world;
    BodyHandle crank;

    Parallelogram(float angle, float speed, const JointMotor& motor)
        : world(settings_with_gravity({0.0f, -10.0f})) {
        const BodyHandle ground = world.create_body({.type = BodyType::Static});
        const Vec2 foot{4.0f, 0.0f};
        const Vec2 end{std::cos(angle), std::sin(angle)};
        crank = add_bar(world, {}, end);
        const BodyHandle coupler = add_bar(world, end, end + foot);
        const BodyHandle rocker = add_bar(world, end + foot, foot);
        const Vec2 end_velocity = speed * left_perp(end);
        world.find(crank)->set_velocity(0.5f * end_velocity, speed);
        world.find(coupler)->set_velocity(end_velocity, 0.0f);
        world.find(rocker)->set_velocity(0.5f * end_velocity, speed);
        world.create_joint(RevoluteJointDef{.body_a = ground, .body_b = crank, .motor = motor});
        world.create_joint(RevoluteJointDef{.body_a = crank, .body_b = coupler, .anchor = end});
        world.create_joint(RevoluteJointDef{.body_a = coupler, .body_b = rocker, .anchor = end + foot});
        world.create_joint(RevoluteJointDef{.body_a = rocker, .body_b = ground, .anchor = foot});
    }
};

// A moving parallelogram passes the positions in which its bars are collinear. Velocities lag half a sub-step
// behind the poses, which at 3 rad/s changes the energy by 2 %.
TEST(CollinearLinkage, GainsNoEnergy) {
    for (const float angle : {0.3f, 0.5f, 0.7f, 2.0f}) {
        for (const float speed : {3.0f, 5.0f, 6.0f, 12.0f, 30.0f}) {
            SCOPED_TRACE(testing::Message() << angle << " rad, " << speed << " rad/s");
            Parallelogram bars(angle, speed, {});
            const double start_energy = total_energy(bars.world);
            const double initial_kinetic = bars.world.kinetic_energy();
            double max_gap = 0.0;
            for (int i = 0; i < 600; ++i) {
                bars.world.step(dt);
                max_gap = std::max(max_gap, max_joint_gap(bars.world));
                ASSERT_LE(total_energy(bars.world), start_energy + 0.05 * initial_kinetic) << "step " << i;
            }
            EXPECT_LT(max_gap, 0.05);
        }
    }
}

// The work of a motor is at most M Δφ.
TEST(CollinearLinkage, GainsNoMoreThanTheWorkOfItsMotor) {
    for (const float speed : {3.0f, 30.0f}) {
        for (const float torque : {30.0f, 100.0f, 3000.0f}) {
            SCOPED_TRACE(testing::Message() << speed << " rad/s, " << torque << " N m");
            Parallelogram bars(0.5f, 0.0f, {.enabled = true, .speed = speed, .max_force = torque});
            const double start_energy = total_energy(bars.world);
            double angle_travelled = 0.0;
            double angle = bars.world.find(bars.crank)->angle();
            for (int i = 0; i < 600; ++i) {
                bars.world.step(dt);
                angle_travelled +=
                    std::abs(bars.world.find(bars.crank)->angle() -
                             std::exchange(angle, double{bars.world.find(bars.crank)->angle()}));
                ASSERT_LE(total_energy(bars.world),
                          start_energy + 1.05 * static_cast<double>(torque) * angle_travelled + 1.0);
                ASSERT_LT(max_joint_gap(bars.world), 0.5) << "step " << i;
            }
        }
    }
}

// A motor that is too weak to lift a bar to the horizontal holds it at the angle where its torque balances
// the weight.
TEST(LinkageMotor, WeakMotorAppliesItsFullTorque) {
    World world(settings_with_gravity({0.0f, -10.0f}));
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    const BodyHandle bar = world.create_body({.position = {0.0f, -0.5f}, .angular_damping = 4.0f});
    world.attach(bar, make_box({0.05f, 0.5f}), {});
    const auto weight = static_cast<float>(10.0 * mass_of(world, bar));
    world.create_joint(
        RevoluteJointDef{.body_a = ground,
                         .body_b = bar,
                         .motor = {.enabled = true, .speed = 1.0f, .max_force = 0.25f * weight}});
    for (int i = 0; i < 1200; ++i)
        world.step(dt);
    // weight · 0.5 m · sin(angle) = weight · 0.25 m
    EXPECT_NEAR(world.find(bar)->angle(), pi / 6.0, 1e-3);
}

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// Linkages (jointed bodies without contacts) conserve energy and momentum, keep their joints closed and reach
// the speeds of their motors.

#include "tests/support/generators.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <array>
#include <cmath>
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

/// Maximum gap of all revolute joints, metres.
double max_joint_gap(const World& world) {
    double max_gap = 0.0;
    for (const JointHandle handle : world.joints()) {
        const auto* hinge = std::get_if<toibox::RevoluteJoint>(world.find(handle));
        if (hinge == nullptr) continue;
        const auto anchor = [&](std::uint32_t body, Vec2 local) {
            return transform_point(world.find(world.body_at(body))->transform(), local);
        };
        const Vec2 gap =
            anchor(hinge->base.body_b, hinge->base.local_b) - anchor(hinge->base.body_a, hinge->base.local_a);
        max_gap = std::max(max_gap, static_cast<double>(length(gap)));
    }
    return max_gap;
}

class HangingChain : public ::testing::TestWithParam<int> {};

// A chain of bars, released from the horizontal. When the chain hangs straight down, its potential energy is
// lower by Σ m g x, with the x of the start. Velocities lag half a sub-step behind the poses, which changes
// the energy by under 1 % of this difference.
TEST_P(HangingChain, KeepsItsEnergyForAMinute) {
    World world(settings_with_gravity({0.0f, -10.0f}));
    BodyHandle last = world.create_body({.type = BodyType::Static});
    double potential_difference = 0.0;
    for (int i = 0; i < GetParam(); ++i) {
        const auto x = static_cast<float>(i);
        const BodyHandle bar = add_bar(world, {x, 0.0f}, {x + 1.0f, 0.0f});
        world.create_joint(RevoluteJointDef{.body_a = last, .body_b = bar, .anchor = {x, 0.0f}});
        potential_difference += mass_of(world, bar) * 10.0 * (static_cast<double>(x) + 0.5);
        last = bar;
    }
    const double start_energy = total_energy(world);
    double max_gap = 0.0;
    for (int i = 0; i < 3600; ++i) {
        world.step(dt);
        max_gap = std::max(max_gap, max_joint_gap(world));
        ASSERT_NEAR(total_energy(world), start_energy, 0.015 * potential_difference) << "step " << i;
    }
    EXPECT_LT(max_gap, 1e-4);
}
INSTANTIATE_TEST_SUITE_P(Bars, HangingChain, ::testing::Values(1, 2, 3, 5, 10),
                         [](const auto& test) { return std::to_string(test.param); });

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

// ---- Random trees of rigid joints

class RandomJointTree {
public:
    explicit RandomJointTree(std::uint64_t seed)
        : random_(seed), world_(settings_with_gravity({0.0f, 0.0f})) {
        const int count = random_.rng.integer(2, 8);
        for (int i = 0; i < count; ++i)
            add_body();
        for (std::size_t i = 1; i < bodies_.size(); ++i)
            join(bodies_[random_.rng.below(static_cast<std::uint32_t>(i))], bodies_[i]);
    }
    World& world() { return world_; }

private:
    void add_body() {
        const BodyHandle body = world_.create_body({.position = random_.point(1.5f),
                                                    .angle = static_cast<float>(random_.angle()),
                                                    .linear_velocity = random_.point(2.0f),
                                                    .angular_velocity = random_.uniform(-4.0f, 4.0f)});
        const float x = random_.uniform(0.15f, 0.5f);
        const float y = random_.uniform(0.15f, 0.5f);
        world_.attach(body, make_box({x, y}),
                      {.material = {.density = random_.magnitude(0.5f, 8.0f)}, .filter = {.group = -1}});
        bodies_.push_back(body);
    }
    /// The anchor is within 2 m of the origin along each axis: lever arms of up to about ten radii of
    /// gyration.
    void join(BodyHandle a, BodyHandle b) {
        const Vec2 anchor = random_.point(2.0f);
        switch (random_.rng.below(4)) {
            case 0:
                world_.create_joint(WeldJointDef{.body_a = a, .body_b = b, .anchor = anchor});
                return;
            case 1:
                world_.create_joint(DistanceJointDef{
                    .body_a = a, .body_b = b, .anchor_a = anchor, .anchor_b = anchor + Vec2{0.5f, 0.5f}});
                return;
            default:
                world_.create_joint(RevoluteJointDef{.body_a = a, .body_b = b, .anchor = anchor});
        }
    }

    Generator random_;
    World world_;
    std::vector<BodyHandle> bodies_;
};

// No external forces. The reference energy is that after the first step, which makes the velocities
// consistent with the joints. In one linkage of 500 a body folds over in less than 1/64 of a sub-step, which
// costs up to 10 % of the energy; only the soak run includes such linkages.
TEST(RandomLinkage, ConservesEnergyAndMomenta) {
    const int linkages = is_soak_run() ? 2000 : 200;
    const double tolerance = is_soak_run() ? 0.1 : 0.02;
    for (int i = 0; i < linkages; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomJointTree linkage(seed);
        World& world = linkage.world();
        world.step(dt);
        const double energy = world.kinetic_energy();
        const Vec2d momentum = world.momentum();
        const double angular_momentum = world.angular_momentum();
        double mass = 0.0;
        for (const BodyHandle body : world.bodies())
            mass += mass_of(world, body);
        const double speed = std::sqrt(2.0 * energy / mass);
        double max_change = 0.0;
        for (int k = 0; k < 600; ++k) {
            ASSERT_FALSE(world.step(dt).failed());
            max_change = std::max(max_change, std::abs(world.kinetic_energy() - energy));
        }
        EXPECT_LT(max_change, tolerance * energy);
        EXPECT_LT(length(world.momentum() - momentum), 1e-4 * mass * speed);
        EXPECT_NEAR(world.angular_momentum(), angular_momentum, 1e-3 * mass * speed);
        EXPECT_LT(max_joint_gap(world), 2e-3);
    }
}

}  // namespace
}  // namespace toibox

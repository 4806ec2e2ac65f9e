// SPDX-License-Identifier: MIT

// Impacts of jointed bodies: all bodies that rigid joints connect take part in an impact. Most worlds have no
// gravity and no friction.

#include "tests/support/physics.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr double ball_speed = 10.0;  // m/s; 17 cm per step

/// A row of a system of velocity constraints, and by how much the impact changes the velocity of the row.
struct OracleRow {
    struct Term {
        std::size_t body = 0;
        Vec2d linear;
        double angular = 0.0;
    };
    std::vector<Term> terms;
    double velocity_change = 0.0;
};

/// Velocity of B relative to A along n at a common point.
OracleRow row_at(const std::vector<OracleBody>& bodies, std::size_t a, std::size_t b, Vec2d point, Vec2d n) {
    return {.terms = {{a, -1.0 * n, -cross(point - bodies[a].center, n)},
                      {b, n, cross(point - bodies[b].center, n)}}};
}

/// Entry of K = J M⁻¹ Jᵀ for two rows.
double coupling(const std::vector<OracleBody>& bodies, const OracleRow& p, const OracleRow& q) {
    double sum = 0.0;
    for (const OracleRow::Term& term_p : p.terms) {
        for (const OracleRow::Term& term_q : q.terms) {
            if (term_p.body != term_q.body) continue;
            const OracleBody& body = bodies[term_p.body];
            sum += inverse_or_zero(body.mass) * dot(term_p.linear, term_q.linear) +
                   inverse_or_zero(body.inertia) * term_p.angular * term_q.angular;
        }
    }
    return sum;
}

/// Applies the impulses that cause the required velocity changes of all rows, by Gaussian elimination.
void apply_rows(std::vector<OracleBody>& bodies, const std::vector<OracleRow>& rows) {
    const std::size_t n = rows.size();
    std::vector<std::vector<double>> k(n, std::vector<double>(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            k[i][j] = coupling(bodies, rows[i], rows[j]);
        k[i][n] = rows[i].velocity_change;
    }
    for (std::size_t i = 0; i < n; ++i) {  // K is positive definite: no pivoting
        for (std::size_t r = 0; r < n; ++r) {
            if (r == i) continue;
            const double factor = k[r][i] / k[i][i];
            for (std::size_t c = i; c <= n; ++c)
                k[r][c] -= factor * k[i][c];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        const double impulse = k[i][n] / k[i][i];
        for (const OracleRow::Term& term : rows[i].terms) {
            OracleBody& body = bodies[term.body];
            body.velocity += impulse * inverse_or_zero(body.mass) * term.linear;
            body.spin += impulse * inverse_or_zero(body.inertia) * term.angular;
        }
    }
}

enum class Link : std::uint8_t { Hinge, Weld };

struct ImpactSetup {
    SolverKind solver = SolverKind::SoftStep;
    Link link = Link::Hinge;
    std::size_t bars = 2;
    double ball_x = 0.5;  ///< Metres.
    float restitution = 0.0f;
    float height = 0.05f;      ///< Of the ball above the bars, metres.
    float break_force = 0.0f;  ///< Of the links, N.
};

/// A row of bars of 1 m × 0.1 m along x from x = 0, joined end to end, and a ball that hits them from above.
struct StruckBars {
    World world;
    std::vector<BodyHandle> bars;
    BodyHandle ball{};
    ImpactSetup setup;

    explicit StruckBars(const ImpactSetup& impact)
        : world(weightless_with(impact.solver, ContinuousPolicy::SubstepAtImpact)), setup(impact) {
        const ShapeDef smooth{
            .material = {.density = 2.0f, .friction = 0.0f, .restitution = setup.restitution}};
        // A light ball rotates the bars only a little in the rest of the step, so the joints need no
        // correction.
        ShapeDef light = smooth;
        light.material.density = 0.1f;
        for (std::size_t i = 0; i < setup.bars; ++i) {
            const Vec2 center{0.5f + static_cast<float>(i), 0.0f};
            bars.push_back(add_body(world, {.position = center}, make_box({0.5f, 0.05f}), smooth));
            if (i == 0) continue;
            const Vec2 end{static_cast<float>(i), 0.0f};
            if (setup.link == Link::Hinge) {
                world.create_joint(RevoluteJointDef{.body_a = bars[i - 1],
                                                    .body_b = bars[i],
                                                    .anchor = end,
                                                    .break_force = setup.break_force});
            } else {
                world.create_joint(WeldJointDef{.body_a = bars[i - 1],
                                                .body_b = bars[i],
                                                .anchor = end,
                                                .break_force = setup.break_force});
            }
        }
        ball = add_body(world,
                        {.position = {static_cast<float>(setup.ball_x), 0.13f + setup.height},
                         .linear_velocity = {0.0f, -static_cast<float>(ball_speed)},
                         .bullet = true},
                        Circle{.radius = 0.08f}, light);
    }

    /// The bodies at the time of the impact, with the velocities before it; the ball is last.
    [[nodiscard]] std::vector<OracleBody> at_impact() const {
        std::vector<OracleBody> bodies;
        for (const BodyHandle bar : bars)
            bodies.push_back(oracle_body(*world.find(bar)));
        bodies.push_back(oracle_body(*world.find(ball)));
        bodies.back().center = {setup.ball_x, 0.13};
        return bodies;
    }
};

/// The rows of the impact and of the links.
std::vector<OracleRow> rows_of(const std::vector<OracleBody>& bodies, const ImpactSetup& setup) {
    const std::size_t ball = bodies.size() - 1;
    const auto struck = static_cast<std::size_t>(setup.ball_x);
    std::vector<OracleRow> rows{row_at(bodies, struck, ball, {setup.ball_x, 0.05}, {0.0, 1.0})};
    rows[0].velocity_change = (1.0 + wide(setup.restitution)) * ball_speed;
    for (std::size_t i = 1; i < ball; ++i) {
        const Vec2d end{static_cast<double>(i), 0.0};
        rows.push_back(row_at(bodies, i - 1, i, end, {1.0, 0.0}));
        rows.push_back(row_at(bodies, i - 1, i, end, {0.0, 1.0}));
        if (setup.link == Link::Weld) rows.push_back({.terms = {{i - 1, {}, -1.0}, {i, {}, 1.0}}});
    }
    return rows;
}

class JointedImpact : public testing::TestWithParam<std::pair<SolverKind, Link>> {};

/// Maximum change of the velocities along the bars, m/s, by which bars of 1 m follow the arcs of their joints
/// in the rest of the step.
double max_turn(const std::vector<OracleBody>& after_impact, const ImpactSetup& setup) {
    double max_spin = 0.0;
    for (const OracleBody& body : after_impact)
        max_spin = std::max(max_spin, std::abs(body.spin));
    const double remaining = wide(time_step) - wide(setup.height) / ball_speed;
    return 2.0 * max_spin * max_spin * remaining;
}

// The velocities after the impact are those that satisfy all constraints together. Regression: when impacts
// ignored joints, only the struck bar moved.
TEST_P(JointedImpact, IncludesAllJointedBodies) {
    const auto [solver, link] = GetParam();
    for (const std::size_t count : {2u, 3u, 5u}) {
        for (const double ball_x : {0.13, 0.5, 1.75}) {
            for (const float restitution : {0.0f, 0.5f, 1.0f}) {
                for (int phase = 0; phase < 4; ++phase) {
                    const float height = 0.03f + 0.03f * static_cast<float>(phase);
                    StruckBars bars({.solver = solver,
                                     .link = link,
                                     .bars = count,
                                     .ball_x = ball_x,
                                     .restitution = restitution,
                                     .height = height});
                    std::vector<OracleBody> expected = bars.at_impact();
                    apply_rows(expected, rows_of(expected, bars.setup));
                    bars.world.step(time_step);
                    ASSERT_EQ(bars.world.events().impact.size(), 1u);
                    bars.bars.push_back(bars.ball);
                    for (std::size_t i = 0; i < expected.size(); ++i) {
                        const BodyVelocity actual = bars.world.find(bars.bars[i])->velocity();
                        constexpr double tolerance = 1e-5 * ball_speed;
                        EXPECT_NEAR(wide(actual.linear.x), expected[i].velocity.x,
                                    tolerance + max_turn(expected, bars.setup))
                            << i << " of " << count;
                        EXPECT_NEAR(wide(actual.linear.y), expected[i].velocity.y, tolerance)
                            << i << " of " << count;
                        EXPECT_NEAR(wide(actual.angular), expected[i].spin, tolerance)
                            << i << " of " << count;
                    }
                }
            }
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Links, JointedImpact,
                         testing::Values(std::pair{SolverKind::SoftStep, Link::Hinge},
                                         std::pair{SolverKind::SoftStep, Link::Weld},
                                         std::pair{SolverKind::SequentialImpulses, Link::Hinge},
                                         std::pair{SolverKind::SequentialImpulses, Link::Weld}),
                         [](const auto& tested) {
                             return std::string(tested.param.first == SolverKind::SoftStep ? "SoftStep"
                                                                                           : "Sequential") +
                                    (tested.param.second == Link::Hinge ? "Hinges" : "Welds");
                         });

/// Distance between the two anchors of a joint.
double joint_gap(const World& world, BodyHandle a, Vec2 local_a, BodyHandle b, Vec2 local_b) {
    const auto world_point = [&](BodyHandle body, Vec2 local) {
        return transform_point(world.find(body)->transform(), local);
    };
    return wide(distance(world_point(a, local_a), world_point(b, local_b)));
}

// Chains of six bars of 0.3 m are thrown at a wall at different angles. No joint may open by half a bar.
// Regression: when impacts ignored joints, these opened by a whole bar.
TEST(ThrownChain, StaysTogether) {
    constexpr std::size_t count = 6;
    constexpr float half_length = 0.15f;
    for (const float speed_x : {10.0f, 20.0f, 30.0f, 40.0f}) {
        for (int tilt = 0; tilt < 12; ++tilt) {
            World world(weightless());
            add_body(world, {.type = BodyType::Static, .position = {5.0f, 0.0f}}, make_box({0.5f, 20.0f}));
            const float angle = 0.53f * static_cast<float>(tilt);
            const Rot rotation = make_rot(angle);
            std::vector<BodyHandle> bars;
            for (std::size_t i = 0; i < count; ++i) {
                const Vec2 offset{
                    (2.0f * static_cast<float>(i) - static_cast<float>(count - 1)) * half_length, 0.0f};
                bars.push_back(add_body(world,
                                        {.position = rotate(rotation, offset),
                                         .angle = angle,
                                         .linear_velocity = {speed_x, 1.0f}},
                                        Capsule{{-half_length, 0.0f}, {half_length, 0.0f}, 0.03f}));
                if (i == 0) continue;
                const Vec2 end = rotate(rotation, offset - Vec2{half_length, 0.0f});
                world.create_joint(RevoluteJointDef{.body_a = bars[i - 1], .body_b = bars[i], .anchor = end});
            }
            for (int i = 0; i < 60; ++i) {
                world.step(time_step);
                for (std::size_t k = 1; k < count; ++k) {
                    const double gap =
                        joint_gap(world, bars[k - 1], {half_length, 0.0f}, bars[k], {-half_length, 0.0f});
                    EXPECT_LT(gap, 0.15) << speed_x << " m/s, tilt " << tilt << ", step " << i;
                }
            }
        }
    }
}

// The second bar gets all its momentum through the hinge in one step. The hinge must break in that step if
// its breaking force is below the mean force of the step.
TEST(JointedImpacts, BreakOverloadedJoints) {
    const StruckBars unbroken(ImpactSetup{});
    std::vector<OracleBody> after = unbroken.at_impact();
    apply_rows(after, rows_of(after, unbroken.setup));
    const double hinge_force =
        after[1].mass * length(after[1].velocity) / wide(time_step);  // on the second bar
    for (const float threshold_ratio : {0.95f, 1.05f}) {
        StruckBars bars({.break_force = threshold_ratio * static_cast<float>(hinge_force)});
        bars.world.step(time_step);
        EXPECT_EQ(bars.world.events().joint_break.size(), threshold_ratio < 1.0f ? 1u : 0u)
            << threshold_ratio;
    }
}

// A ball of mass m moves at v towards a welded plate that it already touches, so the impact is at the start
// of the step. The weld must report the impulse m (1 + e) v.
TEST(JointedImpacts, OfTouchingBodiesLoadTheirJoints) {
    const auto strike = [](float break_force) {
        World world(weightless());
        const BodyHandle post = world.create_body({.type = BodyType::Static});
        const BodyHandle plate = add_body(world, {}, make_box({1.0f, 0.1f}));
        world.create_joint(WeldJointDef{.body_a = post, .body_b = plate, .break_force = break_force});
        for (int i = 0; i < 10; ++i)
            world.step(time_step);
        const BodyHandle ball =
            world.create_body({.position = {0.0f, 0.6f}, .linear_velocity = {0.0f, -4.0f}});
        world.attach(ball, disc(0.5f), {.material = {.friction = 0.0f, .restitution = 0.5f}});
        world.step(time_step);
        return std::pair{world, mass_of(world, ball) * 1.5 * 4.0 / wide(time_step)};
    };
    const auto [unbroken, force] = strike(0.0f);
    EXPECT_NEAR(wide(length(unbroken.joint_force(unbroken.joints().front()).force)), force, 0.01 * force);
    EXPECT_EQ(strike(1.02f * static_cast<float>(force)).first.events().joint_break.size(), 0u);
    EXPECT_EQ(strike(0.98f * static_cast<float>(force)).first.events().joint_break.size(), 1u);
}

// Three chains of twenty balls land one after another within one step, which takes more work than the budget
// for impacts. Pausing the step at each impact must not change the result.
TEST(JointedImpacts, AreTheSameInPausedSteps) {
    World unpaused(on_earth());
    add_floor(unpaused);
    BodyHandle last;
    for (int i = 0; i < 60; ++i) {
        const Vec2 center{1.05f * static_cast<float>(i) - 15.0f,
                          0.505f + 0.025f * static_cast<float>((59 - i) / 20)};
        const BodyHandle ball = unpaused.create_body({.position = center, .linear_velocity = {0.0f, -5.0f}});
        unpaused.attach(ball, disc(0.5f), {.material = {.restitution = 0.5f}});
        if (i % 20 != 0) {
            unpaused.create_joint(
                RevoluteJointDef{.body_a = last, .body_b = ball, .anchor = {center.x - 0.525f, center.y}});
        }
        last = ball;
    }
    World paused = unpaused;
    WorldSettings settings = paused.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(paused.set_settings(settings).has_value());
    for (int i = 0; i < 20; ++i) {
        unpaused.step(time_step);
        while (!paused.step(time_step).complete) {
            World copy = paused;  // a copy must contain all that the rest of the step depends on
            std::swap(copy, paused);
        }
        ASSERT_EQ(paused.hash(), unpaused.hash()) << "step " << i;
    }
}

// Two discs overlap, and a rod holds them at that distance. At rest the forces of rod and contact are equal:
// each is m·ω²·error with the same effective mass, and the contact has half the frequency of the joint.
TEST(JointedContact, YieldsBeforeTheJoint) {
    constexpr float overlap = 0.02f;
    World world(weightless());
    std::array<BodyHandle, 2> discs{};
    for (std::size_t i = 0; i < 2; ++i) {
        const Vec2 center{(i == 0 ? -1.0f : 1.0f) * (0.5f - 0.5f * overlap), 0.0f};
        discs[i] = add_body(world, {.position = center}, Circle{.radius = 0.5f});
    }
    world.create_joint(DistanceJointDef{.body_a = discs[0],
                                        .body_b = discs[1],
                                        .anchor_a = world.find(discs[0])->center(),
                                        .anchor_b = world.find(discs[1])->center(),
                                        .collide_connected = true});
    for (int i = 0; i < 600; ++i)
        world.step(time_step);
    const double depth = 1.0 - wide(world.find(discs[1])->center().x - world.find(discs[0])->center().x);
    const double gap = wide(overlap) - depth;
    EXPECT_NEAR(gap / depth, 0.25, 0.05 * 0.25);
}

// Two discs that overlap are pinned to the world. The pins are solved directly, so they do not yield at all.
TEST(JointedContact, DoesNotOpenPins) {
    constexpr float overlap = 0.02f;
    World world(weightless());
    const BodyHandle post = world.create_body({.type = BodyType::Static});
    for (const float side : {-1.0f, 1.0f}) {
        const Vec2 center{side * (0.5f - 0.5f * overlap), 0.0f};
        const BodyHandle body = add_body(world, {.position = center}, Circle{.radius = 0.5f});
        world.create_joint(RevoluteJointDef{.body_a = post, .body_b = body, .anchor = center});
    }
    for (int i = 0; i < 600; ++i)
        world.step(time_step);
    for (const BodyHandle body : world.bodies()) {
        if (body == post) continue;
        EXPECT_NEAR(std::abs(world.find(body)->center().x), 0.5f - 0.5f * overlap, 1e-6f);
    }
}

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// Impacts of bodies that joints hold: whatever a rigid joint holds takes part in the impact. No gravity, no
// friction.

#include "exact_method.h"
#include "tests/support/physics.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr double speed = 10.0;  // m/s, of the ball: 17 cm per step

/// One row of a system of constraints: what it makes of the velocities of the bodies, and by how much an
/// impact changes that.
struct OracleRow {
    struct Part {
        std::size_t body = 0;
        Vec2d along;
        double about = 0.0;
    };
    std::vector<Part> parts;
    double change = 0.0;
};

/// B against A along n, at a point that they share.
OracleRow row_at(const std::vector<OracleBody>& bodies, std::size_t a, std::size_t b, Vec2d point, Vec2d n) {
    return {.parts = {{a, -1.0 * n, -cross(point - bodies[a].center, n)},
                      {b, n, cross(point - bodies[b].center, n)}}};
}

double coupling(const std::vector<OracleBody>& bodies, const OracleRow& p, const OracleRow& q) {
    double sum = 0.0;
    for (const OracleRow::Part& one : p.parts) {
        for (const OracleRow::Part& other : q.parts) {
            if (one.body != other.body) continue;
            const OracleBody& body = bodies[one.body];
            sum += inverse_or_zero(body.mass) * dot(one.along, other.along) +
                   inverse_or_zero(body.inertia) * one.about * other.about;
        }
    }
    return sum;
}

/// Applies the impulses that bring about the rows' changes, all at once, by Gaussian elimination.
void apply_rows(std::vector<OracleBody>& bodies, const std::vector<OracleRow>& rows) {
    const std::size_t n = rows.size();
    std::vector<std::vector<double>> k(n, std::vector<double>(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            k[i][j] = coupling(bodies, rows[i], rows[j]);
        k[i][n] = rows[i].change;
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
        for (const OracleRow::Part& part : rows[i].parts) {
            OracleBody& body = bodies[part.body];
            body.velocity += impulse * inverse_or_zero(body.mass) * part.along;
            body.spin += impulse * inverse_or_zero(body.inertia) * part.about;
        }
    }
}

enum class Link : std::uint8_t { Hinge, Weld };

struct Blow {
    SolverKind solver = SolverKind::SoftStep;
    Link link = Link::Hinge;
    std::size_t bars = 2;
    double at = 0.5;  ///< x of the ball, metres.
    float restitution = 0.0f;
    float height = 0.05f;      ///< Of the ball above the bars, metres.
    float break_force = 0.0f;  ///< Of the links, N.
};

/// A row of bars of 1 m × 0.1 m along x, joined end to end and from x = 0 on, and a ball that comes down on
/// it.
struct StruckBars {
    World world;
    std::vector<BodyHandle> bars;
    BodyHandle ball{};
    Blow blow;

    explicit StruckBars(const Blow& of)
        : world(weightless_with(of.solver, ContinuousPolicy::SubstepAtImpact)), blow(of) {
        const ShapeDef smooth{
            .material = {.density = 2.0f, .friction = 0.0f, .restitution = blow.restitution}};
        // So that the bars turn by little in the rest of the step, and need no other motion to stay together.
        ShapeDef light = smooth;
        light.material.density = 0.1f;
        for (std::size_t i = 0; i < blow.bars; ++i) {
            const Vec2 center{0.5f + static_cast<float>(i), 0.0f};
            bars.push_back(add_body(world, {.position = center}, make_box({0.5f, 0.05f}), smooth));
            if (i == 0) continue;
            const Vec2 end{static_cast<float>(i), 0.0f};
            if (blow.link == Link::Hinge) {
                world.create_joint(RevoluteJointDef{.body_a = bars[i - 1],
                                                    .body_b = bars[i],
                                                    .anchor = end,
                                                    .break_force = blow.break_force});
            } else {
                world.create_joint(WeldJointDef{.body_a = bars[i - 1],
                                                .body_b = bars[i],
                                                .anchor = end,
                                                .break_force = blow.break_force});
            }
        }
        ball = add_body(world,
                        {.position = {static_cast<float>(blow.at), 0.13f + blow.height},
                         .linear_velocity = {0.0f, -static_cast<float>(speed)},
                         .bullet = true},
                        Circle{.radius = 0.08f}, light);
    }

    /// The bodies before the impact, the ball last, where they are at the impact.
    [[nodiscard]] std::vector<OracleBody> at_impact() const {
        std::vector<OracleBody> bodies;
        for (const BodyHandle bar : bars)
            bodies.push_back(oracle_body(*world.find(bar)));
        bodies.push_back(oracle_body(*world.find(ball)));
        bodies.back().center = {blow.at, 0.13};
        return bodies;
    }
};

/// The rows of the impact and of the links.
std::vector<OracleRow> rows_of(const std::vector<OracleBody>& bodies, const Blow& blow) {
    const std::size_t ball = bodies.size() - 1;
    const auto struck = static_cast<std::size_t>(blow.at);
    std::vector<OracleRow> rows{row_at(bodies, struck, ball, {blow.at, 0.05}, {0.0, 1.0})};
    rows[0].change = (1.0 + wide(blow.restitution)) * speed;
    for (std::size_t i = 1; i < ball; ++i) {
        const Vec2d end{static_cast<double>(i), 0.0};
        rows.push_back(row_at(bodies, i - 1, i, end, {1.0, 0.0}));
        rows.push_back(row_at(bodies, i - 1, i, end, {0.0, 1.0}));
        if (blow.link == Link::Weld) rows.push_back({.parts = {{i - 1, {}, -1.0}, {i, {}, 1.0}}});
    }
    return rows;
}

class JointedImpact : public testing::TestWithParam<std::pair<SolverKind, Link>> {};

// The velocities right after the impact are those of all constraints solved at once. Answered without the
// joints, only the bar that was struck moved.
TEST_P(JointedImpact, IsThatOfAllThatTheJointsHold) {
    const auto [solver, link] = GetParam();
    for (const std::size_t count : {2u, 3u, 5u}) {
        for (const double hit_at : {0.13, 0.5, 1.75}) {
            for (const float restitution : {0.0f, 0.5f, 1.0f}) {
                for (int phase = 0; phase < 4; ++phase) {
                    const float height = 0.03f + 0.03f * static_cast<float>(phase);
                    StruckBars bars({.solver = solver,
                                     .link = link,
                                     .bars = count,
                                     .at = hit_at,
                                     .restitution = restitution,
                                     .height = height});
                    std::vector<OracleBody> expected = bars.at_impact();
                    apply_rows(expected, rows_of(expected, bars.blow));
                    bars.world.step(time_step);
                    ASSERT_EQ(bars.world.events().impact.size(), 1u);
                    bars.bars.push_back(bars.ball);
                    for (std::size_t i = 0; i < expected.size(); ++i) {
                        const BodyVelocity got = bars.world.find(bars.bars[i])->velocity();
                        constexpr double near = 1e-5 * speed;
                        EXPECT_NEAR(wide(got.linear.x), expected[i].velocity.x, near) << i << " of " << count;
                        EXPECT_NEAR(wide(got.linear.y), expected[i].velocity.y, near) << i << " of " << count;
                        EXPECT_NEAR(wide(got.angular), expected[i].spin, near) << i << " of " << count;
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

/// The widest gap of a joint between two bodies, both of which the joint's anchor was at `anchors` of.
double aabb_gap(const World& world, BodyHandle a, Vec2 on_a, BodyHandle b, Vec2 on_b) {
    const auto place = [&](BodyHandle body, Vec2 local) {
        return transform_point(world.find(body)->transform(), local);
    };
    return wide(distance(place(a, on_a), place(b, on_b)));
}

// Six bars of 0.3 m, thrown at a wall in all directions: no joint gapes by as much as half a bar. Answered
// without the joints, by a whole one.
TEST(ThrownChain, StaysTogether) {
    constexpr std::size_t count = 6;
    constexpr float half = 0.15f;
    for (const float fast : {10.0f, 20.0f, 30.0f, 40.0f}) {
        for (int tilt = 0; tilt < 12; ++tilt) {
            World world(weightless());
            add_body(world, {.type = BodyType::Static, .position = {5.0f, 0.0f}}, make_box({0.5f, 20.0f}));
            const float angle = 0.53f * static_cast<float>(tilt);
            const Rot turned = make_rot(angle);
            std::vector<BodyHandle> bars;
            for (std::size_t i = 0; i < count; ++i) {
                const Vec2 along{(2.0f * static_cast<float>(i) - static_cast<float>(count - 1)) * half, 0.0f};
                bars.push_back(add_body(
                    world,
                    {.position = rotate(turned, along), .angle = angle, .linear_velocity = {fast, 1.0f}},
                    Capsule{{-half, 0.0f}, {half, 0.0f}, 0.03f}));
                if (i == 0) continue;
                const Vec2 end = rotate(turned, along - Vec2{half, 0.0f});
                world.create_joint(RevoluteJointDef{.body_a = bars[i - 1], .body_b = bars[i], .anchor = end});
            }
            for (int i = 0; i < 60; ++i) {
                world.step(time_step);
                for (std::size_t k = 1; k < count; ++k) {
                    const double gap = aabb_gap(world, bars[k - 1], {half, 0.0f}, bars[k], {-half, 0.0f});
                    EXPECT_LT(gap, 0.15) << fast << " m/s, tilt " << tilt << ", step " << i;
                }
            }
        }
    }
}

// The second bar gets all its momentum through the hinge, in one step: the hinge breaks in that step if it
// was made for less.
TEST(JointedImpacts, BreakWhatTheyOverload) {
    const StruckBars unbroken(Blow{});
    std::vector<OracleBody> after = unbroken.at_impact();
    apply_rows(after, rows_of(after, unbroken.blow));
    const double borne = after[1].mass * length(after[1].velocity) / wide(time_step);  // by the second bar
    for (const float share : {0.95f, 1.05f}) {
        StruckBars bars({.break_force = share * static_cast<float>(borne)});
        bars.world.step(time_step);
        EXPECT_EQ(bars.world.events().joint_break.size(), share < 1.0f ? 1u : 0u) << share;
    }
}

// A joint bears the blow that its body gets at the very start of a step, and says so: a ball of mass m that
// lies on a welded plate and has the speed v gives it m (1 + e) v.
TEST(JointedImpacts, OfWhatTouchesLoadTheirJoints) {
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
    const auto [unbroken, blow] = strike(0.0f);
    EXPECT_NEAR(wide(length(unbroken.joint_force(unbroken.joints().front()).force)), blow, 0.01 * blow);
    EXPECT_EQ(strike(1.02f * static_cast<float>(blow)).first.events().joint_break.size(), 0u);
    EXPECT_EQ(strike(0.98f * static_cast<float>(blow)).first.events().joint_break.size(), 1u);
}

// Three chains of twenty balls that land one after the other in one step, at more work than it is given for
// impacts: it goes on from each impact as if it had not stopped there.
TEST(JointedImpacts, AreTheSameInPausedSteps) {
    World whole(on_earth());
    add_floor(whole);
    BodyHandle last;
    for (int i = 0; i < 60; ++i) {
        const Vec2 place{1.05f * static_cast<float>(i) - 15.0f,
                         0.505f + 0.025f * static_cast<float>((59 - i) / 20)};
        const BodyHandle ball = whole.create_body({.position = place, .linear_velocity = {0.0f, -5.0f}});
        whole.attach(ball, disc(0.5f), {.material = {.restitution = 0.5f}});
        if (i % 20 != 0) {
            whole.create_joint(
                RevoluteJointDef{.body_a = last, .body_b = ball, .anchor = {place.x - 0.525f, place.y}});
        }
        last = ball;
    }
    World paused = whole;
    WorldSettings settings = paused.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(paused.set_settings(settings).has_value());
    for (int i = 0; i < 20; ++i) {
        whole.step(time_step);
        while (!paused.step(time_step).complete) {
            World copy = paused;  // what the rest of the step depends on is copied
            std::swap(copy, paused);
        }
        ASSERT_EQ(paused.hash(), whole.hash()) << "step " << i;
    }
}

// Two pinned discs that overlap: their contact yields to the pins. At rest the forces of pin and contact are
// the same, each by m·ω²·error of its own effective mass and frequency.
TEST(JointedContact, YieldsBeforeTheJoint) {
    constexpr float overlap = 0.02f;
    WorldSettings settings = weightless();
    World world(settings);
    const BodyHandle post = world.create_body({.type = BodyType::Static});
    std::array<BodyHandle, 2> discs{};
    for (std::size_t i = 0; i < 2; ++i) {
        const Vec2 center{(i == 0 ? -1.0f : 1.0f) * (0.5f - 0.5f * overlap), 0.0f};
        discs[i] = add_body(world, {.position = center}, Circle{.radius = 0.5f});
        world.create_joint(RevoluteJointDef{.body_a = post, .body_b = discs[i], .anchor = center});
    }
    for (int i = 0; i < 600; ++i)
        world.step(time_step);
    const double depth = 1.0 - wide(world.find(discs[1])->center().x - world.find(discs[0])->center().x);
    const double gap = 0.5 * (wide(overlap) - depth);
    // The contact's frequency is half the joint's, its effective mass half that of a disc.
    const double expected = 0.5 * 0.25;
    EXPECT_NEAR(gap / depth, expected, 0.05 * expected);
}

}  // namespace
}  // namespace toibox

// SPDX-License-Identifier: MIT

// One-way platforms that move, rotate, or form rows and hills, and bodies of several shapes on them.

#include "tests/unit/dynamics/one_way/one_way_support.h"

namespace toibox {
namespace {

using namespace testing_support;

class OneWayPlatform : public OneWayWorlds {};
INSTANTIATE_TEST_SUITE_P(Solvers, OneWayPlatform,
                         ::testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses),
                         solver_name);

// A lift carries a box up and down. On the way down, the open side of the lift meets a floating ball, which
// must stay in place.
TEST_P(OneWayPlatform, LiftCarriesABodyOnTopAndLetsABodyBelowPass) {
    World world = make_world();
    const BodyHandle rider = add_box(world, {0, 0.5f});
    const BodyHandle floating = add_ball(world, {1, -0.5f}, 0.3f, {.gravity_scale = 0});
    const BodyHandle lift = add_body(world, {.type = BodyType::Kinematic}, plank, platform_def);
    for (const float speed : {1.0f, 2.0f, 1.0f, 0.0f, -1.0f, -0.5f}) {
        world.find(lift)->set_velocity({0, speed}, 0);
        run(world, 1.0f);
        EXPECT_NEAR(position_of(world, rider).y - position_of(world, lift).y, 0.5f, 0.03f) << speed;
    }
    world.find(lift)->set_velocity({0, -4}, 0);
    run(world, 2.0f);
    EXPECT_LT(position_of(world, lift).y, -4);
    EXPECT_EQ(position_of(world, floating), (Vec2{1, -0.5f}));
}

// One platform is static, tilted by 14° and rough. The other is dynamic, heavy and floating.
TEST_P(OneWayPlatform, TiltedAndDynamicPlatformsCarryBodies) {
    World world = make_world();
    const BodyHandle box = add_box(world, {0, 0.7f}, 0.3f, {.angle = 0.25f});
    add_body(world, {.type = BodyType::Static, .angle = 0.25f}, plank, platform_def);
    const BodyHandle crate = add_box(world, {10.5f, 0.4f}, 0.3f);
    const BodyHandle raft = add_body(world, {.position = {10, 0}, .gravity_scale = 0, .fixed_rotation = true},
                                     plank, {.material = {.density = 1000}, .one_way = up});
    const BodyHandle jumper = add_ball(world, {9.5f, -2}, 0.2f, {.linear_velocity = {0, 9}});
    run(world, 3.0f);
    EXPECT_GT(position_of(world, box).y, 0.2f);
    EXPECT_LT(std::abs(position_of(world, box).x), 0.5f);
    EXPECT_NEAR(position_of(world, crate).y - position_of(world, raft).y, 0.3f, 0.02f);
    EXPECT_NEAR(position_of(world, jumper).y - position_of(world, raft).y, 0.2f, 0.02f);
}

// A platform that is rotated upside down drops its load and is solid from the other side.
TEST_P(OneWayPlatform, SolidSideRotatesWithTheBody) {
    World world = make_world();
    const BodyHandle load = add_box(world, {0, 0.3f}, 0.3f);
    const BodyHandle platform =
        add_body(world, {.type = BodyType::Kinematic, .angular_velocity = static_cast<float>(pi)}, plank,
                 platform_def);
    run(world, 1.0f);
    world.find(platform)->set_velocity({}, 0);
    run(world, 1.0f);
    EXPECT_LT(position_of(world, load).y, -2.0f);
    const BodyHandle falling = add_ball(world, {0, 2}, 0.2f);
    const BodyHandle rising = add_ball(world, {1, -2}, 0.2f, {.linear_velocity = {0, 9}});
    run(world, 0.5f);
    EXPECT_LT(position_of(world, rising).y, -0.1f);
    run(world, 0.5f);
    EXPECT_LT(position_of(world, falling).y, -0.5f);
}

// Two one-way shapes collide if either of them is solid towards the other. A falling plank lands on a
// platform. A one-way box that rises from below is stopped, because the top of the box is solid.
TEST_P(OneWayPlatform, EitherOfTwoOneWayShapesCanStopTheOther) {
    World world = make_world();
    const BodyHandle upper = add_body(world, {.position = {0, 1}}, plank, platform_def);
    const BodyHandle rising = add_body(world, {.position = {5, -2}, .linear_velocity = {0, 9}},
                                       make_box({0.2f, 0.2f}), platform_def);
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    add_body(world, {.type = BodyType::Static, .position = {5, 0}}, plank, platform_def);
    run(world, 2.0f);
    EXPECT_NEAR(position_of(world, upper).y, 0.2f, 0.01f);
    EXPECT_LT(position_of(world, rising).y, -0.4f);
}

// A figure rises until its head is above the plank and its trunk is in the plank or below. The figure must
// fall back and not hang by the head, even if the gap between head and trunk is larger than the plank.
TEST_P(OneWayPlatform, FigureDoesNotHangByItsHead) {
    for (const float gap : {0.0f, 0.3f, 1.0f}) {
        const NamedBody figure{"figure", {disc(0.15f, {0, 0.6f + gap}), make_box({0.1f, 0.5f}, {0, -0.05f})}};
        World world = make_world();
        World empty = make_world();
        const BodyDef def{.position = {0, -2 - gap},
                          .linear_velocity = {0, std::sqrt(2 * 10 * 1.95f)},
                          .fixed_rotation = true};
        const BodyHandle body = add_named_body(world, figure, def);
        add_named_body(empty, figure, def);
        add_body(world, {.type = BodyType::Static}, plank, platform_def);
        expect_same_motion(world, empty, body, 110);
    }
}

// An arch falls onto a short plank that fits between its legs. The top of the arch lands on the plank.
TEST_P(OneWayPlatform, CarriesAnArchBetweenItsLegs) {
    World world = make_world();
    const NamedBody arch{"arch",
                         {make_box({0.6f, 0.1f}), make_box({0.1f, 0.5f}, {-0.5f, -0.6f}),
                          make_box({0.1f, 0.5f}, {0.5f, -0.6f})}};
    const BodyHandle body = add_named_body(world, arch, {.position = {0, 1}});
    add_body(world, {.type = BodyType::Static}, make_box({0.3f, 0.1f}, {0, -0.1f}), platform_def);
    run(world, 1.0f);
    EXPECT_NEAR(position_of(world, body).y, 0.1f, 0.01f);
}

// A stack of two boxes slides from a solid plank over a row of one-way planks, or from a solid segment over
// the one-way segments of a chain.
TEST_P(OneWayPlatform, CarriesBodiesThatSlideOverARow) {
    for (const bool is_chain : {false, true}) {
        World world = make_world();
        const BodyHandle row = world.create_body({.type = BodyType::Static});
        for (int i = 0; i < 12; ++i) {
            const auto x = static_cast<float>(i);
            const ShapeDef def = i == 0 ? ShapeDef{} : platform_def;
            if (is_chain) {
                world.attach(row,
                             Segment{.a = {x + 1, 0},
                                     .b = {x, 0},
                                     .has_ghost_a = true,
                                     .has_ghost_b = true,
                                     .ghost_a = {x + 2, 0},
                                     .ghost_b = {x - 1, 0}},
                             def);
            } else {
                world.attach(row, make_box({0.5f, 0.1f}, {x + 0.5f, -0.1f}), def);
            }
        }
        const BodyHandle lower = add_box(world, {1, 0.2f}, 0.2f);
        const BodyHandle upper = add_box(world, {1, 0.6f}, 0.2f);
        run(world, 1.0f);
        world.find(lower)->set_velocity({9, 0}, 0);
        world.find(upper)->set_velocity({9, 0}, 0);
        run(world, 2.0f);
        EXPECT_GT(position_of(world, lower).x, 5.0f);
        EXPECT_NEAR(position_of(world, lower).y, 0.2f, 0.02f) << "chain " << is_chain;
        EXPECT_GT(position_of(world, upper).y, 0.15f);
    }
}

// A ball crosses a hill of one-way segments as it crosses a hill of normal segments, up to rounding. Another
// ball jumps up through the top of the hill and lands there.
TEST_P(OneWayPlatform, HillOfSegmentsCarriesABall) {
    const std::vector<Vec2> points{{30, 0}, {8, 0}, {6, 1}, {5, 1.2f}, {4, 1}, {2, 0}, {-2, 0}};
    std::vector<Vec2> end_positions;
    for (const ShapeDef& def : {ShapeDef{}, platform_def}) {
        World world = make_world();
        const BodyHandle hill = world.create_body({.type = BodyType::Static});
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
            world.attach(hill, line(points[i], points[i + 1]), def);
        const BodyHandle ball = add_ball(world, {0, 0.3f}, 0.3f, {.linear_velocity = {9, 0}});
        run(world, 2.0f);
        end_positions.push_back(position_of(world, ball));
        EXPECT_GT(end_positions.back().x, 7.0f);
        if (def.one_way) {
            const BodyHandle jumper = add_ball(world, {5.2f, -1}, 0.2f, {.linear_velocity = {0, 9}});
            run(world, 1.2f);
            EXPECT_GT(position_of(world, jumper).y, 0.19f);
        }
    }
    EXPECT_LT(length(end_positions[0] - end_positions[1]), 1e-5f);
}

}  // namespace
}  // namespace toibox

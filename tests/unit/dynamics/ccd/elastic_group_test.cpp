// SPDX-License-Identifier: MIT

// Elastic impacts in groups of touching bodies: Newton's cradles, a billiard break, and the collisions that
// count the digits of π.

#include "tests/support/physics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

constexpr ShapeDef elastic{.material = {.density = 1.0f, .friction = 0.0f, .restitution = 1.0f}};

double energy_of(World& world, const std::vector<BodyHandle>& bodies) {
    double sum = 0.0;
    for (const BodyHandle body : bodies)
        sum += kinetic_energy(oracle_body(*world.find(body)));
    return sum;
}

class ElasticGroup : public ::testing::TestWithParam<SolverKind> {
protected:
    static WorldSettings settings() { return with_solver(GetParam(), weightless()); }
};

struct Cradle {
    int balls = 0;
    int moving = 0;    ///< Number of balls, from the left, that arrive at 3 m/s.
    float gap = 0.0f;  ///< Gap between neighbours, metres.
    bool bullet = false;
};

std::vector<BodyHandle> add_cradle(World& world, const Cradle& cradle) {
    std::vector<BodyHandle> bodies;
    for (int i = 0; i < cradle.balls; ++i) {
        const bool is_moving = i < cradle.moving;
        const float x = static_cast<float>(i) * (1.0f + cradle.gap) + (is_moving ? 0.0f : 0.43f);
        bodies.push_back(add_body(world,
                                  {.position = {x, 0.0f},
                                   .linear_velocity = {is_moving ? 3.0f : 0.0f, 0.0f},
                                   .bullet = cradle.bullet},
                                  disc(0.5f), elastic));
    }
    return bodies;
}

// The leaving balls must move at 3 m/s and the other balls must be at rest, within 1 % of 3 m/s.
TEST_P(ElasticGroup, AsManyBallsLeaveACradleAsArrive) {
    for (int balls = 2; balls <= 7; ++balls) {
        for (int moving = 1; moving < balls; ++moving) {
            for (const float gap : {0.0f, 1e-6f, 1e-5f, 1e-4f, 1e-3f, 3e-3f, 5e-3f, 1e-2f}) {
                for (const bool bullet : {false, true}) {
                    SCOPED_TRACE(::testing::Message()
                                 << balls << " balls, " << moving << " moving, gap " << gap);
                    World world(settings());
                    const std::vector<BodyHandle> bodies = add_cradle(world, {balls, moving, gap, bullet});
                    for (int step = 0; step < 60; ++step)
                        world.step(time_step);
                    for (int i = 0; i < balls; ++i) {
                        const float expected = i >= balls - moving ? 3.0f : 0.0f;
                        const float speed =
                            world.find(bodies[static_cast<std::size_t>(i)])->velocity().linear.x;
                        ASSERT_NEAR(speed, expected, 0.03f) << "ball " << i;
                    }
                }
            }
        }
    }
}

/// Adds a cue ball and a rack of fifteen balls, in rows of one to five, whose first row is at x = 0.
std::vector<BodyHandle> add_billiard_balls(World& world) {
    std::vector<BodyHandle> bodies;
    bodies.push_back(
        add_body(world, {.position = {-5.0f, 0.0f}, .linear_velocity = {10.0f, 0.0f}}, disc(0.5f), elastic));
    for (int row = 0; row < 5; ++row) {
        for (int i = 0; i <= row; ++i) {
            const Vec2 place{static_cast<float>(row) * 0.5f * std::sqrt(3.0f),
                             static_cast<float>(i) - 0.5f * static_cast<float>(row)};
            bodies.push_back(add_body(world, {.position = place}, disc(0.5f), elastic));
        }
    }
    return bodies;
}

// All balls of the rack touch, so one impact moves the whole rack. Positions are rounded to floats, so some
// neighbours overlap by 1e-7 m and others have a gap of 1e-7 m, which limits the symmetry.
TEST_P(ElasticGroup, BreakKeepsItsEnergyAndSymmetry) {
    World world(settings());
    const std::vector<BodyHandle> bodies = add_billiard_balls(world);
    const double start_energy = energy_of(world, bodies);
    double energy = start_energy;
    for (int step = 0; step < 120; ++step) {
        world.step(time_step);
        const double new_energy = energy_of(world, bodies);
        ASSERT_LE(new_energy, energy * (1.0 + 1e-5)) << "step " << step;
        energy = new_energy;
    }
    EXPECT_GT(energy, 0.98 * start_energy);
    std::size_t row_start = 1;
    for (std::size_t row = 0; row < 5; ++row) {
        for (std::size_t i = 0; i <= row; ++i) {
            const Vec2 body = world.find(bodies[row_start + i])->center();
            const Vec2 mirror = world.find(bodies[row_start + row - i])->center();
            EXPECT_NEAR(body.x, mirror.x, 1e-3f * (1.0f + length(body)));
            EXPECT_NEAR(body.y, -mirror.y, 1e-3f * (1.0f + length(body)));
        }
        row_start += row + 1;
    }
}

// A block is between a wall and another block of 100^n times its mass. The number of impacts gives the digits
// of π (G. Galperin, "Playing pool with π", Regular and Chaotic Dynamics 8, 2003). Each impact emits one hit
// event.
TEST_P(ElasticGroup, NumberOfImpactsGivesTheDigitsOfPi) {
    for (const auto& [ratio, count] : {std::pair{1.0f, 3}, std::pair{100.0f, 31}, std::pair{10000.0f, 314}}) {
        for (const float margin : {0.01f, 0.02f, 0.05f}) {
            SCOPED_TRACE(::testing::Message() << "mass ratio " << ratio << ", margin " << margin);
            WorldSettings exact_settings = settings();
            exact_settings.restitution_threshold = 0.0f;
            exact_settings.contact_margin = margin;
            exact_settings.impact_budget = 1000;
            World world(exact_settings);
            add_body(world, {.type = BodyType::Static, .position = {-0.5f, 0.0f}}, make_box({0.5f, 4.0f}),
                     elastic);
            const BodyDef light{.position = {2.0f, 0.0f}, .fixed_rotation = true};
            add_body(world, light, make_box({0.5f, 0.5f}), elastic);
            ShapeDef heavy = elastic;
            heavy.material.density = ratio;
            add_body(world,
                     {.position = {5.0f, 0.0f}, .linear_velocity = {-2.0f, 0.0f}, .fixed_rotation = true},
                     make_box({0.5f, 0.5f}), heavy);
            int hits = 0;
            for (int step = 0; step < 2400; ++step) {
                world.step(time_step);
                hits += static_cast<int>(world.events().hit.size());
            }
            EXPECT_EQ(hits, count);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, ElasticGroup,
                         ::testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses),
                         solver_name);

}  // namespace
}  // namespace toibox

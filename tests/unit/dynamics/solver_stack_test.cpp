// SPDX-License-Identifier: MIT

// Bodies at rest on each other under sequential impulses: the stability that warm starting and position
// correction are there for.

#include "tests/support/physics.h"

#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

struct Stack {
    World world;
    std::vector<BodyHandle> boxes;

    /// Unit boxes, one on the other, the lowest on the floor.
    Stack(int count, const WorldSettings& settings) : world(settings) {
        add_floor(world);
        for (int i = 0; i < count; ++i) {
            boxes.push_back(add_box(world, {0.0f, 0.5f + static_cast<float>(i)}));
        }
    }
    float top() { return world.find(boxes.back())->center().y; }
    void run(double seconds) {
        for (int i = 0; i < static_cast<int>(seconds * 60 + 0.5); ++i)
            world.step(time_step);
    }
};

WorldSettings on_earth() {
    return with_sequential_impulses(testing_support::on_earth());
}
WorldSettings ten_iterations(bool warm) {
    WorldSettings settings = on_earth();
    settings.velocity_iterations = 10;
    settings.warm_starting = warm;
    return settings;
}

// Ten boxes, ten iterations, 5 s. Warm, the top sinks by no more than the slop of each contact; cold, the
// stack cannot carry itself.
TEST(SolverStack, StandsWarmAndSagsCold) {
    Stack warm(10, ten_iterations(true));
    warm.run(5.0);
    EXPECT_GT(warm.top(), 9.5f - 10 * 0.005f);
    EXPECT_LT(warm.world.kinetic_energy(), 1e-6);
    Stack cold(10, ten_iterations(false));
    cold.run(3.0);
    EXPECT_LT(cold.top(), 9.5f - 0.5f);
}

// A pyramid of 12 rows stands for 5 s: nothing slides, nothing turns, overlap within the slop.
TEST(SolverStack, PyramidOfTwelveStands) {
    World world(ten_iterations(true));
    add_floor(world);
    std::vector<BodyHandle> boxes;
    std::vector<Vec2> places;
    for (int row = 0; row < 12; ++row) {
        for (int i = 0; i < 12 - row; ++i) {
            const float x = static_cast<float>(i) * 1.1f + static_cast<float>(row) * 0.55f - 6.05f;
            const Vec2 place{x, 0.5f + static_cast<float>(row)};
            boxes.push_back(add_box(world, place));
            places.push_back(place);
        }
    }
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const BodyView box = *world.find(boxes[i]);
        EXPECT_NEAR(box.center().x, places[i].x, 5 * millimetre) << i;
        EXPECT_NEAR(box.center().y, places[i].y, 60 * millimetre) << i;
        EXPECT_NEAR(box.angle(), 0.0, 0.01) << i;
    }
    EXPECT_LT(world.max_penetration(), 0.01);
}

// What rests stays: in a minute a box does not creep by a tenth of a millimetre.
TEST(SolverStack, RestsWithoutDrift) {
    Stack stack(3, on_earth());
    stack.run(2.0);
    std::vector<Vec2> start;
    for (const BodyHandle box : stack.boxes)
        start.push_back(stack.world.find(box)->center());
    stack.run(60.0);
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Vec2 now = stack.world.find(stack.boxes[i])->center();
        EXPECT_NEAR(now.x, start[i].x, 0.1f * millimetre);
        EXPECT_NEAR(now.y, start[i].y, 0.1f * millimetre);
    }
}

// The impulses of a resting stack carry the weight above: m g dt for each box, within 1 %.
TEST(SolverStack, ImpulsesCarryTheWeightAbove) {
    Stack stack(5, on_earth());
    stack.run(5.0);
    for (const Contact& contact : stack.world.contacts()) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < contact.count; ++i)
            sum += contact.points[i].normal_impulse;
        const float height =
            contact.points[0].r_b.y + stack.world.find(stack.world.body_at(contact.body_b))->center().y;
        const float above = 5.0f - std::round(height);
        EXPECT_NEAR(sum, above * 10.0f * time_step, 0.01f * above * 10.0f * time_step);
    }
}

// Overlapping boxes are pushed apart, and the push leaves no velocity behind.
TEST(SolverStack, OverlapIsTakenOutWithoutSpeed) {
    World world(with_sequential_impulses(weightless()));
    add_box(world, {0.0f, 0.0f});
    add_box(world, {0.7f, 0.1f});
    for (int i = 0; i < 120; ++i) {
        world.step(time_step);
        ASSERT_LT(world.kinetic_energy(), 1e-10);
    }
    EXPECT_LT(world.max_penetration(), 0.0051);
}

// Sub-steps of the solver carry a stack that one step of few iterations lets sink further.
TEST(SolverStack, SubstepsHold) {
    WorldSettings settings = on_earth();
    settings.velocity_iterations = 4;
    settings.substeps = 4;
    Stack stack(10, settings);
    stack.run(5.0);
    EXPECT_GT(stack.top(), 9.5f - 10 * 0.006f);
    EXPECT_LT(stack.world.kinetic_energy(), 1e-5);
}

// Feature ids find every impulse of a stack at rest: scene 15's premise.
TEST(SolverStack, EveryPointOfARestingStackIsWarm) {
    Stack stack(10, ten_iterations(true));
    stack.run(2.0);
    const StepReport report = stack.world.step(time_step);
    EXPECT_EQ(report.warm_points, report.manifold_points);
    EXPECT_EQ(report.manifold_points, 20);
}

}  // namespace
}  // namespace toibox

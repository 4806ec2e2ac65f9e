// SPDX-License-Identifier: MIT

// Resting stacks under sequential impulses, which need warm starting and position correction to be stable.

#include "tests/support/physics.h"

#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

struct Stack {
    World world;
    std::vector<BodyHandle> boxes;

    /// A stack of unit boxes on a floor.
    Stack(int count, const WorldSettings& settings) : world(settings) {
        add_floor(world);
        for (int i = 0; i < count; ++i) {
            boxes.push_back(add_box(world, {0.0f, 0.5f + static_cast<float>(i)}));
        }
    }
    float top_y() { return world.find(boxes.back())->center().y; }
    void run(double seconds) {
        for (int i = 0; i < static_cast<int>(seconds * 60 + 0.5); ++i)
            world.step(time_step);
    }
};

WorldSettings sequential_on_earth() {
    return with_sequential_impulses(testing_support::on_earth());
}
WorldSettings ten_iterations(bool warm_starting) {
    WorldSettings settings = sequential_on_earth();
    settings.velocity_iterations = 10;
    settings.warm_starting = warm_starting;
    return settings;
}

// Ten boxes, ten iterations. With warm starting the top box sinks in 5 s by at most the slop of each contact;
// without warm starting it sinks by more than half a metre in 3 s.
TEST(SolverStack, IsStableOnlyWithWarmStarting) {
    Stack warm_stack(10, ten_iterations(true));
    warm_stack.run(5.0);
    EXPECT_GT(warm_stack.top_y(), 9.5f - 10 * 0.005f);
    EXPECT_LT(warm_stack.world.kinetic_energy(), 1e-6);
    Stack cold_stack(10, ten_iterations(false));
    cold_stack.run(3.0);
    EXPECT_LT(cold_stack.top_y(), 9.5f - 0.5f);
}

// After 5 s no box has slid or rotated, and no overlap exceeds twice the slop.
TEST(SolverStack, PyramidOfTwelveRowsIsStable) {
    World world(ten_iterations(true));
    add_floor(world);
    std::vector<BodyHandle> boxes;
    std::vector<Vec2> positions;
    for (int row = 0; row < 12; ++row) {
        for (int i = 0; i < 12 - row; ++i) {
            const float x = static_cast<float>(i) * 1.1f + static_cast<float>(row) * 0.55f - 6.05f;
            const Vec2 position{x, 0.5f + static_cast<float>(row)};
            boxes.push_back(add_box(world, position));
            positions.push_back(position);
        }
    }
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const BodyView box = *world.find(boxes[i]);
        EXPECT_NEAR(box.center().x, positions[i].x, 5 * millimetre) << i;
        EXPECT_NEAR(box.center().y, positions[i].y, 60 * millimetre) << i;
        EXPECT_NEAR(box.angle(), 0.0, 0.01) << i;
    }
    EXPECT_LT(world.max_penetration(), 0.01);
}

// Resting boxes move by less than 0.1 mm in a minute.
TEST(SolverStack, RestsWithoutDrift) {
    Stack stack(3, sequential_on_earth());
    stack.run(2.0);
    std::vector<Vec2> start_positions;
    for (const BodyHandle box : stack.boxes)
        start_positions.push_back(stack.world.find(box)->center());
    stack.run(60.0);
    for (std::size_t i = 0; i < start_positions.size(); ++i) {
        const Vec2 now = stack.world.find(stack.boxes[i])->center();
        EXPECT_NEAR(now.x, start_positions[i].x, 0.1f * millimetre);
        EXPECT_NEAR(now.y, start_positions[i].y, 0.1f * millimetre);
    }
}

// Each contact carries the weight of the boxes above it, an impulse of m g dt per box, to within 1 %.
TEST(SolverStack, ImpulsesCarryTheWeightAbove) {
    Stack stack(5, sequential_on_earth());
    stack.run(5.0);
    for (const Contact& contact : stack.world.contacts()) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < contact.count; ++i)
            sum += contact.points[i].normal_impulse;
        const float height =
            contact.points[0].r_b.y + stack.world.find(stack.world.body_at(contact.body_b))->center().y;
        const float boxes_above = 5.0f - std::round(height);
        EXPECT_NEAR(sum, boxes_above * 10.0f * time_step, 0.01f * boxes_above * 10.0f * time_step);
    }
}

// Two boxes overlap by 0.3 m.
TEST(SolverStack, PositionCorrectionAddsNoVelocity) {
    World world(with_sequential_impulses(weightless()));
    add_box(world, {0.0f, 0.0f});
    add_box(world, {0.7f, 0.1f});
    for (int i = 0; i < 120; ++i) {
        world.step(time_step);
        ASSERT_LT(world.kinetic_energy(), 1e-10);
    }
    EXPECT_LT(world.max_penetration(), 0.0051);
}

// Four sub-steps with four iterations each.
TEST(SolverStack, IsStableWithSubsteps) {
    WorldSettings settings = sequential_on_earth();
    settings.velocity_iterations = 4;
    settings.substeps = 4;
    Stack stack(10, settings);
    stack.run(5.0);
    EXPECT_GT(stack.top_y(), 9.5f - 10 * 0.006f);
    EXPECT_LT(stack.world.kinetic_energy(), 1e-5);
}

// Feature ids match for every contact point of a resting stack.
TEST(SolverStack, EveryPointOfARestingStackIsWarmStarted) {
    Stack stack(10, ten_iterations(true));
    stack.run(2.0);
    const StepReport report = stack.world.step(time_step);
    EXPECT_EQ(report.warm_points, report.manifold_points);
    EXPECT_EQ(report.manifold_points, 20);
}

}  // namespace
}  // namespace toibox

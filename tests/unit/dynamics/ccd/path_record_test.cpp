// SPDX-License-Identifier: MIT

// World::record_paths: a step records the motions of all awake bodies, and recording does not change the
// result.

#include "tests/support/physics.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

/// Twelve fast, spinning boxes between two thin walls, and a slow one at rest outside.
World boxes_between_walls(const WorldSettings& settings) {
    World world(settings);
    const BodyHandle walls = world.create_body({.type = BodyType::Static});
    for (const float x : {-3.0f, 3.0f})
        world.attach(walls, make_box({0.01f, 6.0f}, {x, 0.0f}));
    for (int i = 0; i < 12; ++i) {
        const BodyHandle body = world.create_body(
            {.position = {0.1f * static_cast<float>(i), -3.0f + 0.5f * static_cast<float>(i)},
             .linear_velocity = {200.0f, 0.0f},
             .angular_velocity = 300.0f});
        world.attach(body, make_box({0.08f, 0.05f}));
    }
    world.attach(world.create_body({.position = {9.0f, 0.0f}}), disc(0.5f));
    return world;
}

std::vector<PathPart> parts_of(const std::vector<PathPart>& paths, BodyHandle body) {
    std::vector<PathPart> parts;
    std::ranges::copy_if(paths, std::back_inserter(parts),
                         [&](const PathPart& part) { return part.body == body.index; });
    return parts;
}

/// The parts of each body lead without a gap from its pose before the step to its pose after the step.
void expect_complete_paths(const World& before, const World& after, const std::vector<PathPart>& paths) {
    for (const BodyHandle body : after.bodies()) {
        const auto start = before.find(body);
        const auto end = after.find(body);
        if (end->info().type == BodyType::Static) continue;
        const std::vector<PathPart> parts = parts_of(paths, body);
        ASSERT_FALSE(parts.empty());
        EXPECT_EQ(parts.front().start, start->pose());
        EXPECT_EQ(parts.back().end, end->pose().center);
        double turn = 0.0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            turn += static_cast<double>(parts[i].delta_angle);
            if (i == 0) continue;
            EXPECT_EQ(parts[i].start.center, parts[i - 1].end);
        }
        EXPECT_NEAR(turn, end->angle() - start->angle(), 1e-5);
    }
}

TEST(PathRecord, LeadsFromThePoseBeforeTheStepToThePoseAfterIt) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::Off, ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact,
          ContinuousPolicy::AdvanceToFirstImpact}) {
        for (const int substeps : {1, 3}) {
            WorldSettings settings = weightless();
            settings.continuous = policy;
            settings.detection_substeps = substeps;
            World world = boxes_between_walls(settings);
            world.record_paths(true);
            for (int i = 0; i < 10; ++i) {
                const World before = world;
                const StepReport report = world.step(time_step);
                expect_complete_paths(before, world, report.paths);
            }
        }
    }
}

// A body that bounces has a part before and a part after the impact.
TEST(PathRecord, HasACornerAtAnImpact) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    World world = boxes_between_walls(settings);
    world.record_paths(true);
    std::size_t most = 0;
    for (int i = 0; i < 3; ++i) {
        const StepReport report = world.step(time_step);
        for (const BodyHandle body : world.bodies())
            most = std::max(most, parts_of(report.paths, body).size());
    }
    EXPECT_GE(most, 2u);
}

TEST(PathRecord, DoesNotChangeTheResult) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    World not_recording = boxes_between_walls(settings);
    World recording = not_recording;
    recording.record_paths(true);
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(not_recording.step(time_step).paths.empty());
        EXPECT_FALSE(recording.step(time_step).paths.empty());
        ASSERT_EQ(recording.hash(), not_recording.hash()) << "step " << i;
    }
}

}  // namespace
}  // namespace toibox

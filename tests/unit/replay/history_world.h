// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"

#include "tests/support/worlds.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace toibox::replay::testing_support {

using namespace toibox::testing_support;

/// A floor, a pile of boxes and balls, and a fast bullet.
inline World make_history_world(WorldSettings settings = {}) {
    World world(settings);
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({20, 0.5f}, {0, -0.5f}));
    for (int i = 0; i < 12; ++i) {
        const float x = 0.3f * static_cast<float>(i % 3);
        const float y = 0.6f + 1.1f * static_cast<float>(i / 2);
        if (i % 2 == 0) {
            add_box(world, {x, y});
        } else {
            add_ball(world, {x + 1.5f, y}, 0.4f);
        }
    }
    add_ball(world, {-15, 2}, 0.1f, {.linear_velocity = {150, 0}, .bullet = true});
    return world;
}

inline History make_history(WorldSettings settings = {}, std::size_t budget = tuning::memory_budget) {
    return History(std::make_unique<WorldSimulation>(make_history_world(settings), 1.0 / 60.0), {}, budget);
}

inline std::uint64_t hash_of(const History& history) {
    return history.simulation().world().hash();
}

/// Applies one of five user inputs: an impulse, a new body, a drag, settings, or a step length.
inline void apply_user_input(History& history, int i) {
    World& world = const_cast<World&>(history.simulation().world());
    const std::vector<BodyHandle> bodies = world.bodies();
    history.begin_gesture();
    switch (i % 5) {
        case 0:
            EXPECT_TRUE(history.apply(command::ApplyImpulse{.body = bodies[3], .impulse = {2, 5}}));
            break;
        case 1:
            EXPECT_TRUE(history.apply(command::CreateBody{
                .body = {.position = {0.2f, 9}},
                .parts = {{.shape = make_regular_polygon(7, 0.4f), .def = {.material = {.density = 3}}}}}));
            break;
        case 2: {
            const auto joint = history.apply(
                command::CreateJoint{MouseJointDef{.body = bodies[4], .point = {0, 1}, .target = {0, 4}}});
            ASSERT_TRUE(joint);
            for (int k = 0; k < 4; ++k) {
                EXPECT_TRUE(history.apply(command::SetMouseTarget{joint->joint, {static_cast<float>(k), 5}}));
                history.step();
            }
            EXPECT_TRUE(history.apply(command::DestroyJoint{joint->joint}));
            break;
        }
        case 3: {
            WorldSettings settings = world.settings();
            settings.gravity = {3, -6};
            settings.solver = SolverKind::SequentialImpulses;
            settings.substeps = 1;
            EXPECT_TRUE(history.apply(command::SetSettings{settings}));
            break;
        }
        case 4:
            history.set_step_seconds(1.0 / 90.0);
            break;
        default:
            break;
    }
}

/// Plays `frames` frames with a user input at every 23rd frame. A drag adds four frames.
inline void play_with_inputs(History& history, int frames) {
    for (int i = 0; i < frames; ++i) {
        if (i % 23 == 11) apply_user_input(history, i / 23);
        history.step();
    }
}

}  // namespace toibox::replay::testing_support

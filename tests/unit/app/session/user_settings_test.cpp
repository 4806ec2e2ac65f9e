// SPDX-License-Identifier: MIT
#include "app/session/user_settings.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(UserSettings, UnchangedSettingsFollowTheScene) {
    const WorldSettings old_scene{.velocity_iterations = 8, .slop = 0.005f};
    WorldSettings user = old_scene;
    user.slop = 0.01f;
    user.gravity = {0.0f, -1.0f};
    const WorldSettings new_scene{.gravity = {0.0f, -3.0f}, .velocity_iterations = 20, .slop = 0.002f};
    const WorldSettings result = merge_user_settings(user, old_scene, new_scene);
    EXPECT_EQ(result.velocity_iterations, 20);
    EXPECT_EQ(result.slop, 0.01f);
    EXPECT_EQ(result.gravity, (Vec2{0.0f, -1.0f}));
}

TEST(UserSettings, WithoutChangesTheNewSceneApplies) {
    const WorldSettings old_scene{.continuous = ContinuousPolicy::Off};
    const WorldSettings new_scene{.substeps = 4, .warm_starting = false};
    EXPECT_EQ(merge_user_settings(old_scene, old_scene, new_scene), new_scene);
}

TEST(UserSettings, TheResultIsValidWhereOneFieldBoundsAnother) {
    // The user raised the tolerance. The target of the new scene is below that tolerance.
    const WorldSettings old_scene{.target = 0.01f, .tolerance = 0.001f};
    WorldSettings user = old_scene;
    user.tolerance = 0.01f;
    const WorldSettings new_scene{.target = 0.002f, .tolerance = 0.0005f};
    EXPECT_TRUE(validated(merge_user_settings(user, old_scene, new_scene)));
}

TEST(UserSettings, TheResultIsValidWhereTheSolverDoesNotSupportThePolicy) {
    const WorldSettings old_scene{.continuous = ContinuousPolicy::Off};
    WorldSettings user = old_scene;
    user.solver = SolverKind::Penalty;
    const WorldSettings new_scene{.continuous = ContinuousPolicy::StopAtImpact};
    const WorldSettings result = merge_user_settings(user, old_scene, new_scene);
    EXPECT_EQ(result.solver, SolverKind::Penalty);
    EXPECT_EQ(result.continuous, ContinuousPolicy::Off);
}

}  // namespace
}  // namespace toibox::app

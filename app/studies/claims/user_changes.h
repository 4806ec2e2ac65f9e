// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include "app/session/session.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// Something that the user has set and that differs from the scene.
struct UserChange {
    std::string name;         ///< "Velocity iterations", "Speed"
    std::string value;        ///< "2"
    std::string scene_value;  ///< Empty if the change is neither a setting nor a parameter.
};
/// Settings first, then the rate, then parameters.
std::vector<UserChange> user_changes(const Session& session);

/// A run of the scene from its start.
struct ChangedRun {
    scene::Run run;
    std::optional<double> step_seconds;  ///< Length of a step; nullopt: the scene's.
};
/// A run with those of the user's changes for which `keeps` is true. nullopt if it cannot start. Requires:
/// one entry for each of user_changes().
std::optional<ChangedRun> run_with(const Session& session, const std::vector<bool>& keeps);

}  // namespace toibox::app

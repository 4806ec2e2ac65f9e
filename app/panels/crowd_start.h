// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/session/session.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// The session's overrides without that of the varied value, which a single run of the sweep has.
std::vector<Session::Override> other_overrides(const Session& session,
                                               const scene::ParameterSweepEntry& sweep);
/// The user's settings beside the scene's; nullopt if they are equal.
std::optional<ChangedSettings> changed_settings(const Session& session);

/// Ends a comparison, brings the session to its start, and runs the sweep with the current variant,
/// parameters and settings. Shows a notice if it cannot start, and a refusal while a question waits.
void start_crowd(Session& session, UiState& ui, const scene::ParameterSweepEntry& sweep);
/// The same for a sweep of the open scene.
void start_crowd(Session& session, UiState& ui, const std::string& sweep);

}  // namespace toibox::app

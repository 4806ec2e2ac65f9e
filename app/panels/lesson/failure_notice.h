// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/session/session.h"

#include <string>

namespace toibox::app {

/// Says that the run does not show what the page says, and which changes of the user are the cause, once that
/// has been found. Empty if no claim of the run fails, and during playback.
std::string failure_notice(const Session& session, UiState& ui);

}  // namespace toibox::app

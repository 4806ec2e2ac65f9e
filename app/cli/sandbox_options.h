// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/cli.h"
#include "app/cli/commands.h"

namespace toibox::app {

/// The options of the program without a sub-command; the action checks the scene, then opens the window.
Action declare_sandbox(CommandOptions& options);

}  // namespace toibox::app

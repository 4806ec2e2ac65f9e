// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/cli.h"
#include "app/cli/commands.h"

namespace toibox::app {

/// `toibox replay`: in the window, or without one.
Action declare_replay(CommandOptions& options, std::string program, OpenSandbox open_sandbox);

}  // namespace toibox::app

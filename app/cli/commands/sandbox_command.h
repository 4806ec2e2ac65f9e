// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/host_services.h"
#include "app/cli/commands/commands.h"

namespace toibox::app {

/// Declares the options of `toibox` without a sub-command. The action checks the scene, then opens the
/// window.
Action declare_sandbox(CommandOptions& options);

}  // namespace toibox::app

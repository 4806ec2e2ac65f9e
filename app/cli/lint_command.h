// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"

#include <string>
#include <vector>

namespace toibox::app {

struct LintArguments {
    std::vector<std::string> paths;  ///< Scene files, and folders that are searched for *.toi.json.
    ConsoleOptions console;
};

/// `toibox lint`: reads each scene and all its variants without running them. Errors make the answer no,
/// warnings do not. Returns the exit code.
int lint_command(const LintArguments& arguments);

}  // namespace toibox::app

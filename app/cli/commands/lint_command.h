// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"

#include <string>
#include <vector>

namespace toibox::app {

struct LintArguments {
    std::vector<std::string> paths;  ///< Scene files, and folders to search for *.toi.json.
    ConsoleOptions console;
};

/// `toibox lint`: checks each scene and all its variants, without running any step. Returns the exit code:
/// check_failed if there are errors; warnings do not count.
int lint_command(const LintArguments& arguments);

}  // namespace toibox::app

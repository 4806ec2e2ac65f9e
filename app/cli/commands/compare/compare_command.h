// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

struct CompareArguments {
    std::string scene;
    std::vector<std::string> methods;  ///< Names of methods; empty: all methods.
    std::string variant;               ///< Empty: the base scene.
    std::vector<std::pair<std::string, std::string>> overrides;
    std::optional<std::int64_t> steps;  ///< Absent: the scene's duration.
    bool json = false;
    ConsoleOptions console;
};

/// `toibox compare`: runs a scene and its queries with several time-of-impact methods. A method may
/// miss contacts without failing the command: the exit code is success unless a run could not start or was
/// aborted.
int compare_command(const CompareArguments& arguments);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

struct CompareArguments {
    std::string scene;
    std::vector<std::string> methods;  ///< Empty: all.
    std::string variant;               ///< Empty: the base scene.
    std::vector<std::pair<std::string, std::string>> overrides;
    std::optional<std::int64_t> steps;  ///< The scene's duration unless given.
    bool json = false;
    ConsoleOptions console;
};

/// `toibox compare`: the queries of a scene answered by several methods of time of impact, and the scene run
/// with each of them. It compares and does not judge: the exit code is `yes` unless something failed.
int compare_command(const CompareArguments& arguments);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"
#include "app/cli/picture_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

struct RunArguments {
    std::string scene;
    std::optional<std::int64_t> steps;  ///< Absent: the scene's duration.
    std::optional<std::string>
        variant;  ///< Absent: the base scene, then each variant. "base" is the base scene.
    std::vector<std::pair<std::string, std::string>> overrides;  ///< JSON Pointer, JSON value.
    int threads = 1;                                             ///< Changes no result.
    bool hash = false;
    bool json = false;
    std::string csv;          ///< Path, "-" or empty.
    PictureOptions pictures;  ///< Of the first variant run.
    OpenPictureRenderer open_pictures = nullptr;
    ConsoleOptions console;
};

/// `toibox run`: steps a scene without a window and holds it against its claims. Returns the exit code.
int run_command(const RunArguments& arguments);

}  // namespace toibox::app

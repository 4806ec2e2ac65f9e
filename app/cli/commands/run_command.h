// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"
#include "app/cli/output/picture_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

struct RunArguments {
    std::string scene;
    std::optional<std::int64_t> steps;   ///< Absent: the scene's duration.
    std::optional<std::string> variant;  ///< "base": only the base scene. Absent: base and all variants.
    std::vector<std::string> compare;    ///< Variants to run and to draw side by side; empty: not given.
    std::vector<std::pair<std::string, std::string>> overrides;  ///< JSON Pointer, JSON value.
    int threads = 1;                                             ///< Results are the same for any number.
    bool hash = false;
    bool json = false;
    std::string csv;          ///< Path or "-" (standard output); empty: no CSV.
    PictureOptions pictures;  ///< Of the base scene, or of `variant` if given.
    OpenPictureRenderer open_pictures = nullptr;
    ConsoleOptions console;
};

/// `toibox run`: runs a scene headless and checks its claims. Returns the exit code.
int run_command(const RunArguments& arguments);

}  // namespace toibox::app

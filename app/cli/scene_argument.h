// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/scene/document.h"

#include "app/cli/console.h"

#include <optional>
#include <string>

namespace toibox::app {

/// Why a scene named on the command line is of no use; already told on standard error.
struct Refusal {
    int exit_code = 0;
};

/// Reads a scene file. Tells what is wrong: I/O (exit 4) or content (exit 3).
Result<scene::Document, Refusal> load_scene(const std::string& path, const Console& console);

/// "cannot read PATH: No such file or directory"; nullopt if the file can be read.
std::optional<std::string> unreadable(const std::string& path);

}  // namespace toibox::app

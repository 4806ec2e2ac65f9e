// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// The scene files that paths stand for: files as they are named, of a folder all *.toi.json in it and below,
/// sorted. Tells what cannot be read, and then sets `all_read` to false.
std::vector<std::string> scene_files(const std::vector<std::string>& paths, const Console& console,
                                     bool& all_read);

/// "1 error", "2 errors".
std::string count_text(std::size_t count, std::string_view what);

}  // namespace toibox::app

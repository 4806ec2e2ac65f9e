// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// Expands paths to scene files. A folder is replaced by all *.toi.json in the folder and its subfolders,
/// sorted. Prints an error for each path that cannot be read, and sets `all_read` to false.
std::vector<std::string> scene_files(const std::vector<std::string>& paths, const Console& console,
                                     bool& all_read);

/// "1 error", "2 errors".
std::string count_text(std::size_t count, std::string_view noun);

}  // namespace toibox::app

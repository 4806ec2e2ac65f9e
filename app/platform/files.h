// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace toibox::app {

/// The whole file. Error: a sentence with the path, also when it is longer than `limit` bytes.
Result<std::string, std::string> read_file(const std::string& path, std::size_t limit = 64u << 20u);

/// Replaces the file as a whole: writes a temporary one beside it, syncs and renames. A reader or a crash
/// sees the old text or the new one, never a part. Error: a sentence with the path.
Result<Unit, std::string> write_file_atomically(const std::string& path, std::string_view bytes);

}  // namespace toibox::app

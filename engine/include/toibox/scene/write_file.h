// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <string>
#include <string_view>

namespace toibox::scene {

/// Writes a whole file or leaves it as it was: to a temporary file beside it, flushed to the disk, then
/// renamed. A symbolic link stays one; the permissions of a file that is replaced are kept. Error: a sentence
/// without a full stop: "cannot write /x/y: No space left on device".
Result<Unit, std::string> write_file_atomically(const std::string& path, std::string_view bytes);

/// Reads at most `limit` bytes. Errors, a directory among them, as above.
Result<std::string, std::string> read_file(const std::string& path, std::size_t limit);

}  // namespace toibox::scene

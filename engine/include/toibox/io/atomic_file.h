// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <string>
#include <string_view>

namespace toibox::scene {

/// Writes a whole file or leaves it unchanged: a temporary file beside it is flushed to disk, then renamed.
/// Symbolic links and the permissions of a replaced file are kept. Error: a sentence without a full stop:
/// "cannot write /x/y: No space left on device".
Result<Unit, std::string> write_file_atomically(const std::string& path, std::string_view bytes);

/// Reads a whole file. Errors as above; also a directory, or more than `limit` bytes.
Result<std::string, std::string> read_file(const std::string& path, std::size_t limit);

}  // namespace toibox::scene

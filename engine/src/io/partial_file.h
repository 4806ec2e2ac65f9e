// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <cstdio>
#include <string>

namespace toibox::replay {

/// A new file beside the one that it will replace: a rename cannot cross file systems.
struct PartialFile {
    std::FILE* file = nullptr;  ///< Open for writing; the caller closes it.
    std::string name;           ///< The first free one of TARGET.part, TARGET.2.part, …
    std::string target;         ///< Final name; the target if the path is a link.
};

/// Opens it with the permissions of the existing file, or with those of a new file. Does not change existing
/// files. Error: a sentence; also if the path is not a regular file.
Result<PartialFile, std::string> open_partial_file(const std::string& path);

/// Describes errno: "cannot write PATH: …".
std::string describe_write_error(const std::string& path);

}  // namespace toibox::replay

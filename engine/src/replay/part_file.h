// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <cstdio>
#include <string>

namespace toibox::replay {

/// A new file beside the one that it is to replace: a rename cannot cross file systems.
struct PartialFile {
    std::FILE* file = nullptr;  ///< Open for writing; the caller closes it.
    std::string name;           ///< The first free one of TARGET.part, TARGET.2.part, …
    std::string target;         ///< What to rename it to: the file itself where the path is that of a link.
};

/// Opens it, with the permissions of the file that is there, or those that the user's mask leaves a new one.
/// Nothing that is there is touched. Error: a sentence; also for a path that is not that of a regular file.
Result<PartialFile, std::string> open_partial_file(const std::string& path);

/// The sentence of errno: "cannot write PATH: …".
std::string describe_write_error(const std::string& path);

}  // namespace toibox::replay

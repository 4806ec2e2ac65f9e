// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// A file that a command reads or writes.
struct NamedPath {
    std::string_view name;  ///< For error texts: "--csv", "the scene".
    std::string path;       ///< "" and "-" (a standard stream) are never in conflict.
};

/// The error text if an output would overwrite an input or two outputs are the same file; otherwise empty.
/// Call this before opening any file. Links and different spellings of a path are resolved. Several outputs
/// may go to the same device or pipe.
std::string overwrite_conflict(const std::vector<NamedPath>& inputs, const std::vector<NamedPath>& outputs);

/// The file that writing to `path` would create or change, after following all links.
std::filesystem::path resolve_links(const std::string& path);

/// Whether the path is a regular file or does not exist yet. Standard output, devices and pipes are not
/// seekable.
bool is_seekable_output(const std::string& path);

}  // namespace toibox::app

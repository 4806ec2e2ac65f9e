// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// A file that a command reads or writes, and what the command line calls it: "--csv", "the scene".
struct NamedPath {
    std::string_view name;
    std::string path;  ///< Empty and "-" are no file.
};

/// What is wrong with a command that would write over what it reads, or twice into one file: a sentence;
/// empty if nothing is. Asked before the first file is opened. Links and other ways to write a path are seen
/// through; devices and pipes take what comes from several.
std::string overwrite_conflict(const std::vector<NamedPath>& inputs, const std::vector<NamedPath>& outputs);

/// The file at the end of all links, whether or not it is there: where writing to `path` puts it.
std::filesystem::path resolve_links(const std::string& path);

/// Whether the path is that of a file, there or to be made, and not of standard output, a device or a pipe:
/// these cannot be gone back in.
bool is_seekable_output(const std::string& path);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/cli/base/output_paths.h"

#include <cstddef>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>

namespace toibox::app {

namespace {

bool is_file(const NamedPath& named) {
    return !named.path.empty() && named.path != "-";
}

/// Compares existing files by inode, which covers hard links and case-insensitive file systems. Compares
/// files that do not exist yet by their resolved paths.
bool is_same_file(const std::string& a, const std::string& b) {
    struct stat stat_a = {};
    struct stat stat_b = {};
    const bool exists_a = ::stat(a.c_str(), &stat_a) == 0;
    const bool exists_b = ::stat(b.c_str(), &stat_b) == 0;
    if (exists_a != exists_b) return false;
    if (!exists_a) return resolve_links(a) == resolve_links(b);
    return S_ISREG(stat_a.st_mode) && stat_a.st_dev == stat_b.st_dev && stat_a.st_ino == stat_b.st_ino;
}

}  // namespace

std::filesystem::path resolve_links(const std::string& path) {
    namespace fs = std::filesystem;
    constexpr int max_symlinks = 40;  // the limit of Linux
    std::error_code failed;
    fs::path target = path;
    // weakly_canonical() does not follow a final link whose target does not exist yet.
    for (int i = 0; i < max_symlinks && fs::is_symlink(target, failed); ++i) {
        const fs::path link = fs::read_symlink(target, failed);
        if (failed) break;
        target = target.parent_path() / link;
    }
    fs::path canonical = fs::weakly_canonical(fs::absolute(target, failed), failed);
    return failed ? target : canonical;
}

bool is_seekable_output(const std::string& path) {
    struct stat existing = {};
    return path != "-" && (::stat(path.c_str(), &existing) != 0 || S_ISREG(existing.st_mode));
}

std::string overwrite_conflict(const std::vector<NamedPath>& inputs, const std::vector<NamedPath>& outputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const NamedPath& output = outputs[i];
        if (!is_file(output)) continue;
        for (const NamedPath& input : inputs) {
            if (is_file(input) && is_same_file(output.path, input.path)) {
                return fmt::format("{} would overwrite {} ({}): choose another file", output.name, input.name,
                                   input.path);
            }
        }
        for (std::size_t other = 0; other < i; ++other) {
            if (is_file(outputs[other]) && is_same_file(output.path, outputs[other].path)) {
                return fmt::format("{} and {} would both be written to {}: choose two files",
                                   outputs[other].name, output.name, output.path);
            }
        }
    }
    return {};
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/cli/output_paths.h"

#include <cstddef>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>

namespace toibox::app {

namespace {

bool is_file(const NamedPath& named) {
    return !named.path.empty() && named.path != "-";
}

/// By what the file system says where both are there, for hard links and file systems that ignore case; by
/// name where one is still to be made.
bool are_one_file(const std::string& a, const std::string& b) {
    struct stat at_a = {};
    struct stat at_b = {};
    const bool has_a = ::stat(a.c_str(), &at_a) == 0;
    const bool has_b = ::stat(b.c_str(), &at_b) == 0;
    if (has_a != has_b) return false;
    if (!has_a) return resolve_links(a) == resolve_links(b);
    return S_ISREG(at_a.st_mode) && at_a.st_dev == at_b.st_dev && at_a.st_ino == at_b.st_ino;
}

}  // namespace

std::filesystem::path resolve_links(const std::string& path) {
    namespace fs = std::filesystem;
    constexpr int max_symlinks = 40;  // as many as Linux follows
    std::error_code failed;
    fs::path target = path;
    // weakly_canonical() does not follow a last link that leads to no file yet.
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
            if (is_file(input) && are_one_file(output.path, input.path)) {
                return fmt::format("{} would write over {}, {}: name another file", output.name, input.name,
                                   input.path);
            }
        }
        for (std::size_t other = 0; other < i; ++other) {
            if (is_file(outputs[other]) && are_one_file(output.path, outputs[other].path)) {
                return fmt::format("{} and {} would both be written into {}: name two files",
                                   outputs[other].name, output.name, output.path);
            }
        }
    }
    return {};
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "io/partial_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace toibox::replay {

namespace {

constexpr int max_symlinks = 40;           ///< As many as Linux follows.
constexpr int max_partial_files = 10'000;  ///< More than anybody leaves behind.

/// The path at the end of its links, even if nothing exists there. Links of folders are left to the system.
std::string resolve_symlinks(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    fs::path target = path;
    for (int i = 0; i < max_symlinks && fs::is_symlink(target, ignored); ++i)
        target = target.parent_path() / fs::read_symlink(target, ignored);
    return target.string();
}

std::string part_name(const std::string& target, int number) {
    return number == 1 ? target + ".part" : target + "." + std::to_string(number) + ".part";
}

}  // namespace

std::string describe_write_error(const std::string& path) {
    return "cannot write " + path + ": " + std::strerror(errno);
}

Result<PartialFile, std::string> open_partial_file(const std::string& path) {
    struct stat existing = {};
    const bool exists = ::stat(path.c_str(), &existing) == 0;
    if (!exists && errno != ENOENT) return Err{describe_write_error(path)};
    if (exists && !S_ISREG(existing.st_mode))
        return Err{"cannot write " + path + ": it is not a regular file"};
    PartialFile partial;
    partial.target = resolve_symlinks(path);
    int descriptor = -1;
    for (int number = 1; descriptor < 0 && number <= max_partial_files; ++number) {
        partial.name = part_name(partial.target, number);
        descriptor = ::open(partial.name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST) break;
    }
    if (descriptor < 0) return Err{describe_write_error(partial.name)};
    const bool has_mode = !exists || ::fchmod(descriptor, existing.st_mode & 07777u) == 0;
    partial.file = has_mode ? ::fdopen(descriptor, "wb") : nullptr;
    if (partial.file != nullptr) return partial;
    std::string error = describe_write_error(path);
    ::close(descriptor);
    ::unlink(partial.name.c_str());
    return Err{std::move(error)};
}

}  // namespace toibox::replay

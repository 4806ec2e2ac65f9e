// SPDX-License-Identifier: MIT
#include "toibox/io/atomic_file.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace toibox::io {

namespace {

constexpr int max_symlinks = 40;  ///< The number that Linux follows.
constexpr int max_names = 10'000;

std::string error_message(std::string_view action, const std::string& path) {
    return fmt::format("cannot {} {}: {}", action, path,
                       std::generic_category().message(errno != 0 ? errno : EIO));
}

/// The path at the end of a chain of links, even if nothing exists there. Links among its folders are left to
/// the system.
std::string resolve_symlinks(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    fs::path target = path;
    for (int i = 0; i < max_symlinks && fs::is_symlink(target, ignored); ++i)
        target = target.parent_path() / fs::read_symlink(target, ignored);
    return target.string();
}

std::string unfinished_name(const std::string& target, UnfinishedName name, int number) {
    if (name == UnfinishedName::Temporary) return fmt::format("{}.{}-{}.tmp", target, ::getpid(), number);
    return number == 1 ? target + ".part" : fmt::format("{}.{}.part", target, number);
}

/// Writes the folder to the disk, because a power failure could otherwise undo the rename.
void sync_directory(const std::filesystem::path& file) {
    const std::string directory = file.has_parent_path() ? file.parent_path().string() : ".";
    const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    static_cast<void>(::fsync(fd));
    ::close(fd);
}

}  // namespace

std::string describe_write_error(const std::string& path) {
    return error_message("write", path);
}

Result<AtomicFile, std::string> AtomicFile::create(const std::string& path, UnfinishedName name) {
    struct stat existing = {};
    errno = 0;
    const bool exists = ::stat(path.c_str(), &existing) == 0;
    if (!exists && errno != ENOENT) return Err{describe_write_error(path)};
    if (exists && !S_ISREG(existing.st_mode))
        return Err{"cannot write " + path + ": it is not a regular file"};
    AtomicFile file;
    file.name_ = name;
    file.path_ = path;
    // The unfinished file is beside the target of the links: a rename would replace a link, and cannot cross
    // file systems.
    file.target_ = resolve_symlinks(path);
    int fd = -1;
    for (int number = 1; fd < 0 && number <= max_names; ++number) {
        file.unfinished_ = unfinished_name(file.target_, name, number);
        fd = ::open(file.unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd < 0) return Err{describe_write_error(path)};
    const bool has_mode = !exists || ::fchmod(fd, existing.st_mode & 07777u) == 0;
    file.stream_ = has_mode ? ::fdopen(fd, "wb") : nullptr;
    if (file.stream_ != nullptr) return file;
    std::string error = describe_write_error(path);
    ::close(fd);
    ::unlink(file.unfinished_.c_str());
    return Err{std::move(error)};
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept {
    *this = std::move(other);
}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
    std::swap(stream_, other.stream_);
    std::swap(name_, other.name_);
    std::swap(path_, other.path_);
    std::swap(target_, other.target_);
    std::swap(unfinished_, other.unfinished_);
    return *this;
}

AtomicFile::~AtomicFile() {
    abandon();
}

void AtomicFile::abandon() {
    if (stream_ == nullptr) return;
    if (name_ == UnfinishedName::Temporary) {
        discard();
    } else {
        std::fclose(std::exchange(stream_, nullptr));
    }
}

void AtomicFile::discard() {
    if (stream_ != nullptr) std::fclose(std::exchange(stream_, nullptr));
    ::unlink(unfinished_.c_str());
}

Result<Unit, std::string> AtomicFile::commit() {
    errno = 0;
    bool is_written =
        std::fflush(stream_) == 0 && std::ferror(stream_) == 0 && ::fsync(::fileno(stream_)) == 0;
    is_written = std::fclose(std::exchange(stream_, nullptr)) == 0 && is_written;
    is_written = is_written && std::rename(unfinished_.c_str(), target_.c_str()) == 0;
    if (is_written) {
        sync_directory(target_);
        return Unit{};
    }
    std::string error = describe_write_error(path_);
    if (name_ == UnfinishedName::Temporary) ::unlink(unfinished_.c_str());
    return Err{std::move(error)};
}

Result<Unit, std::string> write_file_atomically(const std::string& path, std::string_view bytes) {
    Result<AtomicFile, std::string> file = AtomicFile::create(path, UnfinishedName::Temporary);
    if (!file) return Err{std::move(file).error()};
    std::fwrite(bytes.data(), 1, bytes.size(), file->stream());  // the stream keeps errors for commit()
    return file->commit();
}

Result<std::string, std::string> read_file(const std::string& path, std::size_t limit) {
    errno = 0;
    std::FILE* const file = std::fopen(path.c_str(), "rbe");
    if (file == nullptr) return Err{error_message("open", path)};
    std::string text;
    std::array<char, 65536> buffer{};
    std::size_t count = 0;
    while (text.size() <= limit && (count = std::fread(buffer.data(), 1, buffer.size(), file)) > 0)
        text.append(buffer.data(), count);
    const bool is_read = std::ferror(file) == 0;
    std::string error = is_read ? std::string() : error_message("read", path);
    std::fclose(file);
    if (!is_read) return Err{std::move(error)};
    if (text.size() > limit)
        return Err{fmt::format("cannot read {}: it has more than {} bytes", path, limit)};
    return text;
}

}  // namespace toibox::io

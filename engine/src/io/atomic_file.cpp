// SPDX-License-Identifier: MIT
#include "toibox/io/atomic_file.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace toibox::scene {

namespace {

std::string error_message(std::string_view action, const std::string& path) {
    return fmt::format("cannot {} {}: {}", action, path, std::generic_category().message(errno));
}

/// A file descriptor that is closed at the end.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] bool close() {
        const int fd = fd_;
        fd_ = -1;
        return ::close(fd) == 0;
    }

private:
    int fd_;
};

bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Creates a new file beside `target` and sets `path` to its name. Negative on failure.
int open_temporary(const std::string& target, std::string& path) {
    for (int i = 0; i < 100; ++i) {
        path = fmt::format("{}.{}-{}.tmp", target, ::getpid(), i);
        const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/// Copies the permissions of a file that is replaced.
bool copy_mode(int fd, const std::string& target) {
    struct stat info = {};
    return ::stat(target.c_str(), &info) != 0 || ::fchmod(fd, info.st_mode & 07777u) == 0;
}

/// Without this a power failure may lose the rename.
void sync_directory(const std::filesystem::path& file) {
    const std::string directory = file.has_parent_path() ? file.parent_path().string() : ".";
    const Descriptor fd(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() >= 0) static_cast<void>(::fsync(fd.get()));
}

}  // namespace

Result<Unit, std::string> write_file_atomically(const std::string& path, std::string_view bytes) {
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, error);
    const std::string target = error ? path : resolved.string();
    if (std::filesystem::is_directory(target, error)) {
        errno = EISDIR;
        return Err{error_message("write", path)};
    }
    std::string temporary;
    Descriptor fd(open_temporary(target, temporary));
    if (fd.get() < 0) return Err{error_message("write", path)};
    const bool is_written = write_all(fd.get(), bytes) && copy_mode(fd.get(), target) &&
                            ::fsync(fd.get()) == 0 && fd.close() &&
                            std::rename(temporary.c_str(), target.c_str()) == 0;
    if (!is_written) {
        std::string message = error_message("write", path);
        ::unlink(temporary.c_str());
        return Err{std::move(message)};
    }
    sync_directory(target);
    return Unit{};
}

Result<std::string, std::string> read_file(const std::string& path, std::size_t limit) {
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0) return Err{error_message("open", path)};
    std::string text;
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = ::read(fd.get(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Err{error_message("read", path)};
        if (count == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (text.size() > limit)
            return Err{fmt::format("cannot read {}: it has more than {} bytes", path, limit)};
    }
}

}  // namespace toibox::scene

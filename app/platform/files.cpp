// SPDX-License-Identifier: MIT
#include "app/platform/files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace toibox::app {
namespace {

std::string errno_says(std::string_view what, const std::string& path) {
    return std::string(what) + " " + path + ": " + std::strerror(errno);
}

/// Writes and syncs; the descriptor is closed in every case.
bool write_all(int descriptor, std::string_view bytes) {
    bool good = true;
    while (good && !bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
        good = written > 0 || (written < 0 && errno == EINTR);
    }
    good = good && ::fsync(descriptor) == 0;
    return ::close(descriptor) == 0 && good;
}

}  // namespace

Result<std::string, std::string> read_file(const std::string& path, std::size_t limit) {
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
    if (!file) return Err{errno_says("cannot read", path)};
    std::string text;
    char buffer[16384];
    while (true) {
        const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get());
        text.append(buffer, got);
        if (text.size() > limit) return Err{path + " is longer than " + std::to_string(limit) + " bytes"};
        if (got < sizeof buffer) break;
    }
    if (std::ferror(file.get()) != 0) return Err{errno_says("cannot read", path)};
    return text;
}

Result<Unit, std::string> write_file_atomically(const std::string& path, std::string_view bytes) {
    std::string temporary = path + ".XXXXXX";
    const int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0) return Err{errno_says("cannot write beside", path)};
    // mkstemp makes files that only their owner can read; a new file should follow the user's umask.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    const bool written = ::fchmod(descriptor, 0666u & ~mask) == 0 && write_all(descriptor, bytes);
    if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) {
        std::string error = errno_says("cannot write", path);
        ::unlink(temporary.c_str());
        return Err{std::move(error)};
    }
    return Unit{};
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/cli/output/output_file.h"

#include "app/cli/base/output_paths.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace toibox::app {

namespace {

/// The mode for new files according to the umask, because mkstemp creates files that only their owner can
/// read.
mode_t mode_of_new_files() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666u & ~mask;
}

}  // namespace

OutputFile::OutputFile(std::string path, std::FILE* file) : path_(std::move(path)), file_(file) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, nullptr)) {}

Result<OutputFile, std::string> OutputFile::create(const std::string& path) {
    if (path == "-") return OutputFile(path, stdout);
    struct stat existing = {};
    const bool exists = ::stat(path.c_str(), &existing) == 0;
    if (exists && !S_ISREG(existing.st_mode)) {
        // A device or a pipe: write in place, since a rename would replace it.
        std::FILE* const device = std::fopen(path.c_str(), "wb");
        if (device == nullptr) return Err{fmt::format("cannot write {}: {}", path, std::strerror(errno))};
        return OutputFile(path, device);
    }
    // Next to the target of links: a rename would replace a link, and it cannot cross file systems.
    std::string target = resolve_links(path).string();
    std::string temporary = target + ".XXXXXX";
    const int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0) return Err{fmt::format("cannot write {}: {}", path, std::strerror(errno))};
    const mode_t mode = exists ? existing.st_mode & 07777u : mode_of_new_files();
    std::FILE* const file = ::fchmod(descriptor, mode) == 0 ? ::fdopen(descriptor, "wb") : nullptr;
    if (file == nullptr) {
        std::string error = fmt::format("cannot write {}: {}", path, std::strerror(errno));
        ::close(descriptor);
        ::unlink(temporary.c_str());
        return Err{std::move(error)};
    }
    OutputFile output(path, file);
    output.target_ = std::move(target);
    output.temporary_ = std::move(temporary);
    return output;
}

OutputFile::~OutputFile() {
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), file_);  // the stream keeps errors for commit()
}

std::string OutputFile::write_path() const {
    if (!temporary_.empty()) return temporary_;
    return path_ == "-" ? std::string() : path_;
}

Result<Unit, std::string> OutputFile::commit() {
    errno = 0;
    bool good = std::fflush(file_) == 0 && std::ferror(file_) == 0;
    if (!temporary_.empty()) {
        good = good && ::fsync(::fileno(file_)) == 0;
        good = std::fclose(std::exchange(file_, nullptr)) == 0 && good;
        good = good && std::rename(temporary_.c_str(), target_.c_str()) == 0;
        if (good) temporary_.clear();
    }
    if (good) return Unit{};
    return Err{fmt::format("cannot write {}: {}", path_, std::strerror(errno != 0 ? errno : EIO))};
}

}  // namespace toibox::app

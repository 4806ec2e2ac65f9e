// SPDX-License-Identifier: MIT
#include "app/cli/output/output_file.h"

#include "app/cli/base/output_paths.h"

#include <cerrno>
#include <utility>

namespace toibox::app {

OutputFile::OutputFile(std::string path, std::FILE* stream) : path_(std::move(path)), stream_(stream) {}

OutputFile::OutputFile(std::string path, io::AtomicFile file)
    : path_(std::move(path)), stream_(file.stream()), file_(std::move(file)) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      stream_(std::exchange(other.stream_, nullptr)),
      file_(std::exchange(other.file_, std::nullopt)) {}

Result<OutputFile, std::string> OutputFile::create(const std::string& path) {
    if (path == "-") return OutputFile(path, stdout);
    if (!is_seekable_output(path)) {
        // Write to a device or pipe directly, because an atomic write would replace the device or pipe with a
        // regular file.
        std::FILE* const device = std::fopen(path.c_str(), "wb");
        if (device == nullptr) return Err{io::describe_write_error(path)};
        return OutputFile(path, device);
    }
    Result<io::AtomicFile, std::string> file = io::AtomicFile::create(path, io::UnfinishedName::Temporary);
    if (!file) return Err{std::move(file).error()};
    return OutputFile(path, *std::move(file));
}

OutputFile::~OutputFile() {
    if (!file_ && stream_ != nullptr && stream_ != stdout) std::fclose(stream_);
}

void OutputFile::write(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream_);  // the stream keeps errors for commit()
}

std::string OutputFile::write_path() const {
    if (file_) return file_->unfinished_path();
    return path_ == "-" ? std::string() : path_;
}

Result<Unit, std::string> OutputFile::commit() {
    if (file_) return file_->commit();
    errno = 0;
    if (std::fflush(stream_) == 0 && std::ferror(stream_) == 0) return Unit{};
    return Err{io::describe_write_error(path_)};
}

}  // namespace toibox::app

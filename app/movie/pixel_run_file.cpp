// SPDX-License-Identifier: MIT
#include "app/movie/pixel_run_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace toibox::app {

namespace {

constexpr std::uint32_t max_run_length = 255;

std::string temporary_file_error() {
    return std::string("cannot store the frames in a temporary file: ") +
           std::strerror(errno != 0 ? errno : EIO);
}

}  // namespace

Result<PixelRunFile, std::string> PixelRunFile::create() {
    errno = 0;
    std::FILE* const file = std::tmpfile();
    if (file == nullptr) return Err{temporary_file_error()};
    return PixelRunFile(file);
}

void PixelRunFile::add(ColorRun run) {
    while (run.length > 0) {
        const std::uint32_t length = run.length < max_run_length ? run.length : max_run_length;
        const std::array bytes{
            static_cast<unsigned char>(length), static_cast<unsigned char>(run.color >> 16u),
            static_cast<unsigned char>(run.color >> 8u), static_cast<unsigned char>(run.color)};
        std::fwrite(bytes.data(), 1, bytes.size(), file_.get());  // rewind() reports errors
        run.length -= length;
    }
}

Result<Unit, std::string> PixelRunFile::rewind() {
    errno = 0;
    if (std::fflush(file_.get()) != 0 || std::ferror(file_.get()) != 0) return Err{temporary_file_error()};
    std::rewind(file_.get());
    return Unit{};
}

ColorRun PixelRunFile::next() {
    std::array<unsigned char, 4> bytes{};
    if (std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) return {};
    return {static_cast<Rgb>(bytes[1]) << 16u | static_cast<Rgb>(bytes[2]) << 8u | bytes[3], bytes[0]};
}

}  // namespace toibox::app

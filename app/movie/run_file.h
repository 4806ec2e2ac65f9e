// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include "app/movie/color_table.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

namespace toibox::app {

/// A row of pixels of one colour.
struct ColorRun {
    Rgb color = 0;
    std::uint32_t length = 0;
};

/// Runs in a temporary file without a name: minutes of film need not stay in memory. First written, then
/// read.
class PixelRunFile {
public:
    /// Error: a sentence.
    static Result<PixelRunFile, std::string> create();

    void add(ColorRun run);
    /// Ends the writing. Error: a sentence (the disk is full).
    Result<Unit, std::string> rewind();
    /// The next one; of length 0 where there is none, or it cannot be read.
    ColorRun next();

private:
    explicit PixelRunFile(std::FILE* file) : file_(file, std::fclose) {}

    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

}  // namespace toibox::app

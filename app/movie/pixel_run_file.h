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

/// Consecutive pixels of one colour.
struct ColorRun {
    Rgb color = 0;
    std::uint32_t length = 0;
};

/// Stores colour runs in an unnamed temporary file, so that long movies need little memory. Add all runs,
/// then call rewind(), then read the runs with next().
class PixelRunFile {
public:
    /// Error: a message for the user.
    static Result<PixelRunFile, std::string> create();

    void add(ColorRun run);
    /// Switches from writing to reading. Error: a message for the user, also for earlier write errors, for
    /// example that the disk is full.
    Result<Unit, std::string> rewind();
    /// The next run; its length is 0 at the end or after a read error.
    ColorRun next();

private:
    explicit PixelRunFile(std::FILE* file) : file_(file, std::fclose) {}

    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

}  // namespace toibox::app

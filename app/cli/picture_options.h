// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/command_options.h"
#include "app/cli/output_paths.h"
#include "app/cli/picture_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// Which pictures a command is to make, and of what.
struct PictureOptions {
    // Paths; "-" is standard output; empty: not wanted.
    std::string png;
    std::string svg;
    std::string gif;
    std::string mp4;
    std::optional<std::int64_t> at;  ///< Step of the still pictures; absent: the last.
    std::int64_t from = 0;           ///< Steps of the films.
    std::optional<std::int64_t> to;
    std::int64_t every = 1;
    std::string size;
    std::string theme;
    std::vector<std::string> draw;
    std::string view;

    [[nodiscard]] bool any() const { return !(png + svg + gif + mp4).empty(); }
    [[nodiscard]] bool needs_pixels() const { return !(png + gif + mp4).empty(); }
    /// How many of them are for standard output.
    [[nodiscard]] int on_standard_output() const;
    [[nodiscard]] std::vector<NamedPath> outputs() const;
    [[nodiscard]] PictureRequest request() const;
};

/// ffmpeg goes back to the beginning of a film, which standard output, a device or a pipe do not have.
inline constexpr const char* no_mp4_on_standard_output = "an MP4 is written into a file: name one";

/// --size, --theme, --draw, --view.
void declare_picture_style(CommandOptions& options, PictureOptions& to);
/// --from, --to, --every. `what`: of the steps that they choose.
void declare_range(CommandOptions& options, PictureOptions& to, const std::string& what);

}  // namespace toibox::app

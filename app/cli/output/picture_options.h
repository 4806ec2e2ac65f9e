// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/command_options.h"
#include "app/cli/base/output_paths.h"
#include "app/cli/base/picture_renderer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// The images and movies that a command writes.
struct PictureOptions {
    // Paths; "-" is standard output; empty: not written.
    std::string png;
    std::string svg;
    std::string gif;
    std::string mp4;
    std::optional<std::int64_t> at;  ///< Step of still images; absent: the last.
    std::int64_t from = 0;           ///< First step of movies; `to` is the last.
    std::optional<std::int64_t> to;
    std::int64_t every = 1;
    std::string size;
    std::string theme;
    std::vector<std::string> draw;
    std::string view;

    [[nodiscard]] bool any() const { return !(png + svg + gif + mp4).empty(); }
    [[nodiscard]] bool needs_pixels() const { return !(png + gif + mp4).empty(); }
    /// How many of them go to standard output.
    [[nodiscard]] int on_standard_output() const;
    [[nodiscard]] std::vector<NamedPath> outputs() const;
    [[nodiscard]] PictureRequest request() const;
};

/// ffmpeg seeks in its output, which is impossible on standard output, devices and pipes.
inline constexpr const char* no_mp4_on_standard_output =
    "an MP4 cannot go to standard output or a device: give a file name";

/// --size, --theme, --draw, --view.
void declare_picture_style(CommandOptions& options, PictureOptions& pictures);
/// --from, --to, --every. `suffix` follows "step" in the help, such as " of movies".
void declare_range(CommandOptions& options, PictureOptions& pictures, const std::string& suffix);

}  // namespace toibox::app

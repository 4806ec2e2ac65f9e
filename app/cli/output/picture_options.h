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
    // Paths of the output files; "-" is standard output. An empty path means that the file is not written.
    std::string png;
    std::string svg;
    std::string gif;
    std::string mp4;
    std::optional<std::int64_t> at;  ///< Step that PNG and SVG show; absent: the last step of the run.
    std::int64_t from = 0;           ///< First step of movies.
    std::optional<std::int64_t> to;  ///< Last step of movies; absent: the last step of the run.
    std::int64_t every = 1;          ///< Movies show every Nth step.
    std::string size;
    std::string theme;
    std::vector<std::string> draw;
    std::string view;

    [[nodiscard]] bool any() const { return !(png + svg + gif + mp4).empty(); }
    [[nodiscard]] bool needs_pixels() const { return !(png + gif + mp4).empty(); }
    /// Number of images and movies that go to standard output.
    [[nodiscard]] int on_standard_output() const;
    [[nodiscard]] std::vector<NamedPath> outputs() const;
    [[nodiscard]] PictureRequest request() const;
};

/// Why the options cannot be used together, as an error text: a file name with the ending of another format,
/// or options of images without an image. Empty if they can.
std::string picture_usage_error(const PictureOptions& options);

/// ffmpeg seeks in its output, which is impossible on standard output, devices and pipes.
inline constexpr const char* no_mp4_on_standard_output =
    "an MP4 cannot go to standard output or a device: give a file name";

/// --size, --theme, --draw, --view.
void declare_picture_style(CommandOptions& options, PictureOptions& pictures);
/// --from, --to, --every. `prefix` starts their help texts, such as "Movies: ".
void declare_range(CommandOptions& options, PictureOptions& pictures, const std::string& prefix);

}  // namespace toibox::app

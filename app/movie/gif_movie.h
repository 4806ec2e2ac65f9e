// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include "app/movie/pixel_run_file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// Minimum duration of a frame, seconds; the caller must respect it. Browsers show shorter frames for 0.1 s.
inline constexpr double min_gif_delay = 0.02;

/// An endlessly looping GIF. All frames share one palette, which is only known at the end, so frames are
/// stored in a temporary file until finish(). Each frame contains only the rectangle that changed.
class GifMovie {
public:
    /// `width`, `height`: pixels, up to 65535. Error: the temporary file cannot be created.
    static Result<GifMovie, std::string> create(int width, int height);

    /// Adds a frame. `rgb`: three bytes per pixel, rows from the top. `seconds`: start time of the frame,
    /// greater than that of the previous frame.
    void add(std::span<const std::uint8_t> rgb, double seconds);

    struct FinishCallbacks {
        std::function<void(std::string_view)> write;  ///< Receives the next bytes of the file.
        /// Called after each frame; returning false stops the writing. May be empty.
        std::function<bool(std::int64_t done, std::int64_t total)> should_continue;
    };
    /// Writes the GIF. `end`: when the last frame ends, seconds. Requires: at least one frame (asserted).
    /// Error: a message for the user.
    Result<Unit, std::string> finish(double end, const FinishCallbacks& callbacks);

private:
    struct Rectangle {
        int x = 0;
        int y = 0;
        int width = 0;
        int height = 0;
    };
    struct Frame {
        Rectangle changed;
        double seconds = 0.0;  ///< Start time.
    };
    class Writer;

    GifMovie(int width, int height, PixelRunFile runs);
    [[nodiscard]] std::optional<Rectangle> changed_area(std::span<const std::uint8_t> rgb) const;
    void append_runs(const Rectangle& changed);

    int width_;
    int height_;
    PixelRunFile runs_;
    ColorCounts counts_;
    std::vector<Frame> frames_;
    std::vector<std::uint8_t> last_;  ///< Pixels of the last frame, three bytes each.
};

}  // namespace toibox::app

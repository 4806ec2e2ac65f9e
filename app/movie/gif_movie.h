// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include "app/movie/run_file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// The least time a frame: browsers show shorter ones for a tenth of a second.
inline constexpr double min_gif_delay = 0.02;

/// A GIF that loops for ever, with one table of colours made from all its frames; of each frame only what
/// changed. So frames are kept until the last one has come.
class GifMovie {
public:
    /// `width`, `height`: pixels, up to 65535. Error: no room for the frames.
    static Result<GifMovie, std::string> create(int width, int height);

    /// `rgb`: three bytes a pixel, rows from the top. `seconds`: when it begins, later than the one before.
    void add(std::span<const std::uint8_t> rgb, double seconds);

    /// What follows the making of a GIF.
    struct FinishCallbacks {
        std::function<void(std::string_view)> write;  ///< The next bytes of the file.
        std::function<bool(std::int64_t done, std::int64_t of)>
            should_continue;  ///< False stops it. May be empty.
    };
    /// `end`: when the last frame ends. Requires a frame (asserted). Error: a sentence.
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
        double seconds = 0.0;
    };
    class Writer;

    GifMovie(int width, int height, PixelRunFile runs);
    [[nodiscard]] std::optional<Rectangle> changes(std::span<const std::uint8_t> rgb) const;
    void append_runs(const Rectangle& changed);

    int width_;
    int height_;
    PixelRunFile runs_;
    ColorCounts counts_;
    std::vector<Frame> frames_;
    std::vector<std::uint8_t> last_;  ///< Pixels of the last frame.
};

}  // namespace toibox::app

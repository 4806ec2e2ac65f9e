// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include "app/session/comparison/comparison.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// Options of images from the command line. The renderer checks the names of theme and overlays.
struct PictureRequest {
    int width = 960;  ///< Pixels.
    int height = 540;
    std::string theme;              ///< Empty: not given.
    std::vector<std::string> draw;  ///< Overlays besides shapes, joints and grid.
    struct ViewArea {
        double x = 0.0;  ///< Centre, metres.
        double y = 0.0;
        double height = 0.0;  ///< Metres.
    };
    std::optional<ViewArea> view_area = std::nullopt;  ///< Absent: the initial view of the window.
    bool needs_pixels = false;  ///< Whether more than svg() will be called, which needs OpenGL.
};

/// Draws images of a session or of the panes of a comparison. An interface, because the command line library
/// does not link the renderer.
class PictureRenderer {
public:
    virtual ~PictureRenderer() = default;
    /// The first pane.
    [[nodiscard]] virtual std::string svg(Comparison& comparison) = 0;
    /// All panes side by side, as a PNG. Error: a message for the user.
    [[nodiscard]] virtual Result<std::string, std::string> png(Comparison& comparison) = 0;
    /// A frame of a movie: all panes, the title of the scene, the playback state, and the text of a pause.
    /// Three bytes (RGB) per pixel, rows from the top. Valid until the next call.
    virtual std::span<const std::uint8_t> movie_frame(Comparison& comparison,
                                                      const std::string& pause_text) = 0;
};

/// Why images cannot be drawn.
struct PictureError {
    std::string message;
    int exit_code = 0;
};
using OpenPictureRenderer = Result<std::unique_ptr<PictureRenderer>, PictureError> (*)(const PictureRequest&);

}  // namespace toibox::app

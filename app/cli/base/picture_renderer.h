// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/scene/run.h"

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
    bool needs_pixels = false;  ///< Whether pixels() will be called, which needs OpenGL; svg() does not.
};

/// Draws images. An interface, because the command line library does not link the renderer.
class PictureRenderer {
public:
    virtual ~PictureRenderer() = default;
    /// Call with every state of the run in order, also those that are not drawn, for overlays of past poses.
    virtual void see(const scene::Run& run) = 0;
    [[nodiscard]] virtual std::string svg(const scene::Run& run) = 0;
    /// Draws an image: three bytes (RGB) per pixel, rows from the top. Valid until the next call.
    virtual std::span<const std::uint8_t> pixels(const scene::Run& run) = 0;
    /// The same with all panes of a comparison side by side.
    virtual std::span<const std::uint8_t> pixels(const Comparison& comparison) = 0;
    /// The image of the last call of pixels() as a PNG. Error: a message for the user.
    [[nodiscard]] virtual Result<std::string, std::string> png() = 0;
};

/// Why images cannot be drawn.
struct PictureError {
    std::string message;
    int exit_code = 0;
};
using OpenPictureRenderer = Result<std::unique_ptr<PictureRenderer>, PictureError> (*)(const PictureRequest&);

}  // namespace toibox::app

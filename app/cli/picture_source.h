// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/scene/run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// How pictures are to look, as the command line says it; names are checked by who draws.
struct PictureRequest {
    int width = 960;  ///< Pixels.
    int height = 540;
    std::string theme;              ///< Empty: not given.
    std::vector<std::string> draw;  ///< Beside what is drawn anyway.
    struct ViewArea {
        double x = 0.0;
        double y = 0.0;
        double height = 0.0;  ///< Metres.
    };
    std::optional<ViewArea> view_area = std::nullopt;  ///< Absent: as the window opens the scene.
    bool pixels = false;  ///< Whether more than SVG is wanted, which needs OpenGL.
};

/// Who draws: the command line knows neither renderer nor window.
class PictureRenderer {
public:
    virtual ~PictureRenderer() = default;
    /// The state that a scene opens in: it is framed.
    virtual void begin(const scene::Run& run) = 0;
    [[nodiscard]] virtual std::string svg(const scene::Run& run) = 0;
    /// Three bytes a pixel, rows from the top; good until the next call.
    virtual std::span<const std::uint8_t> pixels(const scene::Run& run) = 0;
    /// The pixels of the last call as a PNG. Error: a sentence.
    [[nodiscard]] virtual Result<std::string, std::string> png() = 0;
};

/// Why there are no pictures.
struct PictureError {
    std::string message;
    int exit_code = 0;
};
using OpenPictureRenderer = Result<std::unique_ptr<PictureRenderer>, PictureError> (*)(const PictureRequest&);

}  // namespace toibox::app

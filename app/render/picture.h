// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/color.h"
#include "app/platform/gl.h"
#include "app/platform/window.h"

#include <string>
#include <vector>

namespace toibox::app {

/// RGB pixels from the top left, row by row. There is no alpha channel, because blending makes the alpha of a
/// window meaningless.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;  ///< Three bytes per pixel.

    /// Requires: the pixel is inside (asserted).
    [[nodiscard]] Color at(int x, int y) const;
};

/// Reads the current framebuffer of `size` pixels. Waits until drawing is complete.
Picture read_picture(const Gl& gl, Extent size);

/// Encodes a PNG with fast compression. For pictures of flat colours, fast compression takes a third of the
/// time of the default and gives smaller files. Error: message of libpng.
Result<std::string, std::string> encode_png(const Picture& picture);

/// Writes a PNG to a temporary file and renames it. Error: a message for the user, with the path.
Result<Unit, std::string> write_png(const Picture& picture, const std::string& path);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/color.h"
#include "app/platform/gl.h"
#include "app/platform/window.h"

#include <string>
#include <vector>

namespace toibox::app {

/// Pixels from the top left, row by row, three bytes each: blending leaves no meaning in a window's alpha.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;

    /// Requires a pixel inside (asserted).
    [[nodiscard]] Color at(int x, int y) const;
};

/// What the current framebuffer shows; waits for the drawing to end.
Picture read_picture(const Gl& gl, Extent size);

/// A PNG, compressed quickly: a third of the usual time, and smaller, for flat pictures. Error: libpng's.
Result<std::string, std::string> encode_png(const Picture& picture);

/// Writes a PNG to a temporary name and renames it. Error: a sentence with the path.
Result<Unit, std::string> write_png(const Picture& picture, const std::string& path);

}  // namespace toibox::app

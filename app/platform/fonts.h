// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/imgui_compat.h"

namespace toibox::app {

/// The fonts of the user interface. No pointer is null after load_fonts: missing system fonts have fallbacks.
struct Fonts {
    ImFont* body = nullptr;
    ImFont* bold = nullptr;  ///< Titles of panels and cards.
    ImFont* mono = nullptr;  ///< Numbers in columns, pseudocode.
};

/// Fills the font atlas: Inter (or DejaVu Sans) with Latin, Greek, arrows and mathematical symbols at 14
/// design points, and DejaVu Sans Mono. `scale`: points per design point; `pixel_ratio`: pixels per point.
/// Glyphs are rasterised at their final size in pixels. Cost: about 20 ms.
Fonts load_fonts(ImGuiIO& io, float scale, float pixel_ratio);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/imgui_compat.h"

namespace toibox::app {

/// The faces of the interface. Never null after load_fonts: what is not on the system falls back.
struct Fonts {
    ImFont* body = nullptr;
    ImFont* bold = nullptr;  ///< Titles of panels and cards.
    ImFont* mono = nullptr;  ///< Numbers in columns, pseudocode.
};

/// Fills the context's atlas: Inter (or DejaVu Sans) with Latin, Greek, arrows and mathematical signs at 14
/// points, DejaVu Sans Mono for figures. `scale` is points a design point, `pixel_ratio` pixels a point:
/// glyphs are drawn at their final size in pixels, never stretched. Cost: some 20 ms.
Fonts load_fonts(ImGuiIO& io, float scale, float pixel_ratio);

}  // namespace toibox::app

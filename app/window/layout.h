// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/scripting/widget_rects.h"
#include "app/render/camera.h"

namespace toibox::app {

/// The rectangles of all parts of the window, points. With hidden panels only the world and the timeline are
/// shown.
struct Layout {
    UiRect toolbar;
    UiRect left;
    UiRect right;
    UiRect bottom;
    UiRect timeline;  ///< Always shown.
    UiRect status;
    Viewport world;
    bool shows_panels = true;
    bool shows_bottom = true;
};

struct LayoutInput {
    float width = 0.0f;
    float height = 0.0f;
    float menu_height = 0.0f;
    float scale = 1.0f;            ///< Points per design point.
    bool shows_panels = true;      ///< False: only the world and the timeline are shown.
    bool shows_bottom = true;      ///< Whether the bottom panel is shown.
    bool is_bottom_large = false;  ///< Higher; extends below the right panel and, if needed, the left.
};

/// The side panels are 260 and 320 design points wide, but at most about a quarter of the window each, so
/// that the world stays visible at 1280 × 720.
Layout make_layout(const LayoutInput& input);

}  // namespace toibox::app

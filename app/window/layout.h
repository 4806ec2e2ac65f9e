// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/ui_marks.h"
#include "app/render/camera.h"

namespace toibox::app {

/// Where everything stands, in points. With the panels hidden only the world and the time line are left.
struct Layout {
    UiRect toolbar;
    UiRect left;
    UiRect right;
    UiRect bottom;
    UiRect timeline;  ///< Never hidden.
    UiRect status;
    Viewport world;
    bool panels = true;
    bool bottom_shown = true;
};

struct LayoutInput {
    float width = 0.0f;
    float height = 0.0f;
    float menu_height = 0.0f;
    float scale = 1.0f;  ///< Points a design point.
    bool panels = true;
    bool bottom = true;
    bool bottom_large = false;  ///< Higher, and below the side panels as far as it needs: for a plot
                                ///< beside a table.
};

/// Side panels of 260 and 320 design points, at most a quarter of the window each, so that 1280 × 720 still
/// shows a world.
Layout make_layout(const LayoutInput& input);

}  // namespace toibox::app

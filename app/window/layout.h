// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_sizes.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/render/camera.h"

namespace toibox::app {

/// The rectangles of all parts of the window, points. Hidden panels are empty.
struct Layout {
    UiRect toolbar;
    UiRect left;
    UiRect right;
    UiRect bottom;
    UiRect timeline;
    UiRect status;
    UiRect question;  ///< What is asked, in projector mode.
    Viewport world;
    bool is_projected = false;  ///< Projector mode: only world and question are shown.
    bool shows_left = true;
    bool shows_right = true;
    bool shows_bottom = true;
    bool is_bottom_at_right = false;
};

struct LayoutInput {
    float width = 0.0f;
    float height = 0.0f;
    float menu_height = 0.0f;
    float scale = 1.0f;  ///< Points per design point.
    bool is_projected = false;
    bool asks = true;           ///< Whether projector mode needs room for a question.
    bool shows_lesson = false;  ///< The left panel shows the lesson, which needs more width.
    bool shows_left = true;     ///< Whether each panel is shown.
    bool shows_right = true;
    bool shows_bottom = true;
    /// The bottom panel stands between the world and the right panel, if there is room.
    bool is_bottom_at_right = false;
    /// Higher; extends below the right panel and, if needed, the left one without a lesson.
    bool is_bottom_large = false;
    bool is_right_wide = false;  ///< The right panel has room for a plot.
    PanelSizes sizes{};
};

/// Without sizes set by the user, the side panels are 260 (lesson: 400) and 320 (wide: 480) design points
/// wide, but at most about a quarter (lesson and wide: a third) of the window each, so that the world stays
/// visible at 1280 × 720. The user can enlarge each to 0.4 of the window, and the bottom panel until 0.2 of
/// the height of the window are left to the world. In projector mode the world has at least 0.55 of the
/// height.
Layout make_layout(const LayoutInput& input);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/window/layout.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float toolbar_height = 44.0f;
constexpr float left_width = 260.0f;
constexpr float lesson_width = 400.0f;
constexpr float right_width = 320.0f;
constexpr float wide_right_width = 480.0f;
constexpr float bottom_height = 212.0f;
constexpr float large_bottom_height = 400.0f;
constexpr float min_panel_width = 180.0f;  ///< Of a side panel that the user makes narrow.
/// Of the bottom panel on the right half: room for all columns of the TOI tab; in a wide window, a fraction
/// of the width between the side panels.
constexpr float half_panel_width = 840.0f;
constexpr float half_panel_fraction = 0.61f;
constexpr float min_half_panel_width = 560.0f;  ///< The names of all tabs fit.
constexpr float min_world_fraction = 0.25f;     ///< Of the width of the window, beside the right half.
constexpr float min_panel_height = 100.0f;      ///< Likewise of the bottom panel.
constexpr float max_side_fraction = 0.4f;       ///< Of the width of the window, for a side panel.
/// With less room, the large bottom panel also extends below the left panel.
constexpr float large_bottom_width = 1060.0f;
constexpr float timeline_height = 20.0f + 36.0f;  ///< Names of events, and the strip.
constexpr float status_height = 24.0f;
constexpr float question_height = 376.0f;       ///< In projector mode.
constexpr float goal_height = 248.0f;           ///< Likewise, for title and goal only.
constexpr float max_question_fraction = 0.45f;  ///< Of the height of the window.

/// Width of a side panel. `fraction`: the largest one of the window's width without a size set by the user.
float side_width(const LayoutInput& in, bool is_shown, float wanted, float design_width, float fraction) {
    if (!is_shown) return 0.0f;
    if (wanted <= 0.0f) return std::min(design_width * in.scale, fraction * in.width);
    const float max = max_side_fraction * in.width;
    return std::clamp(wanted * in.scale, std::min(min_panel_width * in.scale, max), max);
}

/// Width of the bottom panel on the right half; 0: it is not there. `room`: between the side panels.
float half_width(const LayoutInput& in, float room) {
    const float max = room - min_world_fraction * in.width;
    const float min = min_half_panel_width * in.scale;
    if (!in.shows_bottom || !in.is_bottom_at_right || max < min) return 0.0f;
    const float wanted = in.sizes.half > 0.0f
                             ? in.sizes.half * in.scale
                             : std::max(half_panel_fraction * room, half_panel_width * in.scale);
    return std::clamp(wanted, min, max);
}

/// Height of the bottom panel. `room`: between toolbar and timeline.
float bottom_height_of(const LayoutInput& in, float room) {
    if (!in.shows_bottom) return 0.0f;
    if (in.sizes.bottom > 0.0f) {
        const float max = std::max(room - 0.2f * in.height, 0.0f);
        return std::clamp(in.sizes.bottom * in.scale, std::min(min_panel_height * in.scale, max), max);
    }
    const float wanted = in.is_bottom_large ? std::min(large_bottom_height * in.scale, 0.5f * in.height)
                                            : std::min(bottom_height * in.scale, 0.35f * in.height);
    return std::clamp(room - 0.35f * in.height, 0.0f, wanted);
}

Layout projector_layout(const LayoutInput& in) {
    Layout layout;
    layout.is_projected = true;
    layout.shows_left = layout.shows_right = layout.shows_bottom = false;
    const float wanted = in.asks ? question_height : goal_height;
    const float question = std::floor(std::min(wanted * in.scale, max_question_fraction * in.height));
    layout.question = {0.0f, in.height - question, in.width, question};
    layout.world = {0.0f, 0.0f, std::max(in.width, 1.0f), std::max(in.height - question, 1.0f)};
    return layout;
}

}  // namespace

Layout make_layout(const LayoutInput& in) {
    Layout layout;
    if (in.is_projected) return projector_layout(in);
    layout.shows_left = in.shows_left;
    layout.shows_right = in.shows_right;
    layout.shows_bottom = in.shows_bottom;
    const float timeline = timeline_height * in.scale;
    const float left = in.shows_lesson ? side_width(in, in.shows_left, in.sizes.lesson, lesson_width, 0.33f)
                                       : side_width(in, in.shows_left, in.sizes.left, left_width, 0.25f);
    const float right = in.is_right_wide
                            ? side_width(in, in.shows_right, in.sizes.right, wide_right_width, 0.34f)
                            : side_width(in, in.shows_right, in.sizes.right, right_width, 0.28f);
    const float top = in.menu_height + toolbar_height * in.scale;
    const float status = status_height * in.scale;
    const float bottom_edge = in.height - status - timeline;
    const float half = half_width(in, in.width - left - right);
    const bool is_at_right = half > 0.0f;
    const bool large = in.shows_bottom && in.is_bottom_large && !is_at_right;
    const float bottom = is_at_right ? 0.0f : bottom_height_of(in, bottom_edge - top);
    const bool below_left = large && !in.shows_lesson && in.width - left < large_bottom_width * in.scale;
    layout.toolbar = {0.0f, in.menu_height, in.width, toolbar_height * in.scale};
    layout.left = {0.0f, top, left, bottom_edge - top - (below_left ? bottom : 0.0f)};
    layout.right = {in.width - right, top, right, bottom_edge - top - (large ? bottom : 0.0f)};
    const float bottom_left = below_left ? 0.0f : left;
    const float bottom_right = large ? in.width : in.width - right;
    layout.is_bottom_at_right = is_at_right;
    layout.bottom = is_at_right
                        ? UiRect{in.width - right - half, top, half, bottom_edge - top}
                        : UiRect{bottom_left, bottom_edge - bottom, bottom_right - bottom_left, bottom};
    layout.timeline = {0.0f, bottom_edge, in.width, timeline};
    layout.status = {0.0f, bottom_edge + timeline, in.width, status};
    layout.world = {left, top, std::max(in.width - left - right - half, 1.0f),
                    std::max(bottom_edge - bottom - top, 1.0f)};
    return layout;
}

}  // namespace toibox::app

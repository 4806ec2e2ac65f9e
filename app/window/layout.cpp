// SPDX-License-Identifier: MIT
#include "app/window/layout.h"

#include <algorithm>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float toolbar_height = 46.0f;
constexpr float left_width = 260.0f;
constexpr float right_width = 320.0f;
constexpr float bottom_height = 212.0f;
constexpr float large_bottom_height = 344.0f;
/// With less room, the large bottom panel also extends below the left panel.
constexpr float large_bottom_width = 840.0f;
constexpr float timeline_height = 36.0f;
constexpr float status_height = 26.0f;

}  // namespace

Layout make_layout(const LayoutInput& in) {
    Layout layout;
    layout.shows_panels = in.shows_panels;
    layout.shows_bottom = in.shows_panels && in.shows_bottom;
    const float timeline = timeline_height * in.scale;
    if (!in.shows_panels) {
        layout.timeline = {0.0f, in.height - timeline, in.width, timeline};
        layout.world = {0.0f, 0.0f, std::max(in.width, 1.0f), std::max(in.height - timeline, 1.0f)};
        return layout;
    }
    const float left = std::min(left_width * in.scale, 0.25f * in.width);
    const float right = std::min(right_width * in.scale, 0.28f * in.width);
    const float top = in.menu_height + toolbar_height * in.scale;
    const float status = status_height * in.scale;
    const float bottom_edge = in.height - status - timeline;
    const bool large = in.shows_bottom && in.is_bottom_large;
    const float max_bottom = large ? std::min(large_bottom_height * in.scale, 0.44f * in.height)
                                   : std::min(bottom_height * in.scale, 0.35f * in.height);
    const float min_world_height = 0.35f * in.height;
    const float bottom =
        in.shows_bottom ? std::clamp(bottom_edge - top - min_world_height, 0.0f, max_bottom) : 0.0f;
    const bool below_left = large && in.width - left < large_bottom_width * in.scale;
    layout.toolbar = {0.0f, in.menu_height, in.width, toolbar_height * in.scale};
    layout.left = {0.0f, top, left, bottom_edge - top - (below_left ? bottom : 0.0f)};
    layout.right = {in.width - right, top, right, bottom_edge - top - (large ? bottom : 0.0f)};
    const float bottom_left = below_left ? 0.0f : left;
    const float bottom_right = large ? in.width : in.width - right;
    layout.bottom = {bottom_left, bottom_edge - bottom, bottom_right - bottom_left, bottom};
    layout.timeline = {0.0f, bottom_edge, in.width, timeline};
    layout.status = {0.0f, bottom_edge + timeline, in.width, status};
    layout.world = {left, top, std::max(in.width - left - right, 1.0f),
                    std::max(bottom_edge - bottom - top, 1.0f)};
    return layout;
}

}  // namespace toibox::app

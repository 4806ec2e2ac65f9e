// SPDX-License-Identifier: MIT
#include "app/panels/gjk/gjk_picture_shared.h"

#include "toibox/narrow/penetration.h"

#include "app/platform/scripting/widget_rects.h"

#include <algorithm>
#include <array>

namespace toibox::app {

namespace {

constexpr float vertex_pick_radius = 9.0f;  ///< Distance from the mouse at which a vertex is picked, points.

}  // namespace

void PictureBounds::add(Vec2d at, double radius) {
    low = {std::min(low.x, at.x - radius), std::min(low.y, at.y - radius)};
    high = {std::max(high.x, at.x + radius), std::max(high.y, at.y + radius)};
}

double distance_outside(const ToiCase::Points& shape, const Transformd& pose, Vec2d at) {
    const std::array point{at};
    return -penetration({point, 0.0}, {}, shape.proxy(), pose).depth;
}

int nearest(const Inset& inset, std::span<const Vec2d> points) {
    const auto cursor = inset.cursor();
    if (!cursor || !inset.hovered()) return -1;
    double min_distance = inset.meters(vertex_pick_radius);
    int nearest_index = -1;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double distance_to_cursor = distance(points[i], *cursor);
        if (distance_to_cursor > min_distance) continue;
        min_distance = distance_to_cursor;
        nearest_index = static_cast<int>(i);
    }
    return nearest_index;
}

void name_point(const Inset& inset, const std::string& name, Vec2d at) {
    if (!wants_widget_names()) return;
    const ImVec2 p = inset.to_screen(at);
    name_widget(name, {p.x - 1.0f, p.y - 1.0f, 2.0f, 2.0f});
}

void drag(DistanceInspector& inspector, GjkPictures& pictures, InsetView& view, Inset& inset) {
    if (!inset.held()) return;
    if (!pictures.held) return inset.pan();
    if (inset.motion() == Vec2d{}) return;
    view.fit = false;
    inspector.move(*pictures.held, inset.motion());
}

}  // namespace toibox::app

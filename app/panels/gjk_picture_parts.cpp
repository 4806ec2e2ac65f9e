// SPDX-License-Identifier: MIT
#include "app/panels/gjk_picture_parts.h"

#include "toibox/narrow/penetration.h"

#include "app/platform/ui_marks.h"

#include <algorithm>
#include <array>

namespace toibox::app {

namespace {

constexpr float near_vertex = 9.0f;  ///< How near the mouse must come to a vertex.

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
    double least = inset.meters(near_vertex);
    int found = -1;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double apart = distance(points[i], *cursor);
        if (apart > least) continue;
        least = apart;
        found = static_cast<int>(i);
    }
    return found;
}

void name_point(const Inset& inset, const std::string& name, Vec2d at) {
    if (!wants_widget_names()) return;
    const ImVec2 p = inset.place(at);
    name_widget(name, {p.x - 1.0f, p.y - 1.0f, 2.0f, 2.0f});
}

void drag(DistanceInspector& gjk, GjkPictures& pictures, InsetView& view, Inset& inset) {
    if (!inset.held()) return;
    if (!pictures.held) return inset.pan();
    if (inset.motion() == Vec2d{}) return;
    view.fit = false;
    gjk.move(*pictures.held, inset.motion());
}

}  // namespace toibox::app

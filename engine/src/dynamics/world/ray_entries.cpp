// SPDX-License-Identifier: MIT
// Separates hits on the outline of a body from hits on seams between its polygons. A hit on a polygon is
// inner if the ray entered another polygon of the body earlier and has not left it. Polygons are convex, so
// the ray has not left a polygon exactly if the hit point is inside that polygon. No edge needs to be marked,
// and polygons may share parts of their edges. Rejected alternative: pairing edges with equal end points;
// polygons drop collinear vertices, so one edge may run along the edges of two other polygons.
#include "dynamics/world/ray_entries.h"

#include "toibox/geometry/bounds.h"
#include "toibox/geometry/tuning.h"

#include "dynamics/state/activity.h"

#include <algorithm>
#include <tuple>

namespace toibox {
namespace {

bool is_polygon(const WorldState& state, std::uint32_t shape) {
    return type_of(state.shapes.geometry[shape]) == ShapeType::Polygon;
}

bool have_same_attributes(const WorldState& state, std::uint32_t a, std::uint32_t b) {
    const ShapeColumns& shapes = state.shapes;
    return shapes.body[a] == shapes.body[b] && shapes.sensor[a] == shapes.sensor[b] &&
           shapes.one_way[a] == shapes.one_way[b] && shapes.user_data[a] == shapes.user_data[b] &&
           shapes.filter[a] == shapes.filter[b] && shapes.material[a] == shapes.material[b];
}

double diameter_of(const Shape& polygon) {
    return 2.0 * static_cast<double>(max_extent(polygon, centroid(polygon)));
}

/// Whether the ray, which entered the shape `previous` earlier, is still inside or on that shape at the hit
/// of `current`.
bool is_still_inside(const WorldState& state, std::uint32_t previous, const RayEntry& current) {
    const Shape& polygon = state.shapes.geometry[previous];
    const double seam_width =
        tuning::seam_fraction * (diameter_of(polygon) + diameter_of(state.shapes.geometry[current.shape]));
    const ConvexProxyBuffer buffer(polygon);
    ConvexProxy inflated = buffer.proxy();
    inflated.radius += seam_width;
    const Transformd frame = widen(body_transform(state, state.shapes.body[previous]));
    return contains_point(inflated, frame, current.hit.point);
}

}  // namespace

bool is_inner(const WorldState& state, std::span<const RayEntry> earlier, const RayEntry& current) {
    if (!is_polygon(state, current.shape)) return false;
    return std::any_of(earlier.rbegin(), earlier.rend(), [&](const RayEntry& previous) {
        return is_polygon(state, previous.shape) &&
               have_same_attributes(state, previous.shape, current.shape) &&
               is_still_inside(state, previous.shape, current);
    });
}

void keep_outer_hits(const WorldState& state, std::vector<RayEntry>& entries) {
    // Shapes that the ray starts in come first.
    const auto order = [](const RayEntry& entry) {
        return std::tuple(entry.hit.hit ? entry.hit.fraction : -1.0, entry.shape);
    };
    std::sort(entries.begin(), entries.end(),
              [&](const RayEntry& a, const RayEntry& b) { return order(a) < order(b); });
    std::vector<RayEntry> outer;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].hit.hit && !is_inner(state, std::span(entries).first(i), entries[i]))
            outer.push_back(entries[i]);
    }
    entries = std::move(outer);
}

}  // namespace toibox

// SPDX-License-Identifier: MIT
// Which hits of a ray are with the outline of a body and which with seams between its polygons. A hit on a
// polygon is inner if the ray was in another before and has not left it: polygons are convex, so it has not
// if the point of the hit still lies in that one. No edge has to be marked, and pieces may meet in parts of
// their edges. Rejected: to pair edges with equal ends. A piece drops vertices that lie on a line, so its
// edge may run along those of two others.
#include "ray_entries.h"

#include "toibox/dynamics/step_stages.h"
#include "toibox/geometry/bounds.h"
#include "toibox/geometry/tuning.h"

#include <algorithm>
#include <tuple>

namespace toibox {
namespace {

bool is_polygon(const WorldState& state, std::uint32_t shape) {
    return type_of(state.shapes.geometry[shape]) == ShapeType::Polygon;
}

bool are_alike(const WorldState& state, std::uint32_t a, std::uint32_t b) {
    const ShapeColumns& shapes = state.shapes;
    return shapes.body[a] == shapes.body[b] && shapes.sensor[a] == shapes.sensor[b] &&
           shapes.one_way[a] == shapes.one_way[b] && shapes.user_data[a] == shapes.user_data[b] &&
           shapes.filter[a] == shapes.filter[b] && shapes.material[a] == shapes.material[b];
}

double size_of(const Shape& polygon) {
    return 2.0 * static_cast<double>(max_extent(polygon, centroid(polygon)));
}

/// Whether the ray, which met `before` earlier, is in it or at its surface where it meets `here`.
bool is_still_in(const WorldState& state, std::uint32_t before, const RayEntry& here) {
    const Shape& polygon = state.shapes.geometry[before];
    const double seam = tuning::seam_share * (size_of(polygon) + size_of(state.shapes.geometry[here.shape]));
    const ConvexProxyBuffer buffer(polygon);
    ConvexProxy grown = buffer.proxy();
    grown.radius += seam;
    const Transformd frame = widen(body_transform(state, state.shapes.body[before]));
    return contains_point(grown, frame, here.hit.point);
}

}  // namespace

bool is_inner(const WorldState& state, std::span<const RayEntry> earlier, const RayEntry& here) {
    if (!is_polygon(state, here.shape)) return false;
    return std::any_of(earlier.rbegin(), earlier.rend(), [&](const RayEntry& before) {
        return is_polygon(state, before.shape) && are_alike(state, before.shape, here.shape) &&
               is_still_in(state, before.shape, here);
    });
}

void keep_outer_hits(const WorldState& state, std::vector<RayEntry>& entries) {
    // What the ray starts in comes before all hits.
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

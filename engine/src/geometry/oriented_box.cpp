// SPDX-License-Identifier: MIT
#include "toibox/geometry/oriented_box.h"

#include "toibox/core/assert.h"

#include "geometry/convex_hull.h"
#include "geometry/volume_padding.h"

#include <array>
#include <cstddef>
#include <limits>

namespace toibox {

namespace {

/// Rotating calipers: four lines that enclose the hull, two parallel to an edge and two perpendicular to it.
/// They rotate from edge to edge, and each touches a vertex that only moves forward.
class Calipers {
public:
    explicit Calipers(std::span<const Vec2d> hull) : hull_(hull) {}

    /// The width along `u` and the height perpendicular to it. Must be called with the edges in order; `u` is
    /// the direction of the edge.
    Vec2d advance_to(Vec2d u, std::size_t edge) {
        const Vec2d up = left_perp(u);
        if (edge == 0) ahead_ = 1 % hull_.size();
        ahead_ = advance(ahead_, u);
        if (edge == 0) top_ = ahead_;
        top_ = advance(top_, up);
        if (edge == 0) behind_ = top_;
        behind_ = advance(behind_, -u);
        return {dot(u, hull_[ahead_] - hull_[behind_]), dot(up, hull_[top_] - hull_[edge])};
    }

private:
    [[nodiscard]] std::size_t advance(std::size_t corner, Vec2d direction) const {
        for (std::size_t i = 0; i < hull_.size(); ++i) {
            const std::size_t next = corner + 1 < hull_.size() ? corner + 1 : 0;
            if (!(dot(direction, hull_[next] - hull_[corner]) > 0.0)) break;
            corner = next;
        }
        return corner;
    }

    std::span<const Vec2d> hull_;
    std::size_t ahead_ = 0;
    std::size_t top_ = 0;
    std::size_t behind_ = 0;
};

/// The direction of the edge for which the box, inflated by `radius`, has the smallest area.
Vec2d best_axis(std::span<const Vec2d> hull, double radius) {
    Calipers calipers(hull);
    Vec2d best{1.0, 0.0};
    double min_area = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const Vec2d u = normalized(hull[i + 1 < hull.size() ? i + 1 : 0] - hull[i]);
        const Vec2d size = calipers.advance_to(u, i) + Vec2d{2.0 * radius, 2.0 * radius};
        if (u != Vec2d{} && size.x * size.y < min_area) {
            min_area = size.x * size.y;
            best = u;
        }
    }
    return best;
}

OrientedBox inflated(OrientedBox box, double margin) {
    // In multiples of the axis: at least margin / |axis|, without a square root.
    const double square = length_squared(box.axis);
    const double scaled_margin = square < 1.0 ? margin / square : margin;
    box.half_extents += Vec2d{scaled_margin, scaled_margin};
    return box;
}
double width_of_axis(const OrientedBox& box) {
    return std::abs(box.axis.x) + std::abs(box.axis.y);
}
double max_abs_coordinate(const OrientedBox& box) {
    return geometry::max_abs_coordinate(box.center) +
           width_of_axis(box) * (box.half_extents.x + box.half_extents.y);
}

std::array<Vec2d, 4> corners_of(const OrientedBox& box) {
    const Vec2d along = box.half_extents.x * box.axis;
    const Vec2d across = box.half_extents.y * left_perp(box.axis);
    return {box.center - along - across, box.center + along - across, box.center + along + across,
            box.center - along + across};
}

/// Requires: at least one point, all finite; coordinates may be slightly beyond the limit of `around`.
OrientedBox min_area_box(const ConvexProxy& shape) {
    const Vec2d u = best_axis(geometry::convex_hull(shape.points), shape.radius);
    // Bounds all points, not just the hull, so that points dropped from the hull are included.
    const Vec2d origin = shape.points[0];
    Vec2d low{};
    Vec2d high{};
    for (const Vec2d point : shape.points) {
        const Vec2d from_origin = point - origin;
        const Vec2d local{dot(u, from_origin), dot(left_perp(u), from_origin)};
        low = min(low, local);
        high = max(high, local);
    }
    const Vec2d center = 0.5 * (low + high);
    const OrientedBox tight{.center = origin + center.x * u + center.y * left_perp(u),
                            .axis = u,
                            .half_extents = 0.5 * (high - low)};
    const double reach = geometry::max_abs_coordinate(shape.points) + shape.radius;
    return inflated(tight, shape.radius + geometry::padding(reach));
}

/// Whether `n` is a separating axis. It is an axis of box a, which extends by `reach_a` |n|² along it.
bool separates(Vec2d n, double reach_a, const OrientedBox& b, Vec2d between) {
    const Vec2d terms = abs(Vec2d{n.x * between.x, n.y * between.y});
    const double gap = std::abs(dot(n, between)) - tuning::volume_slack * (terms.x + terms.y);
    const double reach = reach_a * length_squared(n) + b.half_extents.x * std::abs(dot(n, b.axis)) +
                         b.half_extents.y * std::abs(dot(n, left_perp(b.axis)));
    // The products of b may cancel, with an error in proportion to the extents of b.
    const double cancellation = tuning::volume_slack * (std::abs(n.x) + std::abs(n.y)) * width_of_axis(b) *
                                (b.half_extents.x + b.half_extents.y);
    return gap > reach * (1.0 + tuning::volume_slack) + cancellation;
}

}  // namespace

std::optional<OrientedBox> OrientedBox::around(const ConvexProxy& shape) {
    if (!geometry::can_be_bounded(shape)) return std::nullopt;
    return min_area_box(shape);
}

OrientedBox moved(const OrientedBox& box, const Transformd& pose) {
    TOIBOX_ASSERT(geometry::is_finite(pose));
    const double min_half_width =
        width_of_axis(box) *
        (box.half_extents.x < box.half_extents.y ? box.half_extents.x : box.half_extents.y);
    const OrientedBox transformed{.center = transform_point(pose, box.center),
                                  .axis = rotate(pose.q, box.axis),
                                  .half_extents = box.half_extents};
    return inflated(transformed,
                    geometry::rotation_length_deficit(pose.q) * min_half_width +
                        geometry::padding(geometry::transformed_max_abs(pose, max_abs_coordinate(box))));
}

OrientedBox merged(const OrientedBox& a, const OrientedBox& b) {
    const std::array<Vec2d, 4> corners_a = corners_of(a);
    const std::array<Vec2d, 4> corners_b = corners_of(b);
    std::array<Vec2d, 8> corners{};
    for (std::size_t i = 0; i < 4; ++i) {
        corners[i] = corners_a[i];
        corners[i + 4] = corners_b[i];
    }
    // The padding in min_area_box also covers the rounding of the corners. `around` is not used because if a
    // shape is at the coordinate limit, the corners of its box are beyond the limit.
    return min_area_box({.points = corners});
}

OrientedBox fattened(const OrientedBox& box, double margin) {
    return inflated(box, margin + geometry::padding(max_abs_coordinate(box) + margin));
}

bool overlaps(const OrientedBox& a, const OrientedBox& b) {
    const Vec2d between = b.center - a.center;
    return !(separates(a.axis, a.half_extents.x, b, between) ||
             separates(left_perp(a.axis), a.half_extents.y, b, between) ||
             separates(b.axis, b.half_extents.x, a, between) ||
             separates(left_perp(b.axis), b.half_extents.y, a, between));
}

double area(const OrientedBox& box) {
    return 4.0 * box.half_extents.x * box.half_extents.y * length_squared(box.axis);
}

}  // namespace toibox

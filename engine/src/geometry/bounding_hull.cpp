// SPDX-License-Identifier: MIT
#include "toibox/geometry/bounding_hull.h"

#include "toibox/core/assert.h"

#include "geometry/convex_hull.h"
#include "geometry/volume_padding.h"

#include <cstddef>
#include <limits>

namespace toibox {

namespace {

/// The padding of a hull, metres: each point dropped from it may be outside by a few rounding errors more.
double hull_padding(std::size_t points, double magnitude) {
    return static_cast<double>(points) * 0x1p-51 * magnitude + geometry::padding(magnitude);
}
double max_abs_coordinate(const BoundingHull& hull) {
    return geometry::max_abs_coordinate(hull.points) + hull.radius;
}

/// Two hulls, relative to a vertex of the first, so that no precision is lost far from the origin.
class HullPair {
public:
    HullPair(const BoundingHull& a, const BoundingHull& b)
        : a_(a.points), b_(b.points), origin_(a.points[0]), radius_(a.radius + b.radius) {
        for (const std::span<const Vec2d> points : {a_, b_}) {
            for (const Vec2d point : points) {
                const double magnitude = geometry::max_abs_coordinate(point - origin_);
                magnitude_ = magnitude > magnitude_ ? magnitude : magnitude_;
            }
        }
    }

    [[nodiscard]] bool are_separated() const {
        return is_separated_by_edge(a_, 1.0) || is_separated_by_edge(b_, -1.0) ||
               is_separated_along(nearest_corner_offset());
    }

private:
    /// Whether B is beyond A along n. Correct for any n, since all vertices are tested.
    [[nodiscard]] bool is_separated_along(Vec2d n) const {
        double max_a = -std::numeric_limits<double>::infinity();
        double min_b = std::numeric_limits<double>::infinity();
        for (const Vec2d point : a_) {
            const double projection = dot(n, point - origin_);
            max_a = projection > max_a ? projection : max_a;
        }
        for (const Vec2d point : b_) {
            const double projection = dot(n, point - origin_);
            min_b = projection < min_b ? projection : min_b;
        }
        const double slack = tuning::volume_slack * (std::abs(n.x) + std::abs(n.y)) * magnitude_;
        const double gap = min_b - max_a - slack;
        return gap > 0.0 && gap > radius_ * length(n) * (1.0 + tuning::volume_slack);
    }
    [[nodiscard]] bool is_separated_by_edge(std::span<const Vec2d> hull, double side) const {
        for (std::size_t i = 0; i < hull.size() && hull.size() > 1; ++i) {
            const Vec2d edge = hull[i + 1 < hull.size() ? i + 1 : 0] - hull[i];
            if (is_separated_along(side * right_perp(edge))) return true;
        }
        return false;
    }
    [[nodiscard]] Vec2d nearest_corner_offset() const {
        Vec2d nearest = b_[0] - a_[0];
        for (const Vec2d a : a_) {
            for (const Vec2d b : b_) {
                if (length_squared(b - a) < length_squared(nearest)) nearest = b - a;
            }
        }
        return nearest;
    }

    std::span<const Vec2d> a_;
    std::span<const Vec2d> b_;
    Vec2d origin_;
    double radius_;
    double magnitude_ = 0.0;
};

}  // namespace

std::optional<BoundingHull> BoundingHull::around(const ConvexProxy& shape) {
    if (!geometry::can_be_bounded(shape)) return std::nullopt;
    const double magnitude = geometry::max_abs_coordinate(shape.points) + shape.radius;
    return BoundingHull{.points = geometry::convex_hull(shape.points),
                        .radius = shape.radius + hull_padding(shape.points.size(), magnitude)};
}

BoundingHull moved(const BoundingHull& hull, const Transformd& pose) {
    TOIBOX_ASSERT(geometry::is_finite(pose));
    const double square = pose.q.c * pose.q.c + pose.q.s * pose.q.s;
    // The part of the radius that covers rounding errors scales with |q|, like the points; `stretch` is at
    // least |q|.
    const double stretch = square > 1.0 ? square : 1.0;
    BoundingHull result{.points = {}, .radius = stretch * hull.radius};
    result.points.reserve(hull.points.size());
    for (const Vec2d point : hull.points)
        result.points.push_back(transform_point(pose, point));
    result.radius += geometry::padding(geometry::transformed_max_abs(pose, max_abs_coordinate(hull)));
    return result;
}

BoundingHull merged(const BoundingHull& a, const BoundingHull& b) {
    std::vector<Vec2d> points = a.points;
    points.insert(points.end(), b.points.begin(), b.points.end());
    const double radius = a.radius > b.radius ? a.radius : b.radius;
    const double magnitude = geometry::max_abs_coordinate(points) + radius;
    return {.points = geometry::convex_hull(points),
            .radius = radius + hull_padding(points.size(), magnitude)};
}

BoundingHull fattened(const BoundingHull& hull, double margin) {
    return {.points = hull.points,
            .radius = hull.radius + margin + geometry::padding(max_abs_coordinate(hull) + margin)};
}

bool overlaps(const BoundingHull& a, const BoundingHull& b) {
    return !HullPair(a, b).are_separated();
}

double area(const BoundingHull& hull) {
    const Vec2d origin = hull.points[0];
    double twice = 0.0;
    double perimeter = 0.0;
    for (std::size_t i = 0; i < hull.points.size(); ++i) {
        const Vec2d next = hull.points[i + 1 < hull.points.size() ? i + 1 : 0];
        twice += cross(hull.points[i] - origin, next - origin);
        perimeter += distance(hull.points[i], next);
    }
    return 0.5 * twice + perimeter * hull.radius + pi * hull.radius * hull.radius;
}

Vec2d center(const BoundingHull& hull) {
    Vec2d low = hull.points[0];
    Vec2d high = low;
    for (const Vec2d point : hull.points) {
        low = min(low, point);
        high = max(high, point);
    }
    return 0.5 * (low + high);
}

}  // namespace toibox

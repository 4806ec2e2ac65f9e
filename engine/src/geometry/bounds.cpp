// SPDX-License-Identifier: MIT
/// Boxes and extents of shapes, computed in double from the points of the shape and rounded outward once.
#include "toibox/geometry/bounds.h"

#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/tuning.h"

#include <cmath>
#include <limits>

namespace toibox {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

float round_down(double value) {
    const float rounded = static_cast<float>(value);
    return static_cast<double>(rounded) > value ? std::nextafter(rounded, -infinity) : rounded;
}
float round_up(double value) {
    const float rounded = static_cast<float>(value);
    return static_cast<double>(rounded) < value ? std::nextafter(rounded, infinity) : rounded;
}

/// A box in double, not rounded yet.
struct Box {
    Vec2d lower;
    Vec2d upper;

    void add(Vec2d point) {
        lower = min(lower, point);
        upper = max(upper, point);
    }
    void inflate(double margin) {
        lower -= {margin, margin};
        upper += {margin, margin};
    }
    /// Contains the true box despite rounding errors. `magnitude`: the largest coordinates, other than those
    /// of this box, that entered the computation.
    [[nodiscard]] Aabb rounded_outward(Vec2d magnitude) const {
        const Vec2d largest = max(max(abs(lower), abs(upper)), abs(magnitude));
        Box inflated = *this;
        inflated.inflate(tuning::placement_slack * (largest.x > largest.y ? largest.x : largest.y));
        return inflated.narrowed();
    }

private:
    [[nodiscard]] Aabb narrowed() const {
        return {{round_down(lower.x), round_down(lower.y)}, {round_up(upper.x), round_up(upper.y)}};
    }
};

Box box_of(const ConvexProxy& proxy, const Transformd& pose) {
    const Vec2d first = transform_point(pose, proxy.points[0]);
    Box box{first, first};
    for (const Vec2d point : proxy.points.subspan(1))
        box.add(transform_point(pose, point));
    box.inflate(proxy.radius);
    return box;
}

/// Maximum distance of a core point from `point`; excludes the radius.
double core_extent(const ConvexProxy& proxy, Vec2d point) {
    double max_squared = 0.0;
    for (const Vec2d p : proxy.points) {
        const double d = length_squared(p - point);
        max_squared = d > max_squared ? d : max_squared;
    }
    return std::sqrt(max_squared);
}

}  // namespace

Aabb compute_aabb(const Shape& shape, const Transform& transform) {
    const ConvexProxyBuffer buffer(shape);
    return box_of(buffer.proxy(), widen(transform)).rounded_outward(widen(transform.p));
}

Aabb swept_aabb(const Shape& shape, const Sweep& sweep) {
    const ConvexProxyBuffer buffer(shape);
    const ConvexProxy proxy = buffer.proxy();
    const double extent = core_extent(proxy, sweep.local_center);
    const double slack = tuning::rotation_slack * extent;

    Box disc_box{sweep.c0, sweep.c0};
    disc_box.add(sweep.c1);
    disc_box.inflate(extent + proxy.radius + slack);
    const double angle = std::abs(sweep.delta_angle);
    const Transformd start = pose_at(sweep, 0.0);
    const Vec2d magnitude = max(abs(start.p), abs(sweep.local_center));
    if (!(angle < pi)) return disc_box.rounded_outward(magnitude);

    // The path of a point deviates from its chord, at equal t, by at most the sagitta of its arc.
    Box ends = box_of(proxy, start);
    const Box end = box_of(proxy, pose_at(sweep, 1.0));
    ends.add(end.lower);
    ends.add(end.upper);
    ends.inflate(extent * (1.0 - sin_cos(0.5 * angle).cos) + slack);
    return Box{max(ends.lower, disc_box.lower), min(ends.upper, disc_box.upper)}.rounded_outward(magnitude);
}

float max_extent(const Shape& shape, Vec2 point) {
    const ConvexProxyBuffer buffer(shape);
    const double extent = core_extent(buffer.proxy(), widen(point)) + buffer.proxy().radius;
    return round_up(extent * (1.0 + tuning::placement_slack));
}

float inner_radius(const Shape& shape) {
    if (const auto* circle = std::get_if<Circle>(&shape)) return circle->radius;
    if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsule->radius;
    const auto* polygon = std::get_if<Polygon>(&shape);
    if (polygon == nullptr) return 0.0f;
    const auto vertices = polygon->vertices();
    const Vec2d inside = widen(polygon->centroid());
    double min_depth = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec2d a = widen(vertices[i]);
        const Vec2d edge = widen(vertices[(i + 1) % vertices.size()]) - a;
        const double depth = cross(edge, inside - a) / length(edge);
        min_depth = depth < min_depth ? depth : min_depth;
    }
    const double radius = min_depth + static_cast<double>(polygon->radius());
    return radius > 0.0 ? round_down(radius) : 0.0f;
}

Vec2 centroid(const Shape& shape) {
    if (const auto* circle = std::get_if<Circle>(&shape)) return circle->center;
    if (const auto* capsule = std::get_if<Capsule>(&shape)) return lerp(capsule->a, capsule->b, 0.5f);
    if (const auto* segment = std::get_if<Segment>(&shape)) return lerp(segment->a, segment->b, 0.5f);
    return std::get_if<Polygon>(&shape)->centroid();
}

}  // namespace toibox

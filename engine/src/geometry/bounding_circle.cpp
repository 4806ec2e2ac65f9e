// SPDX-License-Identifier: MIT
#include "toibox/geometry/bounding_circle.h"

#include "toibox/core/assert.h"

#include "geometry/volume_padding.h"

#include <array>
#include <cstddef>
#include <limits>

namespace toibox {

namespace {

/// Up to three support points and the smallest circle around them.
struct Basis {
    std::array<Vec2d, 3> points{};
    std::size_t count = 0;
    Vec2d center{};
    double radius_squared = std::numeric_limits<double>::infinity();
};

double max_distance_squared(Vec2d center, std::span<const Vec2d> points) {
    double max_squared = 0.0;
    for (const Vec2d p : points) {
        const double d = length_squared(p - center);
        if (!(d <= max_squared)) max_squared = d;
    }
    return max_squared;
}

/// The circumcentre; infinite, NaN or arbitrary if the points are collinear.
Vec2d circumcenter(Vec2d a, Vec2d b, Vec2d c) {
    const Vec2d ab = b - a;
    const Vec2d ac = c - a;
    const double scale = 0.5 / cross(ab, ac);
    const double bb = length_squared(ab);
    const double cc = length_squared(ac);
    return a + Vec2d{scale * (ac.y * bb - ab.y * cc), scale * (ab.x * cc - ac.x * bb)};
}

/// The smallest circle around the points of `basis` and a point outside its circle, which is on the new
/// circle. Candidates are compared by the radius needed to contain all of these points, so rounding cannot
/// select an invalid one.
Basis with_point(const Basis& basis, Vec2d outside) {
    std::array<Vec2d, 4> all{outside};
    for (std::size_t i = 0; i < basis.count; ++i)
        all[i + 1] = basis.points[i];
    const std::span<const Vec2d> used(all.data(), basis.count + 1);
    Basis best;
    const auto consider = [&](Vec2d center, Basis candidate) {
        candidate.center = center;
        candidate.radius_squared = max_distance_squared(center, used);
        if (candidate.radius_squared < best.radius_squared) best = candidate;
    };
    for (std::size_t i = 1; i < used.size(); ++i) {
        consider(0.5 * (outside + all[i]), {.points = {outside, all[i]}, .count = 2});
        for (std::size_t j = i + 1; j < used.size(); ++j) {
            consider(circumcenter(outside, all[i], all[j]),
                     {.points = {outside, all[i], all[j]}, .count = 3});
        }
    }
    return best;
}

BoundingCircle padded(Vec2d center, double radius, double magnitude) {
    return {center, radius + geometry::padding(magnitude)};
}
double max_abs_coordinate(const BoundingCircle& circle) {
    return geometry::max_abs_coordinate(circle.center) + circle.radius;
}

}  // namespace

std::optional<BoundingCircle> BoundingCircle::around(const ConvexProxy& shape) {
    if (!geometry::can_be_bounded(shape)) return std::nullopt;
    Basis basis{.points = {shape.points[0]}, .count = 1, .center = shape.points[0], .radius_squared = 0.0};
    for (int pivot = 0; pivot < tuning::max_circle_pivots; ++pivot) {
        std::size_t farthest = 0;
        double max_squared = -1.0;
        for (std::size_t i = 0; i < shape.points.size(); ++i) {
            const double d = length_squared(shape.points[i] - basis.center);
            if (d > max_squared) {
                max_squared = d;
                farthest = i;
            }
        }
        if (!(max_squared > basis.radius_squared)) break;
        const Basis larger = with_point(basis, shape.points[farthest]);
        // If the circle does not grow, only rounding error is left.
        if (!(larger.radius_squared > basis.radius_squared)) break;
        basis = larger;
    }
    const double radius = std::sqrt(max_distance_squared(basis.center, shape.points)) + shape.radius;
    return padded(basis.center, radius, geometry::max_abs_coordinate(shape.points) + shape.radius);
}

BoundingCircle moved(const BoundingCircle& circle, const Transformd& pose) {
    TOIBOX_ASSERT(geometry::is_finite(pose));
    const double square = pose.q.c * pose.q.c + pose.q.s * pose.q.s;
    const double stretch = square > 1.0 ? square : 1.0;  // at least |q|, without a square root
    return padded(transform_point(pose, circle.center), stretch * circle.radius,
                  geometry::transformed_max_abs(pose, max_abs_coordinate(circle)));
}

BoundingCircle merged(const BoundingCircle& a, const BoundingCircle& b) {
    const double magnitude_a = max_abs_coordinate(a);
    const double magnitude_b = max_abs_coordinate(b);
    const double magnitude = magnitude_a > magnitude_b ? magnitude_a : magnitude_b;
    const Vec2d between = b.center - a.center;
    const double center_distance = length(between);
    if (center_distance + b.radius <= a.radius) return padded(a.center, a.radius, magnitude);
    if (center_distance + a.radius <= b.radius) return padded(b.center, b.radius, magnitude);
    const double radius = 0.5 * (center_distance + a.radius + b.radius);
    // Neither circle contains the other, so `center_distance` is zero only if it underflows; the floor in
    // padding() covers that.
    const double t = center_distance > 0.0 ? (radius - a.radius) / center_distance : 0.0;
    return padded(a.center + t * between, radius, magnitude);
}

BoundingCircle fattened(const BoundingCircle& circle, double margin) {
    return padded(circle.center, circle.radius + margin, max_abs_coordinate(circle) + margin);
}
double area(const BoundingCircle& circle) {
    return pi * circle.radius * circle.radius;
}

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/convex_proxy.h"

#include "tests/support/generators.h"

#include <vector>

/// Random shapes for bounding volumes, including degenerate ones that make_polygon() would reject.
namespace toibox::volume_cases {

/// A convex shape; the points are in order.
struct PointSetShape {
    std::vector<Vec2d> points;
    double radius = 0.0;
    double scale = 1.0;  ///< Approximate size, metres.

    [[nodiscard]] ConvexProxy proxy() const { return {points, radius}; }
};

inline PointSetShape unit_shape(testing_support::Generator& random) {
    const auto along_line = [&random](int count) {
        const Vec2d start = random.point_double(0.5);
        const Vec2d step = (1.0 / count) * random.direction();
        PointSetShape line;
        for (int i = 0; i < count; ++i)
            line.points.push_back(start + static_cast<double>(i) * step);
        return line;
    };
    switch (random.rng.below(8)) {
        case 0:  // a point, with or without a radius
            return {.points = {random.point_double(0.5)}, .radius = random.rng.next_bool() ? 0.5 : 0.0};
        case 1:  // on a line, up to rounding
            return along_line(random.rng.integer(2, 5));
        case 2: {  // a duplicate point, or a short line
            const PointSetShape line = along_line(random.rng.integer(1, 3));
            PointSetShape twice = line;
            twice.points.insert(twice.points.begin(), line.points.begin(), line.points.end());
            return line.points.size() == 1 ? twice : line;
        }
        case 3: {  // a sliver, down to a width of a few ULPs
            const double half_width = static_cast<double>(random.magnitude(1e-16f, 0.1f));
            const Vec2d along = 0.5 * random.direction();
            const Vec2d across = half_width * left_perp(along);
            return {.points = {-along - across, along - across, along + across, -along + across}};
        }
        default: {
            const ConvexProxyBuffer buffer(random.shape(0.5f));
            const auto points = buffer.proxy().points;
            return {.points = {points.begin(), points.end()}, .radius = buffer.proxy().radius};
        }
    }
}

inline PointSetShape scaled(PointSetShape shape, double scale, Vec2d offset) {
    for (Vec2d& point : shape.points)
        point = offset + scale * point;
    shape.radius *= scale;
    shape.scale = scale;
    return shape;
}

/// Sizes from 1e-12 to 1e9 m. One in three shapes is 1000 times its size away from its local origin.
inline PointSetShape any_shape(testing_support::Generator& random) {
    constexpr double scales[] = {1e-12, 1e-6, 1e-3, 1.0, 1.0, 1.0, 1e3, 1e9};
    const double scale = scales[random.rng.below(8)];
    const double offset_length = random.rng.below(3) == 0 ? 1000.0 * scale : 0.0;
    PointSetShape shape = unit_shape(random);
    const Vec2d offset = offset_length * random.direction();
    return scaled(shape, scale, offset);
}
/// A shape of 0.1 to 1 times the size of another one, with the same `scale`.
inline PointSetShape any_shape_like(const PointSetShape& other, testing_support::Generator& random) {
    const double ratio = random.uniform_double(0.1, 1.0);
    PointSetShape shape = scaled(unit_shape(random), ratio * other.scale, {});
    shape.scale = other.scale;
    return shape;
}

}  // namespace toibox::volume_cases

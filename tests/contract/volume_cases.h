// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/convex_proxy.h"

#include "tests/support/generators.h"

#include <vector>

/// Shapes for bounding volumes: from ordinary to such as a polygon's maker would refuse.
namespace toibox::volume_cases {

/// Convex, in order.
struct PointSetShape {
    std::vector<Vec2d> points;
    double radius = 0.0;
    double scale = 1.0;  ///< About its size, metres.

    [[nodiscard]] ConvexProxy proxy() const { return {points, radius}; }
};

inline PointSetShape unit_shape(testing_support::Generator& random) {
    const auto along_line = [&random](int count) {
        const Vec2d from = random.point_double(0.5);
        const Vec2d by = (1.0 / count) * random.direction();
        PointSetShape line;
        for (int i = 0; i < count; ++i)
            line.points.push_back(from + static_cast<double>(i) * by);
        return line;
    };
    switch (random.rng.below(8)) {
        case 0:  // a point, with or without a radius
            return {.points = {random.point_double(0.5)}, .radius = random.rng.next_bool() ? 0.5 : 0.0};
        case 1:  // on a line but for rounding
            return along_line(random.rng.integer(2, 5));
        case 2: {  // the same points twice
            const PointSetShape half = along_line(random.rng.integer(1, 3));
            PointSetShape twice = half;
            twice.points.insert(twice.points.begin(), half.points.begin(), half.points.end());
            return half.points.size() == 1 ? twice : half;
        }
        case 3: {  // a sliver, down to a width of a few roundings
            const double thin = static_cast<double>(random.magnitude(1e-16f, 0.1f));
            const Vec2d along = 0.5 * random.direction();
            const Vec2d across = thin * left_perp(along);
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

/// From a picometre to a million kilometres; one in three a thousand sizes away from its frame's origin.
inline PointSetShape any_shape(testing_support::Generator& random) {
    constexpr double scales[] = {1e-12, 1e-6, 1e-3, 1.0, 1.0, 1.0, 1e3, 1e9};
    const double scale = scales[random.rng.below(8)];
    const double away = random.rng.below(3) == 0 ? 1000.0 * scale : 0.0;
    PointSetShape shape = unit_shape(random);
    const Vec2d offset = away * random.direction();
    return scaled(shape, scale, offset);
}
/// Another one, about as large.
inline PointSetShape any_shape_like(const PointSetShape& other, testing_support::Generator& random) {
    const double share = random.uniform_double(0.1, 1.0);
    PointSetShape shape = scaled(unit_shape(random), share * other.scale, {});
    shape.scale = other.scale;
    return shape;
}

}  // namespace toibox::volume_cases

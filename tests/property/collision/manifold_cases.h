// SPDX-License-Identifier: MIT
#pragma once

// Random shapes, and reference values for their manifolds by the long double oracle.

#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/hull.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/collide.h"
#include "toibox/narrow/tuning.h"

#include "tests/support/distance_oracle.h"
#include "tests/support/generators.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace toibox::manifold_cases {

/// A shape of the given type and of about `size`, near the origin of its frame.
inline Shape shape_of(ShapeType type, float size, testing_support::Generator& random) {
    const auto polygon = [&]() -> Shape {
        switch (random.rng.below(6)) {
            case 0:
                return random.box(size);
            case 1:
                return random.sliver(size, 0.02f);
            case 2:
                return random.rounded_polygon(size);
            case 3:
                return random.random_hull(12, size);
            case 4:
                return make_regular_polygon(random.rng.integer(3, Polygon::max_vertices), size);
            default:
                return random.convex_polygon(size);
        }
    };
    const Shape shape = type == ShapeType::Circle    ? Shape(random.circle(size))
                        : type == ShapeType::Capsule ? Shape(random.capsule(size))
                        : type == ShapeType::Segment ? Shape(random.segment(size))
                                                     : polygon();
    return testing_support::moved(shape, random.point(0.3f * size));
}

/// The points of a shape at `pose` in long double, and its radius.
struct PlacedShape {
    PlacedShape(const Shape& shape, const Transform& pose) {
        const auto buffer = std::make_unique<ConvexProxyBuffer>(shape);
        points = oracle::placed(buffer->proxy(), widen(pose), {0.0, 0.0});
        radius = static_cast<oracle::Real>(buffer->proxy().radius);
    }
    std::vector<oracle::Point> points;
    oracle::Real radius = 0;
};

/// Distance (positive) or penetration depth (negative) of two shapes.
inline double signed_separation(const PlacedShape& a, const PlacedShape& b) {
    const oracle::Distance d = oracle::distance(a.points, b.points);
    return static_cast<double>(d.distance - d.depth - a.radius - b.radius);
}

/// Distance of `point` from the shape; 0 inside.
inline double distance_to(const PlacedShape& shape, Vec2 point) {
    const oracle::Real d =
        oracle::distance({oracle::exact(widen(point))}, shape.points).distance - shape.radius;
    return d > 0 ? static_cast<double>(d) : 0.0;
}

inline double longest_edge(const PlacedShape& shape) {
    oracle::Real longest = 0;
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
        const oracle::Real l = oracle::length(shape.points[(i + 1) % shape.points.size()] - shape.points[i]);
        longest = l > longest ? l : longest;
    }
    return static_cast<double>(longest);
}

}  // namespace toibox::manifold_cases

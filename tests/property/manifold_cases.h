// SPDX-License-Identifier: MIT
#pragma once

// Random pairs of shapes near each other, and what a manifold of them must be by the oracle of long double.

#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/hull.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/collide.h"
#include "toibox/narrow/tuning.h"

#include "tests/support/distance_oracle.h"

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace toibox::manifold_cases {

class Generator {
public:
    explicit Generator(std::uint32_t seed) : rng_(seed) {}

    float uniform(float low, float high) {
        return low + (high - low) * (static_cast<float>(rng_() >> 8u) / 16777216.0f);
    }
    int integer(int low, int high) {
        return low + static_cast<int>(rng_() % static_cast<std::uint32_t>(high - low + 1));
    }
    Vec2 point(float size) { return {uniform(-size, size), uniform(-size, size)}; }

    /// All points within `size` of the shape's origin, more or less.
    Shape shape(ShapeType type, float size) {
        switch (type) {
            case ShapeType::Circle:
                return Circle{.center = point(0.3f * size), .radius = uniform(0.05f, 0.7f) * size};
            case ShapeType::Capsule: {
                const Vec2 a = point(0.7f * size);
                return Capsule{.a = a, .b = a + point(0.7f * size), .radius = uniform(0.02f, 0.3f) * size};
            }
            case ShapeType::Segment: {
                const Vec2 a = point(size);
                Segment segment;
                segment.a = a;
                segment.b = a + point(size);
                return segment;
            }
            case ShapeType::Polygon:
                break;
        }
        return polygon(size);
    }
    Polygon polygon(float size) {
        const float radius = integer(0, 2) == 0 ? uniform(0.02f, 0.2f) * size : 0.0f;
        const int kind = integer(0, 9);
        if (kind < 3) {
            const Vec2 half{uniform(0.05f, 1.0f) * size, uniform(0.05f, 1.0f) * size};
            return make_box(half, point(0.3f * size), uniform(-3.0f, 3.0f), radius);
        }
        if (kind == 3) return make_regular_polygon(integer(3, 256), size);
        std::vector<Vec2> points;
        for (int i = integer(3, 12); i > 0; --i)
            points.push_back(point(size));
        auto hull = make_hull(points, radius);
        return hull ? *std::move(hull) : Polygon();
    }
    Transform pose(float distance) {
        const float angle = uniform(-3.15f, 3.15f);
        const Rot direction = make_rot(uniform(-3.15f, 3.15f));
        return {distance * Vec2{direction.c, direction.s}, make_rot(angle)};
    }

private:
    std::mt19937 rng_;
};

/// A shape's points in long double, in the frame of `pose`, and its radius.
struct PlacedShape {
    PlacedShape(const Shape& shape, const Transform& pose) {
        const auto buffer = std::make_unique<ConvexProxyBuffer>(shape);
        points = oracle::placed(buffer->proxy(), widen(pose), {0.0, 0.0});
        radius = static_cast<oracle::Real>(buffer->proxy().radius);
    }
    std::vector<oracle::Point> points;
    oracle::Real radius = 0;
};

/// Gap (positive) or least depth (negative) of the two shapes.
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

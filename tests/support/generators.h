// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/rng.h"
#include "toibox/geometry/hull.h"
#include "toibox/math/sweep.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox::testing_support {

/// Random shapes, poses and motions from one seed, the same on every machine, because the generator uses only
/// the engine's functions and plain arithmetic. Print `seed` when a test fails
/// (SCOPED_TRACE(generator.seed)).
struct Generator {
    std::uint64_t seed;
    Rng rng;

    explicit Generator(std::uint64_t seed_value) : seed(seed_value), rng(seed_value) {}

    // ---- Numbers

    float uniform(float a, float b) { return rng.uniform(a, b); }
    double uniform_double(double a, double b) { return rng.uniform_double(a, b); }
    /// In [a, b], with each octave equally likely and a uniform distribution within it. Requires: 0 < a ≤ b.
    float magnitude(float a, float b) {
        float octaves = 0.0f;
        for (float x = a; x < b; x *= 2.0f) {
            octaves += 1.0f;
        }
        const int octave = rng.integer(0, octaves > 0.0f ? static_cast<int>(octaves) - 1 : 0);
        float low = a;
        for (int i = 0; i < octave; ++i) {
            low *= 2.0f;
        }
        const float high = 2.0f * low < b ? 2.0f * low : b;
        return uniform(low, high);
    }
    /// Steps per second.
    float step_rate() {
        constexpr float rates[] = {30.0f, 60.0f, 120.0f, 240.0f};
        return rates[rng.below(4)];
    }
    Vec2 point(float half_side) {
        const float x = uniform(-half_side, half_side);
        const float y = uniform(-half_side, half_side);
        return {x, y};
    }
    Vec2d point_double(double half_side) {
        const double x = uniform_double(-half_side, half_side);
        const double y = uniform_double(-half_side, half_side);
        return {x, y};
    }
    double angle() { return uniform_double(-pi, pi); }
    Vec2d direction() {
        const Rotd q = make_rotd(angle());
        return {q.c, q.s};
    }

    // ---- Poses and motions

    Rot rotation() { return narrow(make_rotd(angle())); }
    Transform transform(float half_side) {
        const Vec2 p = point(half_side);
        return {p, rotation()};
    }
    Transformd transform_double(double half_side) {
        const Vec2d p = point_double(half_side);
        return {p, make_rotd(angle())};
    }
    /// A sweep over up to `reach` metres and ±`turn` radians. One sweep in ten does not translate, and one in
    /// ten does not rotate.
    Sweep sweep(double half_side, double reach, double turn) {
        Sweep motion;
        motion.c0 = point_double(half_side);
        motion.c1 = rng.below(10) == 0 ? motion.c0 : motion.c0 + uniform_double(0.0, reach) * direction();
        motion.q0 = make_rotd(angle());
        motion.delta_angle = rng.below(10) == 0 ? 0.0 : uniform_double(-turn, turn);
        return motion;
    }

    // ---- Shapes of about the size `scale` around the origin; `moved` translates them

    Circle circle(float scale) { return {.center = {}, .radius = uniform(0.2f, 1.0f) * scale}; }
    Capsule capsule(float scale) {
        const Vec2 a = point(scale);
        const Vec2 b = point(scale);
        return {.a = a, .b = b, .radius = uniform(0.05f, 0.5f) * scale};
    }
    Segment segment(float scale) {
        const Vec2 a = point(scale);
        Vec2 b = point(scale);
        while (distance(a, b) < 0.1f * scale) {
            b = point(scale);
        }
        return {.a = a, .b = b, .ghost_a = {}, .ghost_b = {}};
    }
    Polygon box(float scale) {
        const float x = uniform(0.1f, 1.0f) * scale;
        const float y = uniform(0.1f, 1.0f) * scale;
        return make_box({x, y});
    }
    /// A randomly rotated box whose short side is `thinness` times the long one.
    Polygon sliver(float scale, float thinness) {
        const float tilt = static_cast<float>(angle());
        return make_box({scale, thinness * scale}, {}, tilt);
    }
    /// Exactly n vertices on an ellipse of random aspect ratio and orientation. Neighbours are at least a
    /// third of the even angular spacing apart. Convex by construction.
    Polygon convex_polygon(int n, float scale, float radius = 0.0f) {
        const double axis_x = static_cast<double>(scale);
        const double axis_y = uniform_double(0.3, 1.0) * axis_x;
        const Rotd tilt = make_rotd(angle());
        const double even_spacing = 2.0 * pi / static_cast<double>(n);
        std::vector<Vec2> vertices;
        for (int i = 0; i < n; ++i) {
            const Rotd q = make_rotd((static_cast<double>(i) + uniform_double(-0.33, 0.33)) * even_spacing);
            vertices.push_back(narrow(rotate(tilt, Vec2d{axis_x * q.c, axis_y * q.s})));
        }
        auto polygon = make_polygon(vertices, radius);
        TOIBOX_ASSERT(polygon.has_value());
        return polygon ? *polygon : Polygon();
    }
    /// 3 to 40 vertices; three polygons in four have at most eight.
    Polygon convex_polygon(float scale) {
        const int n = rng.below(4) == 0 ? rng.integer(9, 40) : rng.integer(3, 8);
        return convex_polygon(n, scale);
    }
    Polygon rounded_polygon(float scale) {
        const int n = rng.integer(3, 8);
        const float radius = uniform(0.02f, 0.4f) * scale;
        return convex_polygon(n, 0.7f * scale, radius);
    }
    /// The hull of random points in a square, with widely varying angles and edge lengths.
    Polygon random_hull(int points, float scale) {
        for (;;) {
            std::vector<Vec2> cloud;
            for (int i = 0; i < points; ++i) {
                cloud.push_back(point(scale));
            }
            if (auto hull = make_hull(cloud)) return *hull;
        }
    }
    /// Any kind of shape except a segment.
    Shape solid_shape(float scale) {
        switch (rng.below(6)) {
            case 0:
                return circle(scale);
            case 1:
                return capsule(scale);
            case 2:
                return box(scale);
            case 3:
                return rounded_polygon(scale);
            case 4:
                return random_hull(12, scale);
            default:
                return convex_polygon(scale);
        }
    }
    Shape shape(float scale) {
        if (rng.below(7) == 0) return segment(scale);
        return solid_shape(scale);
    }
    /// A star-shaped simple polygon, usually concave: n vertices at evenly spaced angles and random
    /// distances.
    std::vector<Vec2> simple_polygon(int n, float scale) {
        std::vector<Vec2> vertices;
        for (int i = 0; i < n; ++i) {
            const Rotd q = make_rotd(2.0 * pi * static_cast<double>(i) / static_cast<double>(n));
            const double r = uniform_double(0.2, 1.0) * static_cast<double>(scale);
            vertices.push_back(narrow(r * Vec2d{q.c, q.s}));
        }
        return vertices;
    }
};

/// `shape` translated by `offset` in its own frame.
inline Shape moved(const Shape& shape, Vec2 offset) {
    if (const auto* circle = std::get_if<Circle>(&shape)) {
        return Circle{.center = circle->center + offset, .radius = circle->radius};
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return Capsule{.a = capsule->a + offset, .b = capsule->b + offset, .radius = capsule->radius};
    }
    if (const auto* segment = std::get_if<Segment>(&shape)) {
        Segment result = *segment;
        result.a += offset;
        result.b += offset;
        result.ghost_a += offset;
        result.ghost_b += offset;
        return result;
    }
    const Polygon& polygon = std::get<Polygon>(shape);
    std::vector<Vec2> vertices;
    for (const Vec2 vertex : polygon.vertices()) {
        vertices.push_back(vertex + offset);
    }
    auto result = make_polygon(vertices, polygon.radius());
    TOIBOX_ASSERT(result.has_value());
    return result ? *result : polygon;
}

}  // namespace toibox::testing_support

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/vec2.h"

#include <cmath>
#include <cstddef>
#include <vector>

/// Geometry of shapes in long double by brute force: points, distance, outline, moments of area. Shares only
/// the structs with the engine.
namespace toibox::testing_support {

struct Vec2l {
    long double x = 0;
    long double y = 0;
};
inline Vec2l operator+(Vec2l a, Vec2l b) {
    return {a.x + b.x, a.y + b.y};
}
inline Vec2l operator-(Vec2l a, Vec2l b) {
    return {a.x - b.x, a.y - b.y};
}
inline Vec2l operator*(long double s, Vec2l v) {
    return {s * v.x, s * v.y};
}
inline long double dot_l(Vec2l a, Vec2l b) {
    return a.x * b.x + a.y * b.y;
}
inline long double cross_l(Vec2l a, Vec2l b) {
    return a.x * b.y - a.y * b.x;
}
inline long double length_l(Vec2l v) {
    return std::sqrt(dot_l(v, v));
}
inline Vec2l to_long(Vec2 v) {
    return {static_cast<long double>(v.x), static_cast<long double>(v.y)};
}
inline Vec2l to_long(Vec2d v) {
    return {static_cast<long double>(v.x), static_cast<long double>(v.y)};
}
/// Whether the edge from a to b crosses the ray from p in the +x direction.
inline bool crosses_to_the_right(Vec2l a, Vec2l b, Vec2l p) {
    return (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y);
}

/// The points of a convex core, and the radius around it.
struct Core {
    std::vector<Vec2l> points;
    long double radius = 0;
};
inline Core core_of(const Shape& shape) {
    if (const auto* circle = std::get_if<Circle>(&shape)) {
        return {{to_long(circle->center)}, static_cast<long double>(circle->radius)};
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return {{to_long(capsule->a), to_long(capsule->b)}, static_cast<long double>(capsule->radius)};
    }
    if (const auto* segment = std::get_if<Segment>(&shape))
        return {{to_long(segment->a), to_long(segment->b)}, 0};
    const Polygon& polygon = std::get<Polygon>(shape);
    Core core{{}, static_cast<long double>(polygon.radius())};
    for (const Vec2 vertex : polygon.vertices()) {
        core.points.push_back(to_long(vertex));
    }
    return core;
}

inline long double distance_to_segment(Vec2l p, Vec2l a, Vec2l b) {
    const Vec2l ab = b - a;
    const long double squared = dot_l(ab, ab);
    long double t = squared > 0 ? dot_l(p - a, ab) / squared : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return length_l(p - (a + t * ab));
}

/// Distance of p from the surface, in the shape's frame; negative inside.
inline long double signed_distance(const Core& core, Vec2l p) {
    const std::size_t n = core.points.size();
    long double min_distance = length_l(p - core.points[0]);
    bool inside = n >= 3;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2l a = core.points[i];
        const Vec2l b = core.points[(i + 1) % n];
        const long double d = distance_to_segment(p, a, b);
        min_distance = d < min_distance ? d : min_distance;
        inside = inside && cross_l(b - a, p - a) >= 0;
    }
    return (inside ? -min_distance : min_distance) - core.radius;
}

/// A counter-clockwise outline; each arc is replaced by `chords` chords.
inline std::vector<Vec2l> outline_of(const Core& core, int chords) {
    const long double full_turn = 2 * std::acos(-1.0L);
    const std::size_t n = core.points.size();
    if (!(core.radius > 0)) return core.points;
    std::vector<Vec2l> outline;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2l p = core.points[i];
        const Vec2l in = p - core.points[(i + n - 1) % n];
        const Vec2l out = core.points[(i + 1) % n] - p;
        const long double first = n == 1 ? 0 : std::atan2(-in.x, in.y);
        long double turn = n == 1 ? full_turn : std::atan2(-out.x, out.y) - first;
        if (turn < 0) turn += full_turn;
        for (int k = 0; k <= chords; ++k) {
            const long double angle = first + turn * k / chords;
            outline.push_back(p + core.radius * Vec2l{std::cos(angle), std::sin(angle)});
        }
    }
    return outline;
}

/// Moments of the area inside an outline, by Green's theorem.
struct AreaMoments {
    long double area = 0;
    Vec2l centroid;
    long double second = 0;  ///< Second moment about the centroid.
};
inline AreaMoments moments_of(const std::vector<Vec2l>& outline) {
    const Vec2l origin = outline[0];
    AreaMoments m;
    Vec2l first;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2l a = outline[i] - origin;
        const Vec2l b = outline[(i + 1) % outline.size()] - origin;
        const long double c = cross_l(a, b);
        m.area += c / 2;
        first = first + (c / 6) * (a + b);
        m.second += c / 12 * (dot_l(a, a) + dot_l(a, b) + dot_l(b, b));
    }
    const Vec2l offset = (1 / m.area) * first;
    m.centroid = origin + offset;
    m.second -= m.area * dot_l(offset, offset);
    return m;
}

}  // namespace toibox::testing_support

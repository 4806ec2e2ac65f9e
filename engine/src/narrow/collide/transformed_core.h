// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/tuning.h"

#include "narrow/collide/polygon_sat.h"

#include <array>
#include <cstddef>

namespace toibox {

/// A polygon transformed to another frame. Two capacities, so that a box does not pay for clearing the memory
/// of 256 vertices.
template <std::size_t capacity>
class TransformedCore {
public:
    TransformedCore(const ConvexCore& core, const Transform& transform)
        : count_(core.vertices.size()), radius_(core.radius) {
        for (std::size_t i = 0; i < count_; ++i) {
            vertices_[i] = transform_point(transform, core.vertices[i]);
            normals_[i] = rotate(transform.q, core.normals[i]);
        }
    }
    [[nodiscard]] ConvexCore core() const {
        return {std::span(vertices_).first(count_), std::span(normals_).first(count_), radius_};
    }

private:
    std::size_t count_;
    float radius_;
    std::array<Vec2, capacity> vertices_;
    std::array<Vec2, capacity> normals_;
};

/// Calls f with the core of the polygon after applying `transform`.
template <class F>
auto with_transformed_core(const Polygon& polygon, const Transform& transform, F&& f) {
    if (polygon.count() <= Polygon::inline_capacity) {
        const TransformedCore<Polygon::inline_capacity> transformed(core_of(polygon), transform);
        return f(transformed.core());
    }
    const TransformedCore<Polygon::max_vertices> transformed(core_of(polygon), transform);
    return f(transformed.core());
}

/// The segment from a to b as a loop of two edges: a capsule without its radius. Edge 0 runs from a to b.
/// Requires: !is_point(a, b).
class SegmentCore {
public:
    SegmentCore(Vec2 a, Vec2 b, float radius, const Transform& transform = {})
        : vertices_{transform_point(transform, a), transform_point(transform, b)}, radius_(radius) {
        const Vec2 tangent = normalized(rotate(transform.q, b - a));
        normals_ = {right_perp(tangent), left_perp(tangent)};
    }
    [[nodiscard]] ConvexCore core() const { return {vertices_, normals_, radius_}; }

    /// Whether the segment is too short to have a direction.
    static bool is_point(Vec2 a, Vec2 b) { return length(b - a) <= tuning::coincident; }

private:
    std::array<Vec2, 2> vertices_;
    std::array<Vec2, 2> normals_;
    float radius_;
};

}  // namespace toibox

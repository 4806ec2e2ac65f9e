// SPDX-License-Identifier: MIT
#include "toibox/geometry/hull.h"

#include "geometry/polygon_access.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toibox {

namespace {

/// Centroid of the enclosed area, by a triangle fan from the mean vertex: no precision is lost far from the
/// frame origin, and symmetric shapes give symmetric results.
Vec2 centroid_of(std::span<const Vec2> vertices) {
    Vec2d mean;
    for (const Vec2 vertex : vertices) {
        mean += widen(vertex);
    }
    mean *= 1.0 / static_cast<double>(vertices.size());
    Vec2d sum;
    double area = 0.0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec2d e1 = widen(vertices[i]) - mean;
        const Vec2d e2 = widen(vertices[(i + 1) % vertices.size()]) - mean;
        const double twice_area = cross(e1, e2);
        area += twice_area;
        sum += twice_area * (e1 + e2);
    }
    return narrow(mean + (1.0 / (3.0 * area)) * sum);
}

/// Whether a function of hull.h could have made these data: convex, counter-clockwise, unit normals.
bool is_polygon(std::span<const Vec2> vertices, std::span<const Vec2> normals) {
    const std::size_t n = vertices.size();
    if (n < 3 || n > static_cast<std::size_t>(Polygon::max_vertices) || normals.size() != n) return false;
    for (std::size_t i = 0; i < n; ++i) {
        if (!is_finite(vertices[i]) || !is_finite(normals[i])) return false;
    }
    // The normals turn by less than 180° per vertex, so they cross the x axis upwards once per full turn.
    int full_turns = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t next = i + 1 < n ? i + 1 : 0;
        const Vec2d normal = widen(normals[i]);
        const Vec2d next_normal = widen(normals[next]);
        const Vec2d edge = widen(vertices[next]) - widen(vertices[i]);
        if (std::abs(length_squared(normal) - 1.0) > 1e-5) return false;
        if (!(dot(right_perp(edge), normal) > 0.999 * length(edge))) return false;
        if (!(cross(normal, next_normal) > 0.0)) return false;
        if (normal.y < 0.0 && next_normal.y >= 0.0) ++full_turns;
    }
    return full_turns == 1;
}

}  // namespace

Polygon::Polygon() : Polygon(make_box({0.5f, 0.5f})) {}

Polygon::Polygon(Uninitialized) {}

Polygon PolygonAccess::restore(std::span<const Vec2> vertices, std::span<const Vec2> normals, Vec2 centroid,
                               float radius) {
    TOIBOX_ASSERT(vertices.size() == normals.size() && vertices.size() >= 3 &&
                  vertices.size() <= Polygon::max_vertices);
    Polygon polygon(Polygon::Uninitialized{});
    polygon.count_ = static_cast<int>(vertices.size());
    polygon.radius_ = radius;
    polygon.centroid_ = centroid;
    if (polygon.count_ <= Polygon::inline_capacity) {
        std::ranges::copy(vertices, polygon.vertices_.begin());
        std::ranges::copy(normals, polygon.normals_.begin());
    } else {
        polygon.heap_storage_.assign(vertices.begin(), vertices.end());
        polygon.heap_storage_.insert(polygon.heap_storage_.end(), normals.begin(), normals.end());
    }
    return polygon;
}

std::optional<Polygon> PolygonAccess::restore_checked(std::span<const Vec2> vertices,
                                                      std::span<const Vec2> normals, Vec2 centroid,
                                                      float radius) {
    if (!is_polygon(vertices, normals) || !is_finite(centroid)) return std::nullopt;
    return restore(vertices, normals, centroid, radius);
}

Polygon PolygonAccess::from_hull(std::span<const Vec2> vertices, float radius) {
    std::array<Vec2, Polygon::max_vertices> normals;
    const std::size_t n = vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        normals[i] = narrow(normalized(right_perp(widen(vertices[(i + 1) % n]) - widen(vertices[i]))));
    }
    return restore(vertices, std::span<const Vec2>(normals).first(n), centroid_of(vertices), radius);
}

}  // namespace toibox

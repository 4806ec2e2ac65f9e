// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/math/vec2.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace toibox {

/// Shapes are values in the frame of their body. Metres; vertices counter-clockwise.

struct Circle {
    Vec2 center{};
    float radius = 0.5f;  ///< > 0

    friend bool operator==(const Circle&, const Circle&) = default;
};

/// A segment with a radius: all points within `radius` of [a, b].
struct Capsule {
    Vec2 a{};
    Vec2 b{};
    float radius = 0.5f;  ///< > 0

    friend bool operator==(const Capsule&, const Capsule&) = default;
};

/// A line segment without thickness or mass; collides on both sides.
/// A segment of a chain stores the far ends of its neighbours as ghost vertices, so that nothing snags on the
/// shared vertices.
struct Segment {
    Vec2 a{};
    Vec2 b{};
    bool has_ghost_a = false;  ///< The chain continues before a.
    bool has_ghost_b = false;  ///< The chain continues after b.
    Vec2 ghost_a{};
    Vec2 ghost_b{};

    friend bool operator==(const Segment&, const Segment&) = default;
};

/// Why a polygon could not be made. `index` is the offending vertex of the input; for TooFewVertices, the
/// count; for TooManyVertices, the limit.
struct PolygonError {
    enum class Reason : std::uint8_t {
        TooFewVertices,   ///< Fewer than 3 (after merging).
        TooManyVertices,  ///< More than Polygon::max_vertices; decompose(): tuning::max_outline_vertices.
        NotFinite,
        NotConvex,
        SelfIntersecting,
        SelfTouching,
        NoArea,
        BadRadius,
        HoleMeetsOutline,  ///< Crosses or touches the outline.
        HoleOutside,       ///< Outside the outline.
        HoleMeetsHole,
        HoleInHole,
    };
    Reason reason = Reason::TooFewVertices;
    int index = 0;
    int hole = -1;  ///< The hole that contains the vertex; −1 for the outline.
    int edge = -1;  ///< SelfTouching: the first vertex of the touched edge.
};
/// A sentence without a full stop: "vertex 3 makes the polygon concave".
std::string describe(const PolygonError& error);

/// A convex polygon, optionally rounded: all points within `radius` of the hull of the vertices.
/// Created only by the functions in hull.h and by deserialization, so vertices are convex, counter-clockwise,
/// distinct, and no three are collinear.
class Polygon {
public:
    static constexpr int inline_capacity = 8;  ///< Up to this count, vertices are stored inline.
    static constexpr int max_vertices = 256;

    /// The unit box.
    Polygon();

    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] float radius() const { return radius_; }
    /// Centroid of the hull of the vertices, without the radius.
    [[nodiscard]] Vec2 centroid() const { return centroid_; }
    [[nodiscard]] std::span<const Vec2> vertices() const {
        return count_ <= inline_capacity
                   ? std::span<const Vec2>(vertices_).first(static_cast<std::size_t>(count_))
                   : std::span<const Vec2>(heap_storage_).first(static_cast<std::size_t>(count_));
    }
    /// normals()[i] is the outward unit normal of the edge from vertex i to vertex i + 1.
    [[nodiscard]] std::span<const Vec2> normals() const {
        return count_ <= inline_capacity
                   ? std::span<const Vec2>(normals_).first(static_cast<std::size_t>(count_))
                   : std::span<const Vec2>(heap_storage_).last(static_cast<std::size_t>(count_));
    }

    friend bool operator==(const Polygon&, const Polygon&) = default;

private:
    friend struct PolygonAccess;
    struct Uninitialized {};
    explicit Polygon(Uninitialized);

    int count_ = 0;
    float radius_ = 0.0f;
    Vec2 centroid_;
    std::array<Vec2, inline_capacity> vertices_{};
    std::array<Vec2, inline_capacity> normals_{};
    std::vector<Vec2> heap_storage_;  ///< Vertices, then normals; empty if they fit inline.
};

using Shape = std::variant<Circle, Capsule, Segment, Polygon>;

enum class ShapeType : std::uint8_t { Circle, Capsule, Segment, Polygon };
inline constexpr int shape_type_count = 4;
inline ShapeType type_of(const Shape& shape) {
    return static_cast<ShapeType>(shape.index());
}
/// Distance from the core (centre, segment or hull of the vertices) to the surface, metres.
inline float rounding_radius(const Shape& shape) {
    switch (type_of(shape)) {
        case ShapeType::Circle:
            return std::get_if<Circle>(&shape)->radius;
        case ShapeType::Capsule:
            return std::get_if<Capsule>(&shape)->radius;
        case ShapeType::Segment:
            return 0.0f;
        case ShapeType::Polygon:
            return std::get_if<Polygon>(&shape)->radius();
    }
    return 0.0f;
}

}  // namespace toibox

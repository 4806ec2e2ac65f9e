// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

#include "app/platform/color.h"
#include "app/render/camera.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toibox::app {

/// What fills a shape beside its colour, so that roles differ in greyscale too. Anchored to the world,
/// constant in points.
enum class Pattern : std::uint8_t { Plain, Hatch, CrossHatch, Dots };
/// All patterns repeat after a square of so many points.
inline constexpr double pattern_period = 8.0;

struct Style {
    Color fill{0, 0, 0, 0};
    Color outline;
    float width = 1.5f;  ///< Of the outline, points; centred on the edge. 0 draws none.
    Pattern pattern = Pattern::Plain;
    bool dashed = false;
    bool spoke = false;  ///< A radius along the shape's x axis: shows how a circle turns.
};

/// How a vertex or instance carries its style: the shaders read these bits.
struct PackedStyle {
    Color fill;
    Color outline;
    std::uint16_t width = 0;  ///< 1/256 point.
    std::uint16_t flags = 0;  ///< Bits 0–1 pattern, 2 dashed, 3 spoke, 8–11 count of vertices.
};

/// All points within `radius` of a box: also circles, capsules, segments (no fill, no radius) and dots.
struct RoundedBoxInstance {
    Vec2 center;  ///< Relative to the camera, metres.
    Rot rotation;
    Vec2 half;  ///< Metres.
    float radius = 0.0f;
    PackedStyle style;
};
static_assert(sizeof(RoundedBoxInstance) == 40);

/// A convex polygon of up to 8 vertices, rounded by `radius`.
struct PolygonInstance {
    Vec2 origin;  ///< Relative to the camera, metres.
    Rot rotation;
    Vec2 vertices[Polygon::inline_capacity];
    float radius = 0.0f;
    PackedStyle style;
};
static_assert(sizeof(PolygonInstance) == 96);

/// A corner of a triangle of a polygon with more than 8 vertices. The signed distance to the edge is
/// interpolated across a strip along the rim; inside, it is far from it.
struct FillVertex {
    Vec2 position;          ///< Relative to the camera, metres.
    float distance = 0.0f;  ///< To the edge, points; negative inside.
    float along = 0.0f;     ///< Round the edge, points: for dashes.
    PackedStyle style;
};
static_assert(sizeof(FillVertex) == 28);

/// A polygon with more than 8 vertices as its edge: for whoever draws it otherwise than by triangles.
struct LargePolygon {
    std::size_t first = 0;  ///< Of its points in DrawBatch::rim().
    std::size_t count = 0;
    PackedStyle style;
};

/// Collects what is to be drawn in one view; the renderer uploads it and draws it with three calls. Within a
/// batch, fills of large polygons come first, then polygons, then the rest; use one batch a layer where the
/// order matters. Places and sizes are in metres and world axes, except where a name says points.
class DrawBatch {
public:
    /// Forgets the last frame; keeps the memory.
    void begin(const View& view);
    [[nodiscard]] const View& view() const { return view_; }

    void circle(Vec2 center, float radius, Rot rotation, const Style& style);
    void capsule(Vec2 a, Vec2 b, float radius, const Style& style);
    void box(Vec2 center, Vec2 half, Rot rotation, float radius, const Style& style);
    /// `vertices` convex and counter-clockwise, in the frame of `transform`.
    void polygon(std::span<const Vec2> vertices, const Transform& transform, float radius,
                 const Style& style);
    void shape(const Shape& shape, const Transform& transform, const Style& style);

    void line(Vec2 a, Vec2 b, Color color, float width_points, bool dashed = false);
    void aabb(const Aabb& box, Color color, float width_points);
    /// A filled disc of fixed size on the screen.
    void disc(Vec2 at, float radius_points, Color color);
    void ring(Vec2 at, float radius_points, Color color, float width_points);
    /// A plus sign of fixed size, turned.
    void plus(Vec2 at, float radius_points, Rot rotation, Color color, float width_points);
    /// From `from` to `to`, with a head of fixed size; shorter than its head, it shrinks as a whole.
    void arrow(Vec2 from, Vec2 to, Color color, float width_points);

    [[nodiscard]] std::span<const FillVertex> fills() const { return fills_; }
    [[nodiscard]] std::span<const LargePolygon> large_polygons() const { return large_polygons_; }
    [[nodiscard]] std::span<const Vec2> rim() const { return rim_; }  ///< Relative to the camera.
    [[nodiscard]] std::span<const PolygonInstance> polygons() const { return polygons_; }
    [[nodiscard]] std::span<const RoundedBoxInstance> boxes() const { return boxes_; }

private:
    void find_rim(std::span<const Vec2> vertices, const Transform& transform, float radius);
    void large_polygon(std::span<const Vec2> rim, const PackedStyle& packed);

    View view_;
    std::vector<FillVertex> fills_;
    std::vector<PolygonInstance> polygons_;
    std::vector<RoundedBoxInstance> boxes_;
    std::vector<LargePolygon> large_polygons_;
    std::vector<Vec2> rim_;  ///< The edges of the large polygons, one after the other.
};

}  // namespace toibox::app

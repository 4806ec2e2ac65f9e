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

/// Fill pattern; makes roles differ also in greyscale. Patterns move with the world and have a constant
/// size in points.
enum class Pattern : std::uint8_t { Plain, Hatch, CrossHatch, Dots };
/// All patterns repeat after this length in x and y, points.
inline constexpr double pattern_period = 8.0;

struct Style {
    Color fill{0, 0, 0, 0};
    Color outline;
    float width = 1.5f;  ///< Width of the outline, centred on the edge, points; 0: no outline.
    Pattern pattern = Pattern::Plain;
    bool dashed = false;
    bool spoke = false;  ///< Draw a radius along the shape's x axis, to show the rotation of a circle.
};

/// The style of a vertex or instance, as read by the shaders.
struct PackedStyle {
    Color fill;
    Color outline;
    std::uint16_t width = 0;  ///< Width of the outline, 1/256 point.
    std::uint16_t flags = 0;  ///< Bits 0–1 pattern, 2 dashed, 3 spoke, 8–11 number of vertices.
};

/// A box with rounded corners; also used for circles, capsules, segments (no fill, no radius) and discs.
struct RoundedBoxInstance {
    Vec2 center;  ///< Relative to the camera, metres.
    Rot rotation;
    Vec2 half_size;       ///< Half width and height without the radius, metres.
    float radius = 0.0f;  ///< Metres.
    PackedStyle style;
};
static_assert(sizeof(RoundedBoxInstance) == 40);

/// A convex polygon of up to 8 vertices, inflated by `radius`.
struct PolygonInstance {
    Vec2 origin;  ///< Relative to the camera, metres.
    Rot rotation;
    Vec2 vertices[Polygon::inline_capacity];
    float radius = 0.0f;
    PackedStyle style;
};
static_assert(sizeof(PolygonInstance) == 96);

/// A triangle vertex of a polygon with more than 8 vertices. In a strip along the outline, the triangles
/// interpolate the signed distance to the outline; in the interior the distance is constant and negative.
struct FillVertex {
    Vec2 position;          ///< Relative to the camera, metres.
    float distance = 0.0f;  ///< Distance to the outline, points; negative inside.
    float along = 0.0f;     ///< Arc length along the outline for dashes, points.
    PackedStyle style;
};
static_assert(sizeof(FillVertex) == 28);

/// The outline of a polygon with more than 8 vertices, for back ends without triangles (SVG).
struct LargePolygon {
    std::size_t first = 0;  ///< Index of the first point in DrawBatch::rim().
    std::size_t count = 0;  ///< Number of points.
    PackedStyle style;
};

/// A filled union of polygons, as rows of rectangles for back ends without triangles (SVG).
struct RegionRows {
    std::size_t first = 0;  ///< Index of the first rectangle in DrawBatch::rows().
    std::size_t count = 0;  ///< Number of rectangles.
    Color fill;
};

/// Collects shapes to draw in one view, with at most three draw calls. Large polygons are drawn first, then
/// other polygons except rectangles, then everything else; use one batch per layer if the order matters.
/// Positions and sizes are in metres and world axes, unless the name ends in `points`; points are multiplied
/// by View::mark_scale.
class DrawBatch {
public:
    /// Clears the batch; keeps its memory.
    void begin(const View& view);
    [[nodiscard]] const View& view() const { return view_; }

    void circle(Vec2 center, float radius, Rot rotation, const Style& style);
    void capsule(Vec2 a, Vec2 b, float radius, const Style& style);
    void box(Vec2 center, Vec2 half_size, Rot rotation, float radius, const Style& style);
    /// `vertices`: convex and counter-clockwise, in the local frame of `transform`.
    void polygon(std::span<const Vec2> vertices, const Transform& transform, float radius,
                 const Style& style);
    void shape(const Shape& shape, const Transform& transform, const Style& style);
    /// The union of convex counter-clockwise polygons in the world: an even fill, and an outline (dashed or
    /// not) around the union. Ignores the pattern. Cost: O(v · n) for n polygons with v vertices in total,
    /// and O(n) for each row of pixels.
    void region(std::span<const std::vector<Vec2>> polygons, const Style& style);

    void line(Vec2 a, Vec2 b, Color color, float width_points, bool dashed = false);
    void aabb(const Aabb& box, Color color, float width_points);
    /// A filled disc of fixed size on the screen.
    void disc(Vec2 at, float radius_points, Color color);
    void ring(Vec2 at, float radius_points, Color color, float width_points);
    /// A rotated plus sign of fixed size on the screen.
    void plus(Vec2 at, float radius_points, Rot rotation, Color color, float width_points);
    /// An arrow with a head of fixed size on the screen; the head of a very short arrow is smaller.
    void arrow(Vec2 from, Vec2 to, Color color, float width_points);

    [[nodiscard]] std::span<const FillVertex> fills() const { return fills_; }
    [[nodiscard]] std::span<const LargePolygon> large_polygons() const { return large_polygons_; }
    /// The outlines of all large polygons, relative to the camera, metres.
    [[nodiscard]] std::span<const Vec2> rim() const { return rim_; }
    [[nodiscard]] std::span<const RegionRows> regions() const { return regions_; }
    /// The rectangles of all regions, relative to the camera, metres.
    [[nodiscard]] std::span<const Aabb> rows() const { return rows_; }
    [[nodiscard]] std::span<const PolygonInstance> polygons() const { return polygons_; }
    [[nodiscard]] std::span<const RoundedBoxInstance> boxes() const { return boxes_; }

private:
    void find_rim(std::span<const Vec2> vertices, const Transform& transform, float radius);
    void fill_rows(std::span<const std::vector<Vec2>> polygons, Color fill);
    void large_polygon(std::span<const Vec2> rim, const PackedStyle& packed);

    View view_;
    std::vector<FillVertex> fills_;
    std::vector<PolygonInstance> polygons_;
    std::vector<RoundedBoxInstance> boxes_;
    std::vector<LargePolygon> large_polygons_;
    std::vector<Vec2> rim_;
    std::vector<RegionRows> regions_;
    std::vector<Aabb> rows_;
};

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/render/draw_batch.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace toibox::app {
namespace {

constexpr Color clear{0, 0, 0, 0};
/// Maximum distance between the arc of a rounded corner and its chords, points.
constexpr float chord_error = 0.2f;

PackedStyle pack(const Style& style, float mark_scale) {
    const float width = std::clamp(mark_scale * style.width, 0.0f, 255.0f);
    const unsigned flags = static_cast<unsigned>(style.pattern) | static_cast<unsigned>(style.dashed) << 2u |
                           static_cast<unsigned>(style.spoke) << 3u;
    return {style.fill, style.outline, static_cast<std::uint16_t>(width * 256.0f),
            static_cast<std::uint16_t>(flags)};
}

struct OrientedBox {
    Vec2 center;
    Vec2 half_size;
    Rot rotation;
};

/// The oriented box with the given vertices, if they form a rectangle: opposite sides equal and adjacent
/// sides perpendicular, to within 1e-4 of their length (a quarter of a pixel across a screen).
std::optional<OrientedBox> as_rectangle(std::span<const Vec2> v) {
    if (v.size() != 4) return std::nullopt;
    const Vec2 x = v[1] - v[0];
    const Vec2 y = v[3] - v[0];
    const Vec2 skew = v[2] - v[1] - y;
    const float xx = dot(x, x);
    const float yy = dot(y, y);
    const float xy = dot(x, y);
    constexpr float tolerance = 1e-8f;
    if (!(xy * xy <= tolerance * xx * yy) || !(dot(skew, skew) <= tolerance * std::max(xx, yy))) {
        return std::nullopt;
    }
    const float width = std::sqrt(xx);
    return OrientedBox{
        0.5f * (v[0] + v[2]), {0.5f * width, 0.5f * std::sqrt(yy)}, {x.x / width, x.y / width}};
}

Rot direction(Vec2 v) {
    const float len = length(v);
    return len > 0.0f ? Rot{v.x / len, v.y / len} : Rot{};
}

}  // namespace

void DrawBatch::begin(const View& view) {
    view_ = view;
    fills_.clear();
    large_polygons_.clear();
    rim_.clear();
    regions_.clear();
    rows_.clear();
    polygons_.clear();
    boxes_.clear();
}

void DrawBatch::box(Vec2 center, Vec2 half_size, Rot rotation, float radius, const Style& style) {
    boxes_.push_back({view_.relative(center), rotation, half_size, radius, pack(style, view_.mark_scale)});
}

void DrawBatch::circle(Vec2 center, float radius, Rot rotation, const Style& style) {
    box(center, {}, rotation, radius, style);
}

void DrawBatch::capsule(Vec2 a, Vec2 b, float radius, const Style& style) {
    box(0.5f * (a + b), {0.5f * length(b - a), 0.0f}, direction(b - a), radius, style);
}

void DrawBatch::polygon(std::span<const Vec2> vertices, const Transform& transform, float radius,
                        const Style& style) {
    if (const auto rectangle = as_rectangle(vertices)) {
        box(transform_point(transform, rectangle->center), rectangle->half_size,
            transform.q * rectangle->rotation, radius, style);
        return;
    }
    if (vertices.size() > Polygon::inline_capacity) {
        const std::size_t first = rim_.size();
        find_rim(vertices, transform, radius);
        large_polygons_.push_back({first, rim_.size() - first, pack(style, view_.mark_scale)});
        large_polygon(std::span(rim_).subspan(first), large_polygons_.back().style);
        return;
    }
    PolygonInstance instance{
        view_.relative(transform.p), transform.q, {}, radius, pack(style, view_.mark_scale)};
    std::copy(vertices.begin(), vertices.end(), instance.vertices);
    const unsigned flags = instance.style.flags | static_cast<unsigned>(vertices.size()) << 8u;
    instance.style.flags = static_cast<std::uint16_t>(flags);
    polygons_.push_back(instance);
}

/// Appends the outline of a polygon to rim_. Arcs of rounded corners become chords.
void DrawBatch::find_rim(std::span<const Vec2> vertices, const Transform& transform, float radius) {
    const std::size_t count = vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 at = view_.relative(transform_point(transform, vertices[i]));
        if (radius <= 0.0f) {
            rim_.push_back(at);
            continue;
        }
        const Vec2 edge_in = vertices[i] - vertices[(i + count - 1) % count];
        const Vec2 edge_out = vertices[(i + 1) % count] - vertices[i];
        const Vec2 from = normalized(right_perp(rotate(transform.q, edge_in)));
        const Vec2 to = normalized(right_perp(rotate(transform.q, edge_out)));
        // The distance between an arc of angle a and its chord is about r·a²/8.
        const float angle = std::atan2(cross(from, to), dot(from, to));
        const float radius_points = std::max(radius / view_.meters(1.0f), chord_error);
        const float max_chord_angle = std::sqrt(8.0f * chord_error / radius_points);
        const int chords = std::clamp(static_cast<int>(std::ceil(angle / max_chord_angle)), 1, 32);
        for (int k = 0; k <= chords; ++k) {
            const float a = angle * static_cast<float>(k) / static_cast<float>(chords);
            rim_.push_back(at + radius * rotate(Rot{std::cos(a), std::sin(a)}, from));
        }
    }
}

/// Triangulates a strip along the outline, with distances for antialiasing, and a fan for the interior.
/// Separate lines would overlap where they meet.
void DrawBatch::large_polygon(std::span<const Vec2> rim, const PackedStyle& packed) {
    const float pad = 0.5f * static_cast<float>(packed.width) / 256.0f + 1.0f;
    const auto count = rim.size();
    const auto miter = [&](std::size_t i) {
        const Vec2 normal_in = normalized(right_perp(rim[i] - rim[(i + count - 1) % count]));
        const Vec2 normal_out = normalized(right_perp(rim[(i + 1) % count] - rim[i]));
        // At a sharp tip the exact mitre is unbounded; here it is at most √8 · pad long.
        return view_.meters(pad) / std::max(1.0f + dot(normal_in, normal_out), 0.25f) *
               (normal_in + normal_out);
    };
    const Vec2 first_inner = rim[0] - miter(0);
    Vec2 offset = miter(0);
    float along = 0.0f;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 here = rim[i];
        const Vec2 next = rim[(i + 1) % count];
        const Vec2 next_offset = miter((i + 1) % count);
        const float next_along = along + length(next - here) / view_.meters(1.0f);
        const FillVertex inner{here - offset, -pad, along, packed};
        const FillVertex outer{here + offset, pad, along, packed};
        const FillVertex next_inner{next - next_offset, -pad, next_along, packed};
        const FillVertex next_outer{next + next_offset, pad, next_along, packed};
        fills_.insert(fills_.end(), {inner, outer, next_inner, next_inner, outer, next_outer});
        for (const Vec2 corner : {first_inner, inner.position, next_inner.position}) {
            fills_.push_back({corner, -pad, 0.0f, packed});
        }
        offset = next_offset;
        along = next_along;
    }
}

void DrawBatch::shape(const Shape& shape, const Transform& transform, const Style& style) {
    if (const auto* circle_shape = std::get_if<Circle>(&shape)) {
        circle(transform_point(transform, circle_shape->center), circle_shape->radius, transform.q, style);
    } else if (const auto* capsule_shape = std::get_if<Capsule>(&shape)) {
        capsule(transform_point(transform, capsule_shape->a), transform_point(transform, capsule_shape->b),
                capsule_shape->radius, style);
    } else if (const auto* segment = std::get_if<Segment>(&shape)) {
        line(transform_point(transform, segment->a), transform_point(transform, segment->b), style.outline,
             style.width, style.dashed);
    } else if (const auto* poly = std::get_if<Polygon>(&shape)) {
        polygon(poly->vertices(), transform, poly->radius(), style);
    }
}

void DrawBatch::line(Vec2 a, Vec2 b, Color color, float width_points, bool dashed) {
    const Style style{.fill = clear, .outline = color, .width = width_points, .dashed = dashed};
    capsule(a, b, 0.0f, style);
}

void DrawBatch::aabb(const Aabb& bounds, Color color, float width_points) {
    box(center(bounds), extents(bounds), {}, 0.0f, {.outline = color, .width = width_points});
}

void DrawBatch::disc(Vec2 at, float radius_points, Color color) {
    circle(at, view_.meters(view_.mark_scale * radius_points), {},
           {.fill = color, .outline = clear, .width = 0.0f});
}

void DrawBatch::ring(Vec2 at, float radius_points, Color color, float width_points) {
    circle(at, view_.meters(view_.mark_scale * radius_points), {}, {.outline = color, .width = width_points});
}

void DrawBatch::plus(Vec2 at, float radius_points, Rot rotation, Color color, float width_points) {
    const Vec2 x = view_.meters(view_.mark_scale * radius_points) * Vec2{rotation.c, rotation.s};
    line(at - x, at + x, color, width_points);
    line(at - left_perp(x), at + left_perp(x), color, width_points);
}

void DrawBatch::arrow(Vec2 from, Vec2 to, Color color, float width_points) {
    const Vec2 along = to - from;
    const float reach = length(along);
    if (!(reach > 0.0f)) return;
    const float head = std::min(view_.meters(view_.mark_scale * (5.0f + 2.0f * width_points)), reach);
    const Vec2 neck = to - head / reach * along;
    // The shaft ends inside the head, so that its round cap does not blunt the tip.
    line(from, neck, color, width_points);
    const Vec2 tip[] = {{0.0f, 0.0f}, {-head, 0.42f * head}, {-head, -0.42f * head}};
    polygon(tip, {to, direction(along)}, 0.0f, {.fill = color, .outline = clear, .width = 0.0f});
}

}  // namespace toibox::app

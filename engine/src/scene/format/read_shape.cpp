// SPDX-License-Identifier: MIT
#include "toibox/geometry/hull.h"
#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

constexpr Range size_range{.min = 0.0, .above_min = true, .hint = "write a length in metres, above zero"};

/// Attributes of every shape besides its geometry.
struct ShapeAttributes {
    ShapeDef def;
    std::optional<std::uint32_t> color;
};

Filter read_filter(DiagnosticSink& sink, const Cursor& at) {
    Filter filter;
    ObjectReader object(sink, at, "the filter");
    if (const auto bits = object.find("category")) filter.category = read_bits(sink, *bits).value_or(1);
    if (const auto bits = object.find("mask")) filter.mask = read_bits(sink, *bits).value_or(1);
    int group = 0;
    object.integer("group", group, -1'000'000'000, 1'000'000'000);
    filter.group = group;
    object.finish();
    return filter;
}

MaterialEntry find_material(SceneContext& context, const Cursor& at) {
    const std::string* name = at.value->string();
    if (name == nullptr) return read_material(context.sink, at, "the material");
    const auto found = context.materials.find(*name);
    if (found != context.materials.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& [known_name, entry] : context.materials) {
        known.push_back(known_name);
    }
    std::string hint = suggestion(*name, known);
    if (hint.empty()) hint = "define it under \"materials\"";
    context.sink.error(at, fmt::format("there is no material \"{}\"", *name), std::move(hint));
    return {};
}

/// The direction of the solid side of a one-way shape.
std::optional<Vec2> read_one_way(DiagnosticSink& sink, const Cursor& at, bool is_sensor) {
    const std::optional<Vec2> side = read_vec2(sink, at);
    if (side == Vec2{}) {
        sink.error(at, "\"one_way\" must not be zero: it points to the solid side",
                   "write \"one_way\": [0, 1] for a platform that is solid from above");
        return std::nullopt;
    }
    if (side && is_sensor) {
        sink.error(at, "a sensor cannot be one-way", "remove \"one_way\" or \"sensor\"");
        return std::nullopt;
    }
    return side;
}

ShapeAttributes read_shape_attributes(SceneContext& context, ObjectReader& object) {
    ShapeAttributes attributes;
    MaterialEntry entry{.material = {.density = 1.0f, .friction = 0.6f, .restitution = 0.0f}, .color = {}};
    if (const auto at = object.find("material")) entry = find_material(context, *at);
    attributes.def.material = entry.material;
    attributes.color = entry.color;
    object.boolean("sensor", attributes.def.sensor);
    if (const auto at = object.find("one_way"))
        attributes.def.one_way = read_one_way(context.sink, *at, attributes.def.sensor);
    if (const auto at = object.find("filter")) attributes.def.filter = read_filter(context.sink, *at);
    return attributes;
}

/// Reports the error at its vertex, or at the list of points if it names no vertex.
void report_polygon(DiagnosticSink& sink, const Cursor& points, const PolygonError& error,
                    std::string_view hint) {
    const auto index = static_cast<std::size_t>(error.index);
    const bool has_vertex = error.index >= 0 && index < points.value->array()->size();
    sink.error(has_vertex ? points.item(index) : points, describe(error), std::string(hint));
}

void warn_if_merged(DiagnosticSink& sink, const Cursor& points, const Polygon& polygon) {
    const std::size_t written = points.value->array()->size();
    const auto kept = static_cast<std::size_t>(polygon.count());
    if (kept == written) return;
    sink.warning(
        points,
        fmt::format("{} of {} vertices were merged: they are collinear or coincide", written - kept, written),
        "remove them");
}

std::vector<Shape> read_circle(ObjectReader& object) {
    Circle circle;
    object.vec2("center", circle.center);
    const auto radius = object.require("radius", "write \"radius\": 0.5, in metres");
    const auto value = radius ? read_float(object.sink(), *radius, size_range) : std::nullopt;
    if (!value) return {};
    circle.radius = *value;
    return {circle};
}

/// The two ends of a capsule or segment, which must differ.
std::optional<std::pair<Vec2, Vec2>> read_ends(ObjectReader& object) {
    DiagnosticSink& sink = object.sink();
    const auto at_a = object.require("a", "write the first end, \"a\": [x, y]");
    const auto at_b = object.require("b", "write the other end, \"b\": [x, y]");
    const auto a = at_a ? read_vec2(sink, *at_a) : std::nullopt;
    const auto b = at_b ? read_vec2(sink, *at_b) : std::nullopt;
    if (!a || !b) return std::nullopt;
    if (*a == *b) {
        sink.error(*at_b, fmt::format("both ends of {} are the same point", object.name()),
                   "move one end, or use a circle");
        return std::nullopt;
    }
    return std::pair{*a, *b};
}

std::vector<Shape> read_capsule(ObjectReader& object) {
    const auto ends = read_ends(object);
    const auto at = object.require("radius", "write \"radius\": 0.5, in metres");
    const auto radius = at ? read_float(object.sink(), *at, size_range) : std::nullopt;
    if (!ends || !radius) return {};
    return {Capsule{.a = ends->first, .b = ends->second, .radius = *radius}};
}

std::vector<Shape> read_segment(ObjectReader& object) {
    const auto ends = read_ends(object);
    if (!ends) return {};
    Segment segment;
    segment.a = ends->first;
    segment.b = ends->second;
    return {segment};
}

std::vector<Shape> read_box(ObjectReader& object) {
    DiagnosticSink& sink = object.sink();
    Vec2 center;
    float angle = 0.0f;
    float radius = 0.0f;
    object.vec2("center", center);
    object.angle("angle", angle);
    object.number("radius", radius, rounding_range);
    const auto at = object.require("size", "write the full width and height, \"size\": [w, h]");
    const auto pair = at ? read_vec2(sink, *at) : std::nullopt;
    if (!pair) return {};
    const auto width = read_float(sink, at->item(0), size_range);
    const auto height = read_float(sink, at->item(1), size_range);
    if (!width || !height) return {};
    const Vec2 half{0.5f * *width, 0.5f * *height};
    if (!(half.x > 0.0f && half.y > 0.0f)) {
        sink.error(*at, "half of \"size\" is too small for a float", "write lengths in metres");
        return {};
    }
    return {make_box(half, center, angle, radius)};
}

}  // namespace

std::vector<Shape> read_polygon(ObjectReader& object, ShapeKind kind) {
    if (kind == ShapeKind::Concave) return read_outline(object);
    DiagnosticSink& sink = object.sink();
    float radius = 0.0f;
    object.number("radius", radius, rounding_range);
    const bool is_hull = kind == ShapeKind::Hull;
    const auto at =
        kind == ShapeKind::Polygon
            ? object.require("vertices", "write the corners in order, \"vertices\": [[x, y], ...]")
            : object.require("points", "write the points, \"points\": [[x, y], ...]");
    const int max_count = is_hull ? tuning::max_points : Polygon::max_vertices;
    const std::vector<Vec2> points =
        at ? read_points(sink, *at, 3, static_cast<std::size_t>(max_count)) : std::vector<Vec2>{};
    if (points.empty()) return {};
    auto polygon = is_hull ? make_hull(points, radius) : make_polygon(points, radius);
    if (!polygon) {
        report_polygon(
            sink, *at, polygon.error(),
            is_hull
                ? "the points must span an area"
                : "a polygon must be convex, with its corners in order; else use \"hull\" or \"concave\"");
        return {};
    }
    if (!is_hull) warn_if_merged(sink, *at, *polygon);
    return {*std::move(polygon)};
}

namespace {

/// A chain becomes one segment per pair of neighbouring points. The far ends of a segment's neighbours are
/// its ghost vertices, so that nothing catches where two segments meet.
std::vector<Shape> read_chain(ObjectReader& object) {
    DiagnosticSink& sink = object.sink();
    bool is_loop = false;
    object.boolean("loop", is_loop);
    const auto at = object.require("points", "write the points in order, \"points\": [[x, y], ...]");
    const std::vector<Vec2> points =
        at ? read_points(sink, *at, is_loop ? 3 : 2, static_cast<std::size_t>(tuning::max_points))
           : std::vector<Vec2>{};
    if (points.empty()) return {};
    const std::size_t count = points.size();
    const std::size_t segments = is_loop ? count : count - 1;
    std::vector<Shape> out;
    for (std::size_t i = 0; i < segments; ++i) {
        const std::size_t next = (i + 1) % count;
        if (points[i] == points[next]) {
            sink.error(at->item(next), fmt::format("point {} of the chain is the same as point {}", next, i),
                       is_loop && next == 0 ? "a loop closes by itself: remove the last point"
                                            : "remove one of them");
            return {};
        }
        Segment segment;
        segment.a = points[i];
        segment.b = points[next];
        segment.has_ghost_a = is_loop || i > 0;
        segment.has_ghost_b = is_loop || i + 1 < segments;
        if (segment.has_ghost_a) segment.ghost_a = points[(i + count - 1) % count];
        if (segment.has_ghost_b) segment.ghost_b = points[(next + 1) % count];
        out.emplace_back(segment);
    }
    return out;
}

std::vector<Shape> read_geometry(ObjectReader& object, ShapeKind kind) {
    switch (kind) {
        case ShapeKind::Circle:
            return read_circle(object);
        case ShapeKind::Capsule:
            return read_capsule(object);
        case ShapeKind::Box:
            return read_box(object);
        case ShapeKind::Segment:
            return read_segment(object);
        case ShapeKind::Chain:
            return read_chain(object);
        case ShapeKind::Polygon:
        case ShapeKind::Hull:
        case ShapeKind::Concave:
            return read_polygon(object, kind);
    }
    return {};
}

}  // namespace

std::vector<Vec2> read_points(DiagnosticSink& sink, const Cursor& at, std::size_t min, std::size_t max) {
    const JsonValue::Array* items = read_array(sink, at, min, max);
    if (items == nullptr) return {};
    std::vector<Vec2> points;
    points.reserve(items->size());
    for (std::size_t i = 0; i < items->size(); ++i) {
        if (const auto point = read_vec2(sink, at.item(i))) points.push_back(*point);
    }
    if (points.size() != items->size()) points.clear();
    return points;
}

void read_shape(SceneContext& context, const Cursor& at, std::vector<ShapeEntry>& out) {
    const JsonMember* type = at.value->find("type");
    const std::string* name = type == nullptr ? nullptr : type->value.string();
    ObjectReader object(context.sink, at, name == nullptr ? "the shape" : fmt::format("{} shape", *name));
    const auto at_type =
        object.require("type", fmt::format("write \"type\": \"circle\", or {}",
                                           "capsule, box, polygon, segment, chain, hull, concave"));
    const auto kind = at_type ? read_choice(context.sink, *at_type, shape_choices()) : std::nullopt;
    if (!kind) return;  // without a type no key can be checked
    const ShapeAttributes attributes = read_shape_attributes(context, object);
    for (Shape& shape : read_geometry(object, static_cast<ShapeKind>(*kind))) {
        out.push_back({std::move(shape), attributes.def, attributes.color});
    }
    object.finish();
}

}  // namespace toibox::scene

// SPDX-License-Identifier: MIT
// Reads the shapes of queries. Hulls and concave shapes are read in float, like the shapes of a scene, and
// the others in double.
#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/rot.h"
#include "toibox/scene/query.h"
#include "toibox/scene/tuning.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"
#include "scene/queries/query_readers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace toibox::scene {

namespace {

constexpr Range positive_length_range{
    .min = 0.0, .max = tuning::max_query_coordinate, .above_min = true, .hint = "write a number above zero"};
constexpr Range query_rounding_range{
    .min = 0.0, .max = tuning::max_query_coordinate, .hint = "write zero or a positive number"};

bool read_radius(ObjectReader& object, double& out) {
    const auto at = object.require("radius", "write \"radius\": 0.5, in metres");
    const auto radius = at ? read_number(object.sink(), *at, positive_length_range) : std::nullopt;
    if (radius) out = *radius;
    return radius.has_value();
}

/// Whether an outline never turns right, never reverses, and goes around once: a pentagram turns left at each
/// corner but goes around twice. Consecutive points may coincide. Exact except for the rounding of the
/// cross products; NaN is not convex.
bool is_convex(std::span<const Vec2d> points) {
    std::vector<Vec2d> edges;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2d edge = points[(i + 1) % points.size()] - points[i];
        if (edge != Vec2d{}) edges.push_back(edge);
    }
    // Each turn is less than 180 degrees, so each revolution enters the upper half-plane once.
    const auto is_upper = [](Vec2d edge) { return edge.y > 0.0 || (edge.y == 0.0 && edge.x > 0.0); };
    int revolutions = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const Vec2d before = edges[(i + edges.size() - 1) % edges.size()];
        const Vec2d after = edges[i];
        const double turn = cross(before, after);
        if (!(turn > 0.0 || (turn == 0.0 && dot(before, after) > 0.0))) return false;
        if (!is_upper(before) && is_upper(after)) ++revolutions;
    }
    return revolutions == 1;
}

/// Makes the vertices counter-clockwise; an error if the outline is not convex.
bool make_convex(DiagnosticSink& sink, const Cursor& at, std::vector<Vec2d>& points) {
    double area = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        area += cross(points[i] - points[0], points[(i + 1) % points.size()] - points[0]);
    }
    if (area == 0.0) {
        sink.error(at, "the polygon has no area: its corners are collinear, or it crosses itself",
                   "write its corners in order, once around");
        return false;
    }
    if (area < 0.0) std::reverse(points.begin(), points.end());
    if (is_convex(points)) return true;
    sink.error(at, "the polygon is not convex", "write its corners in order, once around");
    return false;
}

/// Reads the keys of a box, in double. False after an error.
bool read_box(ObjectReader& object, QueryShape& out) {
    DiagnosticSink& sink = object.sink();
    const auto at_center = object.find("center");
    const auto center = at_center ? read_query_vec2(sink, *at_center) : Vec2d{};
    const auto at_angle = object.find("angle");
    const auto angle = at_angle ? read_angle(sink, *at_angle) : 0.0;
    object.number("radius", out.radius, query_rounding_range);
    const auto at_size = object.require("size", "write the full width and height, \"size\": [w, h]");
    const auto pair = at_size ? read_vec2d(sink, *at_size) : std::nullopt;
    if (!pair || !center || !angle) return false;
    const auto width = read_number(sink, at_size->item(0), positive_length_range);
    const auto height = read_number(sink, at_size->item(1), positive_length_range);
    if (!width || !height) return false;
    const Vec2d half{0.5 * *width, 0.5 * *height};
    const Rotd rotation = make_rotd(*angle);
    for (const Vec2d corner : {Vec2d{-half.x, -half.y}, {half.x, -half.y}, half, {-half.x, half.y}})
        out.points.push_back(*center + rotate(rotation, corner));
    return true;
}

/// Reads a polygon. False after an error.
bool read_corners(ObjectReader& object, QueryShape& out) {
    DiagnosticSink& sink = object.sink();
    object.number("radius", out.radius, query_rounding_range);
    const auto points = object.require("vertices", "write \"vertices\": [[x, y], ...]");
    const JsonValue::Array* items =
        points ? read_array(sink, *points, 3, static_cast<std::size_t>(Polygon::max_vertices)) : nullptr;
    if (items == nullptr) return false;
    for (std::size_t i = 0; i < items->size(); ++i) {
        if (const auto point = read_query_vec2(sink, points->item(i))) out.points.push_back(*point);
    }
    return out.points.size() == items->size() && make_convex(sink, *points, out.points);
}

/// Reads a convex shape that is given in double; nullopt after an error.
std::optional<QueryShape> read_convex(ObjectReader& object, ShapeKind kind) {
    QueryShape out;
    bool is_good = true;
    const auto add = [&](std::optional<Vec2d> point) {
        is_good = is_good && point;
        if (point) out.points.push_back(*point);
    };
    if (kind == ShapeKind::Circle) {
        const auto center = object.find("center");
        add(center ? read_query_vec2(object.sink(), *center) : Vec2d{});
    } else if (kind == ShapeKind::Box) {
        is_good = read_box(object, out);
    } else if (kind == ShapeKind::Polygon) {
        is_good = read_corners(object, out);
    } else {
        add(required_vec2(object, "a"));
        add(required_vec2(object, "b"));
    }
    if (kind == ShapeKind::Circle || kind == ShapeKind::Capsule)
        is_good = read_radius(object, out.radius) && is_good;
    return is_good ? std::optional(std::move(out)) : std::nullopt;
}

/// Reads a hull or concave shape like that of a scene: in float, with the smaller limits of a scene. Empty
/// after an error.
std::vector<QueryShape> read_polygons(ObjectReader& object, ShapeKind kind) {
    std::vector<QueryShape> out;
    for (const Shape& shape : read_polygon(object, kind)) {
        const ConvexProxyBuffer buffer(shape);
        out.push_back(copy_points(buffer.proxy()));
    }
    return out;
}

}  // namespace

std::optional<Vec2d> read_query_vec2(DiagnosticSink& sink, const Cursor& at) {
    const auto point = read_vec2d(sink, at);
    if (!point) return std::nullopt;
    const double distance = std::max(std::abs(point->x), std::abs(point->y));
    if (distance <= tuning::max_query_coordinate) return point;
    sink.error(at, fmt::format("{} is too far from the origin: {} m", at.name(), distance),
               fmt::format("stay within {} m", tuning::max_query_coordinate));
    return std::nullopt;
}

std::optional<Vec2d> required_vec2(ObjectReader& object, std::string_view key) {
    const auto at = object.require(key, fmt::format("write \"{}\": [x, y]", key));
    return at ? read_query_vec2(object.sink(), *at) : std::nullopt;
}

std::vector<QueryShape> read_query_pieces(DiagnosticSink& sink, const Cursor& at, bool takes_concave) {
    ObjectReader object(sink, at, "the shape");
    const auto at_type =
        object.require("type", takes_concave ? "write \"type\": \"concave\", hull, polygon, box, ..."
                                             : "write \"type\": one of \"circle\", "
                                               "\"capsule\", \"segment\", \"polygon\", \"box\"");
    const auto kind = at_type ? read_choice(sink, *at_type, shape_choices()) : std::nullopt;
    if (!kind) return {};
    std::vector<QueryShape> out;
    const auto shape = static_cast<ShapeKind>(*kind);
    if (shape == ShapeKind::Hull || shape == ShapeKind::Concave) {
        if (!takes_concave) {
            sink.error(*at_type, "this kind of query does not support the shape",
                       "one of: circle, capsule, segment, polygon, box; or use a \"pieces\" query");
            return {};
        }
        out = read_polygons(object, shape);
    } else if (shape == ShapeKind::Chain) {
        sink.error(*at_type, "queries do not support chains", "write each part of the chain as a segment");
        return {};
    } else if (auto convex = read_convex(object, shape)) {
        out.push_back(*std::move(convex));
    }
    object.finish();
    return out;
}

std::optional<QueryShape> read_query_shape(DiagnosticSink& sink, const Cursor& at) {
    std::vector<QueryShape> pieces = read_query_pieces(sink, at, false);
    return pieces.empty() ? std::nullopt : std::optional(std::move(pieces.front()));
}

}  // namespace toibox::scene

// SPDX-License-Identifier: MIT
// The shapes of the pair experiments: convex ones in double, and for trees of pieces concave ones, in the
// float of the worlds whose decomposition they ask for.
#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/rot.h"
#include "toibox/scene/query.h"
#include "toibox/scene/tuning.h"

#include "format_names.h"
#include "read_parts.h"
#include "read_query_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace toibox::scene {

namespace {

constexpr Range radii{
    .min = 0.0, .max = tuning::max_query_coordinate, .above_min = true, .hint = "write a number above zero"};
constexpr Range rounding{
    .min = 0.0, .max = tuning::max_query_coordinate, .hint = "write zero or a number above it"};

bool read_radius(ObjectReader& object, double& out) {
    const auto at = object.require("radius", "write \"radius\": 0.5, in metres");
    const auto radius = at ? read_number(object.sink(), *at, radii) : std::nullopt;
    if (radius) out = *radius;
    return radius.has_value();
}

/// Whether an outline turns left at each corner, never back on itself, and goes round once: a pentagram turns
/// left throughout, and goes round twice. Points that follow one another may coincide. Exact but for the
/// rounding of the cross products; NaN is not convex.
bool is_convex(std::span<const Vec2d> points) {
    std::vector<Vec2d> edges;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2d edge = points[(i + 1) % points.size()] - points[i];
        if (edge != Vec2d{}) edges.push_back(edge);
    }
    // As each turn is below half a turn, each revolution enters the upper half of the directions once.
    const auto is_upper = [](Vec2d way) { return way.y > 0.0 || (way.y == 0.0 && way.x > 0.0); };
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

/// Turns the vertices counter-clockwise; reports an outline that is not convex.
bool make_convex(DiagnosticSink& sink, const Cursor& at, std::vector<Vec2d>& points) {
    double area = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        area += cross(points[i] - points[0], points[(i + 1) % points.size()] - points[0]);
    }
    if (area == 0.0) {
        sink.error(at, "the polygon has no area: its corners lie on a line, or it crosses itself",
                   "write its corners in order, once round");
        return false;
    }
    if (area < 0.0) std::reverse(points.begin(), points.end());
    if (is_convex(points)) return true;
    sink.error(at, "the polygon is not convex", "write its corners in order, once round");
    return false;
}

/// The keys of a scene's box, in double. False: something is wrong, and has been reported.
bool read_box(ObjectReader& object, QueryShape& out) {
    DiagnosticSink& sink = object.sink();
    const auto at_center = object.find("center");
    const auto center = at_center ? read_query_vec2(sink, *at_center) : Vec2d{};
    const auto at_angle = object.find("angle");
    const auto angle = at_angle ? read_angle(sink, *at_angle) : 0.0;
    object.number("radius", out.radius, rounding);
    const auto at_size = object.require("size", "write the full width and height, \"size\": [w, h]");
    const auto pair = at_size ? read_vec2d(sink, *at_size) : std::nullopt;
    if (!pair || !center || !angle) return false;
    const auto width = read_number(sink, at_size->item(0), radii);
    const auto height = read_number(sink, at_size->item(1), radii);
    if (!width || !height) return false;
    const Vec2d half{0.5 * *width, 0.5 * *height};
    const Rotd turn = make_rotd(*angle);
    for (const Vec2d corner : {Vec2d{-half.x, -half.y}, {half.x, -half.y}, half, {-half.x, half.y}})
        out.points.push_back(*center + rotate(turn, corner));
    return true;
}

/// False: something is wrong, and has been reported.
bool read_corners(ObjectReader& object, QueryShape& out) {
    DiagnosticSink& sink = object.sink();
    object.number("radius", out.radius, rounding);
    const auto points = object.require("vertices", "write \"vertices\": [[x, y], ...]");
    const JsonValue::Array* items =
        points ? read_array(sink, *points, 3, static_cast<std::size_t>(Polygon::max_vertices)) : nullptr;
    if (items == nullptr) return false;
    for (std::size_t i = 0; i < items->size(); ++i) {
        if (const auto point = read_query_vec2(sink, points->item(i))) out.points.push_back(*point);
    }
    return out.points.size() == items->size() && make_convex(sink, *points, out.points);
}

/// Reports what is wrong, and gives nothing then.
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

/// A hull or a concave shape as the worlds read it: in float, and no larger than they take, which is less
/// than a query does. Empty: something is wrong, and has been reported.
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
    const double most = std::max(std::abs(point->x), std::abs(point->y));
    if (most <= tuning::max_query_coordinate) return point;
    sink.error(at, fmt::format("{} is too far away: {} m", at.name(), most),
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
                                             : "write \"type\": \"circle\", capsule, segment, "
                                               "polygon or box");
    const auto kind = at_type ? read_choice(sink, *at_type, shape_choices()) : std::nullopt;
    if (!kind) return {};
    std::vector<QueryShape> out;
    const auto shape = static_cast<ShapeKind>(*kind);
    if (shape == ShapeKind::Hull || shape == ShapeKind::Concave) {
        if (!takes_concave) {
            sink.error(*at_type, "a query of this kind takes no such shape",
                       "one of: circle, capsule, segment, polygon, box; or ask for \"pieces\"");
            return {};
        }
        out = read_polygons(object, shape);
    } else if (shape == ShapeKind::Chain) {
        sink.error(*at_type, "a query takes no such shape", "write each link as a segment");
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

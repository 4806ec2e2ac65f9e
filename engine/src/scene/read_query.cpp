// SPDX-License-Identifier: MIT
// Exact pair experiments: the fields of `toibox query`, in a scene or on a line of their own. Numbers stay
// double: what is measured here is the method, not the rounding of the world's state.
#include "toibox/geometry/shape.h"
#include "toibox/math/rot.h"
#include "toibox/scene/query.h"
#include "toibox/scene/tuning.h"

#include "format_names.h"
#include "json_parse.h"
#include "read_parts.h"
#include "write_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace toibox::scene {

namespace {

/// A point or a way that arithmetic in double can cope with.
std::optional<Vec2d> read_query_vec2(Reading& reading, const Cursor& at) {
    const auto point = read_vec2d(reading, at);
    if (!point) return std::nullopt;
    const double most = std::max(std::abs(point->x), std::abs(point->y));
    if (most <= tuning::greatest_query_coordinate) return point;
    reading.error(at, fmt::format("{} is too far away: {} m", at.name(), most),
                  fmt::format("stay within {} m", tuning::greatest_query_coordinate));
    return std::nullopt;
}

std::optional<Vec2d> required_vec2(ObjectReader& object, std::string_view key) {
    const auto at = object.require(key, fmt::format("write \"{}\": [x, y]", key));
    return at ? read_query_vec2(object.reading(), *at) : std::nullopt;
}

std::optional<double> required_angle(ObjectReader& object, std::string_view key) {
    const auto at = object.require(key, fmt::format("write \"{}\": radians", key));
    return at ? read_angle(object.reading(), *at) : std::nullopt;
}

constexpr Range radii{.min = 0.0,
                      .max = tuning::greatest_query_coordinate,
                      .above_min = true,
                      .cure = "write a number above zero"};
constexpr Range rounding{
    .min = 0.0, .max = tuning::greatest_query_coordinate, .cure = "write zero or a number above it"};

bool read_radius(ObjectReader& object, double& out) {
    const auto at = object.require("radius", "write \"radius\": 0.5, in metres");
    const auto radius = at ? read_number(object.reading(), *at, radii) : std::nullopt;
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
bool make_convex(Reading& reading, const Cursor& at, std::vector<Vec2d>& points) {
    double area = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        area += cross(points[i] - points[0], points[(i + 1) % points.size()] - points[0]);
    }
    if (area == 0.0) {
        reading.error(at, "the polygon has no area", "write corners that do not lie on a line");
        return false;
    }
    if (area < 0.0) std::reverse(points.begin(), points.end());
    if (is_convex(points)) return true;
    reading.error(at, "the polygon is not convex", "write its corners in order, once round");
    return false;
}

/// The keys of a scene's box, in double. False: something is wrong, and has been reported.
bool read_box(ObjectReader& object, QueryShape& out) {
    Reading& reading = object.reading();
    const auto at_center = object.find("center");
    const auto center = at_center ? read_query_vec2(reading, *at_center) : Vec2d{};
    const auto at_angle = object.find("angle");
    const auto angle = at_angle ? read_angle(reading, *at_angle) : 0.0;
    object.number("radius", out.radius, rounding);
    const auto at_size = object.require("size", "write the full width and height, \"size\": [w, h]");
    const auto pair = at_size ? read_vec2d(reading, *at_size) : std::nullopt;
    if (!pair || !center || !angle) return false;
    const auto width = read_number(reading, at_size->item(0), radii);
    const auto height = read_number(reading, at_size->item(1), radii);
    if (!width || !height) return false;
    const Vec2d half{0.5 * *width, 0.5 * *height};
    const Rotd turn = make_rotd(*angle);
    for (const Vec2d corner : {Vec2d{-half.x, -half.y}, {half.x, -half.y}, half, {-half.x, half.y}})
        out.points.push_back(*center + rotate(turn, corner));
    return true;
}

std::optional<QueryShape> read_query_shape(Reading& reading, const Cursor& at) {
    QueryShape out;
    ObjectReader object(reading, at, "the shape");
    const auto at_type =
        object.require("type", "write \"type\": \"circle\", capsule, segment, polygon or box");
    const auto kind = at_type ? read_choice(reading, *at_type, shape_choices()) : std::nullopt;
    if (!kind) return std::nullopt;
    bool is_good = true;
    const auto add = [&](std::optional<Vec2d> point) {
        is_good = is_good && point;
        if (point) out.points.push_back(*point);
    };
    switch (static_cast<ShapeKind>(*kind)) {
        case ShapeKind::Circle: {
            const auto center = object.find("center");
            add(center ? read_query_vec2(reading, *center) : Vec2d{});
            is_good = read_radius(object, out.radius) && is_good;
            break;
        }
        case ShapeKind::Capsule:
            add(required_vec2(object, "a"));
            add(required_vec2(object, "b"));
            is_good = read_radius(object, out.radius) && is_good;
            break;
        case ShapeKind::Segment:
            add(required_vec2(object, "a"));
            add(required_vec2(object, "b"));
            break;
        case ShapeKind::Polygon: {
            object.number("radius", out.radius, rounding);
            const auto points = object.require("vertices", "write \"vertices\": [[x, y], ...]");
            const JsonValue::Array* items =
                points ? read_array(reading, *points, 3, static_cast<std::size_t>(Polygon::max_vertices))
                       : nullptr;
            for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
                add(read_query_vec2(reading, points->item(i)));
            }
            is_good = is_good && items != nullptr && make_convex(reading, *points, out.points);
            break;
        }
        case ShapeKind::Box:
            is_good = read_box(object, out);
            break;
        case ShapeKind::Chain:
        case ShapeKind::Hull:
        case ShapeKind::Concave:
            reading.error(*at_type, "a query takes no such shape",
                          "one of: circle, capsule, segment, polygon, box");
            return std::nullopt;
    }
    object.finish();
    return is_good ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<Sweep> read_sweep_of_motion(Reading& reading, const Cursor& at) {
    ObjectReader object(reading, at, "the sweep");
    Sweep out;
    if (const auto center = object.find("local_center")) {
        out.local_center = read_query_vec2(reading, *center).value_or(Vec2d{});
    }
    const auto c1 = required_vec2(object, "c1");
    const auto c2 = required_vec2(object, "c2");
    const auto a1 = required_angle(object, "a1");
    const auto a2 = required_angle(object, "a2");
    object.finish();
    if (!c1 || !c2 || !a1 || !a2) return std::nullopt;
    out.c0 = *c1;
    out.c1 = *c2;
    out.q0 = make_rotd(*a1);
    out.delta_angle = *a2 - *a1;
    return out;
}

std::optional<Sweep> read_transform(Reading& reading, const Cursor& at) {
    ObjectReader object(reading, at, "the transform");
    const auto p = required_vec2(object, "p");
    const auto angle = required_angle(object, "angle");
    object.finish();
    if (!p || !angle) return std::nullopt;
    Sweep out;
    out.c0 = *p;
    out.c1 = *p;
    out.q0 = make_rotd(*angle);
    return out;
}

/// A shape, and its motion or place, from the members of `object`.
bool read_shape_and_motion(ObjectReader& object, QueryEntry::Kind kind, QueryShape& shape, Sweep& sweep) {
    Reading& reading = object.reading();
    const bool moves = kind == QueryEntry::Kind::Toi;
    const auto at_shape = object.require("shape", "write \"shape\": {\"type\": \"circle\", \"radius\": 0.5}");
    const auto at_motion =
        moves ? object.require("sweep",
                               "write \"sweep\": {\"c1\": [x, y], \"c2\": [x, y], \"a1\": 0, \"a2\": 0}")
              : object.require("transform", "write \"transform\": {\"p\": [x, y], \"angle\": 0}");
    auto new_shape = at_shape ? read_query_shape(reading, *at_shape) : std::nullopt;
    const auto new_sweep = !at_motion ? std::nullopt
                           : moves    ? read_sweep_of_motion(reading, *at_motion)
                                      : read_transform(reading, *at_motion);
    if (!new_shape || !new_sweep) return false;
    shape = *std::move(new_shape);
    sweep = *new_sweep;
    return true;
}

/// One side of an experiment on a pair.
bool read_side(ObjectReader& query, std::string_view key, QueryEntry::Kind kind, QueryShape& shape,
               Sweep& sweep) {
    const bool moves = kind == QueryEntry::Kind::Toi;
    const auto at = query.require(key, moves ? "write {\"shape\": { ... }, \"sweep\": { ... }}"
                                             : "write {\"shape\": { ... }, \"transform\": { ... }}");
    if (!at) return false;
    ObjectReader object(query.reading(), *at, fmt::format("side \"{}\"", key));
    const bool is_good = read_shape_and_motion(object, kind, shape, sweep);
    object.finish();
    return is_good;
}

/// What a method is told beside the shapes.
void read_method(ObjectReader& object, QueryEntry& out) {
    const Range lengths{.min = tuning::least_query_length,
                        .max = tuning::greatest_query_length,
                        .cure = "write a length in metres, as 0.005"};
    object.choice("method", out.method, toi_choices());
    object.choice("root_finder", out.root_finder, root_finder_choices());
    if (object.number("target", out.target, lengths)) out.tolerance = 0.25 * out.target;
    if (object.number("tolerance", out.tolerance, lengths) && out.tolerance > out.target) {
        object.reading().error(*object.find("tolerance"), "\"tolerance\" is more than the target",
                               "write a length up to the target, or leave it out for a quarter of it");
    }
}

/// What a manifold asks for beside the shapes, which a world must be able to hold.
void read_manifold(ObjectReader& object, QueryEntry& out) {
    const Range lengths{
        .min = 0.0, .max = tuning::greatest_query_length, .cure = "write a length in metres, as 0.02"};
    object.number("margin", out.margin, lengths);
    for (const auto& [key, shape] : {std::pair{"a", &out.a}, std::pair{"b", &out.b}}) {
        if (shape->points.empty()) continue;  // reported already
        const auto made = world_shape(*shape);
        if (!made)
            object.reading().error(*object.find(key), made.error(), "give a shape that a scene may hold");
    }
}

/// The way of B of which the depth is asked too.
void read_along(ObjectReader& object, QueryEntry& out) {
    const auto at = object.find("along");
    if (!at) return;
    out.along = read_query_vec2(object.reading(), *at);
    if (out.along && !(length(*out.along) > 0.0)) {
        object.reading().error(*at, "\"along\" has no direction",
                               "write the way of b as [x, y], not both zero, or leave it out");
    }
}

/// The keys that depend on the kind. False: something is wrong, and has been reported.
bool read_fields(ObjectReader& object, QueryEntry& out) {
    using Kind = QueryEntry::Kind;
    if (out.kind == Kind::Raycast) {
        (void)read_shape_and_motion(object, out.kind, out.a, out.sweep_a);
        const auto from = required_vec2(object, "from");
        const auto to = required_vec2(object, "to");
        if (from && to) out.ray = {*from, *to};
    } else {
        (void)read_side(object, "a", out.kind, out.a, out.sweep_a);
        (void)read_side(object, "b", out.kind, out.b, out.sweep_b);
    }
    if (out.kind == Kind::Shapecast) {
        if (const auto way = required_vec2(object, "translation")) out.sweep_b.c1 += *way;
    }
    if (asks_method(out.kind)) read_method(object, out);
    if (out.kind == Kind::Manifold) read_manifold(object, out);
    if (out.kind == Kind::Overlap) read_along(object, out);
    object.finish();
    return !object.reading().failed();
}

void read_query(SceneContext& context, const std::string& name, const Cursor& at) {
    Reading& reading = context.reading;
    QueryEntry out;
    out.name = name;
    ObjectReader object(reading, at, fmt::format("query \"{}\"", name));
    const auto at_kind = object.require("kind", "write \"kind\": \"toi\", \"distance\", ...");
    const auto kind = at_kind ? read_choice(reading, *at_kind, query_choices()) : std::nullopt;
    if (!kind) return;
    out.kind = static_cast<QueryEntry::Kind>(*kind);
    if (read_fields(object, out)) context.scene.queries.push_back(std::move(out));
}

/// The id as it is to be given back; reports one that is neither number, string nor null.
std::string read_line_id(ObjectReader& object) {
    const auto at = object.find("id");
    if (!at) return "null";
    const bool is_name = at->value->number() != nullptr || at->value->string() != nullptr ||
                         std::holds_alternative<std::monostate>(at->value->data);
    if (is_name) return write_inline(*at->value);
    report_type(object.reading(), *at, "a number or a string", "write \"id\": 1");
    return "null";
}

/// Place, reason and cure on one line.
std::string one_line(const Diagnostic& wrong) {
    std::string out = wrong.line > 0 ? fmt::format("column {}: ", wrong.column) : std::string();
    out += wrong.message;
    if (!wrong.hint.empty()) out += "; " + wrong.hint;
    if (!wrong.pointer.empty()) out += fmt::format(" (at {})", wrong.pointer);
    return out;
}

}  // namespace

Result<QueryLine, BadQueryLine> read_query_line(std::string_view line, const QueryEntry& defaults) {
    if (line.size() > tuning::max_query_line) {
        return Err{BadQueryLine{"null", fmt::format("a line has at most {} bytes", tuning::max_query_line)}};
    }
    const SourceText source({}, std::string(line));
    const auto root = parse_json(source.text());
    if (!root) {
        Diagnostic wrong = source.at(root.error().place, Diagnostic::Severity::Error, root.error().message);
        wrong.hint = root.error().hint;
        return Err{BadQueryLine{"null", one_line(wrong)}};
    }
    Reading reading(source);
    ObjectReader object(reading, Cursor{&*root, nullptr, {}, 0, {}}, "the query");
    QueryLine out{.query = defaults};
    if (root->object() != nullptr) {
        out.id = read_line_id(object);
        (void)read_fields(object, out.query);
    }
    if (reading.failed()) return Err{BadQueryLine{out.id, one_line(reading.take_errors().front())}};
    return out;
}

void read_queries(SceneContext& context, const Cursor& at) {
    for_each_entry(context.reading, at, "write {\"hit\": {\"kind\": \"toi\", ...}}",
                   [&](const std::string& name, const Cursor& entry) { read_query(context, name, entry); });
}

}  // namespace toibox::scene

// SPDX-License-Identifier: MIT
// Reads queries, from a scene or from lines of `toibox query`. Numbers stay in double: a query measures the
// method, not the rounding of a world's state.
#include "toibox/math/rot.h"
#include "toibox/scene/query.h"
#include "toibox/scene/tuning.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"
#include "scene/json/json_parse.h"
#include "scene/json/write_json.h"
#include "scene/queries/query_readers.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

std::optional<double> required_angle(ObjectReader& object, std::string_view key) {
    const auto at = object.require(key, fmt::format("write \"{}\": radians", key));
    return at ? read_angle(object.sink(), *at) : std::nullopt;
}

std::optional<Sweep> read_sweep_of_motion(DiagnosticSink& sink, const Cursor& at) {
    ObjectReader object(sink, at, "the sweep");
    Sweep out;
    if (const auto center = object.find("local_center")) {
        out.local_center = read_query_vec2(sink, *center).value_or(Vec2d{});
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

std::optional<Sweep> read_transform(DiagnosticSink& sink, const Cursor& at) {
    ObjectReader object(sink, at, "the transform");
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

/// A shape and its sweep or transform, from the members of `object`.
bool read_shape_and_motion(ObjectReader& object, QueryEntry::Kind kind, QueryShape& shape, Sweep& sweep) {
    DiagnosticSink& sink = object.sink();
    const bool moves = kind == QueryEntry::Kind::Toi;
    const auto at_shape = object.require("shape", "write \"shape\": {\"type\": \"circle\", \"radius\": 0.5}");
    const auto at_motion =
        moves ? object.require("sweep",
                               "write \"sweep\": {\"c1\": [x, y], \"c2\": [x, y], \"a1\": 0, \"a2\": 0}")
              : object.require("transform", "write \"transform\": {\"p\": [x, y], \"angle\": 0}");
    auto new_shape = at_shape ? read_query_shape(sink, *at_shape) : std::nullopt;
    const auto new_sweep = !at_motion ? std::nullopt
                           : moves    ? read_sweep_of_motion(sink, *at_motion)
                                      : read_transform(sink, *at_motion);
    if (!new_shape || !new_sweep) return false;
    shape = *std::move(new_shape);
    sweep = *new_sweep;
    return true;
}

/// One side of a query on a pair.
bool read_side(ObjectReader& query, std::string_view key, QueryEntry::Kind kind, QueryShape& shape,
               Sweep& sweep) {
    const bool moves = kind == QueryEntry::Kind::Toi;
    const auto at = query.require(key, moves ? "write {\"shape\": { ... }, \"sweep\": { ... }}"
                                             : "write {\"shape\": { ... }, \"transform\": { ... }}");
    if (!at) return false;
    ObjectReader object(query.sink(), *at, fmt::format("side \"{}\"", key));
    const bool is_good = read_shape_and_motion(object, kind, shape, sweep);
    object.finish();
    return is_good;
}

/// One side of a pieces query. Returns whether it moves; nullopt after an error.
std::optional<bool> read_side_of_pieces(ObjectReader& query, std::string_view key,
                                        std::vector<QueryShape>& pieces, Sweep& sweep) {
    DiagnosticSink& sink = query.sink();
    const auto at = query.require(key, "write {\"shape\": { ... }, \"transform\": { ... }}");
    if (!at) return std::nullopt;
    ObjectReader object(sink, *at, fmt::format("side \"{}\"", key));
    const auto at_shape =
        object.require("shape", "write \"shape\": {\"type\": \"concave\", \"points\": [[x, y], ...]}");
    const auto at_sweep = object.find("sweep");
    const auto at_transform = object.find("transform");
    object.finish();
    if (at_shape) pieces = read_query_pieces(sink, *at_shape, true);
    if (at_sweep && at_transform) {
        sink.error(*at_transform, fmt::format("side \"{}\" has both \"transform\" and \"sweep\"", key),
                   "a side either moves or is at rest: remove one of them");
        return std::nullopt;
    }
    if (!at_sweep && !at_transform) {
        sink.error(*at, fmt::format("side \"{}\" has neither \"transform\" nor \"sweep\"", key),
                   "write \"transform\": {\"p\": [x, y], \"angle\": 0}");
        return std::nullopt;
    }
    const auto motion =
        at_sweep ? read_sweep_of_motion(sink, *at_sweep) : read_transform(sink, *at_transform);
    if (!motion || pieces.empty()) return std::nullopt;
    sweep = *motion;
    return at_sweep.has_value();
}

/// Target and tolerance.
void read_band(ObjectReader& object, QueryEntry& out) {
    const Range lengths{.min = tuning::min_query_length,
                        .max = tuning::max_query_length_metres,
                        .hint = "write a length in metres, for example 0.005"};
    if (object.number("target", out.target, lengths)) out.tolerance = 0.25 * out.target;
    if (object.number("tolerance", out.tolerance, lengths) && out.tolerance > out.target) {
        object.sink().error(*object.find("tolerance"), "\"tolerance\" must not exceed the target",
                            "write at most the target, or leave it out for a quarter of the target");
    }
}

/// Method, root finder and lengths.
void read_method(ObjectReader& object, QueryEntry& out) {
    object.choice("method", out.method, toi_choices());
    object.choice("root_finder", out.root_finder, root_finder_choices());
    read_band(object, out);
}

/// Reports a key that only another kind of query uses.
void reject_key(ObjectReader& object, std::string_view key, std::string_view reason, std::string_view hint) {
    if (const auto at = object.find(key)) object.sink().error(*at, std::string(reason), std::string(hint));
}

/// Two bodies of convex pieces. A sweep on either side makes it a time-of-impact query.
void read_pieces(ObjectReader& object, QueryEntry& out) {
    const auto a_moves = read_side_of_pieces(object, "a", out.pieces_a, out.sweep_a);
    const auto b_moves = read_side_of_pieces(object, "b", out.pieces_b, out.sweep_b);
    const bool is_known = a_moves && b_moves;  // if unknown, accept the keys of both cases
    out.moves = is_known && (*a_moves || *b_moves);
    if (!is_known || !out.moves) object.choice("volume", out.volume, volume_choices());
    if (!is_known || out.moves) read_band(object, out);
    if (!is_known) return;
    if (out.moves) {
        reject_key(object, "volume", "moving pieces always use circles", "remove \"volume\"");
        return;
    }
    for (const std::string_view key : {"target", "tolerance"})
        reject_key(object, key, fmt::format("\"{}\" is only for moving pieces", key),
                   "give a side a \"sweep\", or remove it");
}

/// Reads the keys of a manifold besides the shapes; also checks that a world accepts the shapes.
void read_manifold(ObjectReader& object, QueryEntry& out) {
    const Range lengths{.min = 0.0,
                        .max = tuning::max_query_length_metres,
                        .hint = "write a length in metres, for example 0.02"};
    object.number("margin", out.margin, lengths);
    for (const auto& [key, shape] : {std::pair{"a", &out.a}, std::pair{"b", &out.b}}) {
        if (shape->points.empty()) continue;  // reported already
        const auto made = world_shape(*shape);
        if (!made) object.sink().error(*object.find(key), made.error(), "use a shape that a scene accepts");
    }
}

/// Reads the direction of B for depth_along().
void read_along(ObjectReader& object, QueryEntry& out) {
    const auto at = object.find("along");
    if (!at) return;
    out.along = read_query_vec2(object.sink(), *at);
    if (out.along && !(length(*out.along) > 0.0)) {
        object.sink().error(*at, "\"along\" has no direction",
                            "write the direction of b as [x, y], not both zero, or remove it");
    }
}

/// Reads the keys that depend on the kind. False after an error.
bool read_fields(ObjectReader& object, QueryEntry& out) {
    using Kind = QueryEntry::Kind;
    if (out.kind == Kind::Raycast) {
        (void)read_shape_and_motion(object, out.kind, out.a, out.sweep_a);
        const auto from = required_vec2(object, "from");
        const auto to = required_vec2(object, "to");
        if (from && to) out.ray = {*from, *to};
    } else if (out.kind == Kind::Pieces) {
        read_pieces(object, out);
    } else {
        (void)read_side(object, "a", out.kind, out.a, out.sweep_a);
        (void)read_side(object, "b", out.kind, out.b, out.sweep_b);
    }
    if (out.kind == Kind::Shapecast) {
        if (const auto translation = required_vec2(object, "translation")) out.sweep_b.c1 += *translation;
    }
    if (uses_toi_method(out.kind)) read_method(object, out);
    if (out.kind == Kind::Manifold) read_manifold(object, out);
    if (out.kind == Kind::Overlap) read_along(object, out);
    object.finish();
    return !object.sink().failed();
}

void read_query(SceneContext& context, const std::string& name, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    QueryEntry out;
    out.name = name;
    ObjectReader object(sink, at, fmt::format("query \"{}\"", name));
    const auto at_kind = object.require("kind", "write \"kind\": \"toi\", \"distance\", ...");
    const auto kind = at_kind ? read_choice(sink, *at_kind, query_choices()) : std::nullopt;
    if (!kind) return;
    out.kind = static_cast<QueryEntry::Kind>(*kind);
    if (read_fields(object, out)) context.scene.queries.push_back(std::move(out));
}

/// The id to repeat in the answer, as JSON; an error if it is not a number, a string or null.
std::string read_line_id(ObjectReader& object) {
    const auto at = object.find("id");
    if (!at) return "null";
    const bool is_valid = at->value->number() != nullptr || at->value->string() != nullptr ||
                          std::holds_alternative<std::monostate>(at->value->data);
    if (is_valid) return write_inline(*at->value);
    report_type(object.sink(), *at, "a number or a string", "write \"id\": 1");
    return "null";
}

/// Location, message, hint and pointer on one line.
std::string one_line(const Diagnostic& error) {
    std::string out = error.line > 0 ? fmt::format("column {}: ", error.column) : std::string();
    out += error.message;
    if (!error.hint.empty()) out += "; " + error.hint;
    if (!error.pointer.empty()) out += fmt::format(" (at {})", error.pointer);
    return out;
}

}  // namespace

Result<QueryLine, QueryLineError> read_query_line(std::string_view line, const QueryEntry& defaults) {
    if (line.size() > tuning::max_query_line) {
        return Err{
            QueryLineError{"null", fmt::format("the line is longer than {} bytes", tuning::max_query_line)}};
    }
    const SourceText source({}, std::string(line));
    const auto root = parse_json(source.text());
    if (!root) {
        Diagnostic error = source.at(root.error().span, Diagnostic::Severity::Error, root.error().message);
        error.hint = root.error().hint;
        return Err{QueryLineError{"null", one_line(error)}};
    }
    DiagnosticSink sink(source);
    ObjectReader object(sink, Cursor{&*root, nullptr, {}, 0, {}}, "the query");
    QueryLine out{.query = defaults};
    if (root->object() != nullptr) {
        out.id = read_line_id(object);
        (void)read_fields(object, out.query);
    }
    if (sink.failed()) return Err{QueryLineError{out.id, one_line(sink.take_errors().front())}};
    return out;
}

void read_queries(SceneContext& context, const Cursor& at) {
    for_each_entry(context.sink, at, "write {\"hit\": {\"kind\": \"toi\", ...}}",
                   [&](const std::string& name, const Cursor& entry) { read_query(context, name, entry); });
}

}  // namespace toibox::scene

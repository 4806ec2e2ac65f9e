// SPDX-License-Identifier: MIT
#include "app/cli/commands/query/query_json.h"

#include "toibox/narrow/gjk.h"
#include "toibox/narrow/penetration.h"

#include "app/cli/base/json_text.h"
#include "app/cli/commands/query/query_json_shared.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

using Event = ToiEvent;

std::string_view feature_name(ClosestFeature feature) {
    switch (feature) {
        case ClosestFeature::VertexVertex:
            return "vertex-vertex";
        case ClosestFeature::FaceA:
            return "face-a";
        case ClosestFeature::FaceB:
            return "face-b";
        case ClosestFeature::Overlap:
            return "overlap";
    }
    return "";
}

std::string_view rule_name(Event::Rule rule) {
    switch (rule) {
        case Event::Rule::None:
            return "none";
        case Event::Rule::Bisection:
            return "bisection";
        case Event::Rule::FalsePosition:
            return "false-position";
        case Event::Rule::WeightedChord:
            return "weighted-chord";
        case Event::Rule::Projection:
            return "projection";
        case Event::Rule::InverseQuadratic:
            return "inverse-quadratic";
        case Event::Rule::Newton:
            return "newton";
        case Event::Rule::LowerBound:
            return "lower-bound";
    }
    return "";
}

/// The fields of the event's kind, after "event" and "outer".
std::string event_fields(const Event& e) {
    const auto number = [](double value) { return json_number(value); };
    switch (e.kind) {
        case Event::Kind::Outer:
            return fmt::format(R"("t":{},"distance":{},"feature":"{}","point_a":{},"point_b":{},"normal":{})",
                               number(e.t1), number(e.s1), feature_name(e.feature), json_point(e.point_a),
                               json_point(e.point_b), json_point(e.axis));
        case Event::Kind::Advance:
            return fmt::format(R"("t1":{},"t2":{},"distance":{},"approach":{})", number(e.t1), number(e.t2),
                               number(e.s1), number(e.slope));
        case Event::Kind::Circles:
            return fmt::format(R"("t2":{},"apart":{})", number(e.t2), number(e.s1));
        case Event::Kind::Step:
            return fmt::format(R"("t1":{},"t2":{},"s1":{},"s2":{},"turning":{},"feature":"{}","axis":{})",
                               number(e.t1), number(e.t2), number(e.s1), number(e.s2), number(e.turning),
                               feature_name(e.feature), json_point(e.axis));
        case Event::Kind::Minorant:
            return fmt::format(
                R"("t1":{},"t2":{},"s1":{},"s2":{},"slope":{},"curvature":{},"index_a":{},"index_b":{})",
                number(e.t1), number(e.t2), number(e.s1), number(e.s2), number(e.slope), number(e.curvature),
                e.index_a, e.index_b);
        case Event::Kind::Axis:
            return fmt::format(R"("t":{},"distance":{},"feature":"{}","axis":{},"anchor":{})", number(e.t1),
                               number(e.s1), feature_name(e.feature), json_point(e.axis),
                               json_point(e.anchor));
        case Event::Kind::Deepest:
            return fmt::format(R"("push_back":{},"t1":{},"t2":{},"s2":{},"index_a":{},"index_b":{})",
                               e.push_back_index, number(e.t1), number(e.t2), number(e.s2), e.index_a,
                               e.index_b);
        case Event::Kind::RootBracket:
            return fmt::format(R"("push_back":{},"t1":{},"s1":{},"t2":{},"s2":{},"index_a":{},"index_b":{})",
                               e.push_back_index, number(e.t1), number(e.s1), number(e.t2), number(e.s2),
                               e.index_a, e.index_b);
        case Event::Kind::FeaturePair:
            return fmt::format(R"("t1":{},"t2":{},"feature":"{}","index_a":{},"index_b":{})", number(e.t1),
                               number(e.t2), feature_name(e.feature), e.index_a, e.index_b);
        case Event::Kind::RootIterate:
            return fmt::format(R"("push_back":{},"t":{},"s":{},"rule":"{}","index_a":{},"index_b":{})",
                               e.push_back_index, number(e.t1), number(e.s1), rule_name(e.rule), e.index_a,
                               e.index_b);
        case Event::Kind::End:
            return fmt::format(R"("state":"{}","t":{},"distance":{})", state_name(e.state), number(e.t1),
                               number(e.s1));
    }
    return "";
}

std::string_view event_name(Event::Kind kind) {
    switch (kind) {
        case Event::Kind::Outer:
            return "outer";
        case Event::Kind::Advance:
            return "advance";
        case Event::Kind::Circles:
            return "circles";
        case Event::Kind::Step:
            return "step";
        case Event::Kind::Minorant:
            return "minorant";
        case Event::Kind::Axis:
            return "axis";
        case Event::Kind::Deepest:
            return "deepest";
        case Event::Kind::RootBracket:
            return "root-bracket";
        case Event::Kind::FeaturePair:
            return "feature-pair";
        case Event::Kind::RootIterate:
            return "root-iterate";
        case Event::Kind::End:
            return "end";
    }
    return "";
}

std::string trace_json(const ToiRecorder& recorder) {
    std::string out;
    for (const Event& event : recorder.events) {
        out += fmt::format(R"({}{{"event":"{}","outer":{},{}}})", out.empty() ? "" : ",",
                           event_name(event.kind), event.outer, event_fields(event));
    }
    return fmt::format(R"(,"trace":[{}])", out);
}

std::string toi_fields(const scene::QueryEntry& query, bool trace) {
    ToiRecorder recorder;
    const ToiInput input = scene::toi_input(query);
    const ToiOptions options = scene::toi_options(query);
    const ToiResult result = trace ? time_of_impact(query.method, input, options, recorder)
                                   : time_of_impact(query.method, input, options);
    const ToiIterations& n = result.iterations;
    // Counters that only one method uses are written only for that method.
    std::string method_counters =
        n.feature_pairs > 0 ? fmt::format(R"(,"feature_pairs":{})", n.feature_pairs) : "";
    if (n.steps > 0) method_counters += fmt::format(R"(,"steps":{})", n.steps);
    return fmt::format(R"("state":"{}","t":{},"distance":{},)"
                       R"("iterations":{{"outer":{},"push_back":{},"root":{},"gjk":{}{}}},)"
                       R"("point":{},"normal":{}{})",
                       state_name(result.state), json_number(result.t), json_number(result.distance), n.outer,
                       n.push_back, n.root, n.gjk, method_counters, json_point(result.point),
                       json_point(result.normal), trace ? trace_json(recorder) : "");
}

std::string distance_fields(const scene::QueryEntry& query) {
    const GjkResult result = gjk_distance(query.a.proxy(), pose_at(query.sweep_a, 0.0), query.b.proxy(),
                                          pose_at(query.sweep_b, 0.0));
    return fmt::format(R"("distance":{},"point_a":{},"point_b":{},"normal":{},"iterations":{{"gjk":{}}})",
                       json_number(result.distance), json_point(result.point_a), json_point(result.point_b),
                       json_point(result.normal), result.iterations);
}

std::string_view event_name(DistanceEvent::Kind kind) {
    switch (kind) {
        case DistanceEvent::Kind::Simplex:
            return "simplex";
        case DistanceEvent::Kind::Expand:
            return "expand";
        case DistanceEvent::Kind::Walk:
            return "walk";
        case DistanceEvent::Kind::Scan:
            return "scan";
        case DistanceEvent::Kind::Axis:
            return "axis";
        case DistanceEvent::Kind::Vertex:
            return "vertex";
        case DistanceEvent::Kind::End:
            return "end";
    }
    return "";
}

std::string trace_json(const DistanceRecorder& recorder) {
    std::string out;
    for (const DistanceEvent& e : recorder.events) {
        out += fmt::format(
            R"({}{{"event":"{}","iteration":{},"index_a":{},"index_b":{},"normal":{},"lower":{},"upper":{}}})",
            out.empty() ? "" : ",", event_name(e.kind), e.iteration, e.index_a, e.index_b,
            json_point(e.direction), json_number(e.lower), json_number(e.upper));
    }
    return fmt::format(R"(,"trace":[{}])", out);
}

/// The fields for a query with a distance method; values that the method does not compute are left out.
std::string distance_fields(const scene::QueryEntry& query, DistanceMethod method, bool trace) {
    const DistanceInput input{.a = query.a.proxy(),
                              .pose_a = pose_at(query.sweep_a, 0.0),
                              .b = query.b.proxy(),
                              .pose_b = pose_at(query.sweep_b, 0.0)};
    DistanceRecorder recorder;
    const DistanceResult result =
        trace ? measure_distance(method, input, {}, recorder) : measure_distance(method, input);
    const DistanceMethodInfo& row = info(method);
    std::string known;
    if (result.is_exact) known += fmt::format(R"(,"separation":{})", json_number(result.separation));
    if (result.is_exact && row.gives_points) {
        known += fmt::format(R"(,"point_a":{},"point_b":{})", json_point(result.point_a),
                             json_point(result.point_b));
    }
    return fmt::format(R"("state":"{}"{},"normal":{},"iterations":{}{})", to_string(result.state), known,
                       json_point(result.normal), result.iterations, trace ? trace_json(recorder) : "");
}

std::string overlap_fields(const scene::QueryEntry& query) {
    const Penetration result = penetration(query.a.proxy(), pose_at(query.sweep_a, 0.0), query.b.proxy(),
                                           pose_at(query.sweep_b, 0.0));
    const bool overlaps = result.depth > 0.0;
    const std::string along =
        query.along ? fmt::format(R"(,"depth_along":{})", json_number(scene::depth_along(query))) : "";
    return fmt::format(R"("overlap":{},"depth":{},"normal":{}{})", overlaps,
                       json_number(overlaps ? result.depth : 0.0), json_point(result.normal), along);
}

/// Points are in world coordinates; "id" is the packed feature id.
std::string manifold_fields(const scene::QueryEntry& query) {
    const Manifold manifold = scene::manifold_of(query);
    const Transformd at = pose_at(query.sweep_a, 0.0);
    std::string points;
    for (std::size_t i = 0; i < static_cast<std::size_t>(manifold.count); ++i) {
        const ManifoldPoint& point = manifold.points[i];
        points += fmt::format(R"({}{{"point":{},"separation":{},"id":{}}})", points.empty() ? "" : ",",
                              json_point(transform_point(at, widen(point.point))),
                              fmt::format("{}", point.separation), packed(point.id));
    }
    return fmt::format(R"("normal":{},"points":[{}])", json_point(rotate(at.q, widen(manifold.normal))),
                       points);
}

/// If the ray hits nothing, "point" is the end of the ray.
std::string raycast_fields(const scene::QueryEntry& query) {
    const RayHit result = ray_cast(query.a.proxy(), pose_at(query.sweep_a, 0.0), query.ray);
    return fmt::format(R"("hit":{},"fraction":{},"point":{},"normal":{})", result.hit,
                       json_number(result.fraction), json_point(result.hit ? result.point : query.ray.to),
                       json_point(result.normal));
}

}  // namespace

std::string answer_json(const std::string& id, const scene::QueryEntry& query, const AnswerOptions& options) {
    std::string fields;
    switch (query.kind) {
        case scene::QueryEntry::Kind::Toi:
        case scene::QueryEntry::Kind::Shapecast:
            fields = toi_fields(query, options.trace);
            break;
        case scene::QueryEntry::Kind::Distance:
            fields =
                options.distance || options.trace
                    ? distance_fields(query, options.distance.value_or(DistanceMethod::Gjk), options.trace)
                    : distance_fields(query);
            break;
        case scene::QueryEntry::Kind::Overlap:
            fields = overlap_fields(query);
            break;
        case scene::QueryEntry::Kind::Raycast:
            fields = raycast_fields(query);
            break;
        case scene::QueryEntry::Kind::Manifold:
            fields = manifold_fields(query);
            break;
        case scene::QueryEntry::Kind::Pieces:
            fields = pieces_fields(query, options.trace);
            break;
    }
    return fmt::format(R"({{"id":{},{}}})", id, fields);
}

std::string error_json(const scene::QueryLineError& error, std::size_t line) {
    return fmt::format(R"({{"id":{},"line":{},"error":{}}})", error.id, line, json_string(error.message));
}

}  // namespace toibox::app

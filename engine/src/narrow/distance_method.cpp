// SPDX-License-Identifier: MIT

// The family's table and switchboard: the only file that knows every method. GJK has an interface of its own;
// here it is translated.

#include "toibox/narrow/distance_method.h"

#include "toibox/core/assert.h"
#include "toibox/narrow/tuning.h"

#include "distance_methods.h"

#include <algorithm>

namespace toibox {

namespace {

constexpr DistancePromises distance_method_table[] = {
    {.method = DistanceMethod::Gjk,
     .name = "gjk",
     .label = "GJK",
     .summary = "Walks a simplex over the difference of the two to the point nearest to the origin: a "
                "distance in two or three "
                "steps, but no depth.",
     .gives_distance = true,
     .gives_points = true,
     .detects_crossings = true,
     .uses_cache = true},
    {.method = DistanceMethod::BooleanGjk,
     .name = "boolean-gjk",
     .label = "GJK, yes or no",
     .summary = "Stops at the first proof: a simplex that reaches the origin, or a line that parts the two; "
                "knows neither distance nor depth.",
     .detects_crossings = true,
     .supports_iteration_limit = true},
    {.method = DistanceMethod::Epa,
     .name = "epa",
     .label = "EPA",
     .summary = "Blows the last simplex of GJK up inside the difference of the two until its nearest edge is "
                "one of it: the "
                "depth, without trying all faces.",
     .gives_distance = true,
     .gives_depth = true,
     .gives_points = true,
     .detects_crossings = true,
     .supports_iteration_limit = true},
    {.method = DistanceMethod::FeatureWalk,
     .name = "feature-walk",
     .label = "Closest features",
     .summary = "Walks from the last pair of closest features to a neighbour that is nearer: one look if "
                "little has moved, many from a cold start; no depth.",
     .gives_distance = true,
     .gives_points = true,
     .detects_crossings = true,
     .uses_cache = true,
     .supports_iteration_limit = true},
    {.method = DistanceMethod::SeparatingAxes,
     .name = "separating-axes",
     .label = "Separating axes",
     .summary = "Tries the normal of each face and the line of the nearest vertices: distance and depth at "
                "the price of all axes.",
     .gives_distance = true,
     .gives_depth = true,
     .detects_crossings = true},
    {.method = DistanceMethod::CachedAxis,
     .name = "cached-axis",
     .label = "Cached separating axis",
     .summary =
         "Tries the axis that parted the two last time, and all axes only where it fails: one test says "
         "that they are apart, though not how far.",
     .gives_depth = true,
     .detects_crossings = true,
     .uses_cache = true},
    {.method = DistanceMethod::VertexInside,
     .name = "vertex-inside",
     .label = "Vertex against faces",
     .summary = "Asks of each vertex whether it lies behind all faces of the other: blind to shapes that "
                "cross, such as the bars of a plus.",
     .gives_distance = true,
     .gives_points = true},
};

bool is_measurable(double x) {
    return x <= tuning::max_distance_coordinate && x >= -tuning::max_distance_coordinate;
}
bool is_measurable(Vec2d v) {
    return is_measurable(v.x) && is_measurable(v.y);
}
bool is_measurable(const ConvexProxy& shape, const Transformd& pose) {
    return !shape.points.empty() && shape.points.size() <= Polygon::max_vertices && shape.radius >= 0.0 &&
           is_measurable(shape.radius) && is_measurable(pose.p) && is_measurable({pose.q.c, pose.q.s}) &&
           std::all_of(shape.points.begin(), shape.points.end(),
                       [](const Vec2d& point) { return is_measurable(point); });
}

template <class Trace>
DistanceResult dispatch(DistanceMethod method, const DistanceInput& input, const DistanceOptions& options,
                        Trace& trace) {
    switch (method) {
        case DistanceMethod::Gjk:
            return narrow_methods::gjk(input, options, trace);
        case DistanceMethod::BooleanGjk:
            return narrow_methods::boolean_gjk(input, options, trace);
        case DistanceMethod::Epa:
            return narrow_methods::epa(input, options, trace);
        case DistanceMethod::FeatureWalk:
            return narrow_methods::feature_walk(input, options, trace);
        case DistanceMethod::SeparatingAxes:
            return narrow_methods::separating_axes(input, options, trace);
        case DistanceMethod::CachedAxis:
            return narrow_methods::cached_axis(input, options, trace);
        case DistanceMethod::VertexInside:
            return narrow_methods::vertex_inside(input, options, trace);
    }
    TOIBOX_ASSERT(false);  // every method has a case
    return {};
}

template <class Trace>
DistanceResult answer(DistanceMethod method, const DistanceInput& input, const DistanceOptions& options,
                      Trace& trace) {
    TOIBOX_ASSERT(options.max_iterations >= 1);
    DistanceResult result;
    result.cache = input.cache;
    if (is_measurable(input.a, input.pose_a) && is_measurable(input.b, input.pose_b)) {
        result = dispatch(method, input, options, trace);
        const DistancePromises& says = promises(method);
        const bool is_known =
            result.state == DistanceState::Apart || result.state == DistanceState::Overlapping;
        result.is_exact =
            result.is_exact || (is_known && (result.cores_overlap ? says.gives_depth : says.gives_distance));
    }
    trace(DistanceEvent{.kind = DistanceEvent::Kind::End,
                        .iteration = result.iterations,
                        .direction = result.normal,
                        .features = result.cache.features,
                        .lower = result.separation,
                        .upper = result.separation,
                        .state = result.state});
    return result;
}

}  // namespace

namespace narrow_methods {

GjkIteration::Vertex describe(const DistanceInput& input, const gjk::Vertex& vertex, double weight) {
    const gjk::Pair pair = pair_of(input);
    const int ia = index_a(vertex.id);
    const int ib = index_b(vertex.id);
    return {ia, ib, input.pose_a.p + pair.point_a(ia), input.pose_a.p + pair.point_b(ib), vertex.w, weight};
}

DistanceResult make_distance_result(const DistanceInput& input, double distance, Vec2d normal, Vec2d core_a,
                                    Vec2d core_b) {
    DistanceResult answer;
    answer.separation = distance - radii(input);
    answer.state = answer.separation > 0.0 ? DistanceState::Apart : DistanceState::Overlapping;
    answer.normal = normal;
    answer.point_a = input.pose_a.p + (core_a + input.a.radius * normal);
    answer.point_b = input.pose_a.p + (core_b - input.b.radius * normal);
    answer.cache = input.cache;
    return answer;
}

DistanceResult make_core_overlap_result(const DistanceInput& input) {
    DistanceResult answer;
    answer.state = DistanceState::Overlapping;
    answer.separation = -radii(input);
    answer.cores_overlap = true;
    answer.cache = input.cache;
    return answer;
}

DistanceResult make_separated_result(const DistanceInput& input, double distance, Vec2d normal, Vec2d core_a,
                                     Vec2d core_b) {
    const Vec2d size = abs(core_a) + abs(core_b);
    if (!(distance > tuning::gjk_rounding * (size.x + size.y))) return make_core_overlap_result(input);
    return make_distance_result(input, distance, normal, core_a, core_b);
}

template <class Trace>
DistanceResult gjk(const DistanceInput& input, const DistanceOptions&, Trace& trace) {
    GjkResult found;
    if constexpr (Trace::enabled) {
        TraceRecorder<GjkIteration> recorder;
        found = gjk_distance(input.a, input.pose_a, input.b, input.pose_b, input.cache.simplex, recorder);
        for (const GjkIteration& it : recorder.events) {
            trace(DistanceEvent{.kind = DistanceEvent::Kind::Simplex,
                                .iteration = it.index,
                                .count = it.count,
                                .vertex = it.simplex,
                                .index_a = it.support.index_a,
                                .index_b = it.support.index_b,
                                .direction = -normalized(it.direction),
                                .lower = it.lower,
                                .upper = it.upper});
        }
    } else {
        found = gjk_distance(input.a, input.pose_a, input.b, input.pose_b, input.cache.simplex);
    }
    DistanceResult answer = make_core_overlap_result(input);
    answer.cores_overlap = !(found.core_distance > 0.0);
    answer.separation = found.core_distance - radii(input);
    if (answer.separation > 0.0) answer.state = DistanceState::Apart;
    if (found.exit == GjkExit::IterationLimit) answer.state = DistanceState::Exhausted;
    answer.normal = found.normal;
    answer.point_a = found.point_a;
    answer.point_b = found.point_b;
    answer.iterations = found.iterations;
    answer.cache.simplex = found.seed;
    return answer;
}

}  // namespace narrow_methods

std::span<const DistancePromises> distance_methods() {
    return distance_method_table;
}

const DistancePromises& promises(DistanceMethod method) {
    for (const DistancePromises& row : distance_method_table) {
        if (row.method == method) return row;
    }
    TOIBOX_ASSERT(false);  // every method has a row
    return distance_method_table[0];
}

std::string_view to_string(DistanceState state) {
    switch (state) {
        case DistanceState::Apart:
            return "apart";
        case DistanceState::Overlapping:
            return "overlapping";
        case DistanceState::Exhausted:
            return "exhausted";
        case DistanceState::Invalid:
            return "invalid";
    }
    return "unknown";
}

DistanceResult measure_distance(DistanceMethod method, const DistanceInput& input,
                                const DistanceOptions& options) {
    NoTrace silent;
    return answer(method, input, options, silent);
}
DistanceResult measure_distance(DistanceMethod method, const DistanceInput& input,
                                const DistanceOptions& options, DistanceRecorder& recorder) {
    return answer(method, input, options, recorder);
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Table and dispatch of all distance methods. GJK has its own interface, which is adapted here.

#include "toibox/narrow/distance_method.h"

#include "toibox/core/assert.h"
#include "toibox/narrow/tuning.h"

#include "narrow/distance/distance_methods.h"

#include <algorithm>

namespace toibox {

namespace {

constexpr DistanceMethodInfo distance_method_table[] = {
    {.method = DistanceMethod::Gjk,
     .name = "gjk",
     .label = "GJK",
     .summary = "Moves a simplex over the Minkowski difference to the point nearest to the origin: the "
                "distance in two or three steps, but no depth.",
     .gives_distance = true,
     .gives_points = true,
     .detects_crossings = true,
     .uses_cache = true},
    {.method = DistanceMethod::BooleanGjk,
     .name = "boolean-gjk",
     .label = "GJK, yes or no",
     .summary = "Stops at the first proof: a simplex that reaches the origin, or a separating line; gives "
                "neither distance nor depth.",
     .detects_crossings = true,
     .supports_iteration_limit = true},
    {.method = DistanceMethod::Epa,
     .name = "epa",
     .label = "EPA",
     .summary =
         "Expands the last simplex of GJK inside the Minkowski difference until its nearest edge is on "
         "the boundary: the depth, without testing all faces.",
     .gives_distance = true,
     .gives_depth = true,
     .gives_points = true,
     .detects_crossings = true,
     .supports_iteration_limit = true},
    {.method = DistanceMethod::FeatureWalk,
     .name = "feature-walk",
     .label = "Closest features",
     .summary = "Walks from the last pair of closest features to closer neighbours: one check if little has "
                "moved, many from a cold start; no depth.",
     .gives_distance = true,
     .gives_points = true,
     .detects_crossings = true,
     .uses_cache = true,
     .supports_iteration_limit = true},
    {.method = DistanceMethod::SeparatingAxes,
     .name = "separating-axes",
     .label = "Separating axes",
     .summary =
         "Tests the normal of each face and the line between the nearest vertices: distance and depth, "
         "at the cost of testing all axes.",
     .gives_distance = true,
     .gives_depth = true,
     .detects_crossings = true},
    {.method = DistanceMethod::CachedAxis,
     .name = "cached-axis",
     .label = "Cached separating axis",
     .summary = "Tests the axis that separated the shapes last time, and all axes only if it fails: one test "
                "proves that they are separated, but not how far.",
     .gives_depth = true,
     .detects_crossings = true,
     .uses_cache = true},
    {.method = DistanceMethod::VertexInside,
     .name = "vertex-inside",
     .label = "Vertex against faces",
     .summary =
         "Tests whether a vertex is behind all faces of the other shape: misses shapes that cross, such "
         "as the bars of a plus sign.",
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
DistanceResult run_method(DistanceMethod method, const DistanceInput& input, const DistanceOptions& options,
                          Trace& trace) {
    TOIBOX_ASSERT(options.max_iterations >= 1);
    DistanceResult result;
    result.cache = input.cache;
    if (is_measurable(input.a, input.pose_a) && is_measurable(input.b, input.pose_b)) {
        result = dispatch(method, input, options, trace);
        const DistanceMethodInfo& method_info = info(method);
        const bool is_known =
            result.state == DistanceState::Apart || result.state == DistanceState::Overlapping;
        result.is_exact =
            result.is_exact ||
            (is_known && (result.cores_overlap ? method_info.gives_depth : method_info.gives_distance));
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
    DistanceResult result;
    result.separation = distance - radii(input);
    result.state = result.separation > 0.0 ? DistanceState::Apart : DistanceState::Overlapping;
    result.normal = normal;
    result.point_a = input.pose_a.p + (core_a + input.a.radius * normal);
    result.point_b = input.pose_a.p + (core_b - input.b.radius * normal);
    result.cache = input.cache;
    return result;
}

DistanceResult make_core_overlap_result(const DistanceInput& input) {
    DistanceResult result;
    result.state = DistanceState::Overlapping;
    result.separation = -radii(input);
    result.cores_overlap = true;
    result.cache = input.cache;
    return result;
}

DistanceResult make_separated_result(const DistanceInput& input, double distance, Vec2d normal, Vec2d core_a,
                                     Vec2d core_b) {
    const Vec2d size = abs(core_a) + abs(core_b);
    if (!(distance > tuning::gjk_rounding * (size.x + size.y))) return make_core_overlap_result(input);
    return make_distance_result(input, distance, normal, core_a, core_b);
}

template <class Trace>
DistanceResult gjk(const DistanceInput& input, const DistanceOptions&, Trace& trace) {
    GjkResult gjk_result;
    if constexpr (Trace::enabled) {
        TraceRecorder<GjkIteration> recorder;
        gjk_result =
            gjk_distance(input.a, input.pose_a, input.b, input.pose_b, input.cache.simplex, recorder);
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
        gjk_result = gjk_distance(input.a, input.pose_a, input.b, input.pose_b, input.cache.simplex);
    }
    // Initial values: the state Overlapping, and the cache of the input.
    DistanceResult result = make_core_overlap_result(input);
    result.cores_overlap = !(gjk_result.core_distance > 0.0);
    result.separation = gjk_result.core_distance - radii(input);
    if (result.separation > 0.0) result.state = DistanceState::Apart;
    if (gjk_result.exit == GjkExit::IterationLimit) result.state = DistanceState::Exhausted;
    result.normal = gjk_result.normal;
    result.point_a = gjk_result.point_a;
    result.point_b = gjk_result.point_b;
    result.iterations = gjk_result.iterations;
    result.cache.simplex = gjk_result.seed;
    return result;
}

}  // namespace narrow_methods

std::span<const DistanceMethodInfo> distance_methods() {
    return distance_method_table;
}

const DistanceMethodInfo& info(DistanceMethod method) {
    for (const DistanceMethodInfo& row : distance_method_table) {
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
    NoTrace no_trace;
    return run_method(method, input, options, no_trace);
}
DistanceResult measure_distance(DistanceMethod method, const DistanceInput& input,
                                const DistanceOptions& options, DistanceRecorder& recorder) {
    return run_method(method, input, options, recorder);
}

}  // namespace toibox

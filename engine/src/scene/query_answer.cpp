// SPDX-License-Identifier: MIT
// The pair experiments of a scene: one call of a method, its answer as named numbers.

#include "query_answer.h"

#include "toibox/continuous/toi.h"
#include "toibox/narrow/gjk.h"
#include "toibox/scene/tuning.h"

namespace toibox::scene {

namespace {

double flag(bool value) {
    return value ? 1.0 : 0.0;
}

QueryAnswer answer_toi(const QueryEntry& query, const ConvexProxy& a, const ConvexProxy& b) {
    const ToiInput input{.a = a, .b = b, .sweep_a = query.sweep_a, .sweep_b = query.sweep_b};
    const ToiResult result = time_of_impact(query.method, input,
                                            {.target = query.target,
                                             .tolerance = query.tolerance,
                                             .root_finder = query.root_finder,
                                             .max_iterations = tuning::query_iterations});
    return {{"hit", flag(result.state == ToiState::Hit)},
            {"separated", flag(result.state == ToiState::Separated)},
            {"overlapped", flag(result.state == ToiState::Overlapped)},
            {"failed", flag(result.state == ToiState::Exhausted)},
            {"t", result.t},
            {"distance", result.distance},
            {"point.x", result.point.x},
            {"point.y", result.point.y},
            {"normal.x", result.normal.x},
            {"normal.y", result.normal.y},
            {"iterations.outer", result.iterations.outer},
            {"iterations.push_back", result.iterations.push_back},
            {"iterations.root", result.iterations.root},
            {"iterations.gjk", result.iterations.gjk}};
}

QueryAnswer answer_distance(const QueryEntry& query, const ConvexProxy& a, const ConvexProxy& b) {
    const GjkResult result = gjk_distance(a, pose_at(query.sweep_a, 0.0), b, pose_at(query.sweep_b, 0.0));
    return {{"distance", result.distance},   {"point_a.x", result.point_a.x},
            {"point_a.y", result.point_a.y}, {"point_b.x", result.point_b.x},
            {"point_b.y", result.point_b.y}, {"normal.x", result.normal.x},
            {"normal.y", result.normal.y},   {"iterations.gjk", result.iterations}};
}

}  // namespace

QueryAnswer answer(const QueryEntry& query) {
    const ConvexProxy a{.points = query.a.points, .radius = query.a.radius};
    const ConvexProxy b{.points = query.b.points, .radius = query.b.radius};
    return query.kind == QueryEntry::Kind::Toi ? answer_toi(query, a, b) : answer_distance(query, a, b);
}

}  // namespace toibox::scene

// SPDX-License-Identifier: MIT
// Runs queries. Each calls one method and returns its result as named numbers.

#include "toibox/narrow/gjk.h"
#include "toibox/narrow/penetration.h"
#include "toibox/scene/piece_query.h"
#include "toibox/scene/query.h"
#include "toibox/scene/tuning.h"

#include <algorithm>

namespace toibox::scene {

namespace {

double flag(bool value) {
    return value ? 1.0 : 0.0;
}

double number(std::uint64_t count) {
    return static_cast<double>(count);
}

/// Pose with the position at `t` and the rotation at `rotation_time`: methods that ignore rotation leave the
/// shape fully rotated.
Transformd pose_left_at(const Sweep& sweep, double t, double rotation_time) {
    const Rotd q = rotation_at(sweep, rotation_time);
    return {center_at(sweep, t) - rotate(q, sweep.local_center), q};
}

QueryAnswer answer_toi(const QueryEntry& query) {
    const ToiInput input = toi_input(query);
    const ToiResult result = time_of_impact(query.method, input, toi_options(query));
    return {{"hit", flag(result.state == ToiState::Hit)},
            {"separated", flag(result.state == ToiState::Separated)},
            {"overlapped", flag(result.state == ToiState::Overlapped)},
            {"failed", flag(result.state == ToiState::Exhausted)},
            {"t", result.t},
            {"distance", result.distance},
            {"depth", remaining_depth(query.method, input, result)},
            {"point.x", result.point.x},
            {"point.y", result.point.y},
            {"normal.x", result.normal.x},
            {"normal.y", result.normal.y},
            {"iterations.outer", result.iterations.outer},
            {"iterations.push_back", result.iterations.push_back},
            {"iterations.root", result.iterations.root},
            {"iterations.gjk", result.iterations.gjk},
            {"iterations.steps", result.iterations.steps},
            {"iterations.feature_pairs", result.iterations.feature_pairs}};
}

QueryAnswer answer_distance(const QueryEntry& query) {
    const GjkResult result = gjk_distance(query.a.proxy(), pose_at(query.sweep_a, 0.0), query.b.proxy(),
                                          pose_at(query.sweep_b, 0.0));
    return {{"distance", result.distance},   {"point_a.x", result.point_a.x},
            {"point_a.y", result.point_a.y}, {"point_b.x", result.point_b.x},
            {"point_b.y", result.point_b.y}, {"normal.x", result.normal.x},
            {"normal.y", result.normal.y},   {"iterations.gjk", result.iterations}};
}

QueryAnswer answer_overlap(const QueryEntry& query) {
    const Penetration result = penetration(query.a.proxy(), pose_at(query.sweep_a, 0.0), query.b.proxy(),
                                           pose_at(query.sweep_b, 0.0));
    const bool overlaps = result.depth > 0.0;
    QueryAnswer out{{"overlap", flag(overlaps)},
                    {"depth", overlaps ? result.depth : 0.0},
                    {"normal.x", result.normal.x},
                    {"normal.y", result.normal.y}};
    if (query.along) out.emplace_back("depth_along", depth_along(query));
    return out;
}

QueryAnswer answer_raycast(const QueryEntry& query) {
    const RayHit result = ray_cast(query.a.proxy(), pose_at(query.sweep_a, 0.0), query.ray);
    const Vec2d point = result.hit ? result.point : query.ray.to;
    return {{"hit", flag(result.hit)}, {"fraction", result.fraction}, {"point.x", point.x},
            {"point.y", point.y},      {"normal.x", result.normal.x}, {"normal.y", result.normal.y}};
}

QueryAnswer answer_manifold(const QueryEntry& query) {
    const Manifold manifold = manifold_of(query);
    const Transformd at = pose_at(query.sweep_a, 0.0);
    const Vec2d normal = rotate(at.q, widen(manifold.normal));
    QueryAnswer out{{"points", manifold.count}, {"normal.x", normal.x}, {"normal.y", normal.y}};
    constexpr std::string_view names[2][3] = {{"first.x", "first.y", "first.separation"},
                                              {"second.x", "second.y", "second.separation"}};
    for (std::size_t i = 0; i < static_cast<std::size_t>(manifold.count); ++i) {
        const Vec2d point = transform_point(at, widen(manifold.points[i].point));
        out.emplace_back(names[i][0], point.x);
        out.emplace_back(names[i][1], point.y);
        out.emplace_back(names[i][2], static_cast<double>(manifold.points[i].separation));
    }
    return out;
}

QueryAnswer answer_impact_of_pieces(const QueryEntry& query) {
    const PieceImpact result = impact_of_pieces(query);
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
            {"piece_a", result.piece_a},
            {"piece_b", result.piece_b},
            {"swept_tests", number(result.swept_tests)},
            {"toi_calls", number(result.toi_calls)}};
}

QueryAnswer answer_contact_of_pieces(const QueryEntry& query) {
    const PieceContact result = contact_of_pieces(query);
    const bool overlaps = result.separation <= 0.0;
    return {{"overlapping", flag(overlaps)},
            {"depth", overlaps ? 0.0 - result.separation : 0.0},
            {"separation", overlaps ? 0.0 : result.separation},
            {"point_a.x", result.point_a.x},
            {"point_a.y", result.point_a.y},
            {"point_b.x", result.point_b.x},
            {"point_b.y", result.point_b.y},
            {"normal.x", result.normal.x},
            {"normal.y", result.normal.y},
            {"piece_a", result.piece_a},
            {"piece_b", result.piece_b},
            {"tests", number(result.meeting.tests)},
            {"visits", number(result.meeting.visits)},
            {"pairs", number(result.meeting.pairs)},
            {"nearest.tests", number(result.nearest.tests)},
            {"nearest.visits", number(result.nearest.visits)},
            {"nearest.pairs", number(result.nearest.pairs)}};
}

QueryAnswer answer_pieces(const QueryEntry& query) {
    QueryAnswer out = query.moves ? answer_impact_of_pieces(query) : answer_contact_of_pieces(query);
    const std::uint64_t a = query.pieces_a.size();
    const std::uint64_t b = query.pieces_b.size();
    out.insert(out.end(), {{"pieces.a", number(a)}, {"pieces.b", number(b)}, {"all_pairs", number(a * b)}});
    return out;
}

constexpr std::string_view counters[] = {"piece_a",  "piece_b",  "tests",     "visits",      "pairs",
                                         "pieces.a", "pieces.b", "all_pairs", "swept_tests", "toi_calls"};

constexpr QueryKind kinds[] = {
    {"toi", QueryEntry::Kind::Toi},
    {"distance", QueryEntry::Kind::Distance},
    {"shapecast", QueryEntry::Kind::Shapecast},
    {"overlap", QueryEntry::Kind::Overlap},
    {"raycast", QueryEntry::Kind::Raycast},
    {"manifold", QueryEntry::Kind::Manifold},
    {"pieces", QueryEntry::Kind::Pieces},
};

}  // namespace

std::span<const QueryKind> query_kinds() {
    return kinds;
}

bool uses_toi_method(QueryEntry::Kind kind) {
    return kind == QueryEntry::Kind::Toi || kind == QueryEntry::Kind::Shapecast;
}

double depth_along(const QueryEntry& query) {
    return penetration_along(query.a.proxy(), pose_at(query.sweep_a, 0.0), query.b.proxy(),
                             pose_at(query.sweep_b, 0.0), *query.along);
}

ToiInput toi_input(const QueryEntry& query) {
    return {.a = query.a.proxy(), .b = query.b.proxy(), .sweep_a = query.sweep_a, .sweep_b = query.sweep_b};
}

ToiOptions toi_options(const QueryEntry& query) {
    return {.target = query.target,
            .tolerance = query.tolerance,
            .root_finder = query.root_finder,
            .max_iterations = tuning::query_iterations,
            .max_root_iterations = tuning::query_iterations};
}

ToiCase toi_case(const QueryEntry& query) {
    return copy_case(query.method, toi_input(query), toi_options(query));
}

double remaining_depth(ToiMethod method, const ToiInput& input, const ToiResult& answer) {
    const double rotation_time = promises(method).handles_rotation ? answer.t : 1.0;
    return penetration(input.a, pose_left_at(input.sweep_a, answer.t, rotation_time), input.b,
                       pose_left_at(input.sweep_b, answer.t, rotation_time))
        .depth;
}

QueryAnswer answer(const QueryEntry& query) {
    switch (query.kind) {
        case QueryEntry::Kind::Toi:
        case QueryEntry::Kind::Shapecast:
            return answer_toi(query);
        case QueryEntry::Kind::Distance:
            return answer_distance(query);
        case QueryEntry::Kind::Overlap:
            return answer_overlap(query);
        case QueryEntry::Kind::Raycast:
            return answer_raycast(query);
        case QueryEntry::Kind::Manifold:
            return answer_manifold(query);
        case QueryEntry::Kind::Pieces:
            return answer_pieces(query);
    }
    return {};
}

bool is_counter(std::string_view field) {
    return field.starts_with("iterations.") || field.starts_with("nearest.") ||
           std::ranges::find(counters, field) != std::end(counters);
}

}  // namespace toibox::scene

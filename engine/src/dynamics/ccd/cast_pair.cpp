// SPDX-License-Identifier: MIT

// The first impact of one pair of shapes. A time of impact is computed for a target distance, which depends
// on how close the pair starts. A pair that is already closer than settings.target is cast with a fraction of
// its gap as the target, so that it may separate or slide, and an approach is still found. A pair that
// touches or overlaps is left to the discrete solver, but a body that rests on a wall must not be kicked
// through the wall. So a core of one shape is cast: the largest core that is separated, i.e. the shape eroded
// on all sides and, if that is not enough, scaled about the centroid.

#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/contacts/one_way_contacts.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/remaining_motion.h"

#include <algorithm>
#include <limits>

namespace toibox {

namespace {

/// Two shapes and the remaining motions of their bodies after time `from`.
struct PairMotion {
    std::uint32_t shape_a = 0;
    std::uint32_t shape_b = 0;
    double from = 0.0;  ///< Fraction of the step.
    ToiMethod method;
    ToiInput input;
};

void add_statistics(SearchStatistics& statistics, const ToiIterations& iterations, const WorstPair& pair) {
    statistics.outer.add(static_cast<std::uint64_t>(iterations.outer), pair);
    statistics.root.add(static_cast<std::uint64_t>(iterations.root), pair);
    if (iterations.gjk == 0) return;
    CallStatistics& gjk = statistics.gjk;
    const auto max = static_cast<std::uint64_t>(iterations.gjk_max_iterations);
    gjk.set_worst_pair(max, pair);
    gjk.tally.merge({static_cast<std::uint64_t>(iterations.gjk),
                     static_cast<std::uint64_t>(iterations.gjk_iterations), max});
    for (std::uint64_t i = 0; i <= max; ++i)
        gjk.values.add(i, iterations.gjk_lengths[i]);
}

void count_toi_call(StepContext& step, const PairMotion& pair, const ToiResult& result,
                    std::uint64_t nanoseconds) {
    ToiCounters& counters = step.counters.toi;
    const ToiIterations& iterations = result.iterations;
    const std::uint64_t outer = static_cast<std::uint64_t>(iterations.main_loop());
    const IdPool& ids = step.state.shapes.ids;
    const WorstPair shapes{ids.handle_at<ShapeHandle>(pair.shape_a),
                           ids.handle_at<ShapeHandle>(pair.shape_b)};
    if (outer > counters.outer.max || counters.outer.calls == 0) counters.worst_pair = shapes;
    counters.outer.add(outer);
    counters.root.merge({static_cast<std::uint64_t>(iterations.push_back),
                         static_cast<std::uint64_t>(iterations.root),
                         static_cast<std::uint64_t>(iterations.root_max)});
    if (step.clock != nullptr) counters.nanoseconds.add(nanoseconds);
    add_statistics(step.counters.statistics, iterations, shapes);
    if (step.clock != nullptr) step.counters.statistics.nanoseconds.add(nanoseconds, shapes);
    step.counters.gjk.merge({static_cast<std::uint64_t>(iterations.gjk),
                             static_cast<std::uint64_t>(iterations.gjk_iterations),
                             static_cast<std::uint64_t>(iterations.gjk_max_iterations)});
    switch (result.state) {
        case ToiState::Separated:
            ++counters.separated;
            break;
        case ToiState::Hit:
            ++counters.hit;
            break;
        case ToiState::Overlapped:
            ++counters.overlapped;
            break;
        case ToiState::Exhausted:
            ++counters.exhausted;
            break;
    }
}

/// Records the query (StepReport::searches).
void record_search(StepContext& step, const PairMotion& pair, const ToiInput& input,
                   const ToiOptions& options, const ToiResult& result) {
    const IdPool& ids = step.state.shapes.ids;
    step.counters.searches.push_back({.a = ids.handle_at<ShapeHandle>(pair.shape_a),
                                      .b = ids.handle_at<ShapeHandle>(pair.shape_b),
                                      .from = pair.from,
                                      .core = &input != &pair.input,
                                      .toi_case = copy_case(pair.method, input, options),
                                      .state = result.state,
                                      .t = result.t});
}

ToiResult cast(StepContext& step, const PairMotion& pair, const ToiInput& input, const ToiOptions& options) {
    const std::uint64_t start = step.clock != nullptr ? step.clock() : 0;
    const ToiResult result = time_of_impact(pair.method, input, options);
    count_toi_call(step, pair, result, step.clock != nullptr ? step.clock() - start : 0);
    if (step.ccd.records_searches) record_search(step, pair, input, options, result);
    return result;
}

std::optional<ImpactCandidate> make_candidate(const StepContext& step, const PairMotion& pair,
                                              const ToiResult& result, ImpactCandidate::Kind kind) {
    if (result.state == ToiState::Separated) return std::nullopt;
    double t = result.t;
    if (result.state == ToiState::Exhausted) {
        // The method gave up. The motion up to result.t is proven free if the method promises never to be
        // late.
        kind = ImpactCandidate::Kind::Clamp;
        if (!promises(pair.method).never_late || !promises_hold(pair.method, pair.input)) t = 0.0;
    }
    const ImpactCandidate impact{.kind = kind,
                                 .t = pair.from + t * (1.0 - pair.from),
                                 .shape_a = pair.shape_a,
                                 .shape_b = pair.shape_b,
                                 .body_a = step.state.shapes.body[pair.shape_a],
                                 .body_b = step.state.shapes.body[pair.shape_b],
                                 .searched_body = null_index,
                                 .point = result.point,
                                 .normal = result.normal};
    if (result.state == ToiState::Hit &&
        hits_open_side(step, impact.shape_a, impact.shape_b, impact.normal, impact.t))
        return std::nullopt;
    return impact;
}

/// Upper bound on the distance that a point of the shape's body travels, metres.
double travel(const WorldState& state, std::uint32_t shape, const Sweep& sweep) {
    const double abs_rotation = sweep.delta_angle < 0.0 ? -sweep.delta_angle : sweep.delta_angle;
    const double extent = static_cast<double>(state.bodies.mass[state.shapes.body[shape]].max_extent);
    return distance(sweep.c0, sweep.c1) + abs_rotation * extent;
}

/// The smallest gap that float poses can resolve at the position of the pair, metres.
double min_gap_at(const ToiInput& input) {
    const double max_coordinate = std::max({std::abs(input.sweep_a.c0.x), std::abs(input.sweep_a.c0.y),
                                            std::abs(input.sweep_b.c0.x), std::abs(input.sweep_b.c0.y)});
    return std::max(tuning::min_gap, tuning::min_gap_fraction * max_coordinate);
}

/// True if the core of A is cast when two shapes touch, false for the core of B. The core of the dynamic body
/// is cast. Of two dynamic bodies, the core of the thinner shape is cast, because the other body could
/// otherwise penetrate that shape by more than its thickness; of equally thick shapes, the core of the body
/// that travels farther.
bool casts_core_of_a(const WorldState& state, const PairMotion& pair) {
    const bool a_is_dynamic = is_dynamic(state, state.shapes.body[pair.shape_a]);
    const bool b_is_dynamic = is_dynamic(state, state.shapes.body[pair.shape_b]);
    if (a_is_dynamic != b_is_dynamic) return a_is_dynamic;
    const float a = inner_radius(state.shapes.geometry[pair.shape_a]);
    const float b = inner_radius(state.shapes.geometry[pair.shape_b]);
    // A segment has no core.
    if (a != b) return b > 0.0f ? a > 0.0f && a < b : true;
    return travel(state, pair.shape_a, pair.input.sweep_a) >= travel(state, pair.shape_b, pair.input.sweep_b);
}

/// For shapes that already touch: casts the first core that is separated (tuning::cores).
std::optional<ImpactCandidate> cast_core(StepContext& step, const PairMotion& pair, ToiOptions options) {
    const WorldState& state = step.state;
    ToiInput input = pair.input;
    const bool is_a = casts_core_of_a(state, pair);
    const std::uint32_t core_shape = is_a ? pair.shape_a : pair.shape_b;
    ConvexProxy& core = is_a ? input.a : input.b;
    const ConvexProxy whole = core;
    const Shape& shape = state.shapes.geometry[core_shape];
    const double inner = static_cast<double>(inner_radius(shape));
    for (const tuning::Core& candidate : tuning::cores) {
        ConvexProxyBuffer buffer(whole, static_cast<double>(candidate.erosion) * inner);
        buffer.shrink(widen(centroid(shape)), static_cast<double>(candidate.scale));
        core = buffer.proxy();
        const double gap =
            gjk_distance(input.a, pose_at(input.sweep_a, 0.0), input.b, pose_at(input.sweep_b, 0.0)).distance;
        if (!(gap > 2.0 * min_gap_at(input))) continue;
        // A pair deeper than the first core must not penetrate much further.
        options.target = &candidate == &tuning::cores[0] ? std::min(options.target, 0.5 * gap)
                                                         : (1.0 - tuning::deep_fraction) * gap;
        options.tolerance = std::min(options.tolerance, 0.5 * tuning::deep_fraction * options.target);
        return make_candidate(step, pair, cast(step, pair, input, options), ImpactCandidate::Kind::Core);
    }
    ++step.counters.deep_starts;
    return std::nullopt;
}

/// The impact of a pair whose cast gave `toi`. An impact at an inner edge is ignored, and the core is cast as
/// for shapes that already touch.
std::optional<ImpactCandidate> make_surface_candidate(StepContext& step, const PairMotion& pair,
                                                      const ToiResult& toi, const ToiOptions& options) {
    std::optional<ImpactCandidate> impact = make_candidate(step, pair, toi, ImpactCandidate::Kind::Impact);
    if (!impact || impact->kind != ImpactCandidate::Kind::Impact) return impact;
    const EdgeResponse response = classify_impact_edge(step, *impact, pair.input, toi);
    switch (response.kind) {
        case EdgeResponse::Kind::Keep:
            break;
        case EdgeResponse::Kind::Ignore:
            return cast_core(step, pair, options);
        case EdgeResponse::Kind::Redirect: {
            const Vec2d normal = widen(response.target_face.normal);
            impact->normal = dot(normal, impact->normal) < 0.0 ? -normal : normal;
            break;
        }
    }
    return impact;
}

bool has_no_motion(const Sweep& sweep) {
    return sweep.c0 == sweep.c1 && sweep.delta_angle == 0.0;
}

/// True if the discrete contact can handle the pair: the bodies bounce at the end of the step, one of them is
/// at rest, and the other provably penetrates no deeper than bodies that are not searched (may_tunnel), nor
/// deeper than the same fraction of a dynamic body at rest.
bool is_left_to_solver(const WorldState& state, const PairMotion& pair) {
    const float restitution = std::max(state.shapes.material[pair.shape_a].restitution,
                                       state.shapes.material[pair.shape_b].restitution);
    if (!bounces_at_step_end(state, restitution)) return false;
    const bool a_is_obstacle = has_no_motion(pair.input.sweep_a);
    if (!a_is_obstacle && !has_no_motion(pair.input.sweep_b)) return false;
    float depth = std::numeric_limits<float>::infinity();
    for (const std::uint32_t body : {state.shapes.body[pair.shape_a], state.shapes.body[pair.shape_b]}) {
        if (is_dynamic(state, body))
            depth = std::min(depth, tuning::search_fraction * state.bodies.mass[body].min_extent);
    }
    const AllowedDepths allowed{.over_face = static_cast<double>(depth),
                                .anywhere = static_cast<double>(std::min(depth, state.settings.slop))};
    const Shape& obstacle = state.shapes.geometry[a_is_obstacle ? pair.shape_a : pair.shape_b];
    return proves_shallow(pair.input, a_is_obstacle, obstacle, allowed);
}

}  // namespace

std::optional<ImpactCandidate> cast_pair(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b,
                                         ToiMethod method) {
    const WorldState& state = step.state;
    const std::uint32_t body_a = state.shapes.body[shape_a];
    const std::uint32_t body_b = state.shapes.body[shape_b];
    const double from = std::max(state.ccd.body[body_a].consumed, state.ccd.body[body_b].consumed);
    if (from >= 1.0) return std::nullopt;
    const ConvexProxyBuffer proxy_a(state.shapes.geometry[shape_a]);
    const ConvexProxyBuffer proxy_b(state.shapes.geometry[shape_b]);
    const PairMotion pair{shape_a,
                          shape_b,
                          from,
                          method,
                          {proxy_a.proxy(), proxy_b.proxy(), remaining_sweep(step, body_a, from),
                           remaining_sweep(step, body_b, from)}};
    if (is_left_to_solver(state, pair)) return std::nullopt;
    const ToiOptions options = pair_options(state, body_a, body_b);
    const ToiResult first = cast(step, pair, pair.input, options);
    const bool starts_close =
        first.state == ToiState::Overlapped || (first.state == ToiState::Hit && first.t == 0.0);
    if (!starts_close) return make_surface_candidate(step, pair, first, options);
    const double gap = first.state == ToiState::Overlapped ? 0.0 : first.distance;
    if (!(gap > 2.0 * min_gap_at(pair.input))) return cast_core(step, pair, options);
    ToiOptions closer = options;
    closer.target = tuning::close_target_fraction * gap;
    closer.tolerance = 0.5 * closer.target;
    return make_surface_candidate(step, pair, cast(step, pair, pair.input, closer), options);
}

}  // namespace toibox

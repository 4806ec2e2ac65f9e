// SPDX-License-Identifier: MIT
#include "app/studies/toi/toi_comparison.h"

#include <algorithm>

namespace toibox::app {

namespace {

/// Tolerance of the reference result as a fraction of the target: far below usual tolerances, far above
/// rounding errors.
constexpr double truth_tolerance_ratio = 1e-6;
/// Far more iterations than certified advancement needs.
constexpr int max_truth_iterations = 10'000;

constexpr double min_round_nanoseconds = 200'000.0;  ///< A round of calls takes at least this long.
constexpr int max_calls = 1'000'000;                 ///< Maximum number of calls per round.
constexpr int rounds = 5;

bool same_motion(const Sweep& x, const Sweep& y) {
    return x.local_center == y.local_center && x.c0 == y.c0 && x.c1 == y.c1 && x.q0 == y.q0 &&
           x.delta_angle == y.delta_angle;
}
bool same_toi_query(const scene::QueryEntry& x, const scene::QueryEntry& y) {
    return x.a.points == y.a.points && x.a.radius == y.a.radius && x.b.points == y.b.points &&
           x.b.radius == y.b.radius && same_motion(x.sweep_a, y.sweep_a) &&
           same_motion(x.sweep_b, y.sweep_b) && x.root_finder == y.root_finder && x.target == y.target &&
           x.tolerance == y.tolerance;
}

ToiResult certified_at(const ToiCase& toi_case, double target) {
    ToiOptions options = toi_case.options;
    options.target = target;
    options.tolerance = std::min(options.tolerance, truth_tolerance_ratio * target);
    options.max_iterations = max_truth_iterations;
    return time_of_impact(ToiMethod::Certified, toi_case.input(), options);
}

MethodAnswer::Verdict verdict_of(const ToiResult& answer, const ToiTruth& truth) {
    if (answer.state == ToiState::Exhausted) return MethodAnswer::Verdict::Failed;
    if (!touches(answer) && truth.must_touch) return MethodAnswer::Verdict::Missed;
    if (touches(answer) && !truth.may_touch) return MethodAnswer::Verdict::GhostHit;
    if (touches(answer) && answer.t > truth.latest_t) return MethodAnswer::Verdict::Late;
    return MethodAnswer::Verdict::Right;
}

}  // namespace

std::string_view to_string(MethodAnswer::Verdict verdict) {
    switch (verdict) {
        case MethodAnswer::Verdict::Right:
            return "right";
        case MethodAnswer::Verdict::Missed:
            return "missed";
        case MethodAnswer::Verdict::GhostHit:
            return "ghost-hit";
        case MethodAnswer::Verdict::Late:
            return "late";
        case MethodAnswer::Verdict::Failed:
            return "failed";
    }
    return "";
}

std::string_view outcome_word(const MethodAnswer& answer) {
    switch (answer.verdict) {
        case MethodAnswer::Verdict::Missed:
            return "missed";
        case MethodAnswer::Verdict::GhostHit:
            return "ghost hit";
        case MethodAnswer::Verdict::Late:
            return "late";
        case MethodAnswer::Verdict::Right:
        case MethodAnswer::Verdict::Failed:
            break;
    }
    return to_string(answer.result.state);
}

bool touches(const ToiResult& result) {
    return result.state == ToiState::Hit || result.state == ToiState::Overlapped;
}

ToiTruth truth_of(const ToiCase& toi_case) {
    const ToiOptions& options = toi_case.options;
    const double tolerance = truth_tolerance_ratio * options.target;
    // Certified advancement stops up to its tolerance above its target; here that must not be early.
    const double lowest = std::max(options.target - options.tolerance - tolerance, tolerance);
    const ToiResult latest = certified_at(toi_case, lowest);
    return {.result = certified_at(toi_case, options.target),
            .must_touch = touches(latest),
            .may_touch = touches(certified_at(toi_case, options.target + options.tolerance)),
            .latest_t = latest.t};
}

MethodAnswer answer_of(ToiMethod method, const ToiCase& toi_case, const ToiTruth& truth) {
    const ToiInput input = toi_case.input();
    MethodAnswer row{.method = method, .result = time_of_impact(method, input, toi_case.options)};
    row.verdict = verdict_of(row.result, truth);
    if (touches(row.result)) row.depth = scene::remaining_depth(method, input, row.result);
    if (touches(row.result) && touches(truth.result)) row.error = row.result.t - truth.result.t;
    return row;
}

double microseconds_of(ToiMethod method, const ToiCase& toi_case, Clock clock) {
    const ToiInput input = toi_case.input();
    double min_microseconds = 0.0;
    int calls = 1;
    for (int round = 0; round < rounds;) {
        const std::uint64_t start = clock();
        for (int i = 0; i < calls; ++i)
            (void)time_of_impact(method, input, toi_case.options);
        const double elapsed = static_cast<double>(clock() - start);
        if (elapsed < min_round_nanoseconds && calls < max_calls) {
            calls *= 4;
            continue;
        }
        const double microseconds_per_call = 1e-3 * elapsed / calls;
        min_microseconds =
            round == 0 ? microseconds_per_call : std::min(min_microseconds, microseconds_per_call);
        ++round;
    }
    return min_microseconds;
}

std::vector<ToiQueryGroup> toi_query_groups(const scene::Scene& scene) {
    std::vector<ToiQueryGroup> groups;
    for (const scene::QueryEntry& query : scene.queries) {
        if (!scene::uses_toi_method(query.kind)) continue;
        const auto existing = std::ranges::find_if(
            groups, [&](const ToiQueryGroup& group) { return same_toi_query(query, *group.first); });
        if (existing == groups.end()) {
            groups.push_back({&query, {query.name}});
        } else {
            existing->names.push_back(query.name);
        }
    }
    return groups;
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
// The queries of a scene by several methods. The truth is certified advancement, which promises to be neither
// late nor blind, with a tolerance so fine that its own error does not show.
#include "app/cli/comparison.h"

#include <algorithm>
#include <chrono>

namespace toibox::app {

namespace {

/// Of the target: far below what any method is asked for, far above rounding.
constexpr double fine_share = 1e-6;

/// What certified advancement says with that target.
ToiResult certified_at(const scene::QueryEntry& query, double target) {
    ToiOptions options = scene::toi_options(query);
    options.target = target;
    options.tolerance = std::min(options.tolerance, fine_share * target);
    return time_of_impact(ToiMethod::Certified, scene::toi_input(query), options);
}

/// Between must and may an answer is as good as the other: the shapes come within the tolerance of the target.
struct Truth {
    ToiResult result;
    bool must_touch = false;
    bool may_touch = false;
};
bool touches(const ToiResult& result) {
    return result.state == ToiState::Hit || result.state == ToiState::Overlapped;
}
Truth truth_of(const scene::QueryEntry& query) {
    const double least = fine_share * query.target;
    return {certified_at(query, query.target),
            touches(certified_at(query, std::max(query.target - query.tolerance, least))),
            touches(certified_at(query, query.target + query.tolerance))};
}

QueryRow::Verdict verdict_of(const ToiResult& answer, const Truth& truth) {
    if (answer.state == ToiState::Exhausted) return QueryRow::Verdict::Failed;
    if (!touches(answer) && truth.must_touch) return QueryRow::Verdict::Missed;
    if (touches(answer) && !truth.may_touch) return QueryRow::Verdict::False;
    return QueryRow::Verdict::Right;
}

/// The least of several rounds, each long enough for the clock to tell.
double microseconds_of(const scene::QueryEntry& query, ToiMethod method) {
    using Clock = std::chrono::steady_clock;
    const ToiInput input = scene::toi_input(query);
    const ToiOptions options = scene::toi_options(query);
    double least = 0.0;
    int calls = 1;
    for (int round = 0; round < 5;) {
        const Clock::time_point start = Clock::now();
        for (int i = 0; i < calls; ++i)
            (void)time_of_impact(method, input, options);
        const double spent = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
        if (spent < 200.0 && calls < 1'000'000) {
            calls *= 4;
            continue;
        }
        const double each = spent / calls;
        least = round == 0 ? each : std::min(least, each);
        ++round;
    }
    return least;
}

bool same_motion(const Sweep& x, const Sweep& y) {
    return x.local_center == y.local_center && x.c0 == y.c0 && x.c1 == y.c1 && x.q0 == y.q0 &&
           x.delta_angle == y.delta_angle;
}
/// Whether two queries differ in nothing but name and method: scenes ask the same of several methods.
bool same_experiment(const scene::QueryEntry& x, const scene::QueryEntry& y) {
    return x.a.points == y.a.points && x.a.radius == y.a.radius && x.b.points == y.b.points &&
           x.b.radius == y.b.radius && same_motion(x.sweep_a, y.sweep_a) &&
           same_motion(x.sweep_b, y.sweep_b) && x.root_finder == y.root_finder && x.target == y.target &&
           x.tolerance == y.tolerance;
}

/// The times of impact of the scene, each experiment once, under its first name.
std::vector<scene::QueryEntry> experiments(const scene::Scene& scene) {
    using Kind = scene::QueryEntry::Kind;
    std::vector<scene::QueryEntry> out;
    for (const scene::QueryEntry& query : scene.queries) {
        if (query.kind != Kind::Toi && query.kind != Kind::Shapecast) continue;
        const bool is_known = std::any_of(out.begin(), out.end(), [&](const scene::QueryEntry& known) {
            return same_experiment(query, known);
        });
        if (!is_known) out.push_back(query);
    }
    return out;
}

}  // namespace

std::vector<QueryRow> compare_queries(const scene::Scene& scene, std::span<const ToiMethod> methods) {
    std::vector<QueryRow> rows;
    for (scene::QueryEntry& query : experiments(scene)) {
        const Truth truth = truth_of(query);
        for (const ToiMethod method : methods) {
            query.method = method;
            QueryRow row;
            row.query = query.name;
            row.method = promises(method).name;
            row.answer = time_of_impact(method, scene::toi_input(query), scene::toi_options(query));
            row.microseconds = microseconds_of(query, method);
            row.verdict = verdict_of(row.answer, truth);
            if (touches(row.answer)) row.depth = scene::depth_left(query, row.answer);
            if (touches(row.answer) && touches(truth.result)) row.error = row.answer.t - truth.result.t;
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

}  // namespace toibox::app

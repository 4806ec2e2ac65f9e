// SPDX-License-Identifier: MIT

// Bilateral advancement: uses a signed separation along an axis of the closest features instead of the
// distance, so that a root is bracketed and found from both sides. Two or three distance queries suffice
// where conservative advancement needs hundreds. The drawback: if the deepest point at the *end* of the step
// is beyond the target on an axis, the result is "separated". Therefore a contact that begins and ends within
// the step (an even number of roots) may be missed. Source: E. Catto, "Continuous Collision", GDC 2013, the
// flow chart "The Bilateral Advancement Algorithm".

#include "toibox/toi/root_finder.h"
#include "toibox/toi/separation_function.h"
#include "toibox/toi/tuning.h"

#include "toi/toi_methods.h"
#include "toi/toi_search.h"

namespace toibox::toi {

namespace {

/// The outcome of the search on one axis.
struct AxisOutcome {
    enum class Verdict : std::uint8_t {
        Clear,      ///< At the end of the step, the separation on this axis is beyond the target.
        Reached,    ///< The deepest points are within tolerance of the target at t.
        Exhausted,  ///< A limit was reached.
    };
    Verdict verdict = Verdict::Exhausted;
    double t = 0.0;
};

/// Forwards root iterates to the trace of the method.
template <class Trace>
struct RootTrace {
    static constexpr bool enabled = Trace::enabled;
    Trace& trace;
    ToiEvent event;  ///< Outer iteration and deepest points.

    void operator()(const RootIterate& iterate) {
        if constexpr (enabled) {
            event.kind = ToiEvent::Kind::RootIterate;
            event.t1 = iterate.t;
            event.s1 = iterate.s;
            event.rule = iterate.rule;
            trace(event);
        }
    }
};

/// s(t) of one pair of points, in the form used by the root finders.
struct PairSeparation {
    const SeparationFunction& s;
    SeparationFunction::Deepest pair;

    double operator()(double t) const { return s.at(pair.index_a, pair.index_b, t); }
    [[nodiscard]] RootSample with_slope(double t) const {
        return s.with_slope(pair.index_a, pair.index_b, t);
    }
};

/// Repeatedly moves the end of the interval back towards t1, to the time at which the deepest points at the
/// end reach the target.
template <class Trace>
class AxisSearch {
public:
    AxisSearch(const SeparationFunction& s, const ToiOptions& options, int pass, ToiIterations& counts,
               Trace& trace)
        : s_(s), options_(options), pass_(pass), counts_(counts), trace_(trace) {}

    AxisOutcome run(double t1) {
        using Verdict = AxisOutcome::Verdict;
        double t2 = 1.0;
        for (int i = 0; i < tuning::max_push_back; ++i) {
            const SeparationFunction::Deepest deepest = s_.deepest(t2);
            emit({.kind = ToiEvent::Kind::Deepest, .t1 = t1, .t2 = t2, .s2 = deepest.s}, i, deepest);
            if (deepest.s > options_.target + options_.tolerance) return {Verdict::Clear, 1.0};
            if (deepest.s >= options_.target - options_.tolerance) return {Verdict::Reached, t2};
            const RootSample start_sample = sample(PairSeparation{s_, deepest}, t1);
            const double s1 = start_sample.s;
            emit({.kind = ToiEvent::Kind::RootBracket, .t1 = t1, .t2 = t2, .s1 = s1, .s2 = deepest.s}, i,
                 deepest);
            // The separation at t1 should be beyond the target, like the distance, but rounding may prevent
            // that.
            if (!(s1 > options_.target)) return {Verdict::Exhausted, t1};
            const RootResult root = find({t1, s1, t2, deepest.s, start_sample.slope}, i, deepest);
            ++counts_.push_back;
            if (!root.converged) return {Verdict::Exhausted, t1};
            t2 = root.t;
        }
        return {Verdict::Exhausted, t1};
    }

private:
    [[nodiscard]] RootSample sample(const PairSeparation& s, double t) const {
        return options_.root_finder == RootFinder::Newton ? s.with_slope(t) : RootSample{.s = s(t)};
    }
    RootResult find(const RootBracket& bracket, int push_back_index,
                    const SeparationFunction::Deepest& deepest) {
        RootTrace<Trace> root_trace{trace_, with_context({}, push_back_index, deepest)};
        const RootResult root =
            find_root(options_.root_finder, PairSeparation{s_, deepest}, bracket,
                      {options_.target, options_.tolerance, options_.max_root_iterations}, root_trace);
        counts_.root += root.evaluations;
        counts_.root_max = counts_.root_max < root.evaluations ? root.evaluations : counts_.root_max;
        return root;
    }
    ToiEvent with_context(ToiEvent event, int push_back_index,
                          const SeparationFunction::Deepest& deepest) const {
        event.outer = pass_;
        event.push_back_index = push_back_index;
        event.feature = s_.feature();
        event.index_a = deepest.index_a;
        event.index_b = deepest.index_b;
        return event;
    }
    void emit(const ToiEvent& event, int push_back_index, const SeparationFunction::Deepest& deepest) {
        if constexpr (Trace::enabled) trace_(with_context(event, push_back_index, deepest));
    }

    const SeparationFunction& s_;
    const ToiOptions& options_;
    int pass_;
    ToiIterations& counts_;
    Trace& trace_;
};

}  // namespace

template <class Trace>
ToiResult bilateral_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    ToiSearch<Trace> query(input, trace);
    double t1 = 0.0;
    while (query.counts().outer < options.max_iterations) {
        const GjkResult& closest = query.query_distance(t1);
        if (!(closest.distance > options.target + options.tolerance)) return query.finish_at_target(t1);
        const SeparationFunction s(query.motion(), closest, t1);
        if constexpr (Trace::enabled) {
            ToiEvent event{
                .kind = ToiEvent::Kind::Axis, .outer = query.pass(), .t1 = t1, .s1 = closest.distance};
            event.feature = s.feature();
            event.axis = s.axis();
            event.anchor = s.anchor();
            trace(event);
        }
        const AxisOutcome outcome =
            AxisSearch<Trace>(s, options, query.pass(), query.counts(), trace).run(t1);
        if (outcome.verdict == AxisOutcome::Verdict::Clear) return query.end(ToiState::Separated, 1.0);
        if (outcome.verdict == AxisOutcome::Verdict::Exhausted) break;
        t1 = outcome.t;
    }
    return query.end(ToiState::Exhausted, t1);
}

template ToiResult bilateral_advancement(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult bilateral_advancement(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi

// SPDX-License-Identifier: MIT
#pragma once

// Root finders on a bracket: s is above the target at the start of the bracket, and not above it at the end.
// All finders share a loop that maintains the bracket; a finder only proposes the next t, and a proposal
// outside the bracket is replaced by the midpoint. So no finder can diverge, and new ones need no safeguards.
// Source: E. Catto, "Continuous Collision", GDC 2013 (bisection, false position, and both alternating).

#include "toibox/core/trace.h"
#include "toibox/toi/root_proposal.h"

#include <cmath>

namespace toibox {

struct RootGoal {
    double target = 0.0;
    double tolerance = 0.0;    ///< Accepted |s − target|, > 0.
    int max_evaluations = 50;  ///< > 0
};

/// One evaluation, for traces.
struct RootIterate {
    double t = 0.0;
    double s = 0.0;
    ToiEvent::Rule rule = ToiEvent::Rule::None;
    RootBracket bracket{};  ///< The bracket in which t was proposed.
};

struct RootResult {
    double t = 0.0;  ///< Of the last evaluation.
    double s = 0.0;
    int evaluations = 0;
    bool converged = false;  ///< False: too many evaluations, or no double left inside the bracket.
};

namespace root {

/// s at t, with its slope if the function provides it and the finder uses it.
template <class Finder, class F>
RootSample evaluate(F& s, double t) {
    if constexpr (requires { s.with_slope(t); } && std::is_same_v<Finder, Newton>) return s.with_slope(t);
    return {.s = s(t)};
}

template <class Finder, class F, class Trace>
RootResult search(Finder finder, F& s, RootBracket bracket, const RootGoal& goal, Trace& trace) {
    RootResult result{.t = bracket.t1, .s = bracket.s1};
    while (result.evaluations < goal.max_evaluations) {
        Proposal next = finder.propose(bracket, goal.target);
        if (!(next.t > bracket.t1 && next.t < bracket.t2)) next = midpoint(bracket);
        if (!(next.t > bracket.t1 && next.t < bracket.t2)) break;
        const RootSample sample = evaluate<Finder>(s, next.t);
        result.t = next.t;
        result.s = sample.s;
        ++result.evaluations;
        trace(RootIterate{result.t, result.s, next.rule, bracket});
        if (std::abs(result.s - goal.target) <= goal.tolerance) {
            result.converged = true;
            break;
        }
        if constexpr (requires { finder.update(next.t, sample, goal.target); }) {
            finder.update(next.t, sample, goal.target);
        }
        if (result.s > goal.target) {
            bracket.t1 = result.t;
            bracket.s1 = result.s;
        } else {
            bracket.t2 = result.t;
            bracket.s2 = result.s;
        }
    }
    return result;
}

}  // namespace root

/// Finds a t inside the bracket with |s(t) − target| ≤ tolerance; if s has several roots there, any of them.
///
/// `s` is called as double(double). Newton's method calls s.with_slope(t) → RootSample if s has it; if not,
/// it falls back to chords. `trace` receives each RootIterate and does not affect the result. Error: check
/// RootResult::converged. Cost: see RootFinderInfo::summary.
template <class F, class Trace>
RootResult find_root(RootFinder finder, F&& s, const RootBracket& bracket, const RootGoal& goal,
                     Trace& trace) {
    switch (finder) {
        case RootFinder::Bisection:
            return root::search(root::Bisection{}, s, bracket, goal, trace);
        case RootFinder::FalsePosition:
            return root::search(root::FalsePosition{}, s, bracket, goal, trace);
        case RootFinder::Mixed:
            return root::search(root::Mixed{}, s, bracket, goal, trace);
        case RootFinder::Illinois:
            return root::search(root::Illinois{}, s, bracket, goal, trace);
        case RootFinder::Itp:
            return root::search(root::Itp(bracket, goal.tolerance), s, bracket, goal, trace);
        case RootFinder::Brent:
            return root::search(root::Brent(bracket, goal.target), s, bracket, goal, trace);
        case RootFinder::Chandrupatla:
            return root::search(root::Chandrupatla(bracket, goal.target), s, bracket, goal, trace);
        case RootFinder::Newton:
            return root::search(root::Newton(bracket), s, bracket, goal, trace);
    }
    return {};
}
template <class F>
RootResult find_root(RootFinder finder, F&& s, const RootBracket& bracket, const RootGoal& goal) {
    NoTrace no_trace;
    return find_root(finder, s, bracket, goal, no_trace);
}

}  // namespace toibox

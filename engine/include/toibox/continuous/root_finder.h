// SPDX-License-Identifier: MIT
#pragma once

// Root finders on a bracket: s above the target at its beginning, not above at its end. The loop is common to
// all and keeps the bracket; a finder only proposes where to look next, and a proposal outside the bracket is
// replaced by the middle. So none can diverge, and one that is added needs no safety of its own. Source: E.
// Catto, "Continuous Collision", GDC 2013 (bisection, false position, the two in turn; "feel free to
// experiment").

#include "toibox/continuous/root_proposal.h"
#include "toibox/core/trace.h"

#include <cmath>

namespace toibox {

struct RootGoal {
    double target = 0.0;
    double tolerance = 0.0;    ///< Accepted |s − target|, > 0.
    int max_evaluations = 50;  ///< > 0
};

/// One evaluation, in order.
struct RootIterate {
    double t = 0.0;
    double s = 0.0;
    ToiEvent::Rule rule = ToiEvent::Rule::None;
    RootBracket bracket{};  ///< In which t was proposed.
};

struct RootResult {
    double t = 0.0;  ///< Of the last evaluation.
    double s = 0.0;
    int evaluations = 0;
    bool converged =
        false;  ///< False: out of evaluations, or the bracket is down to two neighbouring numbers.
};

namespace root {

/// s and its slope at t, where the function knows it and the finder wants it.
template <class Finder, class F>
RootSample evaluate(F& s, double t) {
    if constexpr (requires { s.with_slope(t); } && std::is_same_v<Finder, Newton>) return s.with_slope(t);
    return {.s = s(t)};
}

template <class Finder, class F, class Trace>
RootResult search(Finder finder, F& s, RootBracket in, const RootGoal& goal, Trace& trace) {
    RootResult result{.t = in.t1, .s = in.s1};
    while (result.evaluations < goal.max_evaluations) {
        Proposal next = finder.propose(in, goal.target);
        if (!(next.t > in.t1 && next.t < in.t2)) next = midpoint(in);
        if (!(next.t > in.t1 && next.t < in.t2)) break;
        const RootSample found = evaluate<Finder>(s, next.t);
        result.t = next.t;
        result.s = found.s;
        ++result.evaluations;
        trace(RootIterate{result.t, result.s, next.rule, in});
        if (std::abs(result.s - goal.target) <= goal.tolerance) {
            result.converged = true;
            break;
        }
        if constexpr (requires { finder.update(next.t, found, goal.target); }) {
            finder.update(next.t, found, goal.target);
        }
        if (result.s > goal.target) {
            in.t1 = result.t;
            in.s1 = result.s;
        } else {
            in.t2 = result.t;
            in.s2 = result.s;
        }
    }
    return result;
}

}  // namespace root

/// Finds a t inside the bracket with |s(t) − target| ≤ tolerance; if s has several roots there, some of them.
///
/// `s` is called as double(double); Newton's method calls s.with_slope(t) → RootSample where s has it, and
/// makes do with chords where not. `trace` receives each RootIterate; it changes nothing. Error: never an
/// unproven answer, see RootResult::converged. Cost: RootFinderInfo::summary.
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
    NoTrace silent;
    return find_root(finder, s, bracket, goal, silent);
}

}  // namespace toibox

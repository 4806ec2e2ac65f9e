// SPDX-License-Identifier: MIT
#pragma once

// Root finders on a bracket: s above the target at its beginning, not above at its end. The loop is common to
// all and keeps the bracket; a finder only proposes where to look next, and a proposal outside the bracket is
// replaced by the middle. So none can diverge, and one that is added needs no safety of its own. Source: E.
// Catto, "Continuous Collision", GDC 2013 (bisection, false position, the two in turn).

#include "toibox/continuous/toi.h"
#include "toibox/core/trace.h"

#include <cmath>

namespace toibox {

/// Where s crosses the target: s1 > target at t1, s2 ≤ target at t2. Metres, fractions of a step.
struct RootBracket {
    double t1 = 0.0;
    double s1 = 0.0;
    double t2 = 1.0;
    double s2 = 0.0;
};

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

struct Proposal {
    double t = 0.0;
    ToiEvent::Rule rule = ToiEvent::Rule::Bisection;
};

constexpr Proposal middle(const RootBracket& in) {
    return {in.t1 + 0.5 * (in.t2 - in.t1), ToiEvent::Rule::Bisection};
}
/// Where the chord meets the target. Exact for a straight s; one end may stay for ever on a curved one.
constexpr Proposal chord(const RootBracket& in, double target) {
    return {in.t1 + (in.s1 - target) * (in.t2 - in.t1) / (in.s1 - in.s2), ToiEvent::Rule::FalsePosition};
}

// A finder: propose(bracket, target) → Proposal, called once an evaluation; what it remembers is its own.
struct Bisection {
    static constexpr Proposal propose(const RootBracket& in, double) { return middle(in); }
};
struct FalsePosition {
    static constexpr Proposal propose(const RootBracket& in, double target) { return chord(in, target); }
};
/// The chord first: its first guess is the answer whenever nothing rotates.
struct Mixed {
    bool use_chord = false;
    constexpr Proposal propose(const RootBracket& in, double target) {
        use_chord = !use_chord;
        return use_chord ? chord(in, target) : middle(in);
    }
};

template <class Finder, class F, class Trace>
RootResult search(Finder finder, F& s, RootBracket in, const RootGoal& goal, Trace& trace) {
    RootResult result{.t = in.t1, .s = in.s1};
    while (result.evaluations < goal.max_evaluations) {
        Proposal next = finder.propose(in, goal.target);
        if (!(next.t > in.t1 && next.t < in.t2)) next = middle(in);
        if (!(next.t > in.t1 && next.t < in.t2)) break;
        result.t = next.t;
        result.s = s(next.t);
        ++result.evaluations;
        trace(RootIterate{result.t, result.s, next.rule, in});
        if (std::abs(result.s - goal.target) <= goal.tolerance) {
            result.converged = true;
            break;
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
/// `s` is called as double(double). `trace` receives each RootIterate; it changes nothing. Error: never an
/// unproven answer, see RootResult::converged. Cost: mean evaluations to 1e-3 of the bracket's s: bisection
/// 9, mixed 3.4, false position 2.6 (but it may need hundreds).
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
    }
    return {};
}
template <class F>
RootResult find_root(RootFinder finder, F&& s, const RootBracket& bracket, const RootGoal& goal) {
    NoTrace silent;
    return find_root(finder, s, bracket, goal, silent);
}

}  // namespace toibox

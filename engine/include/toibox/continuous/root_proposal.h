// SPDX-License-Identifier: MIT
#pragma once

// The root finders of the family, each as the rule by which it proposes where to look next. Nothing here
// keeps the bracket, counts or ends: the loop of root_finder.h does that for all of them alike. From the one
// that knows least (the middle) to the one that knows most (the slope).

#include "toibox/continuous/toi.h"

#include <cmath>
#include <limits>

namespace toibox {

/// Where s crosses the target: s1 > target at t1, s2 ≤ target at t2. Metres, fractions of a step.
struct RootBracket {
    double t1 = 0.0;
    double s1 = 0.0;
    double t2 = 1.0;
    double s2 = 0.0;
    /// ds/dt at t1; not a number: unknown. Only Newton's method looks at it.
    double slope1 = std::numeric_limits<double>::quiet_NaN();
};

/// s at one time; the slope only for the finder that needs one.
struct RootSample {
    double s = 0.0;
    double slope = std::numeric_limits<double>::quiet_NaN();
};

namespace root {

struct Proposal {
    double t = 0.0;
    ToiEvent::Rule rule = ToiEvent::Rule::Bisection;
};

constexpr Proposal midpoint(const RootBracket& in) {
    return {in.t1 + 0.5 * (in.t2 - in.t1), ToiEvent::Rule::Bisection};
}
/// Where the chord meets the target. Exact for a straight s; one end may stay for ever on a curved one.
constexpr Proposal chord(const RootBracket& in, double target) {
    return {in.t1 + (in.s1 - target) * (in.t2 - in.t1) / (in.s1 - in.s2), ToiEvent::Rule::FalsePosition};
}

/// A point of the curve, f = s − target.
struct RootPoint {
    double t = 0.0;
    double f = 0.0;
};

// A finder: propose(bracket, target) → Proposal, called once an evaluation; and if it has a memory,
// note(t, sample, target), called with what was found there. A proposal outside the bracket is allowed.

struct Bisection {
    static constexpr Proposal propose(const RootBracket& in, double) { return midpoint(in); }
};
struct FalsePosition {
    static constexpr Proposal propose(const RootBracket& in, double target) { return chord(in, target); }
};
/// The chord first: its first guess is the answer whenever nothing rotates.
struct Mixed {
    bool use_chord = false;
    constexpr Proposal propose(const RootBracket& in, double target) {
        use_chord = !use_chord;
        return use_chord ? chord(in, target) : midpoint(in);
    }
};

/// False position, but an end that stays twice counts half (and a quarter the next time), so that the chord
/// comes down on its side and the end moves. Source: M. Dowell, P. Jarratt, "A modified regula falsi method
/// for computing the root of an equation", BIT 11, 1971.
struct Illinois {
    double weight1 = 1.0;
    double weight2 = 1.0;
    int side = 0;  ///< Which end moved last: 1, 2, at first neither.

    constexpr Proposal propose(const RootBracket& in, double target) const {
        const double f1 = weight1 * (in.s1 - target);
        const double f2 = weight2 * (in.s2 - target);
        return {in.t1 + f1 * (in.t2 - in.t1) / (f1 - f2), ToiEvent::Rule::WeightedChord};
    }
    constexpr void update(double, const RootSample& found, double target) {
        const int moved = found.s > target ? 1 : 2;
        double& mine = moved == 1 ? weight1 : weight2;
        double& others = moved == 1 ? weight2 : weight1;
        mine = 1.0;
        if (moved == side) others *= 0.5;
        side = moved;
    }
};

/// Interpolate, truncate, project: the chord, moved a little towards the middle, but never so far from the
/// middle that more evaluations could follow than bisection needs, and one. Source: I. Oliveira, R.
/// Takahashi, "An Enhancement of the Bisection Method Average Performance Preserving Minmax Optimality", ACM
/// TOMS 47(1), 2020, with κ1 = 0.2 / width, κ2 = 2, n0 = 1.
struct Itp {
    double pull = 0.0;   ///< κ1
    double reach = 0.0;  ///< Half of the width that bisection, one evaluation behind, would be at.

    /// `resolution`: the width at which the search may end; of a tolerance in s, what the chord makes of it.
    Itp(const RootBracket& in, double tolerance) {
        const double width = in.t2 - in.t1;
        const double resolution = tolerance * width / (in.s1 - in.s2);
        pull = 0.2 / width;
        reach = resolution;
        if (!(resolution > 0.0)) reach = width;
        while (reach < width)
            reach *= 2.0;
    }
    Proposal propose(const RootBracket& in, double target) {
        const double width = in.t2 - in.t1;
        const double half = midpoint(in).t;
        const double straight = chord(in, target).t;
        const double sign = straight < half ? 1.0 : -1.0;
        const double truncation = pull * width * width;
        const bool is_near = !(truncation < std::abs(half - straight));
        const double truncated = is_near ? half : straight + sign * truncation;
        const double radius = reach - 0.5 * width;
        reach *= 0.5;
        if (std::abs(truncated - half) <= radius) return {truncated, ToiEvent::Rule::WeightedChord};
        if (radius > 0.0) return {half - sign * radius, ToiEvent::Rule::Projection};
        return midpoint(in);
    }
};

/// Inverse quadratic interpolation or the secant where they promise enough, the middle where they do not: a
/// step must be shorter than half of the one before the last. Source: R. Brent, "Algorithms for Minimization
/// without Derivatives", 1973, chapter 4 (zero).
struct Brent {
    RootPoint a;         ///< Before b.
    RootPoint b;         ///< The best.
    RootPoint c;         ///< The other end of its bracket.
    double step;         ///< The last …
    double step_before;  ///< … and the one before it.

    Brent(const RootBracket& in, double target)
        : a{in.t1, in.s1 - target}, b{in.t2, in.s2 - target}, c(a), step(in.t2 - in.t1), step_before(step) {}

    Proposal propose(const RootBracket&, double) {
        if (std::abs(c.f) < std::abs(b.f)) {
            a = b;
            b = c;
            c = a;
        }
        const double least = 2.0 * std::numeric_limits<double>::epsilon() * std::abs(b.t);
        const double half = 0.5 * (c.t - b.t);
        const Interpolation by = interpolate(half);
        const bool is_short = 2.0 * by.p < 3.0 * half * by.q - std::abs(least * by.q) &&
                              2.0 * by.p < std::abs(step_before * by.q);
        const bool is_trusted = std::abs(step_before) >= least && std::abs(a.f) > std::abs(b.f) && is_short;
        step_before = is_trusted ? step : half;
        step = is_trusted ? by.p / by.q : half;
        a = b;
        b.t += std::abs(step) > least ? step : (half > 0.0 ? least : -least);
        return {b.t, is_trusted ? by.rule : ToiEvent::Rule::Bisection};
    }
    void update(double t, const RootSample& found, double target) {
        b = {t, found.s - target};
        if ((b.f > 0.0) != (c.f > 0.0)) return;
        c = a;
        step = step_before = b.t - a.t;
    }

private:
    /// b + p/q is the proposal; p ≥ 0.
    struct Interpolation {
        double p = 0.0;
        double q = 0.0;
        ToiEvent::Rule rule = ToiEvent::Rule::FalsePosition;
    };
    [[nodiscard]] Interpolation interpolate(double half) const {
        const double s = b.f / a.f;
        Interpolation by{2.0 * half * s, 1.0 - s, ToiEvent::Rule::FalsePosition};
        if (a.t != c.t) {
            const double q = a.f / c.f;
            const double r = b.f / c.f;
            by.p = s * (2.0 * half * q * (q - r) - (b.t - a.t) * (r - 1.0));
            by.q = (q - 1.0) * (r - 1.0) * (s - 1.0);
            by.rule = ToiEvent::Rule::InverseQuadratic;
        }
        if (by.p > 0.0)
            by.q = -by.q;
        else
            by.p = -by.p;
        return by;
    }
};

/// Inverse quadratic interpolation where the last three points say that it is safe, the middle elsewhere:
/// Brent's idea with a test in place of a history of steps. Source: T. Chandrupatla, "A new hybrid
/// quadratic/bisection algorithm for finding the zero of a nonlinear function without using derivatives",
/// Advances in Engineering Software 28, 1997.
struct Chandrupatla {
    RootPoint last;
    RootPoint other;    ///< The other end of its bracket.
    RootPoint dropped;  ///< The end that the last one took the place of.
    bool has_three = false;

    Chandrupatla(const RootBracket& in, double target)
        : last{in.t1, in.s1 - target}, other{in.t2, in.s2 - target} {}

    [[nodiscard]] Proposal propose(const RootBracket& in, double) const {
        if (!has_three) return midpoint(in);
        const double xi = (last.t - other.t) / (dropped.t - other.t);
        const double phi = (last.f - other.f) / (dropped.f - other.f);
        if (!(phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi)) return midpoint(in);
        const double share = last.f / (other.f - last.f) * (dropped.f / (other.f - dropped.f)) +
                             (dropped.t - last.t) / (other.t - last.t) * (last.f / (dropped.f - last.f)) *
                                 (other.f / (dropped.f - other.f));
        return {last.t + share * (other.t - last.t), ToiEvent::Rule::InverseQuadratic};
    }
    void update(double t, const RootSample& found, double target) {
        const RootPoint next{t, found.s - target};
        if ((next.f > 0.0) == (last.f > 0.0)) {
            dropped = last;
        } else {
            dropped = other;
            other = last;
        }
        last = next;
        has_three = true;
    }
};

/// Down the tangent at the last point; the slope costs next to nothing where s needed the sine and cosine
/// anyway. The chord where the tangent leaves the bracket or there is none, and the middle once four
/// evaluations have not halved the bracket: so it is never worse than bisection by more than a factor.
struct Newton {
    double t, s, slope;
    double width;         ///< Of the bracket when it last was half of what it had been.
    int evaluations = 0;  ///< Since then.

    explicit Newton(const RootBracket& in) : t(in.t1), s(in.s1), slope(in.slope1), width(in.t2 - in.t1) {}

    Proposal propose(const RootBracket& in, double target) {
        if (in.t2 - in.t1 <= 0.5 * width) {
            width = in.t2 - in.t1;
            evaluations = 0;
        }
        if (++evaluations > max_evaluations) return midpoint(in);
        const double next = t - (s - target) / slope;
        if (next > in.t1 && next < in.t2) return {next, ToiEvent::Rule::Newton};
        return chord(in, target);
    }
    constexpr void update(double at, const RootSample& found, double) {
        t = at;
        s = found.s;
        slope = found.slope;
    }

private:
    static constexpr int max_evaluations = 4;
};

}  // namespace root
}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

// The rule of each root finder for proposing the next t. The shared loop in root_finder.h maintains the
// bracket, counts evaluations and stops. Ordered from the finder that uses the least information (the
// midpoint) to the one that uses the most (the slope).

#include "toibox/toi/toi.h"

#include <cmath>
#include <limits>

namespace toibox {

/// An interval in which s crosses the target: s1 > target at t1, s2 ≤ target at t2. Metres, fractions of a
/// step.
struct RootBracket {
    double t1 = 0.0;
    double s1 = 0.0;
    double t2 = 1.0;
    double s2 = 0.0;
    /// ds/dt at t1; NaN if unknown. Only used by Newton's method.
    double slope1 = std::numeric_limits<double>::quiet_NaN();
};

/// s at one time. The slope is only set for finders that use it.
struct RootSample {
    double s = 0.0;
    double slope = std::numeric_limits<double>::quiet_NaN();
};

namespace root {

struct Proposal {
    double t = 0.0;
    ToiEvent::Rule rule = ToiEvent::Rule::Bisection;
};

constexpr Proposal midpoint(const RootBracket& bracket) {
    return {bracket.t1 + 0.5 * (bracket.t2 - bracket.t1), ToiEvent::Rule::Bisection};
}
/// Where the chord crosses the target. Exact for linear s; for a curved s, one end may never move.
constexpr Proposal chord(const RootBracket& bracket, double target) {
    return {bracket.t1 + (bracket.s1 - target) * (bracket.t2 - bracket.t1) / (bracket.s1 - bracket.s2),
            ToiEvent::Rule::FalsePosition};
}

/// A point of the curve, f = s − target.
struct RootPoint {
    double t = 0.0;
    double f = 0.0;
};

// A finder has propose(bracket, target) → Proposal, called once per evaluation. If it keeps state, it also
// has update(t, sample, target), called with the result. A proposal may be outside the bracket.

struct Bisection {
    static constexpr Proposal propose(const RootBracket& bracket, double) { return midpoint(bracket); }
};
struct FalsePosition {
    static constexpr Proposal propose(const RootBracket& bracket, double target) {
        return chord(bracket, target);
    }
};
/// Starts with the chord, which is exact if nothing rotates.
struct Mixed {
    bool use_chord = false;
    constexpr Proposal propose(const RootBracket& bracket, double target) {
        use_chord = !use_chord;
        return use_chord ? chord(bracket, target) : midpoint(bracket);
    }
};

/// False position, but the weight of an end is halved each time the other end moves again, so that the chord
/// soon moves the first end. Source: M. Dowell, P. Jarratt, "A modified regula falsi method for computing the
/// root of an equation", BIT 11, 1971.
struct Illinois {
    double weight1 = 1.0;
    double weight2 = 1.0;
    int side = 0;  ///< The end that moved last: 1, 2, or 0 initially.

    constexpr Proposal propose(const RootBracket& bracket, double target) const {
        const double f1 = weight1 * (bracket.s1 - target);
        const double f2 = weight2 * (bracket.s2 - target);
        return {bracket.t1 + f1 * (bracket.t2 - bracket.t1) / (f1 - f2), ToiEvent::Rule::WeightedChord};
    }
    constexpr void update(double, const RootSample& sample, double target) {
        const int moved_side = sample.s > target ? 1 : 2;
        double& moved_weight = moved_side == 1 ? weight1 : weight2;
        double& other_weight = moved_side == 1 ? weight2 : weight1;
        moved_weight = 1.0;
        if (moved_side == side) other_weight *= 0.5;
        side = moved_side;
    }
};

/// Interpolate, truncate, project: the chord, moved slightly towards the midpoint, but never so far from the
/// midpoint that the search could need more than one evaluation more than bisection. Source: I. Oliveira, R.
/// Takahashi, "An Enhancement of the Bisection Method Average Performance Preserving Minmax Optimality", ACM
/// TOMS 47(1), 2020, with κ1 = 0.2 / width, κ2 = 2, n0 = 1.
struct Itp {
    double pull = 0.0;   ///< κ1
    double reach = 0.0;  ///< Half of the bracket width of a bisection that is one evaluation behind.

    /// `resolution` is the width at which the search may end: the tolerance in s, converted to t by the
    /// chord.
    Itp(const RootBracket& bracket, double tolerance) {
        const double width = bracket.t2 - bracket.t1;
        const double resolution = tolerance * width / (bracket.s1 - bracket.s2);
        pull = 0.2 / width;
        reach = resolution;
        if (!(resolution > 0.0)) reach = width;
        while (reach < width)
            reach *= 2.0;
    }
    Proposal propose(const RootBracket& bracket, double target) {
        const double width = bracket.t2 - bracket.t1;
        const double middle = midpoint(bracket).t;
        const double chord_t = chord(bracket, target).t;
        const double sign = chord_t < middle ? 1.0 : -1.0;
        const double truncation = pull * width * width;
        const bool is_near = !(truncation < std::abs(middle - chord_t));
        const double truncated = is_near ? middle : chord_t + sign * truncation;
        const double radius = reach - 0.5 * width;
        reach *= 0.5;
        if (std::abs(truncated - middle) <= radius) return {truncated, ToiEvent::Rule::WeightedChord};
        if (radius > 0.0) return {middle - sign * radius, ToiEvent::Rule::Projection};
        return midpoint(bracket);
    }
};

/// Inverse quadratic interpolation or the secant if it is trusted, and the midpoint if not: a trusted step
/// must be shorter than half of the step before the previous one. Source: R. Brent, "Algorithms for
/// Minimization without Derivatives", 1973, chapter 4 (zero).
struct Brent {
    RootPoint a;           ///< The previous b.
    RootPoint b;           ///< The best point so far.
    RootPoint c;           ///< The other end of the bracket.
    double step;           ///< The last step.
    double previous_step;  ///< The step before it.

    Brent(const RootBracket& bracket, double target)
        : a{bracket.t1, bracket.s1 - target},
          b{bracket.t2, bracket.s2 - target},
          c(a),
          step(bracket.t2 - bracket.t1),
          previous_step(step) {}

    Proposal propose(const RootBracket&, double) {
        if (std::abs(c.f) < std::abs(b.f)) {
            a = b;
            b = c;
            c = a;
        }
        const double min_step = 2.0 * std::numeric_limits<double>::epsilon() * std::abs(b.t);
        const double half_width = 0.5 * (c.t - b.t);
        const Interpolation candidate = interpolate(half_width);
        const bool is_short =
            2.0 * candidate.p < 3.0 * half_width * candidate.q - std::abs(min_step * candidate.q) &&
            2.0 * candidate.p < std::abs(previous_step * candidate.q);
        const bool is_trusted =
            std::abs(previous_step) >= min_step && std::abs(a.f) > std::abs(b.f) && is_short;
        previous_step = is_trusted ? step : half_width;
        step = is_trusted ? candidate.p / candidate.q : half_width;
        a = b;
        b.t += std::abs(step) > min_step ? step : (half_width > 0.0 ? min_step : -min_step);
        return {b.t, is_trusted ? candidate.rule : ToiEvent::Rule::Bisection};
    }
    void update(double t, const RootSample& sample, double target) {
        b = {t, sample.s - target};
        if ((b.f > 0.0) != (c.f > 0.0)) return;
        c = a;
        step = previous_step = b.t - a.t;
    }

private:
    /// The proposal is b + p/q; p ≥ 0.
    struct Interpolation {
        double p = 0.0;
        double q = 0.0;
        ToiEvent::Rule rule = ToiEvent::Rule::FalsePosition;
    };
    [[nodiscard]] Interpolation interpolate(double half_width) const {
        const double s = b.f / a.f;
        Interpolation candidate{2.0 * half_width * s, 1.0 - s, ToiEvent::Rule::FalsePosition};
        if (a.t != c.t) {
            const double q = a.f / c.f;
            const double r = b.f / c.f;
            candidate.p = s * (2.0 * half_width * q * (q - r) - (b.t - a.t) * (r - 1.0));
            candidate.q = (q - 1.0) * (r - 1.0) * (s - 1.0);
            candidate.rule = ToiEvent::Rule::InverseQuadratic;
        }
        if (candidate.p > 0.0)
            candidate.q = -candidate.q;
        else
            candidate.p = -candidate.p;
        return candidate;
    }
};

/// Inverse quadratic interpolation if the last three points show that it is safe, and the midpoint if not:
/// Brent's idea with a test instead of a history of steps. Source: T. Chandrupatla, "A new hybrid
/// quadratic/bisection algorithm for finding the zero of a nonlinear function without using derivatives",
/// Advances in Engineering Software 28, 1997.
struct Chandrupatla {
    RootPoint last;
    RootPoint other;    ///< The other end of the bracket.
    RootPoint dropped;  ///< The end that `last` replaced.
    bool has_three = false;

    Chandrupatla(const RootBracket& bracket, double target)
        : last{bracket.t1, bracket.s1 - target}, other{bracket.t2, bracket.s2 - target} {}

    [[nodiscard]] Proposal propose(const RootBracket& bracket, double) const {
        if (!has_three) return midpoint(bracket);
        const double xi = (last.t - other.t) / (dropped.t - other.t);
        const double phi = (last.f - other.f) / (dropped.f - other.f);
        if (!(phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi)) return midpoint(bracket);
        const double fraction = last.f / (other.f - last.f) * (dropped.f / (other.f - dropped.f)) +
                                (dropped.t - last.t) / (other.t - last.t) * (last.f / (dropped.f - last.f)) *
                                    (other.f / (dropped.f - other.f));
        return {last.t + fraction * (other.t - last.t), ToiEvent::Rule::InverseQuadratic};
    }
    void update(double t, const RootSample& sample, double target) {
        const RootPoint next{t, sample.s - target};
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

/// Follows the tangent at the last point; the slope is almost free if s computes the sine and cosine anyway.
/// Uses the chord if the tangent leaves the bracket or is unknown, and the midpoint if four evaluations have
/// not halved the bracket. So it is at most a constant factor slower than bisection.
struct Newton {
    double t, s, slope;
    double width;         ///< Width of the bracket when it was last halved.
    int evaluations = 0;  ///< Since the bracket was last halved.

    explicit Newton(const RootBracket& bracket)
        : t(bracket.t1), s(bracket.s1), slope(bracket.slope1), width(bracket.t2 - bracket.t1) {}

    Proposal propose(const RootBracket& bracket, double target) {
        if (bracket.t2 - bracket.t1 <= 0.5 * width) {
            width = bracket.t2 - bracket.t1;
            evaluations = 0;
        }
        if (++evaluations > max_evaluations) return midpoint(bracket);
        const double next = t - (s - target) / slope;
        if (next > bracket.t1 && next < bracket.t2) return {next, ToiEvent::Rule::Newton};
        return chord(bracket, target);
    }
    constexpr void update(double new_t, const RootSample& sample, double) {
        t = new_t;
        s = sample.s;
        slope = sample.slope;
    }

private:
    static constexpr int max_evaluations = 4;
};

}  // namespace root
}  // namespace toibox

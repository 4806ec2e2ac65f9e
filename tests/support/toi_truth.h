// SPDX-License-Identifier: MIT
#pragma once

// Decides whether the distance between two moving shapes falls below a level, by branch and bound over time
// in double, earliest interval first. An interval is discarded only if the distance at its midpoint proves
// that the distance stays above the level in the whole interval: by the maximum speed of any point, or to
// second order along the world-fixed axis between the closest points. Distances are computed by brute force.
// Shares only the input types with the engine.

#include "toibox/toi/toi.h"

#include <cmath>
#include <optional>
#include <vector>

namespace toibox::truth {

/// Distance between the cores, without the radii.
struct Gap {
    double distance = 0.0;   ///< 0 when the cores overlap.
    Vec2d normal{1.0, 0.0};  ///< Unit, from A to B; if the cores overlap, the axis of minimum overlap.
};

struct Span {
    double min = 0.0;
    double max = 0.0;
};
inline Span along(const std::vector<Vec2d>& points, Vec2d n) {
    Span span{dot(points[0], n), dot(points[0], n)};
    for (const Vec2d& p : points) {
        const double x = dot(p, n);
        span.min = x < span.min ? x : span.min;
        span.max = x > span.max ? x : span.max;
    }
    return span;
}
/// The axis of maximum separation among the normals and directions of all edges.
inline Gap max_separation_axis(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) {
    Gap best{-1e300, {1.0, 0.0}};
    for (const std::vector<Vec2d>* set : {&a, &b}) {
        for (std::size_t i = 0; i < set->size(); ++i) {
            const Vec2d e = (*set)[(i + 1) % set->size()] - (*set)[i];
            if (!(length(e) > 0.0)) continue;
            const Vec2d u = normalized(e);
            for (const Vec2d n : {u, left_perp(u)}) {
                const Span x = along(a, n);
                const Span y = along(b, n);
                if (y.min - x.max > best.distance) best = {y.min - x.max, n};
                if (x.min - y.max > best.distance) best = {x.min - y.max, -n};
            }
            if (set->size() == 2) break;
        }
    }
    return best;
}
/// Replaces `best` if a point of `from` is closer to an edge of `to`. `sign` is −1 if `from` is A.
inline void update_closest(const std::vector<Vec2d>& from, const std::vector<Vec2d>& to, double sign,
                           Gap& best) {
    for (const Vec2d& p : from) {
        for (std::size_t i = 0; i < to.size(); ++i) {
            const Vec2d e = to[(i + 1) % to.size()] - to[i];
            const double ee = dot(e, e);
            double u = ee > 0.0 ? dot(p - to[i], e) / ee : 0.0;
            u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
            const Vec2d offset = sign * (p - (to[i] + u * e));
            const double squared = dot(offset, offset);
            if (!(squared < best.distance * best.distance) || !(squared > 0.0)) continue;
            best.distance = std::sqrt(squared);
            best.normal = normalized(offset);
        }
    }
}

enum class Answer { No, Yes, Undecided };

class MovingPair {
public:
    explicit MovingPair(const ToiInput& in) : a_(in.a, in.sweep_a), b_(in.b, in.sweep_b) {
        offset_ = in.sweep_b.c0 - in.sweep_a.c0;
        velocity_ = (in.sweep_b.c1 - in.sweep_b.c0) - (in.sweep_a.c1 - in.sweep_a.c0);
        const double wa = std::abs(a_.turn);
        const double wb = std::abs(b_.turn);
        speed_ = std::sqrt(dot(velocity_, velocity_)) + wa * a_.reach + wb * b_.reach;
        curvature_ = wa * wa * a_.reach + wb * wb * b_.reach;
    }

    [[nodiscard]] Gap gap_at(double t) const { return gap(a_.at(t), placed_b(t)); }

    /// Whether the distance of the cores falls below `level` in [0, end]. "No" proves that the distance stays
    /// above level − resolution. Requires: level > resolution.
    [[nodiscard]] Answer falls_below(double level, double end, double resolution) const {
        struct Interval {
            double from;
            double to;
        };
        std::vector<Interval> open{{0.0, end}};
        for (int i = 0; !open.empty(); ++i) {
            if (i == 200000) return Answer::Undecided;
            const Interval interval = open.back();
            open.pop_back();
            const double midpoint = 0.5 * (interval.from + interval.to);
            const double half_length = 0.5 * (interval.to - interval.from);
            const std::vector<Vec2d> a = a_.at(midpoint);
            const std::vector<Vec2d> b = placed_b(midpoint);
            const Gap found = gap(a, b);
            if (found.distance < level) return Answer::Yes;
            if (found.distance - speed_ * half_length >= level - resolution) continue;
            const double later = separation_bound(a, b, midpoint, found.normal, half_length);
            const double earlier = separation_bound(a, b, midpoint, found.normal, -half_length);
            if ((later < earlier ? later : earlier) >= level - resolution) continue;
            open.push_back({midpoint, interval.to});
            open.push_back({interval.from, midpoint});
        }
        return Answer::No;
    }
    /// The first time in [0, 1] at which the distance of the cores falls below `level`, to 2⁻⁴⁸ or to the
    /// limit of the resolution.
    [[nodiscard]] std::optional<double> first_below(double level, double resolution) const {
        if (falls_below(level, 1.0, resolution) != Answer::Yes) return std::nullopt;
        double before = 0.0;
        double after = 1.0;
        for (int i = 0; i < 48; ++i) {
            const double midpoint = 0.5 * (before + after);
            (falls_below(level, midpoint, resolution) == Answer::Yes ? after : before) = midpoint;
        }
        return after;
    }

private:
    /// A shape that rotates about the origin.
    struct RotatingShape {
        std::vector<Vec2d> points;
        Rotd start;
        double turn;         ///< Rotation in the step, radians.
        double reach = 0.0;  ///< Maximum distance of a point from the origin.

        RotatingShape(const ConvexProxy& shape, const Sweep& sweep)
            : start(sweep.q0), turn(sweep.delta_angle) {
            for (const Vec2d& p : shape.points) {
                points.push_back(p - sweep.local_center);
                reach = std::fmax(reach, length(points.back()));
            }
        }
        [[nodiscard]] std::vector<Vec2d> at(double t) const {
            const double c = std::cos(t * turn);
            const double s = std::sin(t * turn);
            const double norm = std::sqrt(start.c * start.c + start.s * start.s);
            const Vec2d q{(start.c * c - start.s * s) / norm, (start.s * c + start.c * s) / norm};
            std::vector<Vec2d> rotated;
            for (const Vec2d& p : points)
                rotated.push_back({q.x * p.x - q.y * p.y, q.y * p.x + q.x * p.y});
            return rotated;
        }
    };
    [[nodiscard]] std::vector<Vec2d> placed_b(double t) const {
        std::vector<Vec2d> points = b_.at(t);
        for (Vec2d& p : points)
            p += offset_ + t * velocity_;
        return points;
    }
    static Gap gap(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) {
        const bool has_edges = a.size() > 1 || b.size() > 1;
        if (has_edges) {
            const Gap axis = max_separation_axis(a, b);
            if (!(axis.distance > 0.0)) return {0.0, axis.normal};
        }
        Gap best{1e300, {1.0, 0.0}};
        update_closest(b, a, 1.0, best);
        update_closest(a, b, -1.0, best);
        return best.distance < 1e300 ? best : Gap{};
    }
    /// A lower bound on the separation along n at t + u: linear from t, minus the maximum curvature due to
    /// rotation.
    [[nodiscard]] double separation_bound(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b, double t,
                                          Vec2d n, double u) const {
        const Vec2d center = offset_ + t * velocity_;
        double max_a = -1e300;
        for (const Vec2d& p : a) {
            const double x = dot(n, p) + u * a_.turn * cross(p, n);
            max_a = x > max_a ? x : max_a;
        }
        double min_b = 1e300;
        for (const Vec2d& p : b) {
            const double x = dot(n, p) + u * b_.turn * cross(p - center, n);
            min_b = x < min_b ? x : min_b;
        }
        return min_b - max_a + u * dot(n, velocity_) - 0.5 * curvature_ * u * u;
    }

    RotatingShape a_;
    RotatingShape b_;
    Vec2d offset_{};
    Vec2d velocity_{};
    double speed_ = 0.0;      // maximum speed of a point of B relative to a point of A
    double curvature_ = 0.0;  // maximum second derivative along a fixed axis
};

}  // namespace toibox::truth

// SPDX-License-Identifier: MIT
#pragma once

// Whether two moving shapes come nearer than a level: leftmost-first branch and bound over time, in double.
// An interval is dropped only if its middle proves that the distance stays at the level on all of it: by the
// greatest speed of any point, or to second order along the axis of the closest points, which is held fixed
// in the world. Brute force within; shares nothing with the engine but the types of the input.

#include "toibox/continuous/toi.h"

#include <cmath>
#include <optional>
#include <vector>

namespace toibox::truth {

/// How far the cores (radii left out) are apart.
struct Gap {
    double distance = 0.0;   ///< 0 when they overlap.
    Vec2d normal{1.0, 0.0};  ///< Unit, from A to B; when they overlap the axis of least overlap.
};

struct Span {
    double least = 0.0;
    double most = 0.0;
};
inline Span along(const std::vector<Vec2d>& points, Vec2d n) {
    Span span{dot(points[0], n), dot(points[0], n)};
    for (const Vec2d& p : points) {
        const double x = dot(p, n);
        span.least = x < span.least ? x : span.least;
        span.most = x > span.most ? x : span.most;
    }
    return span;
}
/// The axis with the greatest separation over the normals and directions of all edges.
inline Gap widest_axis(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) {
    Gap best{-1e300, {1.0, 0.0}};
    for (const std::vector<Vec2d>* set : {&a, &b}) {
        for (std::size_t i = 0; i < set->size(); ++i) {
            const Vec2d e = (*set)[(i + 1) % set->size()] - (*set)[i];
            if (!(length(e) > 0.0)) continue;
            const Vec2d u = normalized(e);
            for (const Vec2d n : {u, left_perp(u)}) {
                const Span x = along(a, n);
                const Span y = along(b, n);
                if (y.least - x.most > best.distance) best = {y.least - x.most, n};
                if (x.least - y.most > best.distance) best = {x.least - y.most, -n};
            }
            if (set->size() == 2) break;
        }
    }
    return best;
}
/// From the points of `from` to the edges of `to`, if that is less than `best`; `sign` −1 if `from` is A.
inline void nearest(const std::vector<Vec2d>& from, const std::vector<Vec2d>& to, double sign, Gap& best) {
    for (const Vec2d& p : from) {
        for (std::size_t i = 0; i < to.size(); ++i) {
            const Vec2d e = to[(i + 1) % to.size()] - to[i];
            const double ee = dot(e, e);
            double u = ee > 0.0 ? dot(p - to[i], e) / ee : 0.0;
            u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
            const Vec2d way = sign * (p - (to[i] + u * e));
            const double squared = dot(way, way);
            if (!(squared < best.distance * best.distance) || !(squared > 0.0)) continue;
            best.distance = std::sqrt(squared);
            best.normal = normalized(way);
        }
    }
}

enum class Answer { No, Yes, Undecided };

class Moving {
public:
    explicit Moving(const ToiInput& in) : a_(in.a, in.sweep_a), b_(in.b, in.sweep_b) {
        offset_ = in.sweep_b.c0 - in.sweep_a.c0;
        velocity_ = (in.sweep_b.c1 - in.sweep_b.c0) - (in.sweep_a.c1 - in.sweep_a.c0);
        const double wa = std::abs(a_.turn);
        const double wb = std::abs(b_.turn);
        speed_ = std::sqrt(dot(velocity_, velocity_)) + wa * a_.reach + wb * b_.reach;
        bend_ = wa * wa * a_.reach + wb * wb * b_.reach;
    }

    [[nodiscard]] Gap gap_at(double t) const { return gap(a_.at(t), placed_b(t)); }

    /// Whether the distance of the cores falls below `level` in [0, end]. No: it stays above level −
    /// resolution, which is > 0.
    [[nodiscard]] Answer falls_below(double level, double end, double resolution) const {
        struct Interval {
            double from;
            double to;
        };
        std::vector<Interval> open{{0.0, end}};
        for (int i = 0; !open.empty(); ++i) {
            if (i == 200000) return Answer::Undecided;
            const Interval now = open.back();
            open.pop_back();
            const double middle = 0.5 * (now.from + now.to);
            const double half = 0.5 * (now.to - now.from);
            const std::vector<Vec2d> a = a_.at(middle);
            const std::vector<Vec2d> b = placed_b(middle);
            const Gap found = gap(a, b);
            if (found.distance < level) return Answer::Yes;
            if (found.distance - speed_ * half >= level - resolution) continue;
            const double ahead = separation(a, b, middle, found.normal, half);
            const double behind = separation(a, b, middle, found.normal, -half);
            if ((ahead < behind ? ahead : behind) >= level - resolution) continue;
            open.push_back({middle, now.to});
            open.push_back({now.from, middle});
        }
        return Answer::No;
    }
    /// When it first does, to 2⁻⁴⁸ or to where the resolution ends.
    [[nodiscard]] std::optional<double> first_below(double level, double resolution) const {
        if (falls_below(level, 1.0, resolution) != Answer::Yes) return std::nullopt;
        double before = 0.0;
        double after = 1.0;
        for (int i = 0; i < 48; ++i) {
            const double middle = 0.5 * (before + after);
            (falls_below(level, middle, resolution) == Answer::Yes ? after : before) = middle;
        }
        return after;
    }

private:
    /// A shape about the centre it turns about.
    struct Turned {
        std::vector<Vec2d> points;
        Rotd start;
        double turn;
        double reach = 0.0;

        Turned(const ConvexProxy& shape, const Sweep& sweep) : start(sweep.q0), turn(sweep.delta_angle) {
            for (const Vec2d& p : shape.points) {
                points.push_back(p - sweep.local_center);
                reach = std::fmax(reach, length(points.back()));
            }
        }
        [[nodiscard]] std::vector<Vec2d> at(double t) const {
            const double c = std::cos(t * turn);
            const double s = std::sin(t * turn);
            const double norm = std::sqrt(start.c * start.c + start.s * start.s);
            const Vec2d x{(start.c * c - start.s * s) / norm, (start.s * c + start.c * s) / norm};
            std::vector<Vec2d> turned;
            for (const Vec2d& p : points)
                turned.push_back({x.x * p.x - x.y * p.y, x.y * p.x + x.x * p.y});
            return turned;
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
            const Gap widest = widest_axis(a, b);
            if (!(widest.distance > 0.0)) return {0.0, widest.normal};
        }
        Gap best{1e300, {1.0, 0.0}};
        nearest(b, a, 1.0, best);
        nearest(a, b, -1.0, best);
        return best.distance < 1e300 ? best : Gap{};
    }
    /// A lower bound of the separation along n at `when` + u: slopes as at `when`, less what turning bends.
    [[nodiscard]] double separation(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b, double when,
                                    Vec2d n, double u) const {
        const Vec2d center = offset_ + when * velocity_;
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
        return min_b - max_a + u * dot(n, velocity_) - 0.5 * bend_ * u * u;
    }

    Turned a_;
    Turned b_;
    Vec2d offset_{};
    Vec2d velocity_{};
    double speed_ = 0.0;  // of any point of B relative to any of A, at most
    double bend_ = 0.0;   // second derivative along a fixed axis, at most
};

}  // namespace toibox::truth

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/tuning.h"
#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/sweep.h"

#include <cmath>

namespace toibox::continuous {

// The bound of certified advancement: what is known, from one time, of the separation along an axis that
// turns with one of the shapes. Derivation, names and proof: certified_advancement.cpp.

/// A shape as the bound sees it. Radii are left out: they only move the target.
struct Turning {
    std::span<const Vec2d> points;
    Vec2d center;        ///< In the frame of the points.
    double reach = 0.0;  ///< Greatest distance of a point from the centre.
    double rate = 0.0;   ///< Radians per step; 0 where no point moves by turning.

    Turning(const ConvexProxy& shape, const Sweep& sweep) : points(shape.points), center(sweep.local_center) {
        double most = 0.0;
        for (const Vec2d& point : points) {
            const double r = length_squared(point - center);
            most = most < r ? r : most;
        }
        reach = std::sqrt(most);
        rate = reach > 0.0 ? sweep.delta_angle : 0.0;
    }
};

/// The bound from below for one vertex: value + slope h − curvature h²/2.
struct Parabola {
    double value = 0.0;  ///< Separation above the target, metres.
    double slope = 0.0;
    double curvature = 0.0;  ///< K ≥ 0

    [[nodiscard]] double at(double h) const { return value + h * (slope - 0.5 * curvature * h); }
    /// Where it falls to zero. Requires value > 0, and that it does fall.
    [[nodiscard]] double root() const {
        const double q = std::sqrt(slope * slope + 2.0 * curvature * value);
        return slope < 0.0 ? 2.0 * value / (q - slope) : (slope + q) / curvature;
    }
};

/// The pair at one time, seen from the shape that carries the axis. World.
struct Situation {
    Vec2d normal;    ///< Unit, from the carrier to the other.
    Vec2d offset;    ///< Between the centres.
    Vec2d velocity;  ///< Of the offset, per step.
    double speed = 0.0;
    Rotd q_carrier;
    Rotd q_other;
};

class TurningAxis {
public:
    TurningAxis(const Turning& carrier, const Turning& other, const Situation& now, double target)
        : points_(other.points),
          center_(other.center),
          axis_(inv_rotate(now.q_other, now.normal)),
          mu_(carrier.rate),
          nu_(other.rate - carrier.rate) {
        const Vec2d axis_carrier = inv_rotate(now.q_carrier, now.normal);
        double furthest = dot(axis_carrier, carrier.points[0]);
        for (const Vec2d& point : carrier.points) {
            const double along = dot(axis_carrier, point);
            furthest = along > furthest ? along : furthest;
        }
        const Vec2d perp = left_perp(now.normal);
        const double apart = dot(now.normal, now.offset);
        value_ = apart - (furthest - dot(axis_carrier, carrier.center)) - target;
        slope_ = dot(now.normal, now.velocity) + mu_ * dot(perp, now.offset);
        second_ = mu_ * (2.0 * dot(perp, now.velocity) - mu_ * apart);
        const double mu = std::abs(mu_);
        const double nu = std::abs(nu_);
        second_fixed_ = 2.0 * mu * now.speed + nu * nu * other.reach;
        third_fixed_ = 3.0 * mu * mu * now.speed + nu * nu * nu * other.reach;
    }
    [[nodiscard]] double rate() const { return mu_; }

    /// How far ahead the minorants look: up to `length`, where the centres are within `farthest`.
    struct Horizon {
        double length = 0.0;
        double farthest = 0.0;
    };
    /// Up to where all minorants for the horizon are positive; 0 if one is not so from the start.
    [[nodiscard]] double clear_within(const Horizon& horizon) const {
        double h = horizon.length;
        const Limits limits(*this, horizon);
        for (const Vec2d& point : points_) {
            const Parabola low = minorant(point, limits);
            if (low.at(h) > 0.0) continue;
            if (!(low.value > 0.0)) return 0.0;
            const double root = low.root();
            h = root < h ? root : h;
        }
        return h;
    }
    /// The minorant that is lowest at h, and whose it is.
    struct Lowest {
        int index = 0;
        Parabola minorant{};
    };
    [[nodiscard]] Lowest lowest(double h, const Horizon& horizon) const {
        const Limits limits(*this, horizon);
        Lowest lowest{0, minorant(points_[0], limits)};
        for (std::size_t i = 1; i < points_.size(); ++i) {
            const Parabola low = minorant(points_[i], limits);
            if (low.at(h) < lowest.minorant.at(h)) lowest = {static_cast<int>(i), low};
        }
        return lowest;
    }

private:
    /// M, and T₃H/3.
    struct Limits {
        double second;
        double third;
        Limits(const TurningAxis& axis, const Horizon& horizon) {
            const double mu = std::abs(axis.mu_);
            second = axis.second_fixed_ + mu * mu * horizon.farthest;
            third = (axis.third_fixed_ + mu * mu * mu * horizon.farthest) * (horizon.length / 3.0);
        }
    };
    [[nodiscard]] Parabola minorant(Vec2d point, const Limits& limits) const {
        const Vec2d b = point - center_;
        const double x = dot(axis_, b);
        const double k = limits.third - (second_ - nu_ * nu_ * x);
        const double curvature = k < limits.second ? k : limits.second;
        return {value_ + x, slope_ - nu_ * cross(axis_, b), curvature > 0.0 ? curvature : 0.0};
    }

    std::span<const Vec2d> points_;
    Vec2d center_;
    Vec2d axis_;          // in the frame of the points
    double mu_;           // of the axis, radians per step
    double nu_;           // of the points as seen from the axis
    double value_ = 0.0;  // of the other's centre, as are the next two
    double slope_ = 0.0;
    double second_ = 0.0;
    double second_fixed_;  // what does not depend on the horizon of M and of T₃
    double third_fixed_;
};

}  // namespace toibox::continuous

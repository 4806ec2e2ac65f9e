// SPDX-License-Identifier: MIT
#pragma once

#include "turning_pair.h"

#include <cmath>
#include <cstddef>
#include <limits>

namespace toibox::toi {

// The bound of certified advancement: what is known, from one time, of the separation along an axis that
// turns with one of the shapes. Derivation, names and proof: certified_advancement.cpp.

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

class RotatingAxis {
public:
    RotatingAxis() {}  // members without a value get one in `aim` and `look`

    /// `normal`: from the carrier to the other, in the carrier's frame and as long as its rotation: n·(q a)
    /// is then (q⁻ n)·a for any length of q, q⁻ the inverse of a unit rotation.
    void set_axis(const RotatingShape& carrier, const RotatingShape& other, Vec2d normal, double target) {
        carrier_ = &carrier;
        other_ = &other;
        normal_ = normal;
        nu_ = other.rate - carrier.rate;
        unscale_ = 1.0 / (carrier.scale * carrier.scale);
        double furthest = dot(normal, carrier.points[0]);
        for (const Vec2d& point : carrier.points) {
            const double along = dot(normal, point);
            furthest = along > furthest ? along : furthest;
        }
        base_ = (furthest - dot(normal, carrier.center)) + target;
    }

    /// The pair at one time, seen from the carrier. World.
    struct RelativePose {
        Vec2d offset;    ///< Between the centres.
        Vec2d velocity;  ///< Of the offset, per step.
        Rotd q_carrier;
        Rotd q_other;
    };
    void evaluate(const RelativePose& now) {
        world_ = unscale_ * rotate(now.q_carrier, normal_);
        const Vec2d axis = inv_rotate(now.q_other, world_);  // in the frame of the points
        const Vec2d perp = left_perp(world_);
        const double mu = carrier_->rate;
        const double apart = dot(world_, now.offset);
        const double value = (apart - base_) - dot(axis, other_->center);
        const double slope =
            dot(world_, now.velocity) + mu * dot(perp, now.offset) + nu_ * cross(axis, other_->center);
        least_ = 0;
        const std::size_t n = other_->points.size();
        for (std::size_t i = 0; i < n; ++i) {
            value_[i] = value + dot(axis, other_->points[i]);
            slope_[i] = slope - nu_ * cross(axis, other_->points[i]);
            least_ = value_[i] < value_[least_] ? i : least_;
        }
        // s″ = 2μ p·V − μ² n·e − ν² x, and x = value − (n·e − base)
        second_ = mu * (2.0 * dot(perp, now.velocity) - mu * apart) + nu_ * nu_ * (apart - base_);
    }

    /// Of the other's deepest vertex from the carrier, above the target.
    [[nodiscard]] double separation() const { return value_[least_]; }
    /// When it would reach the target at its present speed.
    [[nodiscard]] double linear_time_to_target() const {
        const double slope = slope_[least_];
        return slope < 0.0 ? value_[least_] / -slope : std::numeric_limits<double>::infinity();
    }
    /// That vertex, and where it is in the other's frame.
    [[nodiscard]] std::size_t deepest() const { return least_; }
    [[nodiscard]] Vec2d deepest_point() const { return other_->points[least_]; }
    [[nodiscard]] double rate() const { return carrier_->rate; }
    /// From the carrier to the other, world.
    [[nodiscard]] Vec2d world() const { return world_; }

    /// The minorants' limits: up to `length` ahead, where the centres are within `farthest`.
    struct Horizon {
        double length = 0.0;
        double second = 0.0;  ///< M
        double third = 0.0;   ///< T₃ length/3
    };
    [[nodiscard]] Horizon horizon(double length, double speed, double farthest) const {
        const double mu = std::abs(carrier_->rate);
        const double nu = std::abs(nu_);
        const double turned = nu * nu * other_->reach;
        return {length, mu * (2.0 * speed + mu * farthest) + turned,
                (mu * mu * (3.0 * speed + mu * farthest) + nu * turned) * (length * (1.0 / 3.0))};
    }
    /// Up to where all minorants are positive; 0 if one is not so from the start.
    [[nodiscard]] double proven_step_within(const Horizon& horizon) const {
        if (!(value_[least_] > 0.0)) return 0.0;
        double h = horizon.length;
        for (std::size_t i = 0; i < other_->points.size(); ++i) {
            const Parabola low = minorant(i, horizon);
            if (low.at(h) > 0.0) continue;
            const double root = low.root();
            if (!(root > 0.0)) return 0.0;  // also where numbers overflow
            h = root < h ? root : h;
        }
        return h;
    }
    [[nodiscard]] Parabola minorant(std::size_t i, const Horizon& horizon) const {
        const double k = horizon.third - (second_ - nu_ * nu_ * value_[i]);
        const double curvature = k < horizon.second ? k : horizon.second;
        return {value_[i], slope_[i], curvature > 0.0 ? curvature : 0.0};
    }
    [[nodiscard]] std::size_t vertices() const { return other_->points.size(); }

private:
    const RotatingShape* carrier_ = nullptr;
    const RotatingShape* other_ = nullptr;
    Vec2d normal_;          // in the carrier's frame
    double base_ = 0.0;     // the carrier's furthest point along it, and the target
    double nu_ = 0.0;       // the other turns as seen from the axis
    double unscale_ = 1.0;  // what takes the length of the carrier's rotation out, twice
    Vec2d world_{};
    double second_ = 0.0;
    std::size_t least_ = 0;
    /// In a union, so that they are not cleared; those of the other's points come to life in `look`.
    union {
        double value_[Polygon::max_vertices];
    };
    union {
        double slope_[Polygon::max_vertices];
    };
};

}  // namespace toibox::toi

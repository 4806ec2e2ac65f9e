// SPDX-License-Identifier: MIT
#pragma once

#include "toi/rotating_pair.h"

#include <cmath>
#include <cstddef>
#include <limits>

namespace toibox::toi {

// The bound of certified advancement: what is known at one time about the separation along an axis that
// rotates with one of the shapes. Derivation, notation and proof: certified_advancement.cpp.

/// The lower bound for one vertex: value + slope h − curvature h²/2.
struct Parabola {
    double value = 0.0;  ///< Separation above the target, metres.
    double slope = 0.0;
    double curvature = 0.0;  ///< K ≥ 0

    [[nodiscard]] double at(double h) const { return value + h * (slope - 0.5 * curvature * h); }
    /// The h at which the parabola decreases to zero. Requires: value > 0; the parabola decreases to zero.
    [[nodiscard]] double root() const {
        const double q = std::sqrt(slope * slope + 2.0 * curvature * value);
        return slope < 0.0 ? 2.0 * value / (q - slope) : (slope + q) / curvature;
    }
};

class RotatingAxis {
public:
    RotatingAxis() {}  // other members are set by set_axis and evaluate

    /// `normal` points from the carrier to the other shape, in the frame of the carrier. Its length is the
    /// length of the carrier's rotation. Then n·(q a) = (q⁻ n)·a for any length of q, where q⁻ is the inverse
    /// of a unit rotation.
    void set_axis(const RotatingShape& carrier, const RotatingShape& other, Vec2d normal, double target) {
        carrier_ = &carrier;
        other_ = &other;
        normal_ = normal;
        nu_ = other.rate - carrier.rate;
        inverse_scale_squared_ = 1.0 / (carrier.scale * carrier.scale);
        double max_projection = dot(normal, carrier.points[0]);
        for (const Vec2d& point : carrier.points) {
            const double projection = dot(normal, point);
            max_projection = projection > max_projection ? projection : max_projection;
        }
        base_ = (max_projection - dot(normal, carrier.center)) + target;
    }

    /// The pair at one time, relative to the carrier. World frame.
    struct RelativePose {
        Vec2d offset;    ///< Between the centres.
        Vec2d velocity;  ///< Of the offset, per step.
        Rotd q_carrier;
        Rotd q_other;
    };
    void evaluate(const RelativePose& pose) {
        world_ = inverse_scale_squared_ * rotate(pose.q_carrier, normal_);
        const Vec2d axis = inv_rotate(pose.q_other, world_);  // in the frame of the points
        const Vec2d perp = left_perp(world_);
        const double mu = carrier_->rate;
        const double axis_offset = dot(world_, pose.offset);
        const double value = (axis_offset - base_) - dot(axis, other_->center);
        const double slope =
            dot(world_, pose.velocity) + mu * dot(perp, pose.offset) + nu_ * cross(axis, other_->center);
        deepest_ = 0;
        const std::size_t n = other_->points.size();
        for (std::size_t i = 0; i < n; ++i) {
            value_[i] = value + dot(axis, other_->points[i]);
            slope_[i] = slope - nu_ * cross(axis, other_->points[i]);
            deepest_ = value_[i] < value_[deepest_] ? i : deepest_;
        }
        // s″ = 2μ p·V − μ² n·e − ν² x, and x = value − (n·e − base)
        second_ =
            mu * (2.0 * dot(perp, pose.velocity) - mu * axis_offset) + nu_ * nu_ * (axis_offset - base_);
    }

    /// Separation of the deepest vertex above the target.
    [[nodiscard]] double separation() const { return value_[deepest_]; }
    /// The time in which the deepest vertex would reach the target at its current speed.
    [[nodiscard]] double linear_time_to_target() const {
        const double slope = slope_[deepest_];
        return slope < 0.0 ? value_[deepest_] / -slope : std::numeric_limits<double>::infinity();
    }
    /// The index of the deepest vertex, and its position in the frame of its shape.
    [[nodiscard]] std::size_t deepest() const { return deepest_; }
    [[nodiscard]] Vec2d deepest_point() const { return other_->points[deepest_]; }
    [[nodiscard]] double rate() const { return carrier_->rate; }
    /// From the carrier to the other shape, in the world.
    [[nodiscard]] Vec2d world() const { return world_; }

    /// Limits of the minorants: valid up to `length` ahead, where the centres are within `max_distance`.
    struct Horizon {
        double length = 0.0;
        double second = 0.0;  ///< M
        double third = 0.0;   ///< T₃ length/3
    };
    [[nodiscard]] Horizon horizon(double length, double speed, double max_distance) const {
        const double mu = std::abs(carrier_->rate);
        const double nu = std::abs(nu_);
        const double rotation_term = nu * nu * other_->reach;
        return {length, mu * (2.0 * speed + mu * max_distance) + rotation_term,
                (mu * mu * (3.0 * speed + mu * max_distance) + nu * rotation_term) * (length * (1.0 / 3.0))};
    }
    /// The time up to which all minorants are positive; 0 if one of them is not positive at the start.
    [[nodiscard]] double proven_step_within(const Horizon& horizon) const {
        if (!(value_[deepest_] > 0.0)) return 0.0;
        double h = horizon.length;
        for (std::size_t i = 0; i < other_->points.size(); ++i) {
            const Parabola parabola = minorant(i, horizon);
            if (parabola.at(h) > 0.0) continue;
            const double root = parabola.root();
            if (!(root > 0.0)) return 0.0;  // also on overflow
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
    Vec2d normal_;                        // in the carrier's frame
    double base_ = 0.0;                   // the carrier's maximum along the normal, plus the target
    double nu_ = 0.0;                     // rotation rate of the other shape relative to the axis
    double inverse_scale_squared_ = 1.0;  // 1 / carrier scale²
    Vec2d world_{};
    double second_ = 0.0;
    std::size_t deepest_ = 0;
    /// In unions, so that the arrays are not zeroed; evaluate() sets the elements in use.
    union {
        double value_[Polygon::max_vertices];
    };
    union {
        double slope_[Polygon::max_vertices];
    };
};

}  // namespace toibox::toi

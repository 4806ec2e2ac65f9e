// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/gjk.h"
#include "toibox/toi/toi.h"

#include <cmath>
#include <limits>

namespace toibox::toi {

/// A time that is never reached.
inline constexpr double never = std::numeric_limits<double>::infinity();

/// The motion relative to `origin`, which is subtracted once so that poses do not suffer from cancellation.
inline ToiInput relative_to(Vec2d origin, ToiInput motion) {
    motion.sweep_a.c0 -= origin;
    motion.sweep_a.c1 -= origin;
    motion.sweep_b.c0 -= origin;
    motion.sweep_b.c1 -= origin;
    return motion;
}

/// Maximum distance of a point from the centre of rotation. Excludes the rounding radius: a disc that rotates
/// about its centre does not move its surface.
inline double rotation_radius(const ConvexProxy& shape, Vec2d center) {
    double max_squared = 0.0;
    for (const Vec2d& p : shape.points) {
        const double r = length_squared(p - center);
        max_squared = max_squared < r ? r : max_squared;
    }
    return std::sqrt(max_squared);
}

/// Shared by all methods: counts iterations, traces, and fills in the result. Input points and offsets are
/// relative to `origin`, output is in the world.
template <class Trace>
class ToiResultBuilder {
public:
    ToiResultBuilder(Vec2d origin, Trace& trace) : origin_(origin), trace_(trace) {}

    [[nodiscard]] ToiIterations& counts() { return result_.iterations; }
    /// Index of the outer iteration begun by the last measurement.
    [[nodiscard]] int pass() const { return result_.iterations.outer - 1; }

    /// Starts an outer iteration with this measurement at t.
    void begin_pass(double t, const GjkResult& closest) {
        ToiIterations& n = result_.iterations;
        n.outer += 1;
        n.gjk += 1;
        n.gjk_iterations += closest.iterations;
        n.gjk_max_iterations =
            n.gjk_max_iterations < closest.iterations ? closest.iterations : n.gjk_max_iterations;
        ++n.gjk_lengths[static_cast<std::size_t>(closest.iterations)];
        set_contact(closest.distance, 0.5 * (closest.point_a + closest.point_b), closest.normal);
        ToiEvent event{.kind = ToiEvent::Kind::Outer, .t1 = t, .s1 = closest.distance};
        event.feature = closest.feature;
        event.axis = closest.normal;
        event.point_a = origin_ + closest.point_a;
        event.point_b = origin_ + closest.point_b;
        emit(event);
    }
    /// Sets distance, point and normal of the result.
    void set_contact(double distance, Vec2d point, Vec2d normal) {
        result_.distance = distance;
        result_.point = origin_ + point;
        result_.normal = normal;
    }
    /// Traces an event of the current outer iteration.
    void emit(ToiEvent event) {
        if constexpr (Trace::enabled) {
            event.outer = pass();
            trace_(event);
        }
    }
    /// Ends the query at the last measurement, whose distance is at most target + tolerance: a hit, unless
    /// the step starts with an overlap.
    ToiResult finish_at_target(double t) {
        return end(t > 0.0 || result_.distance > 0.0 ? ToiState::Hit : ToiState::Overlapped, t);
    }
    ToiResult end(ToiState state, double t) {
        result_.state = state;
        result_.t = t;
        emit({.kind = ToiEvent::Kind::End, .t1 = t, .s1 = result_.distance, .state = state});
        return result_;
    }

private:
    Vec2d origin_;
    Trace& trace_;
    ToiResult result_;
};

/// The result builder for methods that measure distances along the two sweeps.
template <class Trace>
class ToiSearch : public ToiResultBuilder<Trace> {
public:
    ToiSearch(const ToiInput& input, Trace& trace)
        : ToiResultBuilder<Trace>(input.sweep_a.c0, trace), motion_(relative_to(input.sweep_a.c0, input)) {}

    /// The input relative to A's centre at t = 0.
    [[nodiscard]] const ToiInput& motion() const { return motion_; }

    /// Starts an outer iteration: distance and closest features at t.
    const GjkResult& query_distance(double t) {
        closest_ = gjk_distance(motion_.a, pose_at(motion_.sweep_a, t), motion_.b,
                                pose_at(motion_.sweep_b, t), closest_.seed);
        this->begin_pass(t, closest_);
        return closest_;
    }

private:
    ToiInput motion_;
    GjkResult closest_;
};

}  // namespace toibox::toi

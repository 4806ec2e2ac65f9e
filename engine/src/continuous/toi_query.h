// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"
#include "toibox/narrow/gjk.h"

#include <cmath>
#include <limits>

namespace toibox::toi {

/// A time at which nothing happens any more.
inline constexpr double never = std::numeric_limits<double>::infinity();

/// The same motion seen from `origin`: what is subtracted once is not lost to cancellation in every pose.
inline ToiInput relative_to(Vec2d origin, ToiInput motion) {
    motion.sweep_a.c0 -= origin;
    motion.sweep_a.c1 -= origin;
    motion.sweep_b.c0 -= origin;
    motion.sweep_b.c1 -= origin;
    return motion;
}

/// Greatest distance of a point from the centre it turns about. The rounding radius is left out: a disc that
/// turns about its centre does not move its surface.
inline double rotation_radius(const ConvexProxy& shape, Vec2d center) {
    double most = 0.0;
    for (const Vec2d& p : shape.points) {
        const double r = length_squared(p - center);
        most = most < r ? r : most;
    }
    return std::sqrt(most);
}

/// What every method does around its idea: count, tell the trace, fill in the answer. Points and offsets that
/// it takes are relative to `origin`, what it gives out is world.
template <class Trace>
class ToiResultBuilder {
public:
    ToiResultBuilder(Vec2d origin, Trace& trace) : origin_(origin), trace_(trace) {}

    [[nodiscard]] ToiIterations& counts() { return result_.iterations; }
    /// Index of the pass that the last measurement began.
    [[nodiscard]] int pass() const { return result_.iterations.outer - 1; }

    /// A pass of the outer loop began with this measurement at t.
    void begin_pass(double t, const GjkResult& closest) {
        ToiIterations& n = result_.iterations;
        n.outer += 1;
        n.gjk += 1;
        n.gjk_iterations += closest.iterations;
        n.gjk_max_iterations =
            n.gjk_max_iterations < closest.iterations ? closest.iterations : n.gjk_max_iterations;
        set_contact(closest.distance, 0.5 * (closest.point_a + closest.point_b), closest.normal);
        ToiEvent event{.kind = ToiEvent::Kind::Outer, .t1 = t, .s1 = closest.distance};
        event.feature = closest.feature;
        event.axis = closest.normal;
        event.point_a = origin_ + closest.point_a;
        event.point_b = origin_ + closest.point_b;
        emit(event);
    }
    /// Sets what the answer says of the place.
    void set_contact(double distance, Vec2d point, Vec2d normal) {
        result_.distance = distance;
        result_.point = origin_ + point;
        result_.normal = normal;
    }
    /// Tells the trace, as part of the pass.
    void emit(ToiEvent event) {
        if constexpr (Trace::enabled) {
            event.outer = pass();
            trace_(event);
        }
    }
    /// The last measurement is within reach of the target: a hit, unless the step began in overlap.
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

/// The report of a method that measures distances along the two sweeps.
template <class Trace>
class ToiSearch : public ToiResultBuilder<Trace> {
public:
    ToiSearch(const ToiInput& input, Trace& trace)
        : ToiResultBuilder<Trace>(input.sweep_a.c0, trace), motion_(relative_to(input.sweep_a.c0, input)) {}

    /// Relative to A's centre at t = 0.
    [[nodiscard]] const ToiInput& motion() const { return motion_; }

    /// Begins a pass of the outer loop: distance and closest features at t.
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

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"
#include "toibox/narrow/gjk.h"

#include <cmath>

namespace toibox::continuous {

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
inline double turning_radius(const ConvexProxy& shape, Vec2d center) {
    double most = 0.0;
    for (const Vec2d& p : shape.points) {
        const double r = length_squared(p - center);
        most = most < r ? r : most;
    }
    return std::sqrt(most);
}

/// What every method does around its idea: measure the distance at a time, count, tell the trace, fill in the
/// answer.
template <class Trace>
class ToiQuery {
public:
    ToiQuery(const ToiInput& input, Trace& trace)
        : origin_(input.sweep_a.c0), motion_(relative_to(origin_, input)), trace_(trace) {}

    /// Relative to A's centre at t = 0.
    [[nodiscard]] const ToiInput& motion() const { return motion_; }
    [[nodiscard]] ToiIterations& counts() { return result_.iterations; }
    /// Where the last measurement put the shapes.
    [[nodiscard]] const Transformd& pose_a() const { return pose_a_; }
    [[nodiscard]] const Transformd& pose_b() const { return pose_b_; }
    /// Index of the pass that the last measurement began.
    [[nodiscard]] int pass() const { return result_.iterations.outer - 1; }

    /// Begins a pass of the outer loop: distance and closest features at t.
    const GjkResult& measure(double t) {
        pose_a_ = pose_at(motion_.sweep_a, t);
        pose_b_ = pose_at(motion_.sweep_b, t);
        closest_ = gjk_distance(motion_.a, pose_a_, motion_.b, pose_b_, closest_.seed);
        ToiIterations& n = result_.iterations;
        n.outer += 1;
        n.gjk += 1;
        n.gjk_iterations += closest_.iterations;
        n.gjk_max_iterations =
            n.gjk_max_iterations < closest_.iterations ? closest_.iterations : n.gjk_max_iterations;
        result_.distance = closest_.distance;
        result_.point = origin_ + 0.5 * (closest_.point_a + closest_.point_b);
        result_.normal = closest_.normal;
        if constexpr (Trace::enabled) {
            ToiEvent event{.kind = ToiEvent::Kind::Outer, .outer = pass(), .t1 = t, .s1 = closest_.distance};
            event.feature = closest_.feature;
            event.axis = closest_.normal;
            event.point_a = origin_ + closest_.point_a;
            event.point_b = origin_ + closest_.point_b;
            trace_(event);
        }
        return closest_;
    }
    /// The distance is within reach of the target: a hit, unless the step began in overlap.
    ToiResult arrive(double t) {
        return end(t > 0.0 || closest_.distance > 0.0 ? ToiState::Hit : ToiState::Overlapped, t);
    }

    /// Nothing was measured, because the centres never come near enough for the shapes to meet. `gap`:
    /// between the circles round them, at t = 0.
    ToiResult end_unmeasured(Vec2d offset, double gap) {
        result_.distance = gap;
        result_.point = origin_ + 0.5 * offset;
        result_.normal = normalized(offset);
        return end(ToiState::Separated, 1.0);
    }

    ToiResult end(ToiState state, double t) {
        result_.state = state;
        result_.t = t;
        if constexpr (Trace::enabled) {
            trace_(ToiEvent{.kind = ToiEvent::Kind::End,
                            .outer = pass(),
                            .t1 = t,
                            .s1 = result_.distance,
                            .state = state});
        }
        return result_;
    }

private:
    Vec2d origin_;
    ToiInput motion_;
    Trace& trace_;
    Transformd pose_a_{};
    Transformd pose_b_{};
    GjkResult closest_;
    ToiResult result_;
};

}  // namespace toibox::continuous

// SPDX-License-Identifier: MIT
// Certified advancement finds where an overlap begins. Within an overlap, the depth bounds how far the shapes
// may still move before the overlap can end, so the same kind of advancement finds where it ends.

#include "scene/run/passage.h"

#include "toibox/narrow/separating_axes.h"

#include <algorithm>
#include <cmath>

namespace toibox::scene {

namespace {

constexpr double resolution = 1e-5;  ///< Metres: shortest advance within an overlap.
constexpr int max_advances = 1000;   ///< Per step and pair; a crossing needs about 40.

/// The direction from A to B at a time, in the frames of both shapes.
struct Side {
    Vec2d in_a;
    Vec2d in_b;
};

bool are_opposite(const Side& first, const Side& second) {
    return dot(first.in_a, second.in_a) < 0.0 && dot(first.in_b, second.in_b) < 0.0;
}

double max_distance_from(const ConvexProxy& shape, Vec2d center) {
    double reach = 0.0;
    for (const Vec2d point : shape.points)
        reach = std::max(reach, distance(point, center));
    return reach + shape.radius;
}

/// Upper bound on the relative motion of any two points of the shapes in the step, metres.
double relative_travel(const ToiInput& input) {
    const auto turn = [](const ConvexProxy& shape, const Sweep& sweep) {
        return std::abs(sweep.delta_angle) * max_distance_from(shape, sweep.local_center);
    };
    const Vec2d apart = (input.sweep_b.c1 - input.sweep_b.c0) - (input.sweep_a.c1 - input.sweep_a.c0);
    return length(apart) + turn(input.a, input.sweep_a) + turn(input.b, input.sweep_b);
}

class Tracer {
public:
    Tracer(const ToiInput& shapes, const ToiInput& cores)
        : shapes_(shapes), cores_(cores), travel_(relative_travel(shapes)) {}

    Passage trace() {
        const double start = look(shapes_, 0.0);
        Side side = side_;
        passage_.starts_overlapping = start <= 0.0;
        if (start > travel_) return passage_;
        passage_.ends_overlapping = look(shapes_, 1.0) <= 0.0;
        const Side last = side_;
        if (passage_.starts_overlapping) {
            entry_ = 0.0;
            compare(side, last, 1.0);
        } else if (passage_.ends_overlapping) {
            if (!touch_after(shapes_, 0.0)) return passage_;
            compare(side_, last, 1.0);
        } else {
            double t = 0.0;
            while (touch_after(cores_, t)) {
                side = side_;
                t = end_of_overlap();
                compare(side, side_, t);
            }
            // The crossing began when the shapes touched, before their cores did.
            if (passage_.crossings > 0 && touch_after(shapes_, 0.0)) passage_.t = entry_;
        }
        return passage_;
    }

private:
    /// The separation at t. Sets side_.
    double look(const ToiInput& input, double t) {
        const Transformd a = pose_at(input.sweep_a, t);
        const Transformd b = pose_at(input.sweep_b, t);
        const SatSeparation axis = separating_axes(input.a, a, input.b, b);
        side_ = {inv_rotate(a.q, axis.normal), inv_rotate(b.q, axis.normal)};
        return axis.separation;
    }
    /// A point of A that is nearest to B, or in both.
    [[nodiscard]] Vec2d touch_point(double t) const {
        return gjk_distance(shapes_.a, pose_at(shapes_.sweep_a, t), shapes_.b, pose_at(shapes_.sweep_b, t))
            .point_a;
    }
    /// Goes to the first touch after t; false if there is none.
    bool touch_after(const ToiInput& input, double t) {
        ToiInput rest = input;
        rest.sweep_a = remainder(input.sweep_a, t);
        rest.sweep_b = remainder(input.sweep_b, t);
        const ToiOptions options{.target = touch_distance,
                                 .tolerance = 0.5 * touch_distance,
                                 .max_iterations = certified_iterations};
        const ToiResult hit = time_of_impact(ToiMethod::Certified, rest, options);
        if (hit.state == ToiState::Separated || ++advances_ > max_advances) return false;
        entry_ = t + hit.t * (1.0 - t);
        look(input, entry_);
        return true;
    }
    /// The time at which the overlap of the cores that began at entry_ ends, or 1.
    double end_of_overlap() {
        double t = entry_;
        double depth = 0.0;
        while (t < 1.0 && ++advances_ <= max_advances) {
            t = std::min(t + std::max(depth, resolution) / travel_, 1.0);
            depth = -look(cores_, t);
            if (depth < -2.0 * touch_distance) return t;
        }
        return 1.0;
    }
    /// Counts a crossing if the sides at the start and at the end `t` of an overlap are opposite.
    void compare(const Side& first, const Side& last, double t) {
        if (!are_opposite(first, last)) return;
        if (passage_.crossings++ > 0) return;
        passage_.t = entry_;
        passage_.point = touch_point(entry_);
        // At the end of the step the shapes may be far apart.
        if (t < 1.0) passage_.point = 0.5 * (passage_.point + touch_point(t));
    }

    const ToiInput& shapes_;
    const ToiInput& cores_;
    double travel_;
    Passage passage_;
    Side side_;
    double entry_ = 0.0;
    int advances_ = 0;
};

}  // namespace

Passage trace_passage(const ToiInput& shapes, const ToiInput& cores) {
    return Tracer(shapes, cores).trace();
}

}  // namespace toibox::scene

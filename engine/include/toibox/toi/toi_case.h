// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/toi/toi.h"

#include <vector>

namespace toibox {

/// A time-of-impact query that owns its shapes: a query of a step or a scene, stored so that it can be
/// repeated with any method and inspected.
struct ToiCase {
    struct Points {
        std::vector<Vec2d> points;  ///< 1 … 256 in the frame of the shape; convex and counter-clockwise.
        double radius = 0.0;        ///< Metres.

        [[nodiscard]] ConvexProxy proxy() const { return {.points = points, .radius = radius}; }
    };
    Points a;
    Points b;
    Sweep sweep_a;
    Sweep sweep_b;
    ToiMethod method = ToiMethod::Certified;
    ToiOptions options;

    /// References the points of this case.
    [[nodiscard]] ToiInput input() const { return {a.proxy(), b.proxy(), sweep_a, sweep_b}; }
};

inline ToiCase::Points copy_points(const ConvexProxy& shape) {
    return {{shape.points.begin(), shape.points.end()}, shape.radius};
}
/// Copies everything that `input` references.
inline ToiCase copy_case(ToiMethod method, const ToiInput& input, const ToiOptions& options) {
    return {copy_points(input.a), copy_points(input.b), input.sweep_a, input.sweep_b, method, options};
}

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"

#include <vector>

namespace toibox {

/// A question about a time of impact that owns its shapes: what a step asked, or a scene asks, kept so that
/// it can be asked again, by any method, and looked at.
struct ToiCase {
    struct Points {
        std::vector<Vec2d>
            points;           ///< 1 … 256 in the shape's frame; a polygon's are convex and counter-clockwise.
        double radius = 0.0;  ///< Metres.

        [[nodiscard]] ConvexProxy proxy() const { return {.points = points, .radius = radius}; }
    };
    Points a;
    Points b;
    Sweep sweep_a;
    Sweep sweep_b;
    ToiMethod method = ToiMethod::Certified;
    ToiOptions options;

    /// Refers to this case's points.
    [[nodiscard]] ToiInput input() const { return {a.proxy(), b.proxy(), sweep_a, sweep_b}; }
};

inline ToiCase::Points copy_points(const ConvexProxy& shape) {
    return {{shape.points.begin(), shape.points.end()}, shape.radius};
}
/// A copy of everything that `input` refers to.
inline ToiCase copy_case(ToiMethod method, const ToiInput& input, const ToiOptions& options) {
    return {copy_points(input.a), copy_points(input.b), input.sweep_a, input.sweep_b, method, options};
}

}  // namespace toibox

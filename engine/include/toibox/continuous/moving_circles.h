// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_circle.h"
#include "toibox/math/sweep.h"

#include <optional>
#include <vector>

namespace toibox {

/// Moving spheres as a mid phase: when may two circles, each fixed to a body that moves and turns, first
/// meet? While nothing turns, the way c(t) from one centre to the other is a line, and the first time at
/// which |c(t)| = r_a + r_b is a root of a quadratic. A turn bends it: the step is cut into parts of no more
/// than tuning::max_turn_per_part, and each part's line is given the radius by which the way can stand off
/// from it. So no meeting is ever missed or told too late; where something turns it may be told too early.
///
/// Units: metres, radians; times are fractions of the step. Frame: the circles' is that of their bodies.
/// Source: lecture 000, "moving spheres".
class MovingCircles {
public:
    /// Requires finite sweeps.
    MovingCircles(const Sweep& a, const Sweep& b);

    /// The first time up to `until` at which the circles may be within `reach` of each other: no later than
    /// the true one, and exact but for rounding where neither body turns. Nothing: proven, they never are.
    /// Cost: a square root at most for each part of the step, of which there are 1 … tuning::max_parts.
    [[nodiscard]] std::optional<double> first_meeting(const BoundingCircle& a, const BoundingCircle& b,
                                                      double reach, double until = 1.0) const;

private:
    Vec2d local_center_a_;
    Vec2d local_center_b_;
    double deviation_a_ =
        0.0;  ///< How far a point at 1 m from the centre stands off the line of a part, metres.
    double deviation_b_ = 0.0;
    std::vector<Transformd> poses_a_;  ///< At the beginning of each part, and at the end of the last.
    std::vector<Transformd> poses_b_;
};

}  // namespace toibox

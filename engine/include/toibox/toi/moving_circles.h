// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_circle.h"
#include "toibox/math/sweep.h"

#include <optional>
#include <vector>

namespace toibox {

/// A mid phase with moving circles: finds when two circles, each fixed to a moving and rotating body, can
/// first touch. Without rotation, the vector c(t) between the centres is linear, and the first time with
/// |c(t)| = r_a + r_b is a root of a quadratic. With rotation, the path of c(t) is curved. The step is then
/// divided into intervals of at most tuning::max_rotation_per_interval, and the radius is increased by the
/// maximum deviation of the path from the chord of an interval. Therefore no contact is missed or found too
/// late; with rotation it may be found too early.
///
/// Units: metres, radians; times are fractions of the step. Frame: circles are in the frames of their bodies.
/// Source: M. Trtík, "Collision detection", lecture PA199, Masaryk University 2024, slide 37 (moving
/// spheres).
class MovingCircles {
public:
    /// Requires: finite sweeps.
    MovingCircles(const Sweep& a, const Sweep& b);

    /// The first time up to `until` at which the circles may be within `reach` of each other. Never later
    /// than the true time, and exact up to rounding if neither body rotates. nullopt proves that they are not
    /// within `reach` up to `until`. Cost: at most one square root per interval, of which there are 1 …
    /// tuning::max_intervals.
    [[nodiscard]] std::optional<double> first_meeting(const BoundingCircle& a, const BoundingCircle& b,
                                                      double reach, double until = 1.0) const;

private:
    Vec2d local_center_a_;
    Vec2d local_center_b_;
    double deviation_a_ = 0.0;  ///< Maximum deviation from a chord, for a point 1 m from the centre, metres.
    double deviation_b_ = 0.0;
    std::vector<Transformd> poses_a_;  ///< At the start of each interval, and at the end of the last one.
    std::vector<Transformd> poses_b_;
};

}  // namespace toibox

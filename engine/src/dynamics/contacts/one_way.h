// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

namespace toibox {

/// One-way shapes: platforms that bodies can jump through from below and land on. A shape that is in front of
/// a solid face when it comes close is stopped. Any other shape passes until it has left the platform. A
/// one-way shape pushes towards its solid side only. Positions decide, not velocities: a body that rises
/// halfway through and falls back was never in front, and a body on a rising platform always is. A body that
/// slides or tips onto an adjoining platform more than two slops higher meets that platform from the side and
/// passes it, so build adjoining platforms level.
///
/// A face is solid if its normal is within 60° of ShapeDef::one_way; likewise a point on a circle.

/// A one-way shape in the world.
struct OneWaySide {
    const Shape& shape;
    Vec2 direction;    ///< ShapeDef::one_way as a unit vector, body frame.
    Transformd frame;  ///< Frame of the body.
};

/// True if the other shape is in front of a solid face, or reaches behind the face by at most `depth` and by
/// at most a quarter of the total thickness of the two shapes along the face's normal.
///
/// Units: metres. Frame: world. Requires: depth ≥ 0; if infinite, only the thickness is the limit.
/// Degenerate: a one-way circle whose centre is inside the other shape has no face. Cost: O(faces · points),
/// for a circle one distance query.
[[nodiscard]] bool lies_in_front(const OneWaySide& side, const Shape& other, const Transformd& other_frame,
                                 double depth);

/// True if the other shape is in the platform or behind it: not in front, and not beside it as seen along the
/// solid direction. A body with a shape behind has not passed yet.
[[nodiscard]] bool lies_behind(const OneWaySide& side, const Shape& other, const Transformd& other_frame,
                               double depth);

/// Depth up to which a shape counts as resting on a one-way shape, metres; also the gap up to which a shape
/// that is already stopped may stay stopped.
[[nodiscard]] double one_way_depth(const WorldSettings& settings);

}  // namespace toibox

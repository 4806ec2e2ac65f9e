// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

namespace toibox {

/// One-way shapes: platforms that bodies can jump up through and land on. A shape that is in front of a solid
/// face when it comes close is stopped. Any other shape passes, until it has left the platform again. A
/// one-way shape pushes towards its solid side only. Geometry decides, never velocity: a body that rises
/// halfway and falls back was never in front, and a body on a rising platform always is. A body that slides
/// or tips onto an adjoining platform that is more than two slops higher meets it from the side and passes,
/// so build adjoining platforms level.
///
/// A face is solid if its normal is within 60° of ShapeDef::one_way; a circle is solid where its surface
/// normal is.

/// A one-way shape in the world.
struct OneWaySide {
    const Shape& shape;
    Vec2 direction;    ///< ShapeDef::one_way, of length 1.
    Transformd frame;  ///< Of its body.
};

/// True if the other shape is in front of a solid face, or reaches behind it by at most `depth` and by at
/// most a quarter of the total thickness of the two shapes along its normal.
///
/// Units: metres. Frame: world. Requires: depth ≥ 0; infinity leaves only the bound by thickness. Degenerate:
/// a one-way circle whose centre is inside the other shape has no face there. Cost: O(faces · points), for a
/// circle one distance query.
[[nodiscard]] bool lies_in_front(const OneWaySide& side, const Shape& other, const Transformd& other_frame,
                                 double depth);

/// True if the other shape is not in front but overlaps the platform as seen along the solid direction: it is
/// in the platform or beyond it, not beside it. A body with a shape behind has not passed yet.
[[nodiscard]] bool lies_behind(const OneWaySide& side, const Shape& other, const Transformd& other_frame,
                               double depth);

/// How deep a shape may sink into a one-way shape, or how far it may be lifted off beside it, and still count
/// as resting on it, metres.
[[nodiscard]] double one_way_depth(const WorldSettings& settings);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

namespace toibox {

/// One-way shapes: platforms that bodies jump up through and land on. What lies in front of a solid face when
/// it comes close is stopped; everything else passes, and goes on passing until it is out. A one-way shape
/// pushes only towards its solid side. Only geometry decides, never a velocity: a body that rises halfway and
/// falls back was never in front, and one that stands on a platform that rises is in front all the time.
/// What slides or tips from one platform onto another that is higher by more than two slops comes to it from
/// the side, and passes it: lay platforms level where things are to go from one to the next.
///
/// Solid are the faces whose normal is within 60° of ShapeDef::one_way. The same of a shape without faces: a
/// circle is solid where its surface faces that way.

/// A one-way shape in the world.
struct OneWaySide {
    const Shape& shape;
    Vec2 direction;    ///< ShapeDef::one_way, of length 1.
    Transformd frame;  ///< Of its body.
};

/// Whether the other shape lies in front of a solid face, or reaches behind it by no more than `depth` and a
/// quarter of what the two are thick across it.
///
/// Units: metres. Frame: world. Requires: depth ≥ 0, or infinity for the share alone. Degenerate: a circle
/// whose centre is inside the other has no face there. Cost: O(faces · points), for a circle one distance
/// query.
[[nodiscard]] bool lies_in_front(const OneWaySide& side, const Shape& other, const Transformd& other_frame,
                                 double depth);

/// Whether the other shape does not lie in front, but somewhere along the solid direction as seen from the
/// platform: in it or beyond it, and not beside it. Of a body of several shapes, one that lies behind is to
/// come through yet.
[[nodiscard]] bool lies_behind(const OneWaySide& side, const Shape& other, const Transformd& other_frame,
                               double depth);

/// By how much something may sink into a one-way shape, and how far it may be lifted off beside it, and
/// still count as lying on it, metres.
[[nodiscard]] double one_way_depth(const WorldSettings& settings);

}  // namespace toibox

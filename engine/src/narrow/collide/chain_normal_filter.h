// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/tuning.h"

#include <span>

namespace toibox {

/// Decides which contact normals a chain segment may have, given its neighbours, so that nothing snags on the
/// vertices between segments.
///
/// The surface of a chain has one normal per edge and, at a convex corner, all normals between the normals of
/// its two edges. A shape that slides along the chain also hits the end of a segment sideways, with a normal
/// that the chain does not have there. Such a normal is rejected. Neighbours may rotate the normal of a
/// contact or drop the contact, but never make it deeper; if the segment cuts the core of the shape, there is
/// always a contact. Both sides of a segment collide; a corner that is convex on one side is concave on the
/// other. Source: E. Catto, "Ghost Collisions", box2d.org 2020 (Voronoi regions of the joined surface).
class ChainNormalFilter {
public:
    ChainNormalFilter(const Segment& segment, const Transform& transform)
        : along_(rotate(transform.q, segment.b - segment.a)),
          before_(rotate(transform.q, segment.a - segment.ghost_a)),
          after_(rotate(transform.q, segment.ghost_b - segment.b)),
          has_before_(segment.has_ghost_a && before_ != Vec2{}),
          has_after_(segment.has_ghost_b && after_ != Vec2{}) {}

    [[nodiscard]] bool has_any() const { return has_before_ || has_after_; }

    /// `direction` is a unit vector from the segment to the other shape. Directions within rounding of the
    /// two normals of the segment are always allowed.
    [[nodiscard]] bool allows(Vec2 direction) const {
        const float lean = dot(direction, along_);
        const float slack = tuning::ghost_normal_slack * length(along_);
        // The corner is convex on the side where the chain turns away from the direction.
        const float side = cross(along_, direction) < 0.0f ? -1.0f : 1.0f;
        if (lean < -slack && has_before_) {
            return side * cross(before_, along_) < 0.0f && dot(direction, before_) >= 0.0f;
        }
        if (lean > slack && has_after_) {
            return side * cross(along_, after_) < 0.0f && dot(direction, after_) <= 0.0f;
        }
        return true;
    }

    /// For a direction that is not allowed: the closest normal of the chain at the corner towards which it
    /// leans, on the side of the chain where the shape is. `segment` and `shape` are vertices in the frame of
    /// the call. Cost: O(vertices).
    [[nodiscard]] Vec2 nearest_normal(Vec2 direction, std::span<const Vec2> segment,
                                      std::span<const Vec2> shape) const;

private:
    Vec2 along_;   ///< a → b, in the frame of the call, like before_ and after_.
    Vec2 before_;  ///< The previous segment: ghost_a → a.
    Vec2 after_;   ///< The next segment: b → ghost_b.
    bool has_before_;
    bool has_after_;
};

}  // namespace toibox

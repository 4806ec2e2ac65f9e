// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/tuning.h"

#include <span>

namespace toibox {

/// Which normals a segment of a chain may have, seen from its neighbours, so that nothing snags on the joint
/// between two segments.
///
/// The surface of a chain has one normal at each point of an edge and, at a corner that stands out, those
/// between the two edges' normals. A shape that slides along also meets the segment's end from aside, with a
/// normal that the whole chain does not have there. Such a normal is not admitted. Neighbours may turn the
/// normal of a contact or drop the contact; they never make it deeper, and where the segment cuts the shape's
/// core there is one. Both sides of a segment collide; a corner that stands out on one side lies in on the
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

    /// `direction`: unit, from the segment to the other shape. Within rounding of the segment's own two
    /// normals every direction is admitted.
    [[nodiscard]] bool allows(Vec2 direction) const {
        const float lean = dot(direction, along_);
        const float slack = tuning::ghost_normal_slack * length(along_);
        // The corner stands out on the side where the chain turns away from the direction.
        const float side = cross(along_, direction) < 0.0f ? -1.0f : 1.0f;
        if (lean < -slack && has_before_) {
            return side * cross(before_, along_) < 0.0f && dot(direction, before_) >= 0.0f;
        }
        if (lean > slack && has_after_) {
            return side * cross(along_, after_) < 0.0f && dot(direction, after_) <= 0.0f;
        }
        return true;
    }

    /// Of the normals that the chain has at the corner over which a direction leans that is not admitted, on
    /// the side of the chain where the shape lies: the nearest to the direction. `segment` and `shape`: their
    /// vertices, in the frame of the call. Cost: O(vertices).
    [[nodiscard]] Vec2 nearest_normal(Vec2 direction, std::span<const Vec2> segment,
                                      std::span<const Vec2> shape) const;

private:
    Vec2 along_;   ///< a → b, in the frame of the call, as the next two.
    Vec2 before_;  ///< The segment before: ghost_a → a.
    Vec2 after_;   ///< The segment after: b → ghost_b.
    bool has_before_;
    bool has_after_;
};

}  // namespace toibox

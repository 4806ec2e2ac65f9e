// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/manifold.h"

#include <cstdint>

namespace toibox {

/// What is remembered of a pair between steps, to start from. It orders the work and keeps a reference face
/// from flickering (hysteresis); part of the state, because it can change a bit of the next manifold.
struct CollideCache {
    std::uint8_t reference = 0;  ///< Reference edge of the last manifold …
    std::uint8_t incident = 0;
    enum class Owner : std::uint8_t { None, A, B } owner = Owner::None;  ///< … and whose it was.

    friend bool operator==(const CollideCache&, const CollideCache&) = default;
};

/// The manifold of any two shapes: points whose separation is at most `margin` (≥ 0, metres), in A's frame.
///
/// One table, filled once; the mirrored half swaps the arguments and flips the answer. Two segments give no
/// points. Frame: `b_in_a` is B's placement as seen from A (inv_mul). Two points are never in one place.
/// Normal: that of the distance where the shapes are apart, of the least depth where they overlap, within the
/// hysteresis of tuning.h; for a segment of a chain only one that the chain has, at the depth of the segment
/// alone. Error of a separation:
/// float rounding of the coordinates, and up to tuning::face_hysteresis × the shorter edge. Degenerate:
/// coincident centres get the normal (0, 1) or a face's. Cost: O(n + m); O(m) for shapes that the face
/// remembered in `cache` still keeps apart.
/// Source: E. Catto, "Understanding Constraints", GDC 2014 (clipping, feature ids); lecture PA199 (contact
/// caching by ids).
Manifold collide(const Shape& a, const Shape& b, const Transform& b_in_a, float margin, CollideCache& cache);

}  // namespace toibox

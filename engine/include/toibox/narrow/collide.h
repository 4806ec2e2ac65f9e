// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/manifold.h"

#include <cstdint>

namespace toibox {

/// Data of a pair kept between steps. The cache speeds up the next test and keeps the reference face from
/// flickering (hysteresis). It is part of the world state, because it can change the next manifold.
struct CollideCache {
    std::uint8_t reference = 0;  ///< Reference edge of the last manifold.
    std::uint8_t incident = 0;   ///< Incident edge of the last manifold.
    enum class Owner : std::uint8_t { None, A, B } owner = Owner::None;  ///< Owner of the reference edge.

    friend bool operator==(const CollideCache&, const CollideCache&) = default;
};

/// The manifold of any two shapes, in A's frame: points whose separation is at most `margin` (≥ 0, metres).
///
/// Dispatches through a table of shape pairs; for a pair in the opposite order, the arguments are swapped and
/// the result is flipped. Two segments give no points. The two points of a manifold never coincide. Frame:
/// `b_in_a` is the transform of B relative to A (inv_mul). Normal: the direction of minimum distance if the
/// shapes are separated, of minimum penetration if they overlap, up to the hysteresis of tuning.h. For a
/// segment of a chain, only normals of the chain are allowed; the depth is the depth of the segment alone.
/// Error of a separation: float rounding of the coordinates, and up to tuning::face_hysteresis × the shorter
/// edge. Degenerate: coincident centres get the normal (0, 1) or the normal of a face. Cost: O(n + m); O(m)
/// for shapes that are still separated by the face in `cache`. Source: E. Catto, "Understanding Constraints",
/// GDC 2014 (clipping, feature ids); M. Trtík, "Collision detection", lecture PA199, Masaryk University 2024,
/// slides 32–34 (contact caching by ids).
Manifold collide(const Shape& a, const Shape& b, const Transform& b_in_a, float margin, CollideCache& cache);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "geometry/rings.h"

#include <cstddef>
#include <span>
#include <vector>

namespace toibox {

/// A cut from a vertex of the ring joined so far to a vertex of a hole.
struct Bridge {
    std::size_t outer = 0;
    std::size_t hole = 0;
};

/// A single cycle around the area between an outline and its holes.
struct JoinedRing {
    Cycle cycle;  ///< Traverses each bridge in both directions; its interior is connected and on its left.
    std::vector<Bridge> bridges;
};

/// Joins each hole to the ring by a bridge that intersects nothing else. Requires: rings from simple_rings.
/// Cost: O(n) per hole. Exact: only compares coordinates and orientations. Source: D. Eberly, "Triangulation
/// by Ear Clipping", geometrictools.com, 2002, section 3.
JoinedRing join_holes(std::span<const Vec2> vertices, std::vector<Cycle> rings);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "rings.h"

#include <cstddef>
#include <span>
#include <vector>

namespace toibox {

/// A cut from a vertex of what holes were joined to before to one of a hole.
struct Bridge {
    std::size_t outer = 0;
    std::size_t hole = 0;
};

/// One cycle round the area between an outline and its holes.
struct JoinedRing {
    Cycle cycle;  ///< Goes over each bridge twice, there and back; its interior is on its left and in one
                  ///< piece.
    std::vector<Bridge> bridges;
};

/// Joins each hole to the ring by a bridge that meets nothing else. Requires rings as simple_rings gives
/// them. Cost: O(n) a hole. Exact: heights are compared, and orientations. Source: D. Eberly, "Triangulation
/// by Ear Clipping", geometrictools.com, 2002, section 3.
JoinedRing join_holes(std::span<const Vec2> vertices, std::vector<Cycle> rings);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <cstddef>
#include <span>
#include <vector>

namespace toibox::testing_support {

/// The segments of an open chain through `corners`, each with the far ends of its neighbours as ghost
/// vertices.
inline std::vector<Segment> chain_through(std::span<const Vec2> corners) {
    std::vector<Segment> chain;
    for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
        Segment segment;
        segment.a = corners[i];
        segment.b = corners[i + 1];
        segment.has_ghost_a = i > 0;
        if (segment.has_ghost_a) segment.ghost_a = corners[i - 1];
        segment.has_ghost_b = i + 2 < corners.size();
        if (segment.has_ghost_b) segment.ghost_b = corners[i + 2];
        chain.push_back(segment);
    }
    return chain;
}

}  // namespace toibox::testing_support

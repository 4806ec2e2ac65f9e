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
        Segment link;
        link.a = corners[i];
        link.b = corners[i + 1];
        link.has_ghost_a = i > 0;
        if (link.has_ghost_a) link.ghost_a = corners[i - 1];
        link.has_ghost_b = i + 2 < corners.size();
        if (link.has_ghost_b) link.ghost_b = corners[i + 2];
        chain.push_back(link);
    }
    return chain;
}

}  // namespace toibox::testing_support

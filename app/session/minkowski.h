// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/pair_case.h"

#include <vector>

namespace toibox::app {

/// A vertex of A − B, and the vertices of A and B whose difference it is.
struct DifferenceVertex {
    Vec2d at{};
    int index_a = 0;
    int index_b = 0;
};

/// The Minkowski difference A − B of the cores: all that a point of A less a point of B can be. It holds the
/// origin exactly if the cores overlap, and its distance from the origin is theirs. Counter-clockwise, two
/// vertices if it is a segment and one if it is a point. By merging the edges of A and −B in order of their
/// directions. Cost: O(n log n + m log m).
/// Source: M. de Berg et al., "Computational Geometry", 2008, section 13.3.
std::vector<DifferenceVertex> minkowski_difference(const PairCase& pair);

}  // namespace toibox::app

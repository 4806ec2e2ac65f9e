// SPDX-License-Identifier: MIT
#pragma once

#include "app/studies/distance/pair_case.h"

#include <vector>

namespace toibox::app {

/// A vertex of A − B, and the vertices of A and B that it comes from.
struct DifferenceVertex {
    Vec2d at{};
    int index_a = 0;
    int index_b = 0;
};

/// The Minkowski difference A − B of the cores, counter-clockwise. It may be a segment (two vertices) or a
/// point. It contains the origin if and only if the cores overlap, and its distance from the origin is the
/// distance between the cores. Merges the edges of A and −B by direction. Cost: O(n log n + m log m). Source:
/// M. de Berg et al., "Computational Geometry", 2008, section 13.3.
std::vector<DifferenceVertex> minkowski_difference(const PairCase& pair);

}  // namespace toibox::app

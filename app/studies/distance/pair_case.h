// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/toi/toi_case.h"

namespace toibox::app {

/// Copies of two shapes and their poses, which can be measured and moved without changing the world.
struct PairCase {
    ToiCase::Points a;
    ToiCase::Points b;
    Transformd pose_a;
    Transformd pose_b;

    [[nodiscard]] double sum_of_radii() const { return a.radius + b.radius; }
};

/// Vertex i of A or B in world coordinates.
inline Vec2d world_vertex_a(const PairCase& pair, int i) {
    return transform_point(pair.pose_a, pair.a.points[static_cast<std::size_t>(i)]);
}
inline Vec2d world_vertex_b(const PairCase& pair, int i) {
    return transform_point(pair.pose_b, pair.b.points[static_cast<std::size_t>(i)]);
}

}  // namespace toibox::app

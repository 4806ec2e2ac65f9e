// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/math/wide/isa.h"
#include "toibox/narrow/collide.h"
#include "toibox/narrow/manifold.h"
#include "toibox/narrow/polygon_table.h"

#include <cstdint>
#include <span>

namespace toibox {

/// What a table of polygons holds of a shape. Its count is 0 unless the shape is a polygon of at most
/// PolygonRecord::capacity vertices.
PolygonRecord record_of(const Shape& shape);

/// Two polygons of a table.
struct PolygonPair {
    std::int32_t a = 0;  ///< Index of A's record; one with a count above 0 (asserted).
    std::int32_t b = 0;
    Transform b_in_a;
    float margin = 0.0f;  ///< See collide.
};

/// collide for many pairs of small polygons: the same manifolds and the same caches, to the last bit, at
/// every instruction set. Eight consecutive pairs share the lanes: eight of boxes and triangles cost two
/// thirds of eight with a larger polygon among them, so keep kinds together.
///
/// Requires: as many caches and manifolds as pairs (asserted); an available `isa`. Unlike collide it leaves
/// a manifold without points all zero. Cost with AVX2, relative transform included: boxes 10 (apart) to
/// 25 ns a pair, octagons 40; one by one 17 to 61, and 110. See tests/bench/narrow_bench.cpp.
void collide_polygons(std::span<const PolygonRecord> table, std::span<const PolygonPair> pairs,
                      std::span<CollideCache> caches, std::span<Manifold> manifolds, Isa isa = best_isa());

}  // namespace toibox

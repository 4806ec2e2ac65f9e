// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/math/wide/isa.h"
#include "toibox/narrow/collide.h"
#include "toibox/narrow/manifold.h"

#include "narrow/collide/polygon_table.h"

#include <cstdint>
#include <span>

namespace toibox {

/// The record of a shape for a table of polygons. Its count is 0 unless the shape is a polygon of at most
/// PolygonRecord::capacity vertices.
PolygonRecord record_of(const Shape& shape);

/// Two polygons of a table.
struct PolygonPair {
    std::int32_t a = 0;  ///< Index of A's record, whose count must be > 0 (asserted).
    std::int32_t b = 0;  ///< Index of B's record, likewise.
    Transform b_in_a;
    float margin = 0.0f;  ///< See collide.
};

/// collide() for many pairs of small polygons: bitwise the same manifolds and caches, for every instruction
/// set. Eight consecutive pairs share the SIMD lanes. Eight pairs of boxes and triangles cost two thirds of
/// eight pairs with a larger polygon among them, so group pairs by size.
///
/// Requires: as many caches and manifolds as pairs (asserted); an available `isa`. Unlike collide it zeroes a
/// manifold without points. Cost with AVX2, including the relative transform: boxes 10 (separated) to 25 ns
/// per pair, octagons 40; one at a time 17 to 61, and 110. See tests/bench/narrow_bench.cpp.
void collide_polygons(std::span<const PolygonRecord> table, std::span<const PolygonPair> pairs,
                      std::span<CollideCache> caches, std::span<Manifold> manifolds, Isa isa = best_isa());

}  // namespace toibox

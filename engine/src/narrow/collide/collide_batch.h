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
    std::int32_t b = 0;  ///< Index of B's record, whose count must be > 0 (asserted).
    Transform b_in_a;
    float margin = 0.0f;  ///< See collide.
};

/// collide() for many pairs of small polygons: bit-identical manifolds and caches, for every instruction set.
/// Eight consecutive pairs share the SIMD lanes. Eight pairs of boxes and triangles cost two thirds of eight
/// pairs that include a larger polygon, so group pairs by size.
///
/// Requires: as many caches and manifolds as pairs (asserted); an available `isa`. Unlike collide it zeroes a
/// manifold without points. Cost with AVX2, including the relative transform: boxes 10 ns (separated) to 25
/// ns per pair, octagons 40 ns. With collide(), boxes 17 to 61 ns, octagons 110 ns. See
/// tests/bench/narrow_bench.cpp.
void collide_polygons(std::span<const PolygonRecord> table, std::span<const PolygonPair> pairs,
                      std::span<CollideCache> caches, std::span<Manifold> manifolds, Isa isa = best_isa());

}  // namespace toibox

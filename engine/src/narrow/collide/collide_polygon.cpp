// SPDX-License-Identifier: MIT
// Polygons, rounded or not, against polygons and segments.
#include "narrow/collide/collide_cores.h"
#include "narrow/collide/collide_pairs.h"
#include "narrow/collide/transformed_core.h"

namespace toibox {

Manifold collide_polygons(const Polygon& a, const Polygon& b, const CollideInput& input,
                          CollideCache& cache) {
    return with_transformed_core(b, input.b_in_a, [&](const ConvexCore& core_b) {
        return collide_cores({core_of(a), core_b, input.margin}, cache);
    });
}

Manifold collide_polygon_segment(const Polygon& a, const Segment& b, const CollideInput& input,
                                 CollideCache& cache) {
    if (SegmentCore::is_point(b.a, b.b)) return {};
    const SegmentCore core_b(b.a, b.b, 0.0f, input.b_in_a);
    const ChainNormalFilter chain_filter(b, input.b_in_a);
    return collide_cores(
        {core_of(a), core_b.core(), input.margin, chain_filter.has_any() ? &chain_filter : nullptr}, cache);
}

}  // namespace toibox

// SPDX-License-Identifier: MIT
// Capsules: loops of two edges with a radius, treated like polygons. A capsule of zero length is a circle.
#include "narrow/collide/collide_cores.h"
#include "narrow/collide/collide_pairs.h"
#include "narrow/collide/transformed_core.h"

namespace toibox {

namespace {

Circle circle_of(const Capsule& capsule) {
    return {.center = capsule.a, .radius = capsule.radius};
}

}  // namespace

Manifold collide_capsules(const Capsule& a, const Capsule& b, const CollideInput& input,
                          CollideCache& cache) {
    if (SegmentCore::is_point(b.a, b.b)) return collide_capsule_circle(a, circle_of(b), input, cache);
    if (SegmentCore::is_point(a.a, a.b)) {
        const Transform a_in_b = inv_mul(input.b_in_a, Transform{});
        return flipped(collide_capsule_circle(b, circle_of(a), {a_in_b, input.margin}, cache), input.b_in_a);
    }
    const SegmentCore core_a(a.a, a.b, a.radius);
    const SegmentCore core_b(b.a, b.b, b.radius, input.b_in_a);
    return collide_cores({core_a.core(), core_b.core(), input.margin}, cache);
}

Manifold collide_capsule_segment(const Capsule& a, const Segment& b, const CollideInput& input,
                                 CollideCache& cache) {
    if (SegmentCore::is_point(b.a, b.b)) return {};
    if (SegmentCore::is_point(a.a, a.b)) {
        const Transform a_in_b = inv_mul(input.b_in_a, Transform{});
        return flipped(collide_segment_circle(b, circle_of(a), {a_in_b, input.margin}, cache), input.b_in_a);
    }
    const SegmentCore core_a(a.a, a.b, a.radius);
    const SegmentCore core_b(b.a, b.b, 0.0f, input.b_in_a);
    const ChainNormalFilter chain_filter(b, input.b_in_a);
    return collide_cores(
        {core_a.core(), core_b.core(), input.margin, chain_filter.has_any() ? &chain_filter : nullptr},
        cache);
}

Manifold collide_polygon_capsule(const Polygon& a, const Capsule& b, const CollideInput& input,
                                 CollideCache& cache) {
    if (SegmentCore::is_point(b.a, b.b)) return collide_polygon_circle(a, circle_of(b), input, cache);
    const SegmentCore core_b(b.a, b.b, b.radius, input.b_in_a);
    return collide_cores({core_of(a), core_b.core(), input.margin}, cache);
}

}  // namespace toibox

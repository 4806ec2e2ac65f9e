// SPDX-License-Identifier: MIT
// Circles against all shapes: the closest point of the other core, and the line from there to the centre. The
// manifold has at most one point. No history is needed, so the cache is unchanged.
#include "toibox/narrow/tuning.h"

#include "narrow/collide/collide_cores.h"
#include "narrow/collide/collide_pairs.h"
#include "narrow/collide/transformed_core.h"

#include <limits>

namespace toibox {

namespace {

constexpr Vec2 up{0.0f, 1.0f};

FeatureId vertex_id(int vertex) {
    return {.reference = static_cast<std::uint8_t>(vertex), .clip = FeatureId::Clip::Vertex};
}

/// A point with a radius.
struct Disc {
    Vec2 center;
    float radius = 0.0f;
};

Manifold collide_vertex(Vec2 vertex, float radius, const Disc& disc, const CollideInput& input,
                        FeatureId id) {
    return collide_points({vertex, disc.center, radius, disc.radius, id}, up, input.margin);
}

Manifold collide_face(const ConvexCore& core, int edge, const Disc& disc, float margin) {
    const Vec2 normal = core.normal(edge);
    const float height = dot(normal, disc.center - core.vertex(edge));
    const float separation = height - core.radius - disc.radius;
    if (!(separation <= margin)) return {};
    const float offset_to_midpoint = 0.5f * (core.radius - disc.radius - height);
    return {.normal = normal,
            .points = {ManifoldPoint{disc.center + offset_to_midpoint * normal,
                                     separation,
                                     {.reference = static_cast<std::uint8_t>(edge)}}},
            .count = 1};
}

// The closest point is on the face with the largest separation from the centre, or is an end of this face.
Manifold collide_core(const ConvexCore& core, int edge, const Disc& disc, float margin) {
    const int next = core.next(edge);
    const Vec2 first = core.vertex(edge);
    const Vec2 edge_vector = core.vertex(next) - first;
    const float position = dot(edge_vector, disc.center - first);
    const bool at_first = position <= 0.0f;
    if (!at_first && position < length_squared(edge_vector)) return collide_face(core, edge, disc, margin);
    const int vertex = at_first ? edge : next;
    // Too close for a direction, or inside a polygon: use the normal of the face.
    const Vec2 gap = disc.center - core.vertex(vertex);
    if (length_squared(gap) <= tuning::clip_slack * tuning::clip_slack * length_squared(edge_vector)) {
        return collide_face(core, edge, disc, margin);
    }
    return collide_points({core.vertex(vertex), disc.center, core.radius, disc.radius, vertex_id(vertex)},
                          core.normal(edge), margin);
}

// Collides a disc with a segment with a radius: edge 0 is on the right of a → b, edge 1 on the left.
Manifold collide_segment_core(const SegmentCore& segment, const Disc& disc, float margin) {
    const ConvexCore core = segment.core();
    const int edge = dot(core.normal(0), disc.center - core.vertex(0)) >= 0.0f ? 0 : 1;
    return collide_core(core, edge, disc, margin);
}

}  // namespace

Manifold collide_circles(const Circle& a, const Circle& b, const CollideInput& input, CollideCache&) {
    const Disc disc{transform_point(input.b_in_a, b.center), b.radius};
    return collide_vertex(a.center, a.radius, disc, input, vertex_id(0));
}

Manifold collide_capsule_circle(const Capsule& a, const Circle& b, const CollideInput& input, CollideCache&) {
    const Disc disc{transform_point(input.b_in_a, b.center), b.radius};
    if (SegmentCore::is_point(a.a, a.b)) return collide_vertex(a.a, a.radius, disc, input, vertex_id(0));
    return collide_segment_core(SegmentCore(a.a, a.b, a.radius), disc, input.margin);
}

Manifold collide_segment_circle(const Segment& a, const Circle& b, const CollideInput& input, CollideCache&) {
    const Disc disc{transform_point(input.b_in_a, b.center), b.radius};
    if (SegmentCore::is_point(a.a, a.b)) return collide_vertex(a.a, 0.0f, disc, input, vertex_id(0));
    const Manifold manifold = collide_segment_core(SegmentCore(a.a, a.b, 0.0f), disc, input.margin);
    return ChainNormalFilter(a, {}).allows(manifold.normal) ? manifold : Manifold{};
}

Manifold collide_polygon_circle(const Polygon& a, const Circle& b, const CollideInput& input, CollideCache&) {
    const Disc disc{transform_point(input.b_in_a, b.center), b.radius};
    const ConvexCore core = core_of(a);
    int edge = 0;
    float max_height = -std::numeric_limits<float>::infinity();
    for (int i = 0; i < core.count(); ++i) {
        const float height = dot(core.normal(i), disc.center - core.vertex(i));
        if (height > max_height) {
            max_height = height;
            edge = i;
        }
    }
    if (max_height - core.radius - disc.radius > input.margin) return {};
    return max_height > 0.0f ? collide_core(core, edge, disc, input.margin)
                             : collide_face(core, edge, disc, input.margin);
}

}  // namespace toibox

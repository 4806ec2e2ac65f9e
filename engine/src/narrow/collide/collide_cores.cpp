// SPDX-License-Identifier: MIT
// The manifold of two convex loops. The separating axis test finds the best face of each; then the opposite
// edge of the other shape is clipped to the reference face. If two vertices are closest, the normal is the
// line between them.
// GJK is not needed: for two disjoint convex polygons, the face with the largest separation always touches
// the closest features. In the Minkowski difference every face is at most |d| cos(angle to d) in front of the
// origin, with equality for the two faces at the closest vertex. So either the deepest vertex behind that
// face is between the sides of the face, and the face normal is the direction of the distance; or the closest
// points are ends of the face and of the incident edge.
#include "narrow/collide/collide_cores.h"

#include "toibox/narrow/tuning.h"

#include "narrow/collide/clip.h"
#include "narrow/collide/face_search.h"

#include <limits>

namespace toibox {

namespace {

using Owner = CollideCache::Owner;

/// A face of one shape against the other. References the caller's data.
struct OwnedAxis {
    bool is_b;  ///< Whether the face belongs to B.
    const FaceAxis& axis;
};

/// The best face of either shape.
struct BestFaces {
    OwnedAxis face_a;
    OwnedAxis face_b;
    const OwnedAxis* cached = nullptr;  ///< The reference face of the last manifold.
};

bool is_valid_cache(const CorePair& pair, const CollideCache& cache) {
    if (cache.owner == Owner::None) return false;
    return cache.reference < (cache.owner == Owner::B ? pair.b : pair.a).count();
}

void find_cached_axis(const CorePair& pair, const CollideCache& cache, FaceAxis& axis) {
    const bool is_b = cache.owner == Owner::B;
    find_face_axis(is_b ? pair.b : pair.a, cache.reference, is_b ? pair.a : pair.b, axis);
}

void update_cache(CollideCache& cache, const OwnedAxis& face, int incident) {
    cache.reference = static_cast<std::uint8_t>(face.axis.edge);
    cache.incident = static_cast<std::uint8_t>(incident);
    cache.owner = face.is_b ? Owner::B : Owner::A;
}

float edge_length_squared(const ConvexCore& core, int edge) {
    return length_squared(core.vertex(core.next(edge)) - core.vertex(edge));
}

// The edge at the deepest vertex that faces the reference face most. The incident edge of the last manifold
// is kept unless the other edge is clearly better.
int incident_edge(const ConvexCore& incident, int support, Vec2 normal, int cached) {
    const int before = incident.previous(support);
    const float bias = cached == before    ? tuning::incident_hysteresis
                       : cached == support ? -tuning::incident_hysteresis
                                           : 0.0f;
    return dot(incident.normal(before), normal) < dot(incident.normal(support), normal) + bias ? before
                                                                                               : support;
}

FacePair face_pair(const CorePair& pair, const OwnedAxis& face, const CollideCache& cache) {
    const ConvexCore& reference = face.is_b ? pair.b : pair.a;
    const ConvexCore& incident = face.is_b ? pair.a : pair.b;
    const Owner owner = face.is_b ? Owner::B : Owner::A;
    const int edge = face.axis.edge;
    const int cached = cache.owner == owner && cache.reference == edge ? cache.incident : -1;
    const int opposite = incident_edge(incident, face.axis.support, reference.normal(edge), cached);
    return {reference, incident,  face.axis,
            opposite,  face.is_b, face_coordinates(reference, edge, incident, opposite)};
}

/// The two end vertices, if they are the closest features of two disjoint edges.
struct ClosestEnds {
    bool found = false;
    int reference_vertex = 0;
    int incident_vertex = 0;
};

// Two disjoint segments are closest at an end of one of them: tests the four ends against the other segment.
ClosestEnds closest_ends(const FacePair& faces) {
    const int r[2] = {faces.axis.edge, faces.reference.next(faces.axis.edge)};
    const int i[2] = {faces.incident_edge, faces.incident.next(faces.incident_edge)};
    const Vec2 reference[2] = {faces.reference.vertex(r[0]), faces.reference.vertex(r[1])};
    const Vec2 incident[2] = {faces.incident.vertex(i[0]), faces.incident.vertex(i[1])};
    ClosestEnds best;
    float best_squared = std::numeric_limits<float>::infinity();
    const auto consider = [&](const Vec2(&segment)[2], Vec2 point, const ClosestEnds& at_start,
                              const ClosestEnds& at_end) {
        const Vec2 d = segment[1] - segment[0];
        const float projection = dot(d, point - segment[0]);
        const bool is_interior = projection > 0.0f && projection < length_squared(d);
        const float area = cross(d, point - segment[0]);
        const float squared = is_interior          ? area * area / length_squared(d)
                              : projection <= 0.0f ? length_squared(point - segment[0])
                                                   : length_squared(point - segment[1]);
        if (squared < best_squared) {
            best_squared = squared;
            best = is_interior ? ClosestEnds{} : (projection <= 0.0f ? at_start : at_end);
        }
    };
    for (int k = 0; k < 2; ++k) {
        consider(reference, incident[k], {true, r[0], i[k]}, {true, r[1], i[k]});
        consider(incident, reference[k], {true, r[k], i[0]}, {true, r[k], i[1]});
    }
    return best;
}

// The closest vertices, if the distance is not along the normal of the face. Two segments may be closest at
// their ends although neither is in front of a face of the other, so for segments a negative separation
// proves nothing.
ClosestEnds facing_vertices(const FacePair& faces) {
    const bool are_segments = faces.reference.count() == 2 && faces.incident.count() == 2;
    if (!(faces.axis.separation > 0.0f) && !are_segments) return {};
    const FaceCoordinates& local = faces.local;
    const float deepest = faces.axis.support == faces.incident_edge ? local.first.x : local.second.x;
    if (deepest >= -local.slack && deepest <= local.length + local.slack) return {};
    const ClosestEnds ends = closest_ends(faces);
    if (!ends.found) return {};
    const Vec2 gap =
        faces.incident.vertex(ends.incident_vertex) - faces.reference.vertex(ends.reference_vertex);
    return length_squared(gap) > local.slack * local.slack ? ends : ClosestEnds{};
}

PointPair point_pair(const CorePair& pair, const FacePair& faces, const ClosestEnds& ends) {
    const int vertex_a = faces.reference_is_b ? ends.incident_vertex : ends.reference_vertex;
    const int vertex_b = faces.reference_is_b ? ends.reference_vertex : ends.incident_vertex;
    return {.point_a = pair.a.vertex(vertex_a),
            .point_b = pair.b.vertex(vertex_b),
            .radius_a = pair.a.radius,
            .radius_b = pair.b.radius,
            .id = {.reference = static_cast<std::uint8_t>(vertex_a),
                   .incident = static_cast<std::uint8_t>(vertex_b),
                   .clip = FeatureId::Clip::Vertex}};
}

// If two faces are equally good within the hysteresis, takes the longer one, then the one with the lower
// index: a rule that does not depend on which shape is A. The face of the last manifold takes precedence over
// both.
OwnedAxis choose_reference(const CorePair& pair, const BestFaces& found) {
    const OwnedAxis& face_a = found.face_a;
    const OwnedAxis& face_b = found.face_b;
    const OwnedAxis* const cached = found.cached;
    const float squared_a = edge_length_squared(pair.a, face_a.axis.edge);
    const float squared_b = edge_length_squared(pair.b, face_b.axis.edge);
    const float shorter = squared_a < squared_b ? squared_a : squared_b;
    const float max_deficit_squared = tuning::face_hysteresis * tuning::face_hysteresis * shorter;
    const auto is_as_good = [max_deficit_squared](const OwnedAxis& face, const OwnedAxis& other) {
        const float deficit = other.axis.separation - face.axis.separation;
        return deficit <= 0.0f || deficit * deficit <= max_deficit_squared;
    };
    if (cached != nullptr && is_as_good(*cached, face_a) && is_as_good(*cached, face_b)) {
        return *cached;
    }
    if (!is_as_good(face_a, face_b)) return face_b;
    if (!is_as_good(face_b, face_a)) return face_a;
    const float max_length_ratio = 1.0f + tuning::face_hysteresis;
    if (squared_b > max_length_ratio * squared_a) return face_b;
    if (squared_a > max_length_ratio * squared_b) return face_a;
    return face_b.axis.edge < face_a.axis.edge ? face_b : face_a;
}

Manifold collide_with_face(const CorePair& pair, const OwnedAxis& face, const FacePair& faces,
                           CollideCache& cache) {
    update_cache(cache, face, faces.incident_edge);
    const Manifold manifold = clip_to_face(faces, pair.margin);
    return manifold.count > 0 ? manifold : deepest_vertex(faces, pair.margin);
}

// Collides shapes that no face separates by more than the margin.
Manifold collide_near(const CorePair& pair, const BestFaces& found, CollideCache& cache) {
    const OwnedAxis& best =
        found.face_b.axis.separation > found.face_a.axis.separation ? found.face_b : found.face_a;
    const FacePair best_faces = face_pair(pair, best, cache);
    if (const ClosestEnds ends = facing_vertices(best_faces); ends.found) {
        update_cache(cache, best, best_faces.incident_edge);
        return collide_points(point_pair(pair, best_faces, ends), pair.a.normal(0), pair.margin);
    }
    const OwnedAxis face = choose_reference(pair, found);
    if (face.is_b == best.is_b && face.axis.edge == best.axis.edge) {
        return collide_with_face(pair, face, best_faces, cache);
    }
    return collide_with_face(pair, face, face_pair(pair, face, cache), cache);
}

// Collides a chain segment like a single segment, except for normals that its neighbours do not allow. If the
// cores overlap, points and depths are kept and the normal is rotated. If they are separated, only the part
// in front of the segment's own face and between its sides counts: the nearest segment of the chain always
// allows its contact normal, so everything else belongs to another segment.
Manifold collide_chain_segment(const CorePair& pair, const BestFaces& found, CollideCache& cache) {
    const CollideCache last_cache = cache;
    Manifold manifold = collide_near(pair, found, cache);
    if (manifold.count == 0 || pair.chain_filter->allows(-manifold.normal)) return manifold;
    const bool are_separated = found.face_a.axis.separation > 0.0f || found.face_b.axis.separation > 0.0f;
    if (!are_separated) {
        manifold.normal =
            -pair.chain_filter->nearest_normal(-manifold.normal, pair.b.vertices, pair.a.vertices);
        return manifold;
    }
    if (found.face_b.axis.separation < 0.0f) return {};
    const FacePair faces = face_pair(pair, found.face_b, last_cache);
    update_cache(cache, found.face_b, faces.incident_edge);
    return clip_to_face(faces, pair.margin);
}

}  // namespace

Manifold collide_cores(const CorePair& pair, CollideCache& cache) {
    const float reach = pair.margin + pair.a.radius + pair.b.radius;
    FaceAxis cached;
    const bool has_cached = is_valid_cache(pair, cache);
    if (has_cached) {
        find_cached_axis(pair, cache, cached);
        if (cached.separation > reach) return {};
    }
    FaceAxis axis_a;
    find_max_separation(pair.a, pair.b, reach, axis_a);
    const OwnedAxis face_a{false, axis_a};
    if (axis_a.separation > reach) {
        update_cache(cache, face_a, 0);
        return {};
    }
    FaceAxis axis_b;
    find_max_separation(pair.b, pair.a, reach, axis_b);
    const OwnedAxis face_b{true, axis_b};
    if (axis_b.separation > reach) {
        update_cache(cache, face_b, 0);
        return {};
    }
    const OwnedAxis last{cache.owner == Owner::B, cached};
    const BestFaces found{face_a, face_b, has_cached ? &last : nullptr};
    return pair.chain_filter == nullptr ? collide_near(pair, found, cache)
                                        : collide_chain_segment(pair, found, cache);
}

Manifold collide_points(const PointPair& pair, Vec2 fallback_normal, float margin) {
    const Vec2 d = pair.point_b - pair.point_a;
    const float distance = length(d);
    const float separation = distance - pair.radius_a - pair.radius_b;
    if (!(separation <= margin)) return {};
    const Vec2 normal = distance > tuning::coincident ? normalized(d) : fallback_normal;
    const float offset_to_midpoint = pair.radius_a + 0.5f * separation;
    return {.normal = normal,
            .points = {ManifoldPoint{pair.point_a + offset_to_midpoint * normal, separation, pair.id}},
            .count = 1};
}

}  // namespace toibox

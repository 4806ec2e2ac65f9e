// SPDX-License-Identifier: MIT
// The manifold of two convex loops: the best face of either by the separating axis test, then the other
// shape's edge clipped to it; where two vertices face each other, the line between them.
//
// Why no GJK: of two disjoint convex polygons the face with the greatest separation always touches the
// closest features. In the Minkowski difference every face lies at most |d| cos(angle to d) in front of the
// origin, with equality for the two faces at the closest vertex. So the deepest vertex behind that face
// either lies between the face's sides, and the face's normal is the direction of the distance, or the
// closest points are ends of the face and of the incident edge.
#include "collide_cores.h"

#include "toibox/narrow/tuning.h"

#include "clip.h"

#include <cmath>
#include <limits>

namespace toibox {

namespace {

using Owner = CollideCache::Owner;

/// A face of one shape against the other.
struct OwnedAxis {
    bool of_b = false;
    FaceAxis axis;
};

bool is_valid_cache(const CorePair& pair, const CollideCache& cache) {
    if (cache.owner == Owner::None) return false;
    return cache.reference < (cache.owner == Owner::B ? pair.b : pair.a).count();
}

FaceAxis remembered_axis(const CorePair& pair, const CollideCache& cache) {
    return cache.owner == Owner::B ? face_axis(pair.b, cache.reference, pair.a)
                                   : face_axis(pair.a, cache.reference, pair.b);
}

void remember(CollideCache& cache, const OwnedAxis& face, int incident) {
    cache.reference = static_cast<std::uint8_t>(face.axis.edge);
    cache.incident = static_cast<std::uint8_t>(incident);
    cache.owner = face.of_b ? Owner::B : Owner::A;
}

float edge_length_squared(const ConvexCore& core, int edge) {
    return length_squared(core.vertex(core.next(edge)) - core.vertex(edge));
}

// The edge at the deepest vertex that looks most against the face. The one of the last manifold keeps its
// place unless the other is clearly better.
int incident_edge(const ConvexCore& incident, int support, Vec2 normal, int remembered) {
    const int before = incident.previous(support);
    const float bias = remembered == before    ? tuning::incident_hysteresis
                       : remembered == support ? -tuning::incident_hysteresis
                                               : 0.0f;
    return dot(incident.normal(before), normal) < dot(incident.normal(support), normal) + bias ? before
                                                                                               : support;
}

FacePair face_pair(const CorePair& pair, const OwnedAxis& face, const CollideCache& cache) {
    const ConvexCore& reference = face.of_b ? pair.b : pair.a;
    const ConvexCore& incident = face.of_b ? pair.a : pair.b;
    const Owner owner = face.of_b ? Owner::B : Owner::A;
    const int remembered = cache.owner == owner && cache.reference == face.axis.edge ? cache.incident : -1;
    return {reference, incident, face.axis,
            incident_edge(incident, face.axis.support, reference.normal(face.axis.edge), remembered),
            face.of_b};
}

/// The two ends that face each other, if that is how two disjoint edges are closest.
struct ClosestEnds {
    bool found = false;
    int reference_vertex = 0;
    int incident_vertex = 0;
};

// Two disjoint segments are closest at an end of one of them: four ends, each against the other segment.
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
        const float along = dot(d, point - segment[0]);
        const bool inside = along > 0.0f && along < length_squared(d);
        const float area = cross(d, point - segment[0]);
        const float squared = inside          ? area * area / length_squared(d)
                              : along <= 0.0f ? length_squared(point - segment[0])
                                              : length_squared(point - segment[1]);
        if (squared < best_squared) {
            best_squared = squared;
            best = inside ? ClosestEnds{} : (along <= 0.0f ? at_start : at_end);
        }
    };
    for (int k = 0; k < 2; ++k) {
        consider(reference, incident[k], {true, r[0], i[k]}, {true, r[1], i[k]});
        consider(incident, reference[k], {true, r[k], i[0]}, {true, r[k], i[1]});
    }
    return best;
}

// The vertices between which the distance lies, if it does not lie on the face's normal. Segments may face
// each other end to end without any face in front of the other, so for two of them depth proves nothing.
ClosestEnds facing_vertices(const FacePair& faces) {
    const bool flat = faces.reference.count() == 2 && faces.incident.count() == 2;
    if (!(faces.axis.separation > 0.0f) && !flat) return {};
    const FaceCoordinates at = face_coordinates(faces);
    const float deepest = faces.axis.support == faces.incident_edge ? at.first.x : at.second.x;
    if (deepest >= -at.slack && deepest <= at.face_length + at.slack) return {};
    const ClosestEnds ends = closest_ends(faces);
    if (!ends.found) return {};
    const Vec2 gap =
        faces.incident.vertex(ends.incident_vertex) - faces.reference.vertex(ends.reference_vertex);
    const float incident_squared = edge_length_squared(faces.incident, faces.incident_edge);
    const float face_squared = at.face_length * at.face_length;
    const bool face_is_shorter = face_squared < incident_squared;
    const float shorter = face_is_shorter ? face_squared : incident_squared;
    const float longer = face_is_shorter ? incident_squared : face_squared;
    const bool has_direction =
        length_squared(gap) > tuning::vertex_gap * tuning::vertex_gap * shorter &&
        length_squared(gap) > tuning::vertex_gap_rounding * tuning::vertex_gap_rounding * longer;
    return has_direction ? ends : ClosestEnds{};
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

// Of two faces equally good within the hysteresis, the longer one, then the one with the lower index: a rule
// that does not depend on which shape is called A.
bool prefers_b(const CorePair& pair, const FaceAxis& of_a, const FaceAxis& of_b, float tolerance) {
    if (of_b.separation > of_a.separation + tolerance) return true;
    if (of_a.separation > of_b.separation + tolerance) return false;
    if (pair.corners != nullptr) return true;  // the chain's own normal
    const float length_a = edge_length_squared(pair.a, of_a.edge);
    const float length_b = edge_length_squared(pair.b, of_b.edge);
    const float alike = 1.0f + tuning::face_hysteresis;
    if (length_b > alike * length_a) return true;
    if (length_a > alike * length_b) return false;
    return of_b.edge < of_a.edge;
}

OwnedAxis choose_reference(const CorePair& pair, const FaceAxis& of_a, const FaceAxis& of_b,
                           const OwnedAxis* remembered) {
    const float length_a = edge_length_squared(pair.a, of_a.edge);
    const float length_b = edge_length_squared(pair.b, of_b.edge);
    const float tolerance = tuning::face_hysteresis * std::sqrt(length_a < length_b ? length_a : length_b);
    const float best = of_a.separation < of_b.separation ? of_b.separation : of_a.separation;
    if (remembered != nullptr && remembered->axis.separation + tolerance >= best) return *remembered;
    return prefers_b(pair, of_a, of_b, tolerance) ? OwnedAxis{true, of_b} : OwnedAxis{false, of_a};
}

// The chain's neighbours do not admit the normal: the segment's own face, and only what lies between its
// sides.
Manifold collide_with_own_face(const CorePair& pair, const FaceAxis& of_b, CollideCache& cache) {
    const OwnedAxis face{true, of_b};
    const FacePair faces = face_pair(pair, face, cache);
    remember(cache, face, faces.incident_edge);
    return clip_to_face(faces, pair.margin);
}

}  // namespace

Manifold collide_cores(const CorePair& pair, CollideCache& cache) {
    const float reach = pair.margin + pair.a.radius + pair.b.radius;
    const bool has_remembered = is_valid_cache(pair, cache);
    OwnedAxis remembered;
    if (has_remembered) {
        remembered = {cache.owner == Owner::B, remembered_axis(pair, cache)};
        if (remembered.axis.separation > reach) return {};
    }
    const FaceAxis of_a = max_separation(pair.a, pair.b, reach);
    const FaceAxis of_b = of_a.separation > reach ? FaceAxis{} : max_separation(pair.b, pair.a, reach);
    const bool best_is_b = of_a.separation <= reach && of_b.separation > of_a.separation;
    const OwnedAxis best{best_is_b, best_is_b ? of_b : of_a};
    if (best.axis.separation > reach) {
        remember(cache, best, 0);
        return {};
    }

    const FacePair best_faces = face_pair(pair, best, cache);
    if (const ClosestEnds ends = facing_vertices(best_faces); ends.found) {
        const PointPair vertices = point_pair(pair, best_faces, ends);
        const Vec2 direction = normalized(vertices.point_a - vertices.point_b);
        if (pair.corners != nullptr && !pair.corners->admits(direction)) {
            return collide_with_own_face(pair, of_b, cache);
        }
        remember(cache, best, best_faces.incident_edge);
        return collide_points(vertices, pair.a.normal(0), pair.margin);
    }

    const OwnedAxis face = choose_reference(pair, of_a, of_b, has_remembered ? &remembered : nullptr);
    if (pair.corners != nullptr && !face.of_b && !pair.corners->admits(-pair.a.normal(face.axis.edge))) {
        return collide_with_own_face(pair, of_b, cache);
    }
    const FacePair faces = face_pair(pair, face, cache);
    remember(cache, face, faces.incident_edge);
    const Manifold manifold = clip_to_face(faces, pair.margin);
    // On a chain, what lies beside the segment is the neighbour's.
    const bool complete = manifold.count > 0 || pair.corners != nullptr;
    return complete ? manifold : deepest_vertex(faces, pair.margin);
}

Manifold collide_points(const PointPair& pair, Vec2 fallback_normal, float margin) {
    const Vec2 d = pair.point_b - pair.point_a;
    const float distance = length(d);
    const float separation = distance - pair.radius_a - pair.radius_b;
    if (!(separation <= margin)) return {};
    const Vec2 normal = distance > tuning::coincident ? normalized(d) : fallback_normal;
    const float to_middle = pair.radius_a + 0.5f * separation;
    return {.normal = normal,
            .points = {ManifoldPoint{pair.point_a + to_middle * normal, separation, pair.id}},
            .count = 1};
}

}  // namespace toibox

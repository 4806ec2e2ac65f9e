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
#include "face_search.h"

#include <limits>

namespace toibox {

namespace {

using Owner = CollideCache::Owner;

/// A face of one shape against the other. Refers to the caller's.
struct OwnedAxis {
    bool of_b;
    const FaceAxis& axis;
};

/// The best face of either shape.
struct BestFaces {
    OwnedAxis of_a;
    OwnedAxis of_b;
    const OwnedAxis* remembered = nullptr;  ///< That of the last manifold.
};

bool is_valid_cache(const CorePair& pair, const CollideCache& cache) {
    if (cache.owner == Owner::None) return false;
    return cache.reference < (cache.owner == Owner::B ? pair.b : pair.a).count();
}

void find_remembered(const CorePair& pair, const CollideCache& cache, FaceAxis& axis) {
    const bool of_b = cache.owner == Owner::B;
    find_face_axis(of_b ? pair.b : pair.a, cache.reference, of_b ? pair.a : pair.b, axis);
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
    const int edge = face.axis.edge;
    const int remembered = cache.owner == owner && cache.reference == edge ? cache.incident : -1;
    const int opposite = incident_edge(incident, face.axis.support, reference.normal(edge), remembered);
    return {reference, incident,  face.axis,
            opposite,  face.of_b, face_coordinates(reference, edge, incident, opposite)};
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
    const FaceCoordinates& at = faces.at;
    const float deepest = faces.axis.support == faces.incident_edge ? at.first.x : at.second.x;
    if (deepest >= -at.slack && deepest <= at.length + at.slack) return {};
    const ClosestEnds ends = closest_ends(faces);
    if (!ends.found) return {};
    const Vec2 gap =
        faces.incident.vertex(ends.incident_vertex) - faces.reference.vertex(ends.reference_vertex);
    return length_squared(gap) > at.slack * at.slack ? ends : ClosestEnds{};
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
// that does not depend on which shape is called A. The face of the last manifold comes before either.
OwnedAxis choose_reference(const CorePair& pair, const BestFaces& found) {
    const OwnedAxis& face_a = found.of_a;
    const OwnedAxis& face_b = found.of_b;
    const OwnedAxis* const remembered = found.remembered;
    const float squared_a = edge_length_squared(pair.a, face_a.axis.edge);
    const float squared_b = edge_length_squared(pair.b, face_b.axis.edge);
    const float shorter = squared_a < squared_b ? squared_a : squared_b;
    const float allowed = tuning::face_hysteresis * tuning::face_hysteresis * shorter;
    const auto is_as_good = [allowed](const OwnedAxis& face, const OwnedAxis& other) {
        const float lack = other.axis.separation - face.axis.separation;
        return lack <= 0.0f || lack * lack <= allowed;
    };
    if (remembered != nullptr && is_as_good(*remembered, face_a) && is_as_good(*remembered, face_b)) {
        return *remembered;
    }
    if (!is_as_good(face_a, face_b)) return face_b;
    if (!is_as_good(face_b, face_a)) return face_a;
    const float alike = 1.0f + tuning::face_hysteresis;
    if (squared_b > alike * squared_a) return face_b;
    if (squared_a > alike * squared_b) return face_a;
    return face_b.axis.edge < face_a.axis.edge ? face_b : face_a;
}

Manifold collide_with_face(const CorePair& pair, const OwnedAxis& face, const FacePair& faces,
                           CollideCache& cache) {
    remember(cache, face, faces.incident_edge);
    const Manifold manifold = clip_to_face(faces, pair.margin);
    return manifold.count > 0 ? manifold : deepest_vertex(faces, pair.margin);
}

// Neither face keeps the shapes apart.
Manifold collide_near(const CorePair& pair, const BestFaces& found, CollideCache& cache) {
    const OwnedAxis& best = found.of_b.axis.separation > found.of_a.axis.separation ? found.of_b : found.of_a;
    const FacePair best_faces = face_pair(pair, best, cache);
    if (const ClosestEnds ends = facing_vertices(best_faces); ends.found) {
        remember(cache, best, best_faces.incident_edge);
        return collide_points(point_pair(pair, best_faces, ends), pair.a.normal(0), pair.margin);
    }
    const OwnedAxis face = choose_reference(pair, found);
    if (face.of_b == best.of_b && face.axis.edge == best.axis.edge) {
        return collide_with_face(pair, face, best_faces, cache);
    }
    return collide_with_face(pair, face, face_pair(pair, face, cache), cache);
}

// As with a segment alone, but for what its neighbours do not admit. Cores that overlap keep their points and
// depths, and the normal is turned. Of cores that are apart only what lies in front of the segment's own face
// and between its sides counts: the nearest segment of the chain always admits its normal, so the rest is
// another's.
Manifold collide_link(const CorePair& pair, const BestFaces& found, CollideCache& cache) {
    const CollideCache last = cache;
    Manifold manifold = collide_near(pair, found, cache);
    if (manifold.count == 0 || pair.chain_filter->allows(-manifold.normal)) return manifold;
    const bool apart = found.of_a.axis.separation > 0.0f || found.of_b.axis.separation > 0.0f;
    if (!apart) {
        manifold.normal =
            -pair.chain_filter->nearest_normal(-manifold.normal, pair.b.vertices, pair.a.vertices);
        return manifold;
    }
    if (found.of_b.axis.separation < 0.0f) return {};
    const FacePair faces = face_pair(pair, found.of_b, last);
    remember(cache, found.of_b, faces.incident_edge);
    return clip_to_face(faces, pair.margin);
}

}  // namespace

Manifold collide_cores(const CorePair& pair, CollideCache& cache) {
    const float reach = pair.margin + pair.a.radius + pair.b.radius;
    FaceAxis remembered;
    const bool has_remembered = is_valid_cache(pair, cache);
    if (has_remembered) {
        find_remembered(pair, cache, remembered);
        if (remembered.separation > reach) return {};
    }
    FaceAxis of_a;
    find_max_separation(pair.a, pair.b, reach, of_a);
    const OwnedAxis face_a{false, of_a};
    if (of_a.separation > reach) {
        remember(cache, face_a, 0);
        return {};
    }
    FaceAxis of_b;
    find_max_separation(pair.b, pair.a, reach, of_b);
    const OwnedAxis face_b{true, of_b};
    if (of_b.separation > reach) {
        remember(cache, face_b, 0);
        return {};
    }
    const OwnedAxis last{cache.owner == Owner::B, remembered};
    const BestFaces found{face_a, face_b, has_remembered ? &last : nullptr};
    return pair.chain_filter == nullptr ? collide_near(pair, found, cache) : collide_link(pair, found, cache);
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

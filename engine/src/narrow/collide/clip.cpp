// SPDX-License-Identifier: MIT
// Clips the incident edge against the two side planes of the reference face. Each end is either kept or
// clipped, so the id states exactly which feature produced a point.
#include "narrow/collide/clip.h"

#include "toibox/narrow/tuning.h"

namespace toibox {

namespace {

struct PointMaker {
    const FacePair& faces;
    float margin;
    Manifold& manifold;

    /// Adds `point` of the incident core, `height` above the reference face.
    void add(Vec2 point, float height, int incident, FeatureId::Clip clip) const {
        const float separation = height - faces.reference.radius - faces.incident.radius;
        if (!(separation <= margin)) return;
        const float offset_to_midpoint = 0.5f * (faces.reference.radius - faces.incident.radius - height);
        // Assign members one by one: a whole point would be stored in parts and immediately copied as one
        // piece, which causes a store-forwarding stall (5 of 90 ns).
        ManifoldPoint& added = manifold.points[static_cast<std::size_t>(manifold.count++)];
        added.point = point + offset_to_midpoint * faces.reference.normal(faces.axis.edge);
        added.separation = separation;
        added.id.reference = static_cast<std::uint8_t>(faces.axis.edge);
        added.id.incident = static_cast<std::uint8_t>(incident);
        added.id.clip = clip;
        added.id.reference_is_b = faces.reference_is_b;
    }
};

Vec2 normal_of(const FacePair& faces) {
    const Vec2 normal = faces.reference.normal(faces.axis.edge);
    return faces.reference_is_b ? -normal : normal;
}

/// How far `end` is beyond the sides of the face, metres.
float side_overhang(const FaceCoordinates& local, Vec2 end) {
    if (end.x < 0.0f) return -end.x;
    return end.x > local.length ? end.x - local.length : 0.0f;
}

// Adds the deepest vertex. On an edge parallel to the face, rounding decides which end is deeper, so an end
// beside the face is replaced by the other end.
void add_deepest(const FacePair& faces, const PointMaker& maker) {
    const FaceCoordinates& local = faces.local;
    const bool first_is_deepest = faces.axis.support == faces.incident_edge;
    const Vec2 deepest = first_is_deepest ? local.first : local.second;
    const Vec2 other = first_is_deepest ? local.second : local.first;
    const float overhang = side_overhang(local, deepest);
    int vertex = faces.axis.support;
    float height = faces.axis.separation;
    if (overhang > local.slack && side_overhang(local, other) < overhang) {
        vertex = first_is_deepest ? faces.incident.next(faces.incident_edge) : faces.incident_edge;
        height = other.y;
    }
    maker.add(faces.incident.vertex(vertex), height, vertex, FeatureId::Clip::None);
}

// The fraction from `from` to `to` at which x reaches `side`. By construction it is in [0, 1] up to the
// slack.
float fraction_at(Vec2 from, Vec2 to, float side) {
    const float fraction = (side - from.x) / (to.x - from.x);
    return fraction > 0.0f ? (fraction < 1.0f ? fraction : 1.0f) : 0.0f;
}

}  // namespace

FaceCoordinates face_coordinates(const ConvexCore& reference, int face, const ConvexCore& incident,
                                 int edge) {
    const Vec2 normal = reference.normal(face);
    const Vec2 tangent = left_perp(normal);
    const Vec2 origin = reference.vertex(face);
    const Vec2 r_first = incident.vertex(edge) - origin;
    const Vec2 r_second = incident.vertex(incident.next(edge)) - origin;
    const Vec2 first{dot(tangent, r_first), dot(normal, r_first)};
    const Vec2 second{dot(tangent, r_second), dot(normal, r_second)};
    const float length = dot(tangent, reference.vertex(reference.next(face)) - origin);
    const Vec2 extent = abs(second - first);
    const float incident_length = extent.x + extent.y;
    const float shorter = length < incident_length ? length : incident_length;
    return {length, tuning::clip_slack * shorter, first, second};
}

Manifold clip_to_face(const FacePair& faces, float margin) {
    Manifold manifold;
    manifold.normal = normal_of(faces);
    const PointMaker maker{faces, margin, manifold};
    const FaceCoordinates& local = faces.local;
    if (local.second.x > local.length + local.slack || local.first.x < -local.slack) return manifold;
    const float start = local.second.x < 0.0f ? 0.0f : local.second.x;
    const float end = local.first.x < local.length ? local.first.x : local.length;
    if (!(end - start > local.slack)) {
        // Two coincident points would make the solver block of both singular: the deeper one is enough.
        add_deepest(faces, maker);
        return manifold;
    }
    const int first = faces.incident_edge;
    const int second = faces.incident.next(first);
    const Vec2 first_point = faces.incident.vertex(first);
    const Vec2 second_point = faces.incident.vertex(second);
    if (local.first.x > local.length + local.slack) {
        const float t = fraction_at(local.second, local.first, local.length);
        maker.add(lerp(second_point, first_point, t), lerp(local.second, local.first, t).y, first,
                  FeatureId::Clip::SideEnd);
    } else {
        maker.add(first_point, local.first.y, first, FeatureId::Clip::None);
    }
    if (local.second.x < -local.slack) {
        const float t = fraction_at(local.first, local.second, 0.0f);
        maker.add(lerp(first_point, second_point, t), lerp(local.first, local.second, t).y, first,
                  FeatureId::Clip::SideStart);
    } else {
        maker.add(second_point, local.second.y, second, FeatureId::Clip::None);
    }
    return manifold;
}

Manifold deepest_vertex(const FacePair& faces, float margin) {
    Manifold manifold;
    manifold.normal = normal_of(faces);
    add_deepest(faces, {faces, margin, manifold});
    return manifold;
}

}  // namespace toibox

// SPDX-License-Identifier: MIT
// Clips the incident edge against the two side planes of the reference face. Only ends are kept or cut, so an
// id says exactly which feature made a point.
#include "clip.h"

#include "toibox/narrow/tuning.h"

namespace toibox {

namespace {

struct PointMaker {
    const FacePair& faces;
    float margin;
    Manifold& manifold;

    /// `point` on the incident core, `height` above the reference face.
    void add(Vec2 point, float height, int incident, FeatureId::Clip clip) const {
        const float separation = height - faces.reference.radius - faces.incident.radius;
        if (!(separation <= margin)) return;
        const float to_middle = 0.5f * (faces.reference.radius - faces.incident.radius - height);
        // Member by member: a whole point would be stored in parts and at once copied in one piece, which
        // waits for the parts (5 of 90 ns).
        ManifoldPoint& made = manifold.points[static_cast<std::size_t>(manifold.count++)];
        made.point = point + to_middle * faces.reference.normal(faces.axis.edge);
        made.separation = separation;
        made.id.reference = static_cast<std::uint8_t>(faces.axis.edge);
        made.id.incident = static_cast<std::uint8_t>(incident);
        made.id.clip = clip;
        made.id.reference_is_b = faces.reference_is_b;
    }
};

Vec2 normal_of(const FacePair& faces) {
    const Vec2 normal = faces.reference.normal(faces.axis.edge);
    return faces.reference_is_b ? -normal : normal;
}

/// How far outside of the face's sides.
float side_overhang(const FaceCoordinates& at, Vec2 end) {
    if (end.x < 0.0f) return -end.x;
    return end.x > at.length ? end.x - at.length : 0.0f;
}

// The deepest vertex; but of an edge that lies along the face, where either end may be the deeper one by a
// rounding, not the end that is beside the face.
void add_deepest(const FacePair& faces, const PointMaker& maker) {
    const FaceCoordinates& at = faces.at;
    const bool first_is_deepest = faces.axis.support == faces.incident_edge;
    const Vec2 deepest = first_is_deepest ? at.first : at.second;
    const Vec2 other = first_is_deepest ? at.second : at.first;
    const float out = side_overhang(at, deepest);
    int vertex = faces.axis.support;
    float height = faces.axis.separation;
    if (out > at.slack && side_overhang(at, other) < out) {
        vertex = first_is_deepest ? faces.incident.next(faces.incident_edge) : faces.incident_edge;
        height = other.y;
    }
    maker.add(faces.incident.vertex(vertex), height, vertex, FeatureId::Clip::None);
}

// From `from` towards `to`, up to where `along` reaches `side`. Between them by construction but for the
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
    const FaceCoordinates& at = faces.at;
    if (at.second.x > at.length + at.slack || at.first.x < -at.slack) return manifold;
    const float start = at.second.x < 0.0f ? 0.0f : at.second.x;
    const float end = at.first.x < at.length ? at.first.x : at.length;
    if (!(end - start > at.slack)) {
        // Two points in one place would make a solver's block of both singular: the deeper one is enough.
        add_deepest(faces, maker);
        return manifold;
    }
    const int first = faces.incident_edge;
    const int second = faces.incident.next(first);
    const Vec2 first_point = faces.incident.vertex(first);
    const Vec2 second_point = faces.incident.vertex(second);
    if (at.first.x > at.length + at.slack) {
        const float t = fraction_at(at.second, at.first, at.length);
        maker.add(lerp(second_point, first_point, t), lerp(at.second, at.first, t).y, first,
                  FeatureId::Clip::SideEnd);
    } else {
        maker.add(first_point, at.first.y, first, FeatureId::Clip::None);
    }
    if (at.second.x < -at.slack) {
        const float t = fraction_at(at.first, at.second, 0.0f);
        maker.add(lerp(first_point, second_point, t), lerp(at.first, at.second, t).y, first,
                  FeatureId::Clip::SideStart);
    } else {
        maker.add(second_point, at.second.y, second, FeatureId::Clip::None);
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

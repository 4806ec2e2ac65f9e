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
        const Vec2 normal = faces.reference.normal(faces.axis.edge);
        const float to_middle = 0.5f * (faces.reference.radius - faces.incident.radius - height);
        manifold.points[static_cast<std::size_t>(manifold.count++)] = {
            .point = point + to_middle * normal,
            .separation = separation,
            .id = {.reference = static_cast<std::uint8_t>(faces.axis.edge),
                   .incident = static_cast<std::uint8_t>(incident),
                   .clip = clip,
                   .reference_is_b = faces.reference_is_b}};
    }
};

Manifold empty_manifold(const FacePair& faces) {
    const Vec2 normal = faces.reference.normal(faces.axis.edge);
    return {.normal = faces.reference_is_b ? -normal : normal};
}

// From `from` towards `to`, up to where `along` reaches `side`. Between them by construction but for the
// slack.
float fraction_at(Vec2 from, Vec2 to, float side) {
    const float fraction = (side - from.x) / (to.x - from.x);
    return fraction > 0.0f ? (fraction < 1.0f ? fraction : 1.0f) : 0.0f;
}

}  // namespace

FaceCoordinates face_coordinates(const FacePair& faces) {
    const ConvexCore& reference = faces.reference;
    const ConvexCore& incident = faces.incident;
    const Vec2 normal = reference.normal(faces.axis.edge);
    const Vec2 tangent = left_perp(normal);
    const Vec2 origin = reference.vertex(faces.axis.edge);
    const auto coordinates = [&](Vec2 point) {
        const Vec2 r = point - origin;
        return Vec2{dot(tangent, r), dot(normal, r)};
    };
    const Vec2 first = coordinates(incident.vertex(faces.incident_edge));
    const Vec2 second = coordinates(incident.vertex(incident.next(faces.incident_edge)));
    const float face_length = dot(tangent, reference.vertex(reference.next(faces.axis.edge)) - origin);
    const Vec2 extent = abs(second - first);
    const float incident_length = extent.x + extent.y;
    const float shorter = face_length < incident_length ? face_length : incident_length;
    return {face_length, tuning::clip_slack * shorter, first, second};
}

Manifold clip_to_face(const FacePair& faces, float margin) {
    Manifold manifold = empty_manifold(faces);
    const FaceCoordinates at = face_coordinates(faces);
    // Both loops run counter-clockwise, so the incident edge runs from the face's second vertex to its first.
    if (at.second.x > at.face_length + at.slack || at.first.x < -at.slack) return manifold;
    // Two points in one place would make a solver's block of both singular: the deeper one is enough.
    const float start = at.second.x < 0.0f ? 0.0f : at.second.x;
    const float end = at.first.x < at.face_length ? at.first.x : at.face_length;
    if (!(end - start > at.slack)) return deepest_vertex(faces, margin);

    const PointMaker maker{faces, margin, manifold};
    const int first = faces.incident_edge;
    const int second = faces.incident.next(first);
    const Vec2 first_point = faces.incident.vertex(first);
    const Vec2 second_point = faces.incident.vertex(second);
    if (at.first.x > at.face_length + at.slack) {
        const float t = fraction_at(at.second, at.first, at.face_length);
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
    Manifold manifold = empty_manifold(faces);
    PointMaker{faces, margin, manifold}.add(faces.incident.vertex(faces.axis.support), faces.axis.separation,
                                            faces.axis.support, FeatureId::Clip::None);
    return manifold;
}

}  // namespace toibox

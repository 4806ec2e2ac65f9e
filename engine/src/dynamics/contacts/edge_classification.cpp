// SPDX-License-Identifier: MIT

// Edges between flush shapes are not part of the surface that the shapes form together, but each shape is
// collided separately, so bodies hit these edges (ghost collisions). Here a contact is tested against a face
// of a neighbour: a point that lies on the face and does not stick out of it can only be hit along normals of
// the joined surface. Neighbours are found from the poses in each step; they need not be declared, unlike the
// neighbours in a chain (chain_normal_filter.h). Rejected alternative: linking static boxes when they are
// created, which misses overlaps, moved bodies and other shapes.

#include "dynamics/contacts/edge_classification.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include <limits>

namespace toibox {

namespace {

Face transformed_face(Vec2 start, Vec2 end, Vec2 normal, float radius, const Transform& frame) {
    const Vec2 world_normal = rotate(frame.q, normal);
    const Vec2 shift = radius * world_normal;
    return {transform_point(frame, start) + shift, transform_point(frame, end) + shift, world_normal};
}

/// Calls visit(face) for both sides of a segment or capsule.
template <class Visitor>
void visit_segment_faces(Vec2 a, Vec2 b, float radius, const Transform& frame, Visitor&& visit) {
    if (!(length(b - a) > tuning::min_shape_radius)) return;
    const Vec2 normal = normalized(right_perp(b - a));
    visit(transformed_face(a, b, normal, radius, frame));
    visit(transformed_face(b, a, -normal, radius, frame));
}

/// Calls visit(face) for each straight piece of the shape's surface.
template <class Visitor>
void for_each_face(const Shape& shape, const Transform& frame, Visitor&& visit) {
    if (const Polygon* polygon = std::get_if<Polygon>(&shape)) {
        const std::span<const Vec2> vertices = polygon->vertices();
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const std::size_t next = i + 1 < vertices.size() ? i + 1 : 0;
            visit(transformed_face(vertices[i], vertices[next], polygon->normals()[i], polygon->radius(),
                                   frame));
        }
    } else if (const Capsule* capsule = std::get_if<Capsule>(&shape)) {
        visit_segment_faces(capsule->a, capsule->b, capsule->radius, frame, visit);
    } else if (const Segment* segment = std::get_if<Segment>(&shape)) {
        visit_segment_faces(segment->a, segment->b, 0.0f, frame, visit);
    }
}

/// Position of a point along a face: 0 at the start of the face, `length` at its end; metres.
struct FacePosition {
    float along;
    float length;
    Vec2 direction;
};
FacePosition position_on(const Face& face, Vec2 point) {
    const Vec2 span = face.end - face.start;
    const Vec2 direction = left_perp(face.normal);
    return {dot(direction, point - face.start), dot(direction, span), direction};
}

/// Whether a contact point is within `reach` (metres) of the face.
bool is_near(const Face& face, const EdgeContact& edge_contact, float reach) {
    for (std::size_t i = 0; i < edge_contact.count; ++i) {
        const FacePosition position = position_on(face, edge_contact.points[i]);
        const float height = height_above(face, edge_contact.points[i]);
        if (height >= -reach && height <= reach && position.along >= -reach &&
            position.along <= position.length + reach)
            return true;
    }
    return false;
}

/// Whether the face covers contact point i, so that the joined surface does not have the contact's normal
/// there. A point that is no deeper behind the face than the moving shape can only be hit through the face.
bool covers(const Face& cover, float depth, const EdgeContact& edge_contact, std::size_t i, float tolerance) {
    const Vec2 point = edge_contact.points[i];
    const Vec2 normal = edge_contact.normal;
    const float height = height_above(cover, point);
    const float mover_height = height + edge_contact.gaps[i] * dot(normal, cover.normal);
    if (height > tolerance || mover_height < -(depth + tolerance)) return false;
    const FacePosition position = position_on(cover, point);
    const float to_end = position.length - position.along;
    if (position.along < -tolerance || to_end < -tolerance) return false;
    if (position.along > tolerance && to_end > tolerance) return true;
    const Vec2 outward = position.along < to_end ? -position.direction : position.direction;
    return dot(normal, outward) < -tuning::edge_lean;
}

/// Calls visit(center) for each round part of the shape's surface.
template <class Visitor>
void for_each_round_center(const Shape& shape, Visitor&& visit) {
    if (const Circle* circle = std::get_if<Circle>(&shape)) {
        visit(circle->center);
    } else if (const Capsule* capsule = std::get_if<Capsule>(&shape)) {
        visit(capsule->a);
        visit(capsule->b);
    } else if (const Polygon* polygon = std::get_if<Polygon>(&shape)) {
        if (!(polygon->radius() > 0.0f)) return;
        for (const Vec2 vertex : polygon->vertices())
            visit(vertex);
    }
}

/// Whether a contact point is on a round part of the obstacle that rises in front of the face.
bool has_round_above(const EdgeContact& edge_contact, const Face& cover, float tolerance) {
    const float radius = rounding_radius(edge_contact.obstacle);
    bool rises = false;
    for_each_round_center(edge_contact.obstacle, [&](Vec2 local) {
        const Vec2 center = transform_point(edge_contact.frame, local);
        if (!(height_above(cover, center) + radius > tolerance)) return;
        for (std::size_t i = 0; i < edge_contact.count; ++i)
            rises = rises || length(edge_contact.points[i] - center) <= radius + tolerance;
    });
    return rises;
}

}  // namespace

std::optional<Face> contact_face(const EdgeContact& edge_contact) {
    std::optional<Face> found;
    float best_cosine = tuning::face_cosine;
    for_each_face(edge_contact.obstacle, edge_contact.frame, [&](const Face& face) {
        const float cosine = dot(face.normal, edge_contact.normal);
        if (!(cosine > best_cosine)) return;
        best_cosine = cosine;
        found = face;
    });
    return found;
}

EdgeResponse classify_edge(const EdgeContact& edge_contact, const Face& cover, float depth, float tolerance) {
    using Kind = EdgeResponse::Kind;
    if (dot(edge_contact.normal, cover.normal) > tuning::parallel_cosine) return {};
    for (std::size_t i = 0; i < edge_contact.count; ++i) {
        if (!covers(cover, depth, edge_contact, i, tolerance)) return {};
    }
    if (has_round_above(edge_contact, cover, tolerance)) return {};
    // Of the obstacle's faces at the contact points that rise in front of `cover` (as a wall rises from a
    // floor), select the face whose normal is closest to the contact's normal.
    const float reach = tolerance;
    EdgeResponse response{.kind = Kind::Ignore, .cover = cover};
    float best_cosine = tuning::edge_lean;
    for_each_face(edge_contact.obstacle, edge_contact.frame, [&](const Face& face) {
        const float cosine = dot(face.normal, edge_contact.normal);
        if (!(cosine > best_cosine)) return;
        const bool rises =
            height_above(cover, face.start) > tolerance || height_above(cover, face.end) > tolerance;
        if (!rises || !is_near(face, edge_contact, reach)) return;
        best_cosine = cosine;
        response.target_face = face;
    });
    if (!(best_cosine > tuning::edge_lean)) return response;
    response.kind = best_cosine > tuning::matching_normal_cosine ? Kind::Keep : Kind::Redirect;
    return response;
}

EdgeResponse classify_against_shape(const EdgeContact& edge_contact, const Mover& mover,
                                    const Shape& neighbour, const Transform& neighbour_frame,
                                    float tolerance) {
    const Vec2 center = transform_point(mover.frame, centroid(mover.shape));
    EdgeResponse found;
    for_each_face(neighbour, neighbour_frame, [&](const Face& face) {
        if (found.kind != EdgeResponse::Kind::Keep || !(height_above(face, center) > 0.0f)) return;
        const float height = height_above(face, deepest_point(mover, face));
        found = classify_edge(edge_contact, face, height < 0.0f ? -height : 0.0f, tolerance);
    });
    return found;
}

Vec2 deepest_point(const Mover& mover, const Face& face) {
    Vec2 deepest;
    float min_height = std::numeric_limits<float>::infinity();
    const auto consider = [&](Vec2 local) {
        const Vec2 point = transform_point(mover.frame, local) - rounding_radius(mover.shape) * face.normal;
        const float height = height_above(face, point);
        if (!(height < min_height)) return;
        min_height = height;
        deepest = point;
    };
    if (const Polygon* polygon = std::get_if<Polygon>(&mover.shape)) {
        for (const Vec2 vertex : polygon->vertices())
            consider(vertex);
    } else if (const Capsule* capsule = std::get_if<Capsule>(&mover.shape)) {
        consider(capsule->a);
        consider(capsule->b);
    } else if (const Segment* segment = std::get_if<Segment>(&mover.shape)) {
        consider(segment->a);
        consider(segment->b);
    } else if (const Circle* circle = std::get_if<Circle>(&mover.shape)) {
        consider(circle->center);
    }
    return deepest;
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Contacts in the middle of a step. A face turns with the body that it belongs to, the core of the other
// shape with its own, and the point slides along the face. Rejected: to move contacts of two points as well;
// normals that lean with every box buckle a tall tower. Rejected: to move what does not touch yet, since its
// bodies may be stopped anywhere on the way.
#include "manifold_motion.h"

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "detection_notes.h"

#include <cmath>
#include <cstddef>
#include <variant>
#include <vector>

namespace toibox {

namespace {

/// How far a body will have come.
struct Ahead {
    Vec2 moved;
    Rot turned;
};

Ahead ahead_of(const BodyVelocity& velocity, float seconds) {
    const float turn = seconds * velocity.angular;
    const float scale = 1.0f / std::sqrt(1.0f + turn * turn);
    return {seconds * velocity.linear, {scale, scale * turn}};
}

/// The outward normal of a face, shape frame. Requires: no circle.
Vec2 face_normal(const Shape& shape, std::size_t face) {
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return polygon->normals()[face];
    const auto* capsule = std::get_if<Capsule>(&shape);
    const auto* segment = std::get_if<Segment>(&shape);
    const Vec2 along = normalized(capsule != nullptr ? capsule->b - capsule->a : segment->b - segment->a);
    return face == 0 ? right_perp(along) : left_perp(along);
}

/// Whether the normal will follow the two features that made the point: a face, or two discs. It will not
/// where a neighbour's face turned it, and at a corner the other shape may pass by within the step.
bool follows_features(const WorldState& state, const Contact& contact) {
    const FeatureId id = contact.points[0].id;
    const Shape& shape_a = state.shapes.geometry[contact.shape_a];
    const Shape& shape_b = state.shapes.geometry[contact.shape_b];
    if (id.clip == FeatureId::Clip::Vertex) {
        return type_of(shape_a) == ShapeType::Circle && type_of(shape_b) == ShapeType::Circle;
    }
    const Rot axes = state.bodies.pose[id.reference_is_b ? contact.body_b : contact.body_a].rotation;
    const float cosine =
        dot(rotate(axes, face_normal(id.reference_is_b ? shape_b : shape_a, id.reference)), contact.normal);
    return (id.reference_is_b ? -cosine : cosine) > tuning::parallel_cosine;
}

/// The normal after the bodies have turned and their cores have come `apart` by so much.
Vec2 moved_normal(const Contact& contact, Rot turned_a, Rot turned_b, Vec2 apart) {
    const FeatureId id = contact.points[0].id;
    if (id.clip != FeatureId::Clip::Vertex) {
        return rotate(id.reference_is_b ? turned_b : turned_a, contact.normal);
    }
    // Discs that all but pass through each other would push the wrong way.
    const Vec2 normal = normalized(apart);
    return dot(normal, contact.normal) < tuning::matching_normal_cosine ? contact.normal : normal;
}

void move_to_middle(const WorldState& state, Contact& contact, float seconds) {
    ContactPoint& point = contact.points[0];
    const Ahead a = ahead_of(state.bodies.velocity[contact.body_a], seconds);
    const Ahead b = ahead_of(state.bodies.velocity[contact.body_b], seconds);
    const Vec2 between = (point.r_a - point.r_b) + (b.moved - a.moved);  // from A's centre to B's
    const float to_core_a = 0.5f * point.separation + contact.rounding_a;
    const float to_core_b = 0.5f * point.separation + contact.rounding_b;
    const Vec2 core_a = rotate(a.turned, point.r_a - to_core_a * contact.normal);
    const Vec2 core_b = rotate(b.turned, point.r_b + to_core_b * contact.normal);
    contact.normal = moved_normal(contact, a.turned, b.turned, between + (core_b - core_a));
    // The point lies before the vertex, not before where the face was touched.
    if (point.id.reference_is_b) {
        point.r_a = core_a + to_core_a * contact.normal;
        point.r_b = point.r_a - between;
    } else {
        point.r_b = core_b - to_core_b * contact.normal;
        point.r_a = point.r_b + between;
    }
}

/// Runs of notes that one worker looks at in one go.
constexpr std::size_t runs_per_chunk = 4;

}  // namespace

void move_to_middle(StepContext& step) {
    WorldState& state = step.state;
    const auto substeps = static_cast<float>(state.settings.substeps);
    const float seconds = step.dt * (substeps - 1.0f) / (2.0f * substeps);
    if (!(seconds > 0.0f)) return;
    const std::vector<DetectionSummary>& summary = step.scratch.summary;
    step.team.for_chunks(summary.size(), runs_per_chunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t run = begin; run < end; ++run) {
            for (const SolverContact& solver_contact : summary[run].solver_contact) {
                Contact& contact = state.contacts[solver_contact.contact];
                if (solver_contact.points != 1 || !is_active(step.scratch, contact)) continue;
                if (!contact.touching || !follows_features(state, contact)) continue;
                move_to_middle(state, contact, seconds);
            }
        }
    });
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Predicts contacts in the middle of a step. A face rotates with its body, the core of the other shape
// rotates with the other body, and the point slides along the face. Rejected alternative: moving contacts
// with two points, too; normals that lean with every box buckle a tall tower. Rejected alternative: moving
// contacts that do not touch yet; their bodies may be stopped anywhere on their paths.
#include "dynamics/contacts/manifold_motion.h"

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/detection_summary.h"
#include "dynamics/state/activity.h"

#include <cmath>
#include <cstddef>
#include <variant>
#include <vector>

namespace toibox {

namespace {

struct PredictedMotion {
    Vec2 displacement;
    Rot rotation;
};

PredictedMotion predict_motion(const BodyVelocity& velocity, float seconds) {
    const float turn = seconds * velocity.angular;
    const float scale = 1.0f / std::sqrt(1.0f + turn * turn);
    return {seconds * velocity.linear, {scale, scale * turn}};
}

/// The outward normal of a face, shape frame. Requires: the shape is not a circle.
Vec2 face_normal(const Shape& shape, std::size_t face) {
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return polygon->normals()[face];
    const auto* capsule = std::get_if<Capsule>(&shape);
    const auto* segment = std::get_if<Segment>(&shape);
    const Vec2 along = normalized(capsule != nullptr ? capsule->b - capsule->a : segment->b - segment->a);
    return face == 0 ? right_perp(along) : left_perp(along);
}

/// True if the normal moves with the features of the point: a face, or two circles. False if the normal was
/// redirected to a neighbour's face, and at a corner, which the other shape may pass within the step.
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

/// The normal after the motion. `rotation_a`, `rotation_b`: rotations of the bodies during the motion;
/// `core_offset`: from A's core to B's core after the motion.
Vec2 predict_normal(const Contact& contact, Rot rotation_a, Rot rotation_b, Vec2 core_offset) {
    const FeatureId id = contact.points[0].id;
    if (id.clip != FeatureId::Clip::Vertex) {
        return rotate(id.reference_is_b ? rotation_b : rotation_a, contact.normal);
    }
    // Circles that nearly pass through each other would push the wrong way.
    const Vec2 normal = normalized(core_offset);
    return dot(normal, contact.normal) < tuning::matching_normal_cosine ? contact.normal : normal;
}

void move_to_mid_step(const WorldState& state, Contact& contact, float seconds) {
    ContactPoint& point = contact.points[0];
    const PredictedMotion a = predict_motion(state.bodies.velocity[contact.body_a], seconds);
    const PredictedMotion b = predict_motion(state.bodies.velocity[contact.body_b], seconds);
    // From A's centre of mass to B's.
    const Vec2 center_offset = (point.r_a - point.r_b) + (b.displacement - a.displacement);
    const float to_core_a = 0.5f * point.separation + contact.rounding_a;
    const float to_core_b = 0.5f * point.separation + contact.rounding_b;
    const Vec2 core_a = rotate(a.rotation, point.r_a - to_core_a * contact.normal);
    const Vec2 core_b = rotate(b.rotation, point.r_b + to_core_b * contact.normal);
    contact.normal = predict_normal(contact, a.rotation, b.rotation, center_offset + (core_b - core_a));
    // The point follows the vertex, not the old point on the face.
    if (point.id.reference_is_b) {
        point.r_a = core_a + to_core_a * contact.normal;
        point.r_b = point.r_a - center_offset;
    } else {
        point.r_b = core_b - to_core_b * contact.normal;
        point.r_a = point.r_b + center_offset;
    }
}

/// Number of runs of contacts that one worker handles at a time.
constexpr std::size_t runs_per_chunk = 4;

}  // namespace

void move_to_mid_step(StepContext& step) {
    WorldState& state = step.state;
    const auto substeps = static_cast<float>(state.settings.substeps);
    const float seconds = step.dt * (substeps - 1.0f) / (2.0f * substeps);
    if (!(seconds > 0.0f)) return;
    const std::vector<DetectionSummary>& summary = step.detection.summary;
    step.team.for_chunks(summary.size(), runs_per_chunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t run = begin; run < end; ++run) {
            for (const SolverContact& solver_contact : summary[run].solver_contact) {
                Contact& contact = state.contacts[solver_contact.contact];
                if (solver_contact.points != 1 || !is_active(step.detection, contact)) continue;
                if (!contact.touching || !follows_features(state, contact)) continue;
                move_to_mid_step(state, contact, seconds);
            }
        }
    });
}

}  // namespace toibox

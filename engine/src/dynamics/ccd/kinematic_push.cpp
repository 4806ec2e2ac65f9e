// SPDX-License-Identifier: MIT

// Normal speed after an impact with a rotating body. The surface of the rotating body moves on arcs, but the
// other body moves straight. If the other body only had the speed of the surface, it would be hit again and
// again within the step, at ever smaller distances, and end up behind the surface. So an impact requires the
// speed at which the pair is no closer at the end of the step than at the impact. For a face, this is
// computed for the whole face: a body that slides outwards along the face must be faster, and a body that
// slides off the face need not stay ahead after that. For a corner or rounded part, it is computed for the
// point that hit. Kinematic bodies add any speed that is needed. Dynamic bodies add speed only from the
// second impact on and only if the pair does not bounce, so that impacts obey the law of restitution, and
// never more than the approach speed, so that no energy is added.

#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/solvers/rows/rows.h"
#include "dynamics/state/activity.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace toibox {

namespace {

/// A rotating body at one point of an impact.
struct RotatingBody {
    std::uint32_t shape = 0;
    Vec2 normal;          ///< From the rotating body to the other body.
    Vec2 core_point;      ///< Point on the core of the shape, from the centre of mass, world axes, metres.
    Vec2 other_velocity;  ///< Velocity of the other body's centre of mass, m/s.
};

/// Interval of a face along its direction, relative to the body's centre of mass, metres.
struct FaceSpan {
    float min = 0.0f;
    float max = 0.0f;
};

FaceSpan span_between(Vec2 a, Vec2 b, Vec2 along) {
    const float position_a = dot(along, a);
    const float position_b = dot(along, b);
    return {std::min(position_a, position_b), std::max(position_a, position_b)};
}

/// The face of the shape with this normal; nullopt if the shape hit with a corner or a rounded part. Body
/// frame.
std::optional<FaceSpan> find_face(const Shape& shape, Vec2 normal, Vec2 center) {
    const Vec2 along = left_perp(normal);
    const auto segment_face = [&](Vec2 a, Vec2 b) -> std::optional<FaceSpan> {
        const Vec2 edge = b - a;
        const float across = dot(edge, normal);
        const float max_sine_squared = 1.0f - tuning::rotating_face_cosine * tuning::rotating_face_cosine;
        if (!(across * across < max_sine_squared * length_squared(edge))) return std::nullopt;
        return span_between(a - center, b - center, along);
    };
    if (const Polygon* polygon = std::get_if<Polygon>(&shape)) {
        const std::span<const Vec2> vertices = polygon->vertices();
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            if (!(dot(polygon->normals()[i], normal) > tuning::rotating_face_cosine)) continue;
            const Vec2 end = vertices[i + 1 < vertices.size() ? i + 1 : 0];
            return span_between(vertices[i] - center, end - center, along);
        }
        return std::nullopt;
    }
    if (const Capsule* capsule = std::get_if<Capsule>(&shape)) return segment_face(capsule->a, capsule->b);
    if (const Segment* segment = std::get_if<Segment>(&shape)) return segment_face(segment->a, segment->b);
    return std::nullopt;
}

/// The face with which the shape hit, or nullopt. The stored pose of a kinematic body is its pose at the end
/// of the step.
std::optional<FaceSpan> face_at_impact(const WorldState& state, const RotatingBody& rotating,
                                       float remaining) {
    const std::uint32_t body = state.shapes.body[rotating.shape];
    const bool is_at_end = state.bodies.info[body].type == BodyType::Kinematic;
    const Rot rotation = make_rot(is_at_end ? remaining * state.bodies.velocity[body].angular : 0.0f);
    const Vec2 local = inv_rotate(state.bodies.pose[body].rotation, rotate(rotation, rotating.normal));
    return find_face(state.shapes.geometry[rotating.shape], local, state.bodies.mass[body].local_center);
}

/// Normal speed relative to the surface of the rotating body at which the other body stays ahead of this
/// surface for `remaining` seconds, m/s. 0 if the body does not rotate.
float min_separating_speed(const WorldState& state, const RotatingBody& rotating, float remaining) {
    const std::uint32_t body = state.shapes.body[rotating.shape];
    const BodyVelocity& velocity = state.bodies.velocity[body];
    if (state.bodies.info[body].type == BodyType::Static || velocity.angular == 0.0f) return 0.0f;
    const Vec2 along = left_perp(rotating.normal);
    const float position = dot(along, rotating.core_point);
    const float height = dot(rotating.normal, rotating.core_point);
    const float sliding = dot(along, rotating.other_velocity - velocity.linear);
    const std::optional<FaceSpan> face = face_at_impact(state, rotating, remaining);
    float seconds = remaining;
    if (face) {
        const float to_end = sliding < 0.0f ? position - face->min : face->max - position;
        if (std::abs(sliding) * seconds > to_end) seconds = to_end > 0.0f ? to_end / std::abs(sliding) : 0.0f;
    }
    if (std::abs(velocity.angular) * seconds > 1.0f) seconds = 1.0f / std::abs(velocity.angular);
    if (!(seconds > 0.0f)) return 0.0f;
    const Rot rotation = make_rot(velocity.angular * seconds);
    const float point_speed = -(height * (1.0f - rotation.c) + rotation.s * position) / seconds;
    const float face_speed = (height * (1.0f - rotation.c) - rotation.s * position) / (seconds * rotation.c) -
                             rotation.s / rotation.c * sliding;
    const float extra_speed = (face ? face_speed : point_speed) + velocity.angular * position;
    return extra_speed > 0.0f ? extra_speed : 0.0f;
}

bool is_dynamic(const WorldState& state, const RotatingBody& rotating) {
    return state.bodies.info[state.shapes.body[rotating.shape]].type == BodyType::Dynamic;
}

}  // namespace

bool is_repeated_impact(const WorldState& state, const ImpactCandidate& impact) {
    for (const std::uint32_t body : {impact.body_a, impact.body_b}) {
        if (state.bodies.info[body].type == BodyType::Dynamic && state.ccd.body[body].impacts < 2)
            return false;
    }
    return true;
}

float min_speed_after_impact(const WorldState& state, const ContactRow& row, const Contact& contact,
                             std::size_t point, float remaining, bool is_repeated) {
    const std::vector<BodyVelocity>& velocity = state.bodies.velocity;
    const RotatingBody a{.shape = contact.shape_a,
                         .normal = row.normal,
                         .core_point = contact.points[point].r_a - contact.rounding_a * row.normal,
                         .other_velocity = velocity[row.body_b].linear};
    const RotatingBody b{.shape = contact.shape_b,
                         .normal = -row.normal,
                         .core_point = contact.points[point].r_b + contact.rounding_b * row.normal,
                         .other_velocity = velocity[row.body_a].linear};
    const float approach = row.points[point].approach_normal_velocity;
    float budget =
        is_repeated && !(row.points[point].rebound_speed > 0.0f) && approach < 0.0f ? -approach : 0.0f;
    float min_speed = 0.0f;
    for (const RotatingBody& rotating : {a, b}) {
        float extra_speed = min_separating_speed(state, rotating, remaining);
        if (is_dynamic(state, rotating)) {
            if (extra_speed > budget) extra_speed = budget;
            budget -= extra_speed;
        }
        min_speed += extra_speed;
    }
    return min_speed;
}

}  // namespace toibox

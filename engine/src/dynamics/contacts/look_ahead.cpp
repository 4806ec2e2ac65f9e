// SPDX-License-Identifier: MIT
#include "dynamics/contacts/look_ahead.h"

#include "toibox/narrow/collide.h"

#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_summary.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace toibox {
namespace {

/// The motion of a body in this step at its present velocity.
Sweep expected_sweep(const StepContext& step, std::uint32_t body) {
    const BodyPose& pose = step.state.bodies.pose[body];
    const BodyVelocity& velocity = step.state.bodies.velocity[body];
    return {widen(step.state.bodies.mass[body].local_center), widen(pose.center),
            widen(pose.center + step.dt * velocity.linear), widen(pose.rotation),
            static_cast<double>(step.dt * velocity.angular)};
}

/// Distance of the closest point of a contact or manifold along its normal, metres.
template <class Points>
float min_separation(const Points& from) {
    float separation = std::numeric_limits<float>::infinity();
    for (int i = 0; i < from.count; ++i)
        separation = std::min(separation, from.points[static_cast<std::size_t>(i)].separation);
    return separation;
}

/// Upper bound on how far rotation alone moves the surfaces of the two bodies towards each other, metres.
float swing(const StepContext& step, const Contact& contact) {
    const BodyColumns& bodies = step.state.bodies;
    return step.dt *
           (std::abs(bodies.velocity[contact.body_a].angular) * bodies.mass[contact.body_a].max_extent +
            std::abs(bodies.velocity[contact.body_b].angular) * bodies.mass[contact.body_b].max_extent);
}

Vec2 relative_velocity(const WorldState& state, const Contact& contact) {
    return state.bodies.velocity[contact.body_b].linear - state.bodies.velocity[contact.body_a].linear;
}

/// How far the core of a body moves along the normal at a point, if the body moves by `shift` and turns by
/// `turn`. As current_separation (rows.h) has it. `along`, `across`: of the lever, dot(r, n) and cross(r, n).
float core_motion(Vec2 shift, Rot turn, Vec2 normal, float along, float across) {
    return dot(shift, normal) + (turn.c - 1.0f) * along + turn.s * across;
}

/// The lever before the body turned. `rounding`: the part of the lever that does not turn.
Vec2 turn_back(Vec2 lever, Rot turn, Vec2 rounding) {
    return inv_rotate(turn, lever - rounding) + rounding;
}

}  // namespace

float max_closing_distance(const StepContext& step, const Contact& contact) {
    const WorldState& state = step.state;
    if (contact.response != ContactResponse::Push || is_bouncy(state, contact.restitution)) return 0.0f;
    return step.dt * length(relative_velocity(state, contact)) + swing(step, contact);
}

bool look_ahead(const StepContext& step, Contact& contact, float margin) {
    const WorldState& state = step.state;
    const float separation = min_separation(contact);
    if (contact.count == 0 || separation <= margin) return false;
    contact.count = 0;
    // Along a fixed axis, the shapes cannot close faster than this.
    const float closing =
        swing(step, contact) - step.dt * dot(relative_velocity(state, contact), contact.normal);
    if (closing < separation) return true;
    const Shape& shape_a = state.shapes.geometry[contact.shape_a];
    const Shape& shape_b = state.shapes.geometry[contact.shape_b];
    const Sweep sweep_a = expected_sweep(step, contact.body_a);
    const Sweep sweep_b = expected_sweep(step, contact.body_b);
    const auto manifold_at = [&](double t, float distance) {
        const Transform frame_a = narrow(pose_at(sweep_a, t));
        const Transform frame_b = narrow(pose_at(sweep_b, t));
        return collide(shape_a, shape_b, inv_mul(frame_a, frame_b), distance, contact.cache);
    };
    if (!(min_separation(manifold_at(1.0, 0.0f)) < -margin)) return true;
    const ConvexProxyBuffer proxy_a(shape_a);
    const ConvexProxyBuffer proxy_b(shape_b);
    const ToiResult toi = time_of_impact(toi_method_of(state, contact.body_a),
                                         {proxy_a.proxy(), proxy_b.proxy(), sweep_a, sweep_b},
                                         pair_options(state, contact.body_a, contact.body_b));
    if (toi.state != ToiState::Hit) return true;
    const BodyPose pose_a = body_pose_at(sweep_a, toi.t);
    const BodyPose pose_b = body_pose_at(sweep_b, toi.t);
    set_manifold(state, contact, manifold_at(toi.t, margin), pose_a, pose_b);
    const Vec2 n = contact.normal;
    const Vec2 shift_a = pose_a.center - state.bodies.pose[contact.body_a].center;
    const Vec2 shift_b = pose_b.center - state.bodies.pose[contact.body_b].center;
    const Rot turn_a = make_rot(static_cast<float>(toi.t) * static_cast<float>(sweep_a.delta_angle));
    const Rot turn_b = make_rot(static_cast<float>(toi.t) * static_cast<float>(sweep_b.delta_angle));
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        point.r_a = turn_back(point.r_a, turn_a, contact.rounding_a * n);
        point.r_b = turn_back(point.r_b, turn_b, -contact.rounding_b * n);
        // The gap that the expected motion closes: what it is now, as the solver will compute it.
        const float a =
            core_motion(shift_a, turn_a, n, dot(point.r_a, n) - contact.rounding_a, cross(point.r_a, n));
        const float b =
            core_motion(shift_b, turn_b, n, dot(point.r_b, n) + contact.rounding_b, cross(point.r_b, n));
        point.separation -= b - a;
    }
    return true;
}

}  // namespace toibox

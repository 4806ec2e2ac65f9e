// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/tuning.h"
#include "toibox/narrow/contact_matching.h"

#include "dynamics/state/step_context.h"

namespace toibox {

/// Finds the manifold of each contact of an active body at the current poses: computes the manifold and
/// transfers the warm-start forces of the previous step to matching points, or reuses the old manifold. Emits
/// begin and end events.
void detect_contacts(StepContext& step);

/// Computes the manifold of one contact at the current poses: normal, lever arms, separations and ids. Sets
/// impulses to 0; emits no event and does not change `touching`. `margin`: maximum separation, metres.
void compute_manifold(const WorldState& state, Contact& contact, float margin);

/// The rest of this header is shared by both variants of detection.

/// The old points of a contact, with their matching keys at the poses of the previous detection
/// (BodyMotion::start).
struct PreviousPoints {
    std::array<MatchKey, 2> keys{};
    std::array<ContactPoint, 2> points{};
    std::size_t count = 0;
    Vec2 normal;
};

inline MatchKey key_of(const ContactPoint& point, const BodyPose& pose_a) {
    return {pose_a.center + point.r_a, inv_rotate(pose_a.rotation, point.r_a), point.id};
}

inline PreviousPoints save_points(const WorldState& state, const Contact& contact) {
    PreviousPoints old;
    old.points = contact.points;
    old.count = contact.count;
    old.normal = contact.normal;
    for (std::size_t i = 0; i < old.count; ++i) {
        old.keys[i] = key_of(old.points[i], state.bodies.motion[contact.body_a].start);
    }
    return old;
}

/// Transfers the warm-start forces of old points to matching points, unless the normal turned too far.
template <class Match>
void transfer_impulses(const WorldState& state, const PreviousPoints& old, Contact& contact, Match match) {
    if (old.count == 0 || dot(old.normal, contact.normal) < tuning::matching_normal_cosine) return;
    const std::size_t count = contact.count;
    std::array<MatchKey, 2> new_keys{};
    for (std::size_t i = 0; i < count; ++i) {
        new_keys[i] = key_of(contact.points[i], state.bodies.pose[contact.body_a]);
    }
    const std::array<int, 2> partner = match_points(std::span<const MatchKey>(old.keys).first(old.count),
                                                    std::span<const MatchKey>(new_keys).first(count), match);
    for (std::size_t i = 0; i < count; ++i) {
        if (partner[i] == no_match) continue;
        const ContactPoint& source = old.points[static_cast<std::size_t>(partner[i])];
        contact.points[i].warm_normal_force = source.warm_normal_force;
        contact.points[i].warm_tangent_force = source.warm_tangent_force;
        contact.points[i].warm = true;
    }
}

/// The smaller inner radius of the two bodies, metres; ignores a body whose inner radius is 0.
inline float min_inner_radius(const WorldState& state, const Contact& contact) {
    const float a = state.bodies.mass[contact.body_a].min_extent;
    const float b = state.bodies.mass[contact.body_b].min_extent;
    if (a == 0.0f) return b;
    return b == 0.0f || a < b ? a : b;
}

/// Emits a begin event if the contact touches, else an end event.
inline void emit_touch_event(StepContext& step, const Contact& contact) {
    const ShapeHandle a = step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a);
    const ShapeHandle b = step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b);
    (contact.touching ? step.events.begin : step.events.end).push_back({a, b});
}

/// True if a contact that does not touch yet had an impulse in this step. Also checks friction and rolling,
/// which may remain after the normal impulse was removed again.
[[nodiscard]] inline bool starts_touching_by_impulse(const Contact& contact) {
    if (contact.touching) return false;
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].normal_impulse > 0.0f || contact.points[i].tangent_impulse != 0.0f) return true;
    }
    return contact.warm_rolling_torque != 0.0f;
}
/// Marks a contact that pushed before it overlapped as touching, and emits the begin event, so that there is
/// no impulse without an event. Wakes the bodies if only one is awake. A one-way shape that let the other
/// shape pass stops it from now on.
void begin_touch_by_impulse(StepContext& step, Contact& contact);

/// Sets the points of a contact from a manifold in A's frame: converts them to world axes, relative to the
/// centres of mass. `a`, `b`: the poses of the bodies. Sets impulses to 0, and marks the manifold as not
/// reusable.
void set_manifold(const WorldState& state, Contact& contact, const Manifold& manifold, const BodyPose& a,
                  const BodyPose& b);

/// Detection for the scalar solvers: computes a new manifold for each contact of an active body.
void detect_for_scalar_solvers(StepContext& step);
/// Detection for the soft step: reuses the manifolds of bodies that hardly moved relative to each other.
void detect_for_soft_step(StepContext& step);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_stages.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/narrow/contact_matching.h"

namespace toibox {

/// What the two ways of detection have in common: how points find their impulses of the step before.

/// What the old points of a contact are recognised by. They lie where the last detection saw them: at the
/// poses from which the bodies' last motion started.
struct OldPoints {
    std::array<MatchKey, 2> keys{};
    std::array<ContactPoint, 2> points{};
    std::size_t count = 0;
    Vec2 normal;
};

inline MatchKey key_of(const ContactPoint& point, const BodyPose& pose_a) {
    return {pose_a.center + point.r_a, inv_rotate(pose_a.rotation, point.r_a), point.id};
}

inline OldPoints remember(const WorldState& state, const Contact& contact) {
    OldPoints old;
    old.points = contact.points;
    old.count = contact.count;
    old.normal = contact.normal;
    for (std::size_t i = 0; i < old.count; ++i) {
        old.keys[i] = key_of(old.points[i], state.bodies.motion[contact.body_a].start);
    }
    return old;
}

/// Impulses of the points that continue old ones. None if the normal turned: they would push elsewhere.
template <class Match>
void carry_impulses(const WorldState& state, const OldPoints& old, Contact& contact, Match match) {
    if (old.count == 0 || dot(old.normal, contact.normal) < tuning::matching_normal_cosine) return;
    const std::size_t count = contact.count;
    std::array<MatchKey, 2> fresh{};
    for (std::size_t i = 0; i < count; ++i) {
        fresh[i] = key_of(contact.points[i], state.bodies.pose[contact.body_a]);
    }
    const std::array<int, 2> partner = match_points(std::span<const MatchKey>(old.keys).first(old.count),
                                                    std::span<const MatchKey>(fresh).first(count), match);
    for (std::size_t i = 0; i < count; ++i) {
        if (partner[i] == no_match) continue;
        const ContactPoint& source = old.points[static_cast<std::size_t>(partner[i])];
        contact.points[i].normal_impulse = source.normal_impulse;
        contact.points[i].tangent_impulse = source.tangent_impulse;
        contact.points[i].warm = true;
    }
}

inline void count_points(const Contact& contact, DetectionNotes& notes) {
    if (contact.count == 0) return;
    ++notes.touching;
    notes.points += contact.count;
    for (std::size_t i = 0; i < contact.count; ++i)
        notes.warm_points += contact.points[i].warm ? 1 : 0;
}

/// What there is to note of any contact, also of one that was not looked at because its bodies sleep.
inline void note_points(const Contact& contact, std::uint32_t index, DetectionNotes& notes) {
    count_points(contact, notes);
    if (contact.count == 0 || contact.sensor) return;
    notes.pushing.push_back(
        {contact.body_a, contact.body_b, index, contact.count, contact.restitution > 0.0f});
}

/// Empty notes for at least so many runs of contacts. The memory stays: a steady step allocates nothing.
inline void begin_notes(SolverScratch& scratch, std::size_t runs) {
    if (scratch.notes.size() < runs) scratch.notes.resize(runs);
    for (DetectionNotes& notes : scratch.notes)
        notes.clear();
    scratch.has_notes = true;
}

inline bool overlaps_now(const Contact& contact) {
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation <= 0.0f) return true;
    }
    return false;
}

/// Whether a static or kinematic body has come halfway into a dynamic one.
bool is_pressed(const WorldState& state, const Contact& contact);

/// Sets `touching` of a contact whose manifold is up to date, and notes what later stages ask for.
inline void note_contact(const WorldState& state, Contact& contact, std::uint32_t index,
                         DetectionNotes& notes) {
    const bool was_touching = contact.touching;
    contact.touching = overlaps_now(contact);
    if (contact.touching != was_touching) notes.changed.push_back(index);
    note_points(contact, index, notes);
    if (contact.touching && !contact.sensor && is_pressed(state, contact)) notes.pressed.push_back(index);
}

/// Begin or end event.
inline void tell_of_change(StepContext& step, const Contact& contact) {
    const ShapeHandle a = step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a);
    const ShapeHandle b = step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b);
    (contact.touching ? step.events.begin : step.events.end).push_back({a, b});
}

/// Takes over a manifold in A's frame, whose axes are `axes_a`: world axes, anchors from the centres of mass,
/// no impulses, and nothing kept from before.
void set_manifold(const WorldState& state, Contact& contact, const Manifold& manifold, Rot axes_a);

/// detect.cpp: all contacts, each with a new manifold. For the scalar solvers.
void detect_by_matching(StepContext& step);
/// soft_step/detect.cpp: manifolds are carried along with bodies that hardly moved against each other.
void detect_for_soft_step(StepContext& step);

}  // namespace toibox

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
    while (scratch.notes.size() < runs)
        scratch.notes.emplace_back().reserve();
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

/// Whether a static or kinematic body has come halfway into this dynamic one.
inline bool is_pressed(const WorldState& state, const Contact& contact, std::uint32_t body) {
    const float halfway = -tuning::search_share * state.bodies.mass[body].min_extent;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation < halfway) return true;
    }
    return false;
}

/// What there is to note of a contact of a dynamic body with one that is not.
inline void note_standing(const WorldState& state, const Contact& contact, std::uint32_t index,
                          DetectionNotes& notes) {
    if (contact.count == 0 || contact.sensor) return;
    const bool a_yields = state.bodies.info[contact.body_a].type == BodyType::Dynamic;
    const bool b_yields = state.bodies.info[contact.body_b].type == BodyType::Dynamic;
    if (a_yields == b_yields) return;
    if (state.settings.smooth_inner_edges) {
        notes.standing.push_back({.contact = index,
                                  .moving = a_yields ? contact.shape_a : contact.shape_b,
                                  .normal = a_yields ? -contact.normal : contact.normal});
    }
    if (contact.touching && is_pressed(state, contact, a_yields ? contact.body_a : contact.body_b)) {
        notes.pressed.push_back(index);
    }
}

/// Sets `touching` of a contact whose manifold is up to date, and notes what later stages ask for.
inline void note_contact(const WorldState& state, Contact& contact, std::uint32_t index,
                         DetectionNotes& notes) {
    const bool was_touching = contact.touching;
    contact.touching = overlaps_now(contact);
    if (contact.touching != was_touching) notes.changed.push_back(index);
    note_points(contact, index, notes);
    note_standing(state, contact, index, notes);
}

/// Takes back what a run's notes did to its contacts, so that it can be noted again.
inline void clear_notes(WorldState& state, DetectionNotes& notes) {
    for (const std::uint32_t index : notes.changed)
        state.contacts[index].touching = !state.contacts[index].touching;
    notes.clear();
}
/// Calls note(run) for the runs, of so many contacts each, in which one lost an inner edge.
template <class Note>
void note_again(StepContext& step, std::size_t run_length, Note&& note) {
    std::size_t next = 0;
    for (const StandingContact& standing : step.scratch.standing.all) {
        const std::size_t run = standing.contact / run_length;
        if (!standing.changed || run < next) continue;
        clear_notes(step.state, step.scratch.notes[run]);
        note(run);
        next = run + 1;
    }
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

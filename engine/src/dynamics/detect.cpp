// SPDX-License-Identifier: MIT
// Detection: a manifold for every contact at the present poses, and last step's impulses handed on to the
// points that continue old ones; then the inner edges are taken out of the contacts of each shape. Shapes are
// collided in A's frame and only anchors, which are small, go to the world's axes, so contacts far from the
// origin are as exact as near it.
#include "detect.h"

#include "toibox/narrow/collide.h"

#include "detection_notes.h"
#include "inner_edges.h"
#include "manifold_motion.h"
#include "one_way_contacts.h"
#include "own_continuous.h"
#include "world_edit.h"

#include <utility>

namespace toibox {
namespace {

template <class Match>
void make_manifolds(StepContext& step, Match match) {
    WorldState& state = step.state;
    for (Contact& contact : state.contacts) {
        if (!is_active(step.scratch, contact)) continue;
        const OldPoints old = remember(state, contact);
        const float margin = detection_margin_of(state, contact.body_a, contact.body_b);
        compute_manifold(state, contact, contact.response == ContactResponse::Sense ? 0.0f : margin);
        carry_impulses(state, old, contact, match);
        contact.bounced = false;
    }
}

void smooth_all(StepContext& step) {
    StandingContacts& standing = step.scratch.standing;
    find_groups(step.state, step.scratch.notes, standing);
    for (const ContactGroup& group : standing.groups)
        smooth_group(step.state, standing, group);
    note_changed_runs(step);
}

/// Whether the contact takes points along this normal: not what passes a one-way shape.
bool takes_points(const WorldState& state, const Contact& contact, Vec2 normal) {
    switch (contact.response) {
        case ContactResponse::Push:
        case ContactResponse::Sense:
            return true;
        case ContactResponse::OneWay:
            return pushes_to_solid_side(state, contact, normal);
        case ContactResponse::Passed:
            return false;
    }
    return true;
}

}  // namespace

void set_manifold(const WorldState& state, Contact& contact, const Manifold& manifold, Rot axes_a) {
    const Vec2 normal = manifold.count > 0 ? rotate(axes_a, manifold.normal) : Vec2{};
    const bool has_points = manifold.count > 0 && takes_points(state, contact, normal);
    contact.count = has_points ? static_cast<std::uint8_t>(manifold.count) : std::uint8_t{0};
    contact.normal = has_points ? normal : Vec2{};
    const Vec2 local_center_a = state.bodies.mass[contact.body_a].local_center;
    const Vec2 from_b_to_a =
        state.bodies.pose[contact.body_a].center - state.bodies.pose[contact.body_b].center;
    contact.points = {};
    contact.base.reach = -1.0f;
    for (std::size_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        point.r_a = rotate(axes_a, manifold.points[i].point - local_center_a);
        point.r_b = point.r_a + from_b_to_a;
        point.separation = manifold.points[i].separation;
        point.id = manifold.points[i].id;
    }
}

void compute_manifold(const WorldState& state, Contact& contact, float margin) {
    const Transform frame_a = body_frame(state, contact.body_a);
    const Transform frame_b = body_frame(state, contact.body_b);
    const Manifold manifold =
        collide(state.shapes.geometry[contact.shape_a], state.shapes.geometry[contact.shape_b],
                inv_mul(frame_a, frame_b), margin, contact.cache);
    set_manifold(state, contact, manifold, frame_a.q);
}

void begin_by_push(StepContext& step, Contact& contact) {
    contact.touching = true;
    if (contact.response == ContactResponse::Passed) contact.response = ContactResponse::OneWay;
    tell_of_change(step, contact);
    if (is_awake(step.state, contact.body_a) == is_awake(step.state, contact.body_b)) return;
    wake(step.state, contact.body_a);
    wake(step.state, contact.body_b);
}

void detect_by_matching(StepContext& step) {
    const WorldSettings& settings = step.state.settings;
    begin_notes(step);
    with_matching(settings.matching, [&step](auto match) { make_manifolds(step, match); });
    for (std::size_t begin = 0; begin < step.state.contacts.size(); begin += noted_at_once)
        note_run(step, begin / noted_at_once);
    if (settings.smooth_inner_edges) smooth_all(step);
}

void detect_contacts(StepContext& step) {
    decide_one_way(step);
    if (step.state.settings.solver == SolverKind::SoftStep) {
        detect_for_soft_step(step);
    } else {
        detect_by_matching(step);
    }
    // Run by run, this is the order of creation however many workers there were.
    for (const DetectionNotes& notes : step.scratch.notes) {
        for (const std::uint32_t index : notes.changed)
            tell_of_change(step, step.state.contacts[index]);
    }
    move_to_middle(step);
}

}  // namespace toibox

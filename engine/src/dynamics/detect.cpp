// SPDX-License-Identifier: MIT
// Detection: a manifold for every contact at the present poses, and last step's impulses handed on to the
// points that continue old ones. Shapes are collided in A's frame and only anchors, which are small, go to
// the world's axes, so contacts far from the origin are as exact as near it.
#include "detect.h"

#include "toibox/narrow/collide.h"

#include <utility>

namespace toibox {
namespace {

template <class Match>
void detect_all(StepContext& step, Match match) {
    WorldState& state = step.state;
    const float margin = effective_contact_margin(state.settings);
    begin_notes(step.scratch, 1);
    DetectionNotes& notes = step.scratch.notes[0];
    for (std::uint32_t i = 0; i < state.contacts.size(); ++i) {
        Contact& contact = state.contacts[i];
        if (!is_active(state, contact.body_a, contact.body_b)) {
            note_points(contact, i, notes);
            continue;
        }
        const OldPoints old = remember(state, contact);
        compute_manifold(state, contact, contact.sensor ? 0.0f : margin);
        carry_impulses(state, old, contact, match);
        contact.bounced = false;
        note_contact(state, contact, i, notes);
    }
}

}  // namespace

void set_manifold(const WorldState& state, Contact& contact, const Manifold& manifold, Rot axes_a) {
    contact.count = static_cast<std::uint8_t>(manifold.count);
    contact.normal = manifold.count > 0 ? rotate(axes_a, manifold.normal) : Vec2{};
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

void detect_by_matching(StepContext& step) {
    with_matching(step.state.settings.matching, [&step](auto match) { detect_all(step, match); });
}

bool is_pressed(const WorldState& state, const Contact& contact) {
    const bool a_yields = state.bodies.info[contact.body_a].type == BodyType::Dynamic;
    const bool b_yields = state.bodies.info[contact.body_b].type == BodyType::Dynamic;
    if (a_yields == b_yields) return false;
    const std::uint32_t body = a_yields ? contact.body_a : contact.body_b;
    const float halfway = -tuning::search_share * state.bodies.mass[body].min_extent;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation < halfway) return true;
    }
    return false;
}

void detect_contacts(StepContext& step) {
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
}

}  // namespace toibox

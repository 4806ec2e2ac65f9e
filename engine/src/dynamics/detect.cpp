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
    for (Contact& contact : state.contacts) {
        if (!is_active(state, contact.body_a, contact.body_b)) continue;
        const OldPoints old = remember(state, contact);
        const bool was_touching = contact.touching;
        compute_manifold(state, contact, contact.sensor ? 0.0f : margin);
        carry_impulses(state, old, contact, match);
        contact.touching = overlaps_now(contact);
        contact.bounced = false;
        tell_of_change(step, contact, was_touching);
    }
}

}  // namespace

void compute_manifold(const WorldState& state, Contact& contact, float margin) {
    const Transform frame_a = body_frame(state, contact.body_a);
    const Transform frame_b = body_frame(state, contact.body_b);
    const Manifold manifold =
        collide(state.shapes.geometry[contact.shape_a], state.shapes.geometry[contact.shape_b],
                inv_mul(frame_a, frame_b), margin, contact.cache);
    contact.count = static_cast<std::uint8_t>(manifold.count);
    contact.normal = manifold.count > 0 ? rotate(frame_a.q, manifold.normal) : Vec2{};
    const Vec2 local_center_a = state.bodies.mass[contact.body_a].local_center;
    const Vec2 from_b_to_a =
        state.bodies.pose[contact.body_a].center - state.bodies.pose[contact.body_b].center;
    contact.points = {};
    contact.base.reach = -1.0f;
    for (std::size_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        point.r_a = rotate(frame_a.q, manifold.points[i].point - local_center_a);
        point.r_b = point.r_a + from_b_to_a;
        point.separation = manifold.points[i].separation;
        point.id = manifold.points[i].id;
    }
}

void detect_by_matching(StepContext& step) {
    with_matching(step.state.settings.matching, [&step](auto match) { detect_all(step, match); });
}

void detect_contacts(StepContext& step) {
    if (step.state.settings.solver == SolverKind::SoftStep) {
        detect_for_soft_step(step);
    } else {
        detect_by_matching(step);
    }
}

}  // namespace toibox

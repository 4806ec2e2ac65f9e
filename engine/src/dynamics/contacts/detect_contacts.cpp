// SPDX-License-Identifier: MIT
// Detection: computes the manifold of each active contact at the current poses, and transfers warm-start
// forces from the previous step to points that match old points. Then contacts at inner edges are removed or
// redirected. Shapes collide in A's frame, and only the short lever arms are rotated to world axes, so
// contacts far from the origin are as accurate as contacts near it.
#include "dynamics/contacts/detect_contacts.h"

#include "toibox/narrow/collide.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/detection_summary.h"
#include "dynamics/contacts/inner_edges.h"
#include "dynamics/contacts/look_ahead.h"
#include "dynamics/contacts/manifold_motion.h"
#include "dynamics/contacts/one_way_contacts.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/wake.h"

#include <utility>

namespace toibox {
namespace {

template <class Match>
void make_manifolds(StepContext& step, Match match) {
    WorldState& state = step.state;
    for (Contact& contact : state.contacts) {
        if (!is_active(step.detection, contact)) continue;
        const PreviousPoints old = save_points(state, contact);
        const float margin = contact.response == ContactResponse::Sense
                                 ? 0.0f
                                 : detection_margin_of(state, contact.body_a, contact.body_b);
        compute_manifold(state, contact, search_distance(step, contact, margin));
        look_ahead(step, contact, margin);
        transfer_impulses(state, old, contact, match);
        contact.hit_emitted = false;
    }
}

void smooth_all(StepContext& step) {
    ObstacleContacts& obstacle = step.detection.obstacle;
    find_groups(step.state, step.detection.summary, obstacle);
    for (const ContactGroup& group : obstacle.groups)
        smooth_group(step.state, obstacle, group);
    summarize_changed_runs(step);
}

/// False if one of the shapes is one-way, and lets the other pass or does not push along this normal.
bool accepts_normal(const WorldState& state, const Contact& contact, Vec2 normal) {
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

void set_manifold(const WorldState& state, Contact& contact, const Manifold& manifold, const BodyPose& a,
                  const BodyPose& b) {
    const Vec2 normal = manifold.count > 0 ? rotate(a.rotation, manifold.normal) : Vec2{};
    const bool has_points = manifold.count > 0 && accepts_normal(state, contact, normal);
    contact.count = has_points ? static_cast<std::uint8_t>(manifold.count) : std::uint8_t{0};
    contact.normal = has_points ? normal : Vec2{};
    const Vec2 local_center_a = state.bodies.mass[contact.body_a].local_center;
    const Vec2 from_b_to_a = a.center - b.center;
    contact.points = {};
    contact.base.reach = -1.0f;
    for (std::size_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        point.r_a = rotate(a.rotation, manifold.points[i].point - local_center_a);
        point.r_b = point.r_a + from_b_to_a;
        point.separation = manifold.points[i].separation;
        point.id = manifold.points[i].id;
    }
}

void compute_manifold(const WorldState& state, Contact& contact, float margin) {
    const Transform frame_a = body_transform(state, contact.body_a);
    const Transform frame_b = body_transform(state, contact.body_b);
    const Manifold manifold =
        collide(state.shapes.geometry[contact.shape_a], state.shapes.geometry[contact.shape_b],
                inv_mul(frame_a, frame_b), margin, contact.cache);
    set_manifold(state, contact, manifold, state.bodies.pose[contact.body_a],
                 state.bodies.pose[contact.body_b]);
}

void begin_touch_by_impulse(StepContext& step, Contact& contact) {
    contact.touching = true;
    if (contact.response == ContactResponse::Passed) contact.response = ContactResponse::OneWay;
    emit_touch_event(step, contact);
    if (is_awake(step.state, contact.body_a) == is_awake(step.state, contact.body_b)) return;
    wake(step.state, contact.body_a);
    wake(step.state, contact.body_b);
}

void detect_for_scalar_solvers(StepContext& step) {
    const WorldSettings& settings = step.state.settings;
    begin_detection_summary(step);
    with_matching(settings.matching, [&step](auto match) { make_manifolds(step, match); });
    for (std::size_t begin = 0; begin < step.state.contacts.size(); begin += contacts_per_run)
        summarize_run(step, begin / contacts_per_run);
    if (settings.smooth_inner_edges) smooth_all(step);
}

void detect_contacts(StepContext& step) {
    decide_one_way(step);
    if (step.state.settings.solver == SolverKind::SoftStep) {
        detect_for_soft_step(step);
    } else {
        detect_for_scalar_solvers(step);
    }
    // Runs are in order of creation, so the order of events does not depend on the number of workers.
    for (const DetectionSummary& summary : step.detection.summary) {
        for (const std::uint32_t index : summary.changed)
            emit_touch_event(step, step.state.contacts[index]);
    }
    move_to_mid_step(step);
}

}  // namespace toibox

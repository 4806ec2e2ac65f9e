// SPDX-License-Identifier: MIT
// Detection: a manifold for every contact at the present poses, and last step's impulses handed on to the
// points that continue old ones. Shapes are collided in A's frame and only anchors, which are small, go to
// the world's axes, so contacts far from the origin are as exact as near it.
#include "toibox/dynamics/step_stages.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/narrow/collide.h"
#include "toibox/narrow/contact_matching.h"

#include <utility>

namespace toibox {
namespace {

/// What the old points of a contact are recognised by. They lie where the last detection saw them: at the
/// poses from which the bodies' last motion started.
struct OldPoints {
    std::array<MatchKey, 2> keys{};
    std::array<ContactPoint, 2> points{};
    std::size_t count = 0;
    Vec2 normal;
};

MatchKey key_of(const ContactPoint& point, const BodyPose& pose_a) {
    return {pose_a.center + point.r_a, inv_rotate(pose_a.rotation, point.r_a), point.id};
}

OldPoints remember(const WorldState& state, const Contact& contact) {
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

bool overlaps_now(const Contact& contact) {
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation <= 0.0f) return true;
    }
    return false;
}

void tell_of_change(StepContext& step, const Contact& contact, bool was_touching) {
    if (contact.touching == was_touching) return;
    const ShapeHandle a = step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a);
    const ShapeHandle b = step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b);
    (contact.touching ? step.events.begin : step.events.end).push_back({a, b});
}

template <class Match>
void detect_all(StepContext& step, Match match) {
    WorldState& state = step.state;
    const float margin = effective_contact_margin(state.settings);
    for (Contact& contact : state.contacts) {
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
    for (std::size_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        point.r_a = rotate(frame_a.q, manifold.points[i].point - local_center_a);
        point.r_b = point.r_a + from_b_to_a;
        point.separation = manifold.points[i].separation;
        point.id = manifold.points[i].id;
    }
}

void detect_contacts(StepContext& step) {
    with_matching(step.state.settings.matching, [&step](auto match) { detect_all(step, match); });
}

}  // namespace toibox

// SPDX-License-Identifier: MIT
// Contacts with inner edges: which they are among those of a moving shape, and what is left of them. A
// contact on an edge that a neighbour's face covers goes; one where the surface turns up, as at the foot of a
// ramp, gets the normal of what rises. It runs right after the manifolds are made, so that neither solvers
// nor events see such an edge.
#include "inner_edges.h"

#include "toibox/dynamics/tuning.h"

#include <cmath>

namespace toibox {

namespace {

/// A contact as seen from the moving shape.
struct Sides {
    bool moving_is_a;
    std::uint32_t standing;  ///< Shape, as the next.
    std::uint32_t moving;
    std::uint32_t standing_body;
    std::uint32_t moving_body;
    Vec2 between;  ///< From the centre of the moving body to that of the standing one.
};
Sides sides_of(const WorldState& state, const Contact& contact, std::uint32_t moving) {
    const bool is_a = contact.shape_a == moving;
    const std::uint32_t standing_body = is_a ? contact.body_b : contact.body_a;
    const std::uint32_t moving_body = is_a ? contact.body_a : contact.body_b;
    return {.moving_is_a = is_a,
            .standing = is_a ? contact.shape_b : contact.shape_a,
            .moving = moving,
            .standing_body = standing_body,
            .moving_body = moving_body,
            .between = state.bodies.pose[standing_body].center - state.bodies.pose[moving_body].center};
}

/// A body's frame whose centre is at `center`.
Transform frame_about(const WorldState& state, std::uint32_t body, Vec2 center) {
    const Rot q = state.bodies.pose[body].rotation;
    return {center - rotate(q, state.bodies.mass[body].local_center), q};
}

Meeting meeting_of(const WorldState& state, const Contact& contact, const Sides& sides) {
    Meeting meeting{.standing = state.shapes.geometry[sides.standing],
                    .frame = frame_about(state, sides.standing_body, sides.between),
                    .normal = sides.moving_is_a ? -contact.normal : contact.normal,
                    .count = contact.count};
    for (std::size_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        const Vec2 middle = sides.between + (sides.moving_is_a ? point.r_b : point.r_a);
        meeting.points[i] = middle - 0.5f * point.separation * meeting.normal;
    }
    return meeting;
}

float depth_of(const Contact& contact) {
    float depth = 0.0f;
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (-contact.points[i].separation > depth) depth = -contact.points[i].separation;
    }
    return depth;
}

void drop(Contact& contact) {
    contact.count = 0;
    contact.normal = {};
    contact.points = {};
    contact.base.reach = -1.0f;  // what covers the edge may be gone in the next step
}

/// The contact with the face instead, where the moving shape is deepest. False, and nothing is changed, if it
/// is halfway in: then the face need not be the side from which it came.
bool turn(const WorldState& state, Contact& contact, const Sides& sides, const Face& onto) {
    const FeatureId id = contact.points[0].id;
    const Vec2 deepest =
        deepest_point({state.shapes.geometry[sides.moving], frame_about(state, sides.moving_body, {})}, onto);
    const float separation = height_over(onto, deepest);
    if (separation < -tuning::search_share * state.bodies.mass[sides.moving_body].min_extent) return false;
    drop(contact);
    if (separation > effective_contact_margin(state.settings)) return true;
    const Vec2 middle = deepest - 0.5f * separation * onto.normal;
    contact.count = 1;
    contact.normal = sides.moving_is_a ? -onto.normal : onto.normal;
    ContactPoint& point = contact.points[0];
    point.r_a = sides.moving_is_a ? middle : middle - sides.between;
    point.r_b = sides.moving_is_a ? middle - sides.between : middle;
    point.separation = separation;
    point.id = id;
    return true;
}

/// Holds `contact` against the face of another one. True if it is no longer what it was.
bool is_changed_by(const WorldState& state, Contact& contact, const Contact& other, std::uint32_t moving) {
    const Sides sides = sides_of(state, contact, moving);
    const Sides other_sides = sides_of(state, other, moving);
    const Vec2 other_normal = other_sides.moving_is_a ? -other.normal : other.normal;
    const Vec2 normal = sides.moving_is_a ? -contact.normal : contact.normal;
    if (dot(normal, other_normal) > tuning::parallel_cosine) return false;
    const std::optional<Face> over = face_met(meeting_of(state, other, other_sides));
    if (!over) return false;
    const Passage passage = judge(
        meeting_of(state, contact, sides), *over, depth_of(other),
        flush_tolerance(state.bodies.mass[sides.moving_body], state.bodies.pose[sides.moving_body].center));
    if (passage.kind == Passage::Kind::Meets) return false;
    if (passage.kind == Passage::Kind::Turns) return turn(state, contact, sides, passage.onto);
    drop(contact);
    return true;
}

}  // namespace

void find_groups(const WorldState& state, std::span<const DetectionNotes> notes, StandingContacts& contacts) {
    std::vector<StandingContact>& all = contacts.all;
    all.clear();
    for (const DetectionNotes& run : notes)
        all.insert(all.end(), run.standing.begin(), run.standing.end());
    contacts.groups.clear();
    contacts.first.resize(state.shapes.geometry.size(), null_index);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        std::uint32_t& first = contacts.first[all[i].moving];
        if (first == null_index) {
            first = i;
            all[i].last = i;
            continue;
        }
        StandingContact& head = all[first];
        all[head.last].next = i;
        head.last = i;
        if (head.mixed || dot(head.normal, all[i].normal) > tuning::parallel_cosine) continue;
        head.mixed = true;
        contacts.groups.push_back(first);
    }
    for (const StandingContact& contact : all)
        contacts.first[contact.moving] = null_index;
}

void smooth_group(WorldState& state, StandingContacts& contacts, std::uint32_t first) {
    std::vector<StandingContact>& all = contacts.all;
    const std::uint32_t moving = all[first].moving;
    for (std::uint32_t i = first; i != null_index; i = all[i].next) {
        if (all[i].sleeps) continue;
        Contact& contact = state.contacts[all[i].contact];
        for (std::uint32_t k = first; k != null_index && !all[i].changed; k = all[k].next) {
            const Contact& other = state.contacts[all[k].contact];
            if (k == i || other.count == 0) continue;
            all[i].changed = is_changed_by(state, contact, other, moving);
        }
    }
}

void smooth_contacts(const WorldState& state, std::uint32_t moving, std::span<Contact> contacts) {
    const auto is_met = [&](const Contact& contact) {
        const std::uint32_t other = contact.shape_a == moving ? contact.body_b : contact.body_a;
        return contact.count > 0 && state.bodies.info[other].type != BodyType::Dynamic;
    };
    for (Contact& contact : contacts) {
        bool changed = !is_met(contact);
        for (const Contact& other : contacts) {
            if (changed || &other == &contact || !is_met(other)) continue;
            changed = is_changed_by(state, contact, other, moving);
        }
    }
}

float flush_tolerance(const BodyMass& mass, Vec2 center) {
    const float by_size = tuning::size_share * mass.min_extent;
    const float far = std::abs(center.x) + std::abs(center.y);
    return (by_size > 0.0f && by_size < tuning::flush ? by_size : tuning::flush) +
           static_cast<float>(tuning::least_gap + tuning::least_gap_share * static_cast<double>(far));
}

}  // namespace toibox

// SPDX-License-Identifier: MIT
// Finds contacts at inner edges among the contacts of a moving shape, and changes them. A contact at an edge
// that a neighbour's face covers is removed. Where the surface turns up, as at the foot of a ramp, the
// contact gets the normal of the rising face. A corner that comes down between two edges gets a contact with
// the face that covers both. This happens right after the manifolds are computed, so that neither solvers nor
// events see contacts at inner edges.
#include "dynamics/contacts/inner_edges.h"

#include "toibox/dynamics/tuning.h"

#include "dynamics/state/body_policy.h"

#include <cmath>

namespace toibox {

namespace {

/// A contact as seen from the moving shape.
struct Sides {
    bool moving_is_a;
    std::uint32_t obstacle;  ///< Shape.
    std::uint32_t moving;    ///< Shape.
    std::uint32_t obstacle_body;
    std::uint32_t moving_body;
    Vec2 center_offset;  ///< From the moving body's centre of mass to the obstacle's, world.
};
Sides sides_of(const WorldState& state, const Contact& contact, std::uint32_t moving) {
    const bool is_a = contact.shape_a == moving;
    const std::uint32_t obstacle_body = is_a ? contact.body_b : contact.body_a;
    const std::uint32_t moving_body = is_a ? contact.body_a : contact.body_b;
    return {.moving_is_a = is_a,
            .obstacle = is_a ? contact.shape_b : contact.shape_a,
            .moving = moving,
            .obstacle_body = obstacle_body,
            .moving_body = moving_body,
            .center_offset = state.bodies.pose[obstacle_body].center - state.bodies.pose[moving_body].center};
}

/// The frame of a body whose centre of mass is at `center`.
Transform frame_about(const WorldState& state, std::uint32_t body, Vec2 center) {
    const Rot q = state.bodies.pose[body].rotation;
    return {center - rotate(q, state.bodies.mass[body].local_center), q};
}

EdgeContact make_edge_contact(const WorldState& state, const Contact& contact, const Sides& sides) {
    EdgeContact edge_contact{.obstacle = state.shapes.geometry[sides.obstacle],
                             .frame = frame_about(state, sides.obstacle_body, sides.center_offset),
                             .normal = sides.moving_is_a ? -contact.normal : contact.normal,
                             .count = contact.count};
    for (std::size_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        const Vec2 midpoint = sides.center_offset + (sides.moving_is_a ? point.r_b : point.r_a);
        edge_contact.points[i] = midpoint - 0.5f * point.separation * edge_contact.normal;
        edge_contact.gaps[i] = point.separation > 0.0f ? point.separation : 0.0f;
    }
    return edge_contact;
}

/// Maximum overlap of the contact, ≥ 0, metres.
float depth_of(const Contact& contact) {
    float depth = 0.0f;
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (-contact.points[i].separation > depth) depth = -contact.points[i].separation;
    }
    return depth;
}

void clear_manifold(Contact& contact) {
    contact.count = 0;
    contact.normal = {};
    contact.points = {};
    contact.base.reach = -1.0f;  // The edge may be uncovered in the next step.
}

/// Replaces the points of the contact by one point on the face, where the moving shape is deepest, or by none
/// if the shape is beyond the detection margin there. Returns false without a change if the shape is so deep
/// that it may have come from another side.
bool redirect_to_face(const WorldState& state, Contact& contact, const Sides& sides,
                      const Face& target_face) {
    const FeatureId id = contact.points[0].id;
    const Vec2 deepest = deepest_point(
        {state.shapes.geometry[sides.moving], frame_about(state, sides.moving_body, {})}, target_face);
    const float separation = height_above(target_face, deepest);
    if (separation < -tuning::search_fraction * state.bodies.mass[sides.moving_body].min_extent) return false;
    clear_manifold(contact);
    if (separation > detection_margin_of(state, contact.body_a, contact.body_b)) return true;
    const Vec2 midpoint = deepest - 0.5f * separation * target_face.normal;
    contact.count = 1;
    contact.normal = sides.moving_is_a ? -target_face.normal : target_face.normal;
    ContactPoint& point = contact.points[0];
    point.r_a = sides.moving_is_a ? midpoint : midpoint - sides.center_offset;
    point.r_b = sides.moving_is_a ? midpoint - sides.center_offset : midpoint;
    point.separation = separation;
    point.id = id;
    return true;
}

/// Compares the contacts of one moving shape with each other, and changes contacts at inner edges.
class InnerEdgeSmoother {
public:
    InnerEdgeSmoother(const WorldState& state, std::uint32_t moving, std::span<ContactGroupMember> members)
        : state_(state), moving_(moving), members_(members) {
        const std::uint32_t body = state.shapes.body[moving];
        tolerance_ = flush_tolerance(state.bodies.mass[body], state.bodies.pose[body].center);
    }

    /// Calls on_change(member) for each member that was changed.
    template <class OnChange>
    void run(OnChange&& on_change) {
        find_runs();
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (!smooth_member(i)) continue;
            on_change(members_[i]);
            if (members_[i].contact->count == 0) continue;
            // With the new normal, the contact may cover other edges and no longer belongs to its run.
            members_[i].normal = normal_of(*members_[i].contact);
            members_[i].face_is_valid = false;
            find_runs();
        }
    }

private:
    [[nodiscard]] Vec2 normal_of(const Contact& contact) const {
        return contact.shape_a == moving_ ? -contact.normal : contact.normal;
    }
    static bool are_parallel(Vec2 a, Vec2 b) { return dot(a, b) > tuning::parallel_cosine; }

    /// Finds runs of members with equal normals.
    void find_runs() {
        std::size_t head = 0;
        for (std::size_t i = 1; i < members_.size(); ++i) {
            if (!are_parallel(members_[head].normal, members_[i].normal)) {
                members_[head].run_end = static_cast<std::uint32_t>(i);
                head = i;
            }
        }
        members_[head].run_end = static_cast<std::uint32_t>(members_.size());
    }
    /// Start of the first run from `head` on whose normal differs from the member's; members_.size() if none.
    [[nodiscard]] std::size_t other_run(const ContactGroupMember& member, std::size_t head) const {
        while (head < members_.size() && are_parallel(member.normal, members_[head].normal))
            head = members_[head].run_end;
        return head;
    }

    /// Changes the contact of a member if the face of another contact requires it; the first such contact in
    /// order of creation decides. True if the contact was changed.
    bool smooth_member(std::size_t i) {
        ContactGroupMember& member = members_[i];
        std::size_t head = other_run(member, 0);
        if (member.is_cover_only || head == members_.size()) return false;
        const Sides sides = sides_of(state_, *member.contact, moving_);
        const EdgeContact edge_contact = make_edge_contact(state_, *member.contact, sides);
        for (; head < members_.size(); head = other_run(member, members_[head].run_end)) {
            for (std::size_t k = head; k < members_[head].run_end; ++k) {
                if (k == i || members_[k].contact->count == 0) continue;
                if (are_parallel(member.normal, members_[k].normal)) continue;
                if (smooth_against(member, sides, edge_contact, members_[k])) return true;
            }
        }
        return false;
    }
    bool smooth_against(ContactGroupMember& member, const Sides& sides, const EdgeContact& edge_contact,
                        ContactGroupMember& other) {
        update_face(other);
        if (!other.has_face) return redirect_between(member, sides, edge_contact, other);
        const EdgeResponse response = classify_edge(edge_contact, other.face, other.depth, tolerance_);
        if (response.kind == EdgeResponse::Kind::Keep) return false;
        if (response.kind == EdgeResponse::Kind::Redirect) {
            return redirect_to_face(state_, *member.contact, sides, response.target_face);
        }
        clear_manifold(*member.contact);
        return true;
    }
    /// A corner of the moving shape between two obstacles may hit an edge or a side of each, so that neither
    /// contact has a normal of the joined surface. Then the first contact is redirected to the face that
    /// covers its edge; this face then covers the edge of the other contact.
    bool redirect_between(ContactGroupMember& member, const Sides& sides, const EdgeContact& edge_contact,
                          const ContactGroupMember& other) {
        const Sides other_sides = sides_of(state_, *other.contact, moving_);
        const Mover mover{state_.shapes.geometry[moving_], frame_about(state_, sides.moving_body, {})};
        const EdgeResponse response = classify_against_shape(
            edge_contact, mover, state_.shapes.geometry[other_sides.obstacle],
            frame_about(state_, other_sides.obstacle_body, other_sides.center_offset), tolerance_);
        if (response.kind == EdgeResponse::Kind::Keep) return false;
        const bool rises = response.kind == EdgeResponse::Kind::Redirect;
        return redirect_to_face(state_, *member.contact, sides,
                                rises ? response.target_face : response.cover);
    }
    void update_face(ContactGroupMember& member) {
        if (member.face_is_valid) return;
        member.face_is_valid = true;
        const Sides sides = sides_of(state_, *member.contact, moving_);
        const std::optional<Face> face = contact_face(make_edge_contact(state_, *member.contact, sides));
        member.has_face = face.has_value();
        if (!face) return;
        member.face = *face;
        member.depth = depth_of(*member.contact);
    }

    const WorldState& state_;
    std::uint32_t moving_;
    std::span<ContactGroupMember> members_;
    float tolerance_;
};

/// Links the contacts of each moving shape, and adds a group for each shape whose contacts have several
/// normals and are not all cover-only. ContactGroup::begin is then the index of the first contact in `all`.
void link_by_shape(ObstacleContacts& contacts) {
    std::vector<ObstacleContact>& all = contacts.all;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        std::uint32_t& first = contacts.first[all[i].moving];
        if (first == null_index) {
            first = i;
            all[i].last = i;
            all[i].all_cover_only = all[i].is_cover_only;
            continue;
        }
        ObstacleContact& head = all[first];
        all[head.last].next = i;
        head.last = i;
        head.all_cover_only = head.all_cover_only && all[i].is_cover_only;
        head.has_other_normals =
            head.has_other_normals || !(dot(head.normal, all[i].normal) > tuning::parallel_cosine);
    }
    for (const ObstacleContact& contact : all) {
        std::uint32_t& first = contacts.first[contact.moving];
        if (first == null_index) continue;
        if (all[first].has_other_normals && !all[first].all_cover_only) {
            contacts.groups.push_back({.moving = contact.moving, .begin = first});
        }
        first = null_index;
    }
}

}  // namespace

void find_groups(WorldState& state, std::span<const DetectionSummary> summary, ObstacleContacts& contacts) {
    std::vector<ObstacleContact>& all = contacts.all;
    all.clear();
    for (const DetectionSummary& run : summary)
        all.insert(all.end(), run.obstacle.begin(), run.obstacle.end());
    contacts.groups.clear();
    contacts.groups.reserve(all.capacity() / 2);
    contacts.first.resize(state.shapes.geometry.size(), null_index);
    link_by_shape(contacts);
    std::vector<ContactGroupMember>& members = contacts.members;
    members.clear();
    members.reserve(all.capacity());  // So that a steady world does not allocate when a group appears.
    for (ContactGroup& group : contacts.groups) {
        std::uint32_t i = group.begin;
        group.begin = static_cast<std::uint32_t>(members.size());
        for (; i != null_index; i = all[i].next) {
            members.push_back({.contact = &state.contacts[all[i].contact],
                               .index = i,
                               .is_cover_only = all[i].is_cover_only,
                               .normal = all[i].normal});
        }
        group.end = static_cast<std::uint32_t>(members.size());
    }
}

void smooth_group(const WorldState& state, ObstacleContacts& contacts, const ContactGroup& group) {
    const std::span<ContactGroupMember> members =
        std::span(contacts.members).subspan(group.begin, group.end - group.begin);
    InnerEdgeSmoother(state, group.moving, members).run([&](const ContactGroupMember& member) {
        contacts.all[member.index].changed = true;
    });
}

void smooth_contacts(const WorldState& state, std::uint32_t moving, std::span<Contact> contacts,
                     std::vector<ContactGroupMember>& members) {
    members.clear();
    for (Contact& contact : contacts) {
        const bool moving_is_a = contact.shape_a == moving;
        const std::uint32_t other = moving_is_a ? contact.body_b : contact.body_a;
        if (contact.count == 0 || !slides_over(state, state.shapes.body[moving], other)) continue;
        members.push_back({.contact = &contact, .normal = moving_is_a ? -contact.normal : contact.normal});
    }
    if (members.size() > 1) InnerEdgeSmoother(state, moving, members).run([](const ContactGroupMember&) {});
}

bool is_sliding_fast(const WorldState& state, std::uint32_t body) {
    return length_squared(state.bodies.velocity[body].linear) >
           tuning::inner_edge_speed * tuning::inner_edge_speed;
}

bool slides_over(const WorldState& state, std::uint32_t moving, std::uint32_t obstacle) {
    if (state.bodies.info[moving].type != BodyType::Dynamic) return false;
    if (state.bodies.info[obstacle].type != BodyType::Dynamic) return true;
    return is_sliding_fast(state, moving) && !is_sliding_fast(state, obstacle);
}

float flush_tolerance(const BodyMass& mass, Vec2 center) {
    const float by_size = tuning::size_fraction * mass.min_extent;
    const float far = std::abs(center.x) + std::abs(center.y);
    return (by_size > 0.0f && by_size < tuning::flush_tolerance_limit ? by_size
                                                                      : tuning::flush_tolerance_limit) +
           static_cast<float>(tuning::min_gap + tuning::min_gap_fraction * static_cast<double>(far));
}

}  // namespace toibox

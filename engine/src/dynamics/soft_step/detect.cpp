// SPDX-License-Identifier: MIT

// Detection of the fast path. A contact whose bodies hardly moved against each other since its manifold was
// made keeps it: only the separations follow the bodies, exactly as they do from sub-step to sub-step. Normal
// and anchors stay as they were, which is also what lets a tall tower stand: its weight does not push along
// normals that lean with every box (measured: with anchors that follow, a stack of 100 buckles within 3 s,
// here as in Box2D 3.2). Everything else gets a new manifold, and a point whose features changed under it (a
// vertex that became a cut) still finds its impulse by where it is. Source: E. Catto, Box2D 3.2 (contact
// recycling).

#include "../detect.h"

#include "toibox/core/thread_pool.h"

#include "scratch.h"

namespace toibox {

namespace soft_step {
namespace {

float smaller_radius(const WorldState& state, const Contact& contact) {
    const float a = state.bodies.mass[contact.body_a].min_extent;
    const float b = state.bodies.mass[contact.body_b].min_extent;
    if (a == 0.0f) return b;
    return b == 0.0f || a < b ? a : b;
}

Vec2 offset_in_a(const BodyPose& a, const BodyPose& b) {
    return inv_rotate(a.rotation, b.center - a.center);
}

/// The new manifold is kept from here on.
void set_base(const WorldState& state, Contact& contact) {
    const BodyPose& a = state.bodies.pose[contact.body_a];
    const BodyPose& b = state.bodies.pose[contact.body_b];
    ManifoldBase& base = contact.base;
    base.offset = offset_in_a(a, b);
    base.turn = inverse(a.rotation) * b.rotation;
    const float by_size = tuning::keep_share * smaller_radius(state, contact);
    const float most = overlaps_now(contact) ? tuning::keep_touching : tuning::keep_apart;
    base.reach = by_size < most ? by_size : most;
    const float extent_a = state.bodies.mass[contact.body_a].max_extent;
    const float extent_b = state.bodies.mass[contact.body_b].max_extent;
    const float extent = extent_a < extent_b ? extent_a : extent_b;
    base.turn_reach = base.reach / extent;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        // Of the cores: a disc that rolls turns its rim, and is no further from the floor for that.
        point.local_a = inv_rotate(a.rotation, point.r_a - contact.rounding_a * contact.normal);
        point.local_b = inv_rotate(b.rotation, point.r_b + contact.rounding_b * contact.normal);
        point.base_separation = point.separation;
    }
}

/// Keeps the manifold, with the separations of the present poses. False if the bodies have moved too far
/// against each other.
bool keep_manifold(const WorldState& state, Contact& contact) {
    const ManifoldBase& base = contact.base;
    if (!(base.reach > 0.0f)) return false;
    const BodyPose& a = state.bodies.pose[contact.body_a];
    const BodyPose& b = state.bodies.pose[contact.body_b];
    const Rot turn = inverse(a.rotation) * b.rotation;
    const Vec2 turned{turn.c - base.turn.c, turn.s - base.turn.s};
    if (!(length_squared(turned) <= base.turn_reach * base.turn_reach)) return false;
    const float reach_squared = base.reach * base.reach;
    if (contact.count == 0) {
        return length_squared(offset_in_a(a, b) - base.offset) <= reach_squared;
    }
    const Vec2 between = (b.center - a.center) - (contact.rounding_a + contact.rounding_b) * contact.normal;
    std::array<Vec2, 2> parted;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        const Vec2 r_a = rotate(a.rotation, contact.points[i].local_a);
        const Vec2 r_b = rotate(b.rotation, contact.points[i].local_b);
        parted[i] = between + (r_b - r_a);
        if (!(length_squared(parted[i]) <= reach_squared)) return false;
    }
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        point.separation = point.base_separation + dot(parted[i], contact.normal);
        point.warm = true;
    }
    return true;
}

/// Points that found nothing by their features, by where they are.
void rematch(const WorldState& state, const OldPoints& old, Contact& contact) {
    if (dot(old.normal, contact.normal) < tuning::matching_normal_cosine) return;
    const float reach = tuning::rematch_share * smaller_radius(state, contact);
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        if (point.warm) continue;
        for (std::size_t k = 0; k < old.count; ++k) {
            const ContactPoint& from = old.points[k];
            const bool taken =
                contact.count == 2 && contact.points[1u - i].warm && contact.points[1u - i].id == from.id;
            const Vec2 apart =
                inv_rotate(state.bodies.pose[contact.body_a].rotation, point.r_a) - old.keys[k].point_body_a;
            if (taken || !(length_squared(apart) <= reach * reach)) continue;
            point.normal_impulse = from.normal_impulse;
            point.tangent_impulse = from.tangent_impulse;
            point.warm = true;
            break;
        }
    }
}

/// Contacts that one worker looks at in one go.
constexpr std::size_t detection_chunk = 128;

/// What the workers of a detection share.
struct Detection {
    StepContext& step;
    Scratch& scratch;
    float margin;
};

template <class Match>
void renew(const Detection& d, Contact& contact, Match match, bool by_features) {
    const WorldState& state = d.step.state;
    const OldPoints old = remember(state, contact);
    compute_manifold(state, contact, contact.sensor ? 0.0f : d.margin);
    carry_impulses(state, old, contact, match);
    if (by_features && old.count > 0) rematch(state, old, contact);
    set_base(state, contact);
}

/// The contacts of one chunk; what began or ended to touch goes to the chunk's own list.
template <class Match>
void detect_chunk(const Detection& d, std::size_t begin, std::size_t end, Match match, bool by_features) {
    WorldState& state = d.step.state;
    std::vector<std::uint32_t>& changed = d.scratch.changed[begin / detection_chunk];
    for (std::size_t i = begin; i < end; ++i) {
        Contact& contact = state.contacts[i];
        if (!is_active(state, contact.body_a, contact.body_b)) continue;
        const bool was_touching = contact.touching;
        contact.bounced = false;
        if (!keep_manifold(state, contact)) renew(d, contact, match, by_features);
        contact.touching = overlaps_now(contact);
        if (contact.touching != was_touching) changed.push_back(static_cast<std::uint32_t>(i));
    }
}

}  // namespace
}  // namespace soft_step

void detect_for_soft_step(StepContext& step) {
    using namespace soft_step;
    const WorldSettings& settings = step.state.settings;
    const Detection detection{step, step.soft, effective_contact_margin(settings)};
    const std::size_t count = step.state.contacts.size();
    const std::size_t chunks = count / detection_chunk + 1;
    if (step.soft.changed.size() < chunks) step.soft.changed.resize(chunks);
    for (std::vector<std::uint32_t>& changed : step.soft.changed)
        changed.clear();
    with_matching(settings.matching, [&](auto match) {
        const bool by_features = settings.matching == ContactMatching::FeatureId;
        run_with_crew(step.pool, [&](Crew& crew) {
            crew.for_chunks(count, detection_chunk, [&](std::size_t begin, std::size_t end) {
                for (; begin < end; begin += detection_chunk) {
                    const std::size_t stop = begin + detection_chunk < end ? begin + detection_chunk : end;
                    detect_chunk(detection, begin, stop, match, by_features);
                }
            });
        });
    });
    // Chunk by chunk, this is the order of creation whatever the number of workers.
    for (const std::vector<std::uint32_t>& changed : step.soft.changed) {
        for (const std::uint32_t index : changed) {
            const Contact& contact = step.state.contacts[index];
            tell_of_change(step, contact, !contact.touching);
        }
    }
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Detection of the fast path. A contact of two points or none whose bodies hardly moved against each other
// since its manifold was made keeps it: only the separations follow the bodies, exactly as they do from
// sub-step to sub-step. Normal and anchors stay as they were, which is also what lets a tall tower stand: its
// weight does not push along normals that lean with every box (measured: with anchors that follow, a stack of
// 100 buckles within 3 s, here as in Box2D 3.2). Everything else gets a new manifold, and a point whose
// features changed under it (a vertex that became a cut) still finds its impulse by where it is. Source:
// E. Catto, Box2D 3.2 (contact recycling).

#include "../detect.h"

#include "toibox/core/prefetch.h"
#include "toibox/core/thread_pool.h"
#include "toibox/narrow/collide_batch.h"

#include "../detection_notes.h"
#include "../inner_edges.h"
#include "../own_continuous.h"
#include "scratch.h"

namespace toibox {

namespace soft_step {
namespace {

Vec2 offset_in_a(const BodyPose& a, const BodyPose& b) {
    return inv_rotate(a.rotation, b.center - a.center);
}

/// The new manifold is kept from here on, unless it has one point, which rolls or rocks with its bodies.
void set_reuse_pose(const WorldState& state, Contact& contact) {
    if (contact.count == 1) return;
    const BodyPose& a = state.bodies.pose[contact.body_a];
    const BodyPose& b = state.bodies.pose[contact.body_b];
    ManifoldReusePose& base = contact.base;
    base.offset = offset_in_a(a, b);
    base.turn = inverse(a.rotation) * b.rotation;
    const float by_size = tuning::manifold_reuse_share * min_inner_radius(state, contact);
    const float most = has_overlap(contact) ? tuning::manifold_reuse_touching : tuning::manifold_reuse_gap;
    base.reach = by_size < most ? by_size : most;
    const float extent_a = state.bodies.mass[contact.body_a].max_extent;
    const float extent_b = state.bodies.mass[contact.body_b].max_extent;
    const float extent = extent_a < extent_b ? extent_a : extent_b;
    base.max_chord = base.reach / extent;
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
bool reuse_manifold(const WorldState& state, Contact& contact) {
    const ManifoldReusePose& base = contact.base;
    if (!(base.reach > 0.0f)) return false;
    const BodyPose& a = state.bodies.pose[contact.body_a];
    const BodyPose& b = state.bodies.pose[contact.body_b];
    const Rot turn = inverse(a.rotation) * b.rotation;
    const Vec2 turned{turn.c - base.turn.c, turn.s - base.turn.s};
    if (!(length_squared(turned) <= base.max_chord * base.max_chord)) return false;
    const float reach_squared = base.reach * base.reach;
    if (contact.count == 0) {
        return length_squared(offset_in_a(a, b) - base.offset) <= reach_squared;
    }
    const Vec2 between = (b.center - a.center) - (contact.rounding_a + contact.rounding_b) * contact.normal;
    std::array<Vec2, 2> drift;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        const Vec2 r_a = rotate(a.rotation, contact.points[i].local_a);
        const Vec2 r_b = rotate(b.rotation, contact.points[i].local_b);
        drift[i] = between + (r_b - r_a);
        if (!(length_squared(drift[i]) <= reach_squared)) return false;
    }
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        point.separation = point.base_separation + dot(drift[i], contact.normal);
        point.warm = true;
    }
    return true;
}

/// Points that found nothing by their features, by where they are.
void match_by_position(const WorldState& state, const PreviousPoints& old, Contact& contact) {
    if (dot(old.normal, contact.normal) < tuning::matching_normal_cosine) return;
    const float reach = tuning::rematch_share * min_inner_radius(state, contact);
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
            point.warm_normal_force = from.warm_normal_force;
            point.warm_tangent_force = from.warm_tangent_force;
            point.warm = true;
            break;
        }
    }
}

/// Contacts by which the poses of their bodies are asked for in advance.
constexpr std::size_t prefetch_distance = 8;

/// What the workers of a detection share.
struct Detection {
    StepContext& step;
    Scratch& scratch;
    float margin;  ///< Of the world, and of each contact unless a body has a policy of its own.
    bool has_overrides;
    [[nodiscard]] float margin_of(const Contact& contact) const {
        if (contact.response == ContactResponse::Sense) return 0.0f;
        return has_overrides ? detection_margin_of(step.state, contact.body_a, contact.body_b) : margin;
    }
};

/// Gives the contact its new manifold by `make()`, and its points the impulses of those that they continue.
template <class Match, class Make>
void renew_manifold(const WorldState& state, Contact& contact, Match match, bool by_features, Make&& make) {
    const PreviousPoints old = save_points(state, contact);
    make();
    transfer_impulses(state, old, contact, match);
    if (by_features && old.count > 0) match_by_position(state, old, contact);
    set_reuse_pose(state, contact);
}

/// Contacts of small polygons, whose manifolds are made together.
template <class Match>
class PolygonBatch {
public:
    PolygonBatch(const Detection& detection, Match match, bool by_features)
        : d_(detection), match_(match), by_features_(by_features) {}

    void add(std::uint32_t index) {
        const WorldState& state = d_.step.state;
        const Contact& contact = state.contacts[index];
        contact_[count_] = index;
        pair_[count_] = {
            .a = static_cast<std::int32_t>(contact.shape_a),
            .b = static_cast<std::int32_t>(contact.shape_b),
            .b_in_a = inv_mul(body_transform(state, contact.body_a), body_transform(state, contact.body_b)),
            .margin = d_.margin_of(contact)};
        cache_[count_] = contact.cache;
        if (++count_ == capacity) renew_all();
    }
    void renew_all() {
        WorldState& state = d_.step.state;
        collide_polygons(d_.scratch.polygons.table(), std::span(pair_).first(count_),
                         std::span(cache_).first(count_), std::span(manifold_).first(count_), d_.step.isa);
        for (std::size_t k = 0; k < count_; ++k) {
            Contact& contact = state.contacts[contact_[k]];
            contact.cache = cache_[k];
            renew_manifold(state, contact, match_, by_features_, [&] {
                set_manifold(state, contact, manifold_[k], state.bodies.pose[contact.body_a].rotation);
            });
        }
        count_ = 0;
    }

private:
    static constexpr std::size_t capacity = 16;  ///< Two rounds of lanes; little memory to touch.

    const Detection& d_;
    Match match_;
    bool by_features_;
    std::size_t count_ = 0;
    std::array<std::uint32_t, capacity> contact_;
    std::array<PolygonPair, capacity> pair_;
    std::array<CollideCache, capacity> cache_;
    std::array<Manifold, capacity> manifold_;
};

/// Renews what a chunk does not keep: polygons of few vertices (the larger ones of them apart, whose lanes
/// cost more) together, everything else one by one.
template <class Match>
void renew_chunk(const Detection& d, std::size_t begin, std::size_t end, Match match, bool by_features) {
    WorldState& state = d.step.state;
    const PolygonRecords& polygons = d.scratch.polygons;
    PolygonBatch small(d, match, by_features);
    PolygonBatch large(d, match, by_features);
    for (std::size_t i = begin; i < end; ++i) {
        Contact& contact = state.contacts[i];
        if (i + prefetch_distance < end) {
            prefetch(state.bodies.pose[state.contacts[i + prefetch_distance].body_a]);
            prefetch(state.bodies.pose[state.contacts[i + prefetch_distance].body_b]);
        }
        if (!is_active(d.step.scratch, contact)) continue;
        contact.hit_emitted = false;
        // Other rules are to be seen at work: they match the points of every step.
        if (by_features && reuse_manifold(state, contact)) continue;
        if (polygons.has(contact.shape_a) && polygons.has(contact.shape_b)) {
            const bool is_small = polygons.is_small(contact.shape_a) && polygons.is_small(contact.shape_b);
            (is_small ? small : large).add(static_cast<std::uint32_t>(i));
        } else {
            renew_manifold(state, contact, match, by_features,
                           [&] { compute_manifold(state, contact, d.margin_of(contact)); });
        }
    }
    small.renew_all();
    large.renew_all();
}

/// Shapes that one worker takes the inner edges from in one go.
constexpr std::size_t group_chunk = 16;

void smooth_all(const Detection& d) {
    ObstacleContacts& obstacle = d.step.scratch.obstacle;
    find_groups(d.step.state, d.step.scratch.summary, obstacle);
    if (obstacle.groups.empty()) return;
    d.step.team.for_chunks(obstacle.groups.size(), group_chunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            smooth_group(d.step.state, obstacle, obstacle.groups[i]);
    });
    summarize_changed_runs(d.step);
}

}  // namespace
}  // namespace soft_step

void detect_for_soft_step(StepContext& step) {
    using namespace soft_step;
    const WorldSettings& settings = step.state.settings;
    const Detection detection{step, step.soft, detection_margin(settings),
                              !step.state.continuous_overrides.empty()};
    const std::size_t count = step.state.contacts.size();
    step.soft.polygons.refresh(step.state.shapes);
    begin_detection_summary(step);
    with_matching(settings.matching, [&](auto match) {
        const bool by_features = settings.matching == ContactMatching::FeatureId;
        step.team.for_blocks(count, contacts_per_run,
                             [&](std::size_t run, std::size_t begin, std::size_t end) {
                                 renew_chunk(detection, begin, end, match, by_features);
                                 summarize_run(step, run);
                             });
    });
    if (settings.smooth_inner_edges) smooth_all(detection);
}

}  // namespace toibox

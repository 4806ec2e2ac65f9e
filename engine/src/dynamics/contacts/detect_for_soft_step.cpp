// SPDX-License-Identifier: MIT

// Detection for the soft step. A contact with two points or none keeps its manifold while its bodies hardly
// move relative to each other; only the separations are updated, as between sub-steps. Normal and anchors
// stay fixed, which also keeps a tall tower upright, because the weight of the tower does not push along
// normals that lean with every box (measured: with updated anchors, a stack of 100 buckles within 3 s, here
// and in Box2D 3.2).
// All other contacts get a new manifold; a point whose features changed (a vertex became a clipped point) is
// matched by position. Source: E. Catto, Box2D 3.2 (contact recycling).

#include "toibox/core/thread_pool.h"

#include "core/prefetch.h"
#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/detection_summary.h"
#include "dynamics/contacts/inner_edges.h"
#include "dynamics/contacts/look_ahead.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "narrow/collide/collide_batch.h"

namespace toibox {
namespace {

Vec2 offset_in_a(const BodyPose& a, const BodyPose& b) {
    return inv_rotate(a.rotation, b.center - a.center);
}

/// Makes the new manifold reusable, unless it has a single point, which moves as the bodies roll or rock.
void set_reuse_pose(const WorldState& state, Contact& contact) {
    if (contact.count == 1) return;
    const BodyPose& a = state.bodies.pose[contact.body_a];
    const BodyPose& b = state.bodies.pose[contact.body_b];
    ManifoldReusePose& base = contact.base;
    base.offset = offset_in_a(a, b);
    base.turn = inverse(a.rotation) * b.rotation;
    const float size_limit = tuning::manifold_reuse_fraction * min_inner_radius(state, contact);
    const float max_reach =
        has_overlap(contact) ? tuning::manifold_reuse_touching : tuning::manifold_reuse_gap;
    base.reach = size_limit < max_reach ? size_limit : max_reach;
    const float extent_a = state.bodies.mass[contact.body_a].max_extent;
    const float extent_b = state.bodies.mass[contact.body_b].max_extent;
    const float extent = extent_a < extent_b ? extent_a : extent_b;
    base.max_chord = base.reach / extent;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        // Anchors are on the cores: the rim of a rolling disc rotates, but its core keeps its distance to the
        // floor.
        point.local_a = inv_rotate(a.rotation, point.r_a - contact.rounding_a * contact.normal);
        point.local_b = inv_rotate(b.rotation, point.r_b + contact.rounding_b * contact.normal);
        point.base_separation = point.separation;
    }
}

/// Reuses the manifold with separations at the current poses. False if the bodies have moved too far relative
/// to each other.
bool reuse_manifold(const WorldState& state, Contact& contact) {
    const ManifoldReusePose& base = contact.base;
    if (!(base.reach > 0.0f)) return false;
    const BodyPose& a = state.bodies.pose[contact.body_a];
    const BodyPose& b = state.bodies.pose[contact.body_b];
    const Rot turn = inverse(a.rotation) * b.rotation;
    const Vec2 turn_difference{turn.c - base.turn.c, turn.s - base.turn.s};
    if (!(length_squared(turn_difference) <= base.max_chord * base.max_chord)) return false;
    const float reach_squared = base.reach * base.reach;
    if (contact.count == 0) {
        return length_squared(offset_in_a(a, b) - base.offset) <= reach_squared;
    }
    const Vec2 center_offset =
        (b.center - a.center) - (contact.rounding_a + contact.rounding_b) * contact.normal;
    std::array<Vec2, 2> drift;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        const Vec2 r_a = rotate(a.rotation, contact.points[i].local_a);
        const Vec2 r_b = rotate(b.rotation, contact.points[i].local_b);
        drift[i] = center_offset + (r_b - r_a);
        if (!(length_squared(drift[i]) <= reach_squared)) return false;
    }
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        point.separation = point.base_separation + dot(drift[i], contact.normal);
        point.warm = true;
    }
    return true;
}

/// Matches points by position if their ids have no match.
void match_by_position(const WorldState& state, const PreviousPoints& old, Contact& contact) {
    if (dot(old.normal, contact.normal) < tuning::matching_normal_cosine) return;
    const float reach = tuning::rematch_fraction * min_inner_radius(state, contact);
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        if (point.warm) continue;
        for (std::size_t k = 0; k < old.count; ++k) {
            const ContactPoint& from = old.points[k];
            const bool is_taken =
                contact.count == 2 && contact.points[1u - i].warm && contact.points[1u - i].id == from.id;
            const Vec2 offset =
                inv_rotate(state.bodies.pose[contact.body_a].rotation, point.r_a) - old.keys[k].point_body_a;
            if (is_taken || !(length_squared(offset) <= reach * reach)) continue;
            point.warm_normal_force = from.warm_normal_force;
            point.warm_tangent_force = from.warm_tangent_force;
            point.warm = true;
            break;
        }
    }
}

/// How many contacts ahead body poses are prefetched.
constexpr std::size_t prefetch_distance = 8;

/// Data that the workers of a detection share.
struct Detection {
    StepContext& step;
    float margin;  ///< detection_margin of the world, used if no body has an override.
    bool has_overrides;
    [[nodiscard]] float margin_of(const Contact& contact) const {
        if (contact.response == ContactResponse::Sense) return 0.0f;
        return has_overrides ? detection_margin_of(step.state, contact.body_a, contact.body_b) : margin;
    }
};

/// Calls make() to compute a new manifold, and transfers impulses to matching points. make() returns false if
/// the manifold is not that of the present poses (look_ahead). `by_features`: matching by feature id is in
/// use.
template <class Match, class Make>
void update_manifold(const WorldState& state, Contact& contact, Match match, bool by_features, Make&& make) {
    const PreviousPoints old = save_points(state, contact);
    const bool is_at_present = make();
    transfer_impulses(state, old, contact, match);
    if (by_features && old.count > 0) match_by_position(state, old, contact);
    if (is_at_present) set_reuse_pose(state, contact);
}

/// Collects contacts of polygons, whose manifolds are computed in SIMD batches.
template <class Match>
class PolygonBatch {
public:
    PolygonBatch(const Detection& detection, Match match, bool by_features)
        : detection_(detection), match_(match), by_features_(by_features) {}

    void add(std::uint32_t index, float distance) {
        const WorldState& state = detection_.step.state;
        const Contact& contact = state.contacts[index];
        contact_[count_] = index;
        pair_[count_] = {
            .a = static_cast<std::int32_t>(contact.shape_a),
            .b = static_cast<std::int32_t>(contact.shape_b),
            .b_in_a = inv_mul(body_transform(state, contact.body_a), body_transform(state, contact.body_b)),
            .margin = distance};
        cache_[count_] = contact.cache;
        if (++count_ == capacity) update_all();
    }
    void update_all() {
        WorldState& state = detection_.step.state;
        collide_polygons(detection_.step.detection.polygons.table(), std::span(pair_).first(count_),
                         std::span(cache_).first(count_), std::span(manifold_).first(count_),
                         detection_.step.isa);
        for (std::size_t k = 0; k < count_; ++k) {
            Contact& contact = state.contacts[contact_[k]];
            contact.cache = cache_[k];
            update_manifold(state, contact, match_, by_features_, [&] {
                set_manifold(state, contact, manifold_[k], state.bodies.pose[contact.body_a],
                             state.bodies.pose[contact.body_b]);
                return !look_ahead(detection_.step, contact, detection_.margin_of(contact));
            });
        }
        count_ = 0;
    }

private:
    static constexpr std::size_t capacity = 16;  ///< Two SIMD passes; touches little memory.

    const Detection& detection_;
    Match match_;
    bool by_features_;
    std::size_t count_ = 0;
    std::array<std::uint32_t, capacity> contact_;
    std::array<PolygonPair, capacity> pair_;
    std::array<CollideCache, capacity> cache_;
    std::array<Manifold, capacity> manifold_;
};

/// Updates the manifolds of a chunk of contacts. New manifolds of polygons are computed in batches, with
/// separate batches for polygons of more than four vertices, which take more work per SIMD lane. New
/// manifolds of other shapes are computed one by one.
template <class Match>
void update_chunk(const Detection& detection, std::size_t begin, std::size_t end, Match match,
                  bool by_features) {
    WorldState& state = detection.step.state;
    const PolygonRecords& polygons = detection.step.detection.polygons;
    PolygonBatch small(detection, match, by_features);
    PolygonBatch large(detection, match, by_features);
    for (std::size_t i = begin; i < end; ++i) {
        Contact& contact = state.contacts[i];
        if (i + prefetch_distance < end) {
            prefetch(state.bodies.pose[state.contacts[i + prefetch_distance].body_a]);
            prefetch(state.bodies.pose[state.contacts[i + prefetch_distance].body_b]);
        }
        if (!is_active(detection.step.detection, contact)) continue;
        contact.hit_emitted = false;
        // The other matching methods are for demonstration, so they match points in every step.
        const float margin = detection.margin_of(contact);
        const float distance = search_distance(detection.step, contact, margin);
        const bool may_meet = contact.count == 0 && distance > margin;
        if (by_features && !may_meet && reuse_manifold(state, contact)) continue;
        if (polygons.has(contact.shape_a) && polygons.has(contact.shape_b)) {
            const bool is_small = polygons.is_small(contact.shape_a) && polygons.is_small(contact.shape_b);
            (is_small ? small : large).add(static_cast<std::uint32_t>(i), distance);
        } else {
            update_manifold(state, contact, match, by_features, [&] {
                compute_manifold(state, contact, distance);
                return !look_ahead(detection.step, contact, margin);
            });
        }
    }
    small.update_all();
    large.update_all();
}

constexpr std::size_t groups_per_chunk = 16;

void smooth_all(const Detection& detection) {
    ObstacleContacts& obstacle = detection.step.detection.obstacle;
    find_groups(detection.step.state, detection.step.detection.summary, obstacle);
    if (obstacle.groups.empty()) return;
    detection.step.team.for_chunks(obstacle.groups.size(), groups_per_chunk,
                                   [&](std::size_t begin, std::size_t end) {
                                       for (std::size_t i = begin; i < end; ++i)
                                           smooth_group(detection.step.state, obstacle, obstacle.groups[i]);
                                   });
    summarize_changed_runs(detection.step);
}

}  // namespace

void detect_for_soft_step(StepContext& step) {
    const WorldSettings& settings = step.state.settings;
    const Detection detection{step, detection_margin(settings), !step.state.continuous_overrides.empty()};
    const std::size_t count = step.state.contacts.size();
    step.detection.polygons.refresh(step.state.shapes);
    begin_detection_summary(step);
    with_matching(settings.matching, [&](auto match) {
        const bool by_features = settings.matching == ContactMatching::FeatureId;
        step.team.for_blocks(count, contacts_per_run,
                             [&](std::size_t run, std::size_t begin, std::size_t end) {
                                 update_chunk(detection, begin, end, match, by_features);
                                 summarize_run(step, run);
                             });
    });
    if (settings.smooth_inner_edges) smooth_all(detection);
}

}  // namespace toibox

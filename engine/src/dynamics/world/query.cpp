// SPDX-License-Identifier: MIT
// World queries by ray, box and point; queries by shape are in shape_query.cpp. Results do not depend on the
// order in which a broad phase visits its boxes: candidates are sorted, or ties are broken by shape index.
#include "toibox/broad/any_broad_phase.h"
#include "toibox/core/assert.h"
#include "toibox/dynamics/world.h"
#include "toibox/geometry/bounds.h"
#include "toibox/geometry/ray_cast.h"

#include "dynamics/contacts/one_way_contacts.h"
#include "dynamics/state/activity.h"
#include "dynamics/world/query_candidates.h"
#include "dynamics/world/ray_entries.h"

#include <algorithm>

namespace toibox {
namespace {

Transform shape_transform(const WorldState& state, std::uint32_t shape) {
    return body_transform(state, state.shapes.body[shape]);
}

RayHit cast(const WorldState& state, std::uint32_t shape, const Ray& ray) {
    return ray_cast(state.shapes.geometry[shape], widen(shape_transform(state, shape)), ray);
}

/// Calls visit(shape, limit) for each shape whose fat box the ray may hit before the fraction `limit`; visit
/// returns the new limit. Visits all shapes while a step is paused, because bodies may have left their fat
/// boxes.
template <class Visitor>
void for_each_ray_candidate(const WorldState& state, const Ray& ray, Visitor&& visit) {
    double limit = 1.0;
    if (!state.progress.paused) {
        std::visit([&](const auto& phase) { phase.cast(ray, limit, visit); }, *state.broad_phase);
        return;
    }
    for (std::uint32_t shape = 0; shape < state.shapes.body.size() && limit >= 0.0; ++shape) {
        if (state.shapes.ids.is_live(shape)) limit = visit(shape, limit);
    }
}

}  // namespace

std::vector<std::uint32_t> collect_candidates(const WorldState& state, const Aabb& box) {
    std::vector<std::uint32_t> found;
    if (!is_valid(box)) return found;
    if (state.progress.paused) {
        for (std::uint32_t shape = 0; shape < state.shapes.body.size(); ++shape) {
            if (state.shapes.ids.is_live(shape)) found.push_back(shape);
        }
        return found;
    }
    const auto collect = [&found](ProxyId shape) {
        found.push_back(shape);
        return true;
    };
    std::visit([&](const auto& phase) { phase.query(box, collect); }, *state.broad_phase);
    std::sort(found.begin(), found.end());
    return found;
}

std::optional<RayCastHit> World::ray_cast_closest(const Ray& ray, std::uint64_t mask) const {
    const WorldState& state = *state_;
    std::uint32_t closest = null_index;
    RayHit closest_hit;
    std::vector<RayEntry> started_in;
    for_each_ray_candidate(state, ray, [&](std::uint32_t shape, double limit) {
        if (!passes_mask(state, shape, mask)) return limit;
        const RayHit hit = cast(state, shape, ray);
        if (hit.inside) started_in.push_back({shape, hit});
        const bool is_nearer =
            hit.fraction < closest_hit.fraction || (hit.fraction == closest_hit.fraction && shape < closest);
        if (!hit.hit || !is_nearer) return limit;
        closest = shape;
        closest_hit = hit;
        return hit.fraction;
    });
    if (closest == null_index) return std::nullopt;
    // If the nearest hit is on a seam of polygons in which the ray starts, search all hits.
    if (!is_inner(state, started_in, {closest, closest_hit}))
        return RayCastHit{shape_at(closest), closest_hit};
    std::optional<RayCastHit> first;
    const auto take_first = [&first](const RayCastHit& hit) {
        first = hit;
        return false;
    };
    ray_cast_all(ray, take_first, mask);
    return first;
}

void World::ray_cast_closest(std::span<const Ray> rays, std::span<std::optional<RayCastHit>> hits,
                             std::uint64_t mask) const {
    TOIBOX_ASSERT(rays.size() == hits.size());
    for (std::size_t i = 0; i < rays.size(); ++i)
        hits[i] = ray_cast_closest(rays[i], mask);
}

void World::ray_cast_all(const Ray& ray, FunctionRef<bool(const RayCastHit&)> visit,
                         std::uint64_t mask) const {
    const WorldState& state = *state_;
    std::vector<RayEntry> entries;
    for_each_ray_candidate(state, ray, [&](std::uint32_t shape, double limit) {
        if (!passes_mask(state, shape, mask)) return limit;
        const RayHit hit = cast(state, shape, ray);
        if (hit.hit || hit.inside) entries.push_back({shape, hit});
        return limit;
    });
    keep_outer_hits(state, entries);
    for (const RayEntry& entry : entries) {
        if (!visit({shape_at(entry.shape), entry.hit})) return;
    }
}

void World::query_aabb(const Aabb& box, FunctionRef<bool(ShapeHandle)> visit) const {
    const WorldState& state = *state_;
    for (const std::uint32_t shape : collect_candidates(state, box)) {
        // A fat box inside the query box needs no exact test, unless a paused step has moved the body out of
        // its fat box.
        const bool is_inside = !state.progress.paused && contains(box, state.shapes.fat_box[shape]);
        const auto overlaps_box = [&] {
            return overlaps(compute_aabb(state.shapes.geometry[shape], shape_transform(state, shape)), box);
        };
        if ((is_inside || overlaps_box()) && !visit(shape_at(shape))) return;
    }
}

std::vector<ShapeHandle> World::shapes_at(Vec2 point) const {
    const WorldState& state = *state_;
    std::vector<ShapeHandle> found;
    for (const std::uint32_t shape : collect_candidates(state, {point, point})) {
        const Transformd frame = widen(shape_transform(state, shape));
        if (contains_point(state.shapes.geometry[shape], frame, widen(point))) {
            found.push_back(shape_at(shape));
        }
    }
    return found;
}

bool World::lets_pass(ShapeHandle one_way, ShapeHandle other) const {
    return lets_pass_now(*state_, one_way, other);
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Selects the bodies that are searched again after an impact. The bodies of the impact have new motions:
// earlier results that involve them are stale, and other bodies may hit them now. Lookups use box indices,
// not loops over all bodies: a step with n impacts costs O(n log n), except for crowds in one place.

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_islands.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"

#include <algorithm>

namespace toibox {

namespace {

void requeue_body(StepContext& step, std::uint32_t body) {
    if (step.ccd.is_requeued[body] != 0) return;
    step.ccd.is_requeued[body] = 1;
    step.ccd.requeued.push_back(body);
}

/// True if searches of other bodies may have found impacts with one of `bodies`. False if no body is searched
/// against all shapes and there are no heavy obstacles, because searches then find impacts only with static
/// and kinematic bodies.
bool may_be_hit_by_others(const StepContext& step, const std::vector<std::uint32_t>& bodies) {
    const std::vector<BodyCcdState>& all = step.state.ccd.body;
    return step.ccd.any_searches_all || std::any_of(bodies.begin(), bodies.end(), [&](std::uint32_t body) {
               return all[body].is_heavy_obstacle;
           });
}

void update_remaining_box(StepContext& step, std::uint32_t body) {
    const bool searched = is_searched(step.state, body);
    step.ccd.remaining_boxes.set(body, searched ? remaining_motion_box(step, body) : empty_aabb);
}

void update_remaining_boxes(StepContext& step) {
    if (!step.ccd.has_remaining_boxes) {
        const std::size_t count = step.state.ccd.body.size();
        step.ccd.remaining_boxes.resize(count);
        for (std::uint32_t body = 0; body < count; ++body)
            update_remaining_box(step, body);
        step.ccd.has_remaining_boxes = true;
    }
    step.ccd.remaining_boxes.refresh();
}

/// Requeues the searched bodies that may hit `body` on its new motion, in ascending order.
void requeue_bodies_in_path(StepContext& step, std::uint32_t body) {
    update_remaining_boxes(step);
    std::vector<std::uint32_t>& near = step.search.near;
    near.clear();
    step.ccd.remaining_boxes.query(remaining_motion_box(step, body), [&](std::uint32_t other) {
        near.push_back(other);
        return true;
    });
    std::sort(near.begin(), near.end());
    for (const std::uint32_t other : near)
        requeue_body(step, other);
}

/// Requeues other bodies in the path of bodies whose own search does not find all impacts: a stopped body is
/// not searched, a heavy obstacle is searched only against obstacles, and a body with an override may not be
/// searched, or may be searched with a method that misses impacts which the other body's method finds.
void requeue_passive_bodies(StepContext& step) {
    const bool has_overrides = !step.state.continuous_overrides.empty();
    const std::size_t impact_body_count = step.ccd.requeued.size();
    for (std::size_t i = 0; i < impact_body_count; ++i) {
        const std::uint32_t body = step.ccd.requeued[i];
        const bool is_searching =
            is_searched(step.state, body) && !step.state.ccd.body[body].is_heavy_obstacle;
        if (has_overrides || !is_searching) requeue_bodies_in_path(step, body);
    }
}

}  // namespace

bool is_searched(const WorldState& state, std::uint32_t body) {
    return state.bodies.ids.is_live(body) && state.bodies.info[body].type == BodyType::Dynamic &&
           state.ccd.body[body].searching;
}

void reset_impact_queue(StepContext& step) {
    const std::size_t count = step.state.ccd.body.size();
    step.ccd.impact_queue.begin(count);
    step.ccd.is_requeued.assign(count, 0);
    step.ccd.has_remaining_boxes = false;
}

void search_requeued_bodies(StepContext& step) {
    std::vector<std::uint32_t>& requeued = step.ccd.requeued;
    requeued.clear();
    for (const std::uint32_t body : step.solver.impact_bodies) {
        requeue_body(step, body);
        update_swept_shapes(step, body);
        update_heavy_obstacle(step, body);
        if (step.ccd.has_remaining_boxes) update_remaining_box(step, body);
    }
    if (may_be_hit_by_others(step, requeued)) {
        const std::size_t impact_body_count = requeued.size();
        for (std::size_t i = 0; i < impact_body_count; ++i) {
            step.ccd.impact_queue.invalidate_impacts_with(
                requeued[i], [&](std::uint32_t searched_body) { requeue_body(step, searched_body); });
        }
        requeue_passive_bodies(step);
    }
    for (const std::uint32_t body : requeued) {
        step.ccd.is_requeued[body] = 0;
        step.ccd.impact_queue.invalidate(body);
        if (!is_searched(step.state, body)) continue;
        const std::uint64_t casts_before = step.counters.toi.outer.calls;
        if (const auto found = search_impact(step, body)) step.ccd.impact_queue.add(*found);
        charge_impact(
            step, tuning::search_rows + tuning::cast_rows * (step.counters.toi.outer.calls - casts_before));
    }
    store_island(step);
}

}  // namespace toibox

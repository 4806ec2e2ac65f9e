// SPDX-License-Identifier: MIT

// Searches for the first impact of a moving body. The box around its motion is tested against fat boxes,
// which cover the poses at the start of the step, and against the swept boxes of shapes that leave their fat
// boxes. For most bodies, only the fat boxes of targets are tested (CcdScratch::targets). Then each pair is
// cast. The earliest impact is returned; ties go to the pair with the lower shape indices.

#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_islands.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/contacts/one_way_contacts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/remaining_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace toibox {

namespace {

/// True if a search of another body may hit this body while it moves: true for kinematic bodies, and for all
/// bodies if some body is searched against all shapes. (For heavy obstacles, see update_heavy_obstacle.)
bool may_be_hit_while_moving(const StepContext& step, std::uint32_t body) {
    return step.ccd.any_searches_all || step.state.bodies.info[body].type == BodyType::Kinematic;
}

void add_swept_shapes(StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    if (!may_be_hit_while_moving(step, body)) return;
    const Sweep sweep = remaining_sweep(step, body, 0.0);
    const bool is_stationary = sweep.c0 == sweep.c1 && sweep.delta_angle == 0.0;
    if (is_stationary && state.ccd.body[body].remaining == RemainingMotion::Planned) return;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        if (state.shapes.sensor[shape] != 0) return;
        const Aabb box = swept_aabb(state.shapes.geometry[shape], sweep);
        if (contains(state.shapes.fat_box[shape], box)) return;
        step.ccd.swept_boxes.set(shape, box);
        step.ccd.swept_shapes.push_back(shape);
    });
}

void clear_nearby_shapes(StepContext& step) {
    step.search.near.clear();
}
/// Adds the shape unless it belongs to `body`. Returns true, to continue the query.
bool add_nearby_shape(StepContext& step, std::uint32_t body, std::uint32_t shape) {
    if (step.state.shapes.body[shape] != body) step.search.near.push_back(shape);
    return true;
}
/// Adds shapes whose swept boxes overlap the box, sorts the list and removes duplicates.
void finish_nearby_shapes(StepContext& step, std::uint32_t body, const Aabb& box) {
    std::vector<std::uint32_t>& near = step.search.near;
    step.ccd.swept_boxes.query(box, [&](std::uint32_t shape) { return add_nearby_shape(step, body, shape); });
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
}

bool is_earlier(const ImpactCandidate& a, const ImpactCandidate& b) {
    return std::tie(a.t, a.shape_a, a.shape_b) < std::tie(b.t, b.shape_a, b.shape_b);
}

}  // namespace

// Encloses the sweep of the body's bounding circle, with margins for the target distance and rounding errors.
Aabb remaining_motion_box(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const Sweep sweep = remaining_sweep(step, body, 0.0);
    const float reach = state.settings.target + state.settings.tolerance;
    const double max_coordinate =
        std::max({std::abs(sweep.c0.x), std::abs(sweep.c0.y), std::abs(sweep.c1.x), std::abs(sweep.c1.y)});
    const float margin = state.bodies.mass[body].max_extent + reach +
                         static_cast<float>(tuning::min_gap + tuning::min_gap_fraction * max_coordinate);
    const Vec2 from = narrow(sweep.c0);
    const Vec2 to = narrow(sweep.c1);
    const Vec2 lower{from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y};
    const Vec2 upper{from.x < to.x ? to.x : from.x, from.y < to.y ? to.y : from.y};
    return fattened({lower, upper}, margin);
}

void collect_swept_shapes(StepContext& step) {
    for (const std::uint32_t shape : step.ccd.swept_shapes)
        step.ccd.swept_boxes.set(shape, empty_aabb);
    step.ccd.swept_shapes.clear();
    step.ccd.swept_boxes.resize(step.state.shapes.fat_box.size());
    for_each_simulated_body(step.state, [&](std::uint32_t body) { add_swept_shapes(step, body); });
    step.ccd.swept_boxes.refresh();
}

void update_swept_shapes(StepContext& step, std::uint32_t body) {
    for_each_shape(step.state, body,
                   [&](std::uint32_t shape) { step.ccd.swept_boxes.set(shape, empty_aabb); });
    add_swept_shapes(step, body);
    step.ccd.swept_boxes.refresh();
}

void collect_targets(StepContext& step) {
    const WorldState& state = step.state;
    CcdScratch& scratch = step.ccd;
    const auto count = static_cast<std::uint32_t>(state.shapes.fat_box.size());
    scratch.targets.assign(count, [&](std::uint32_t shape) {
        const std::uint32_t body = state.shapes.body[shape];
        const bool is_target =
            state.shapes.ids.is_live(shape) &&
            (state.bodies.info[body].type != BodyType::Dynamic || scratch.searches_all[body] != 0);
        return is_target ? state.shapes.fat_box[shape] : empty_aabb;
    });
}

namespace {

/// The box of a shape of a heavy obstacle.
Aabb heavy_box_of(const StepContext& step, std::uint32_t shape) {
    const WorldState& state = step.state;
    const Sweep sweep = remaining_sweep(step, state.shapes.body[shape], 0.0);
    return merged(state.shapes.fat_box[shape], swept_aabb(state.shapes.geometry[shape], sweep));
}
void add_heavy_travel(StepContext& step, std::uint32_t body) {
    step.ccd.max_heavy_travel = std::max(step.ccd.max_heavy_travel, remaining_travel(step, body));
}

}  // namespace

void collect_heavy_obstacles(StepContext& step) {
    const WorldState& state = step.state;
    CcdScratch& scratch = step.ccd;
    const auto count = static_cast<std::uint32_t>(state.shapes.fat_box.size());
    scratch.heavy_obstacles.assign(count, [&](std::uint32_t shape) {
        const bool is_listed =
            state.shapes.ids.is_live(shape) && state.ccd.body[state.shapes.body[shape]].is_heavy_obstacle;
        return is_listed ? heavy_box_of(step, shape) : empty_aabb;
    });
    scratch.min_heavy_extent = std::numeric_limits<float>::infinity();
    scratch.max_heavy_travel = 0.0;
    for (std::uint32_t body = 0; body < state.ccd.body.size(); ++body) {
        if (!state.ccd.body[body].is_heavy_obstacle) continue;
        scratch.min_heavy_extent = std::min(scratch.min_heavy_extent, state.bodies.mass[body].min_extent);
        add_heavy_travel(step, body);
    }
}

void update_heavy_obstacle(StepContext& step, std::uint32_t body) {
    if (!step.state.ccd.body[body].is_heavy_obstacle) return;
    for_each_shape(step.state, body, [&](std::uint32_t shape) {
        step.ccd.heavy_obstacles.set(shape, heavy_box_of(step, shape));
    });
    step.ccd.heavy_obstacles.refresh();
    add_heavy_travel(step, body);
}

void collect_near_targets(StepContext& step, std::uint32_t body, const Aabb& box) {
    if (step.ccd.searches_all[body] != 0) return collect_near_shapes(step, body, box);
    clear_nearby_shapes(step);
    const auto add = [&](std::uint32_t shape) { return add_nearby_shape(step, body, shape); };
    step.ccd.targets.query(box, add);
    const bool may_pass_heavy_obstacle = remaining_travel(step, body) + step.ccd.max_heavy_travel >
                                         static_cast<double>(step.ccd.min_heavy_extent);
    if (may_pass_heavy_obstacle) step.ccd.heavy_obstacles.query(box, add);
    finish_nearby_shapes(step, body, box);
}

void collect_adjacent_targets(StepContext& step, std::uint32_t body, const Aabb& box) {
    step.search.near.swap(step.search.adjacent);
    collect_near_targets(step, body, box);
    step.search.near.swap(step.search.adjacent);
}

void collect_group_shapes(StepContext& step, std::uint32_t body, const Aabb& box) {
    collect_near_targets(step, body, box);
    if (step.ccd.searches_all[body] != 0) return;
    const WorldState& state = step.state;
    std::vector<std::uint32_t>& near = step.search.near;
    for (const std::uint32_t member : step.solver.impact_bodies) {
        if (member == body || step.ccd.searches_all[member] != 0) continue;
        const Transform transform = body_transform(state, member);
        for_each_shape(state, member, [&](std::uint32_t shape) {
            if (overlaps(box, compute_aabb(state.shapes.geometry[shape], transform))) near.push_back(shape);
        });
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
}

void collect_near_shapes(StepContext& step, std::uint32_t body, const Aabb& box) {
    clear_nearby_shapes(step);
    std::visit(
        [&](const auto& phase) {
            phase.query(box, [&](std::uint32_t shape) { return add_nearby_shape(step, body, shape); });
        },
        *step.state.broad_phase);
    finish_nearby_shapes(step, body, box);
}

std::optional<ImpactCandidate> search_impact(StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const Sweep sweep = remaining_sweep(step, body, 0.0);
    const float reach = state.settings.target + state.settings.tolerance;
    const ToiMethod method = toi_method_of(state, body);
    std::optional<ImpactCandidate> first;
    // Most fast bodies are far from all others: one query for the whole body avoids a query for each shape.
    collect_near_targets(step, body, remaining_motion_box(step, body));
    if (step.search.near.empty()) return first;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        if (state.shapes.sensor[shape] != 0) return;
        collect_near_targets(step, body, fattened(swept_aabb(state.shapes.geometry[shape], sweep), reach));
        for (const std::uint32_t other : step.search.near) {
            if (!is_searched_pair(step, shape, other) ||
                is_abandoned_pair(step, body, state.shapes.body[other]))
                continue;
            std::optional<ImpactCandidate> impact =
                shape < other ? cast_pair(step, shape, other, method) : cast_pair(step, other, shape, method);
            if (!impact || (first && !is_earlier(*impact, *first))) continue;
            impact->searched_body = body;
            first = impact;
        }
    });
    return first;
}

}  // namespace toibox

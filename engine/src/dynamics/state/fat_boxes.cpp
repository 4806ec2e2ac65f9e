// SPDX-License-Identifier: MIT
// Fat boxes: the boxes in the broad phase. A fat box contains the shape and half the contact margin, so that
// the boxes of two shapes within the margin overlap. The fat box of a movable body has additional room, so
// that the broad phase need not be updated while the body stays within its box.
#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"

namespace toibox {
namespace {

/// Margin around a shape, metres: half the world's margin. If the body's own margin is larger, the full
/// difference is added, because the fat box of the other shape of a pair does not include a share of it.
float margin_around(const WorldState& state, std::uint32_t shape) {
    const float common = effective_contact_margin(state.settings);
    if (state.continuous_overrides.empty()) return 0.5f * common;
    const float body_margin = contact_margin_of(state, state.shapes.body[shape]);
    return body_margin > common ? body_margin - 0.5f * common : 0.5f * common;
}

/// The smallest box that the broad phase needs for a shape. `reach`: added on all sides, metres.
Aabb needed_box(const WorldState& state, std::uint32_t shape, const Transform& frame, float reach = 0.0f) {
    return fattened(compute_aabb(state.shapes.geometry[shape], frame), margin_around(state, shape) + reach);
}

Aabb make_fat_box(const WorldState& state, std::uint32_t body, const Aabb& needed) {
    if (state.bodies.info[body].type == BodyType::Static) return needed;
    const float margin = tuning::fat_box_fraction * state.bodies.mass[body].max_extent;
    return fattened(needed, margin < tuning::fat_box_limit ? margin : tuning::fat_box_limit);
}

/// Minimum distance between the sides of the inner box and those of the outer box, metres.
float min_clearance(const Aabb& outer, const Aabb& inner) {
    const Vec2 low = inner.lower - outer.lower;
    const Vec2 high = outer.upper - inner.upper;
    const float x = low.x < high.x ? low.x : high.x;
    const float y = low.y < high.y ? low.y : high.y;
    return x < y ? x : y;
}

/// True if `box` is much larger than `wanted`, because the body was faster when the box was made.
bool is_oversized(const Aabb& box, const Aabb& wanted, float reach) {
    return !contains(fattened(wanted, reach + tuning::fat_box_limit), box);
}

void add_to_moved_list(WorldState& state, std::uint32_t shape) {
    if (state.shapes.moved[shape] != 0) return;
    state.shapes.moved[shape] = 1;
    state.pairs.moved.push_back(shape);
}

void replace_fat_box(WorldState& state, std::uint32_t shape, const Aabb& box) {
    state.shapes.fat_box[shape] = box;
    std::visit([&](auto& phase) { phase.move(shape, box); }, *state.broad_phase);
    add_to_moved_list(state, shape);
}

}  // namespace

void insert_fat_box(WorldState& state, std::uint32_t shape) {
    const std::uint32_t body = state.shapes.body[shape];
    const Aabb box = make_fat_box(state, body, needed_box(state, shape, body_transform(state, body)));
    state.shapes.fat_box[shape] = box;
    state.bodies.motion[body].box_slack = 0.0f;
    std::visit([&](auto& phase) { phase.insert(shape, box); }, *state.broad_phase);
    mark_moved(state, shape);
}

void find_stale_boxes(WorldState& state, std::uint32_t body, std::vector<FatBoxUpdate>& found,
                      std::optional<float> reach) {
    const Transform frame = body_transform(state, body);
    float slack = tuning::fat_box_limit;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        const Aabb needed = needed_box(state, shape, frame, reach.value_or(0.0f));
        Aabb box = state.shapes.fat_box[shape];
        if (!contains(box, needed) ||
            (reach && is_oversized(box, make_fat_box(state, body, needed), *reach))) {
            box = make_fat_box(state, body, needed);
            found.push_back({shape, box});
        }
        const float clearance = min_clearance(box, needed);
        slack = clearance < slack ? clearance : slack;
    });
    state.bodies.motion[body].box_slack = tuning::box_slack_fraction * slack;
}

void replace_fat_boxes(WorldState& state, const std::vector<FatBoxUpdate>& boxes,
                       std::vector<ReplacedBox>* replaced) {
    for (const FatBoxUpdate& box : boxes) {
        if (replaced != nullptr) replaced->push_back({box.shape, state.shapes.fat_box[box.shape]});
        replace_fat_box(state, box.shape, box.box);
    }
}

void update_outgrown_fat_boxes(WorldState& state, std::uint32_t body) {
    std::vector<FatBoxUpdate> boxes;
    find_stale_boxes(state, body, boxes);
    replace_fat_boxes(state, boxes);
}

void restore_fat_boxes(WorldState& state, std::vector<ReplacedBox>& replaced) {
    for (; !replaced.empty(); replaced.pop_back()) {
        const ReplacedBox& old = replaced.back();
        state.shapes.fat_box[old.shape] = old.box;
        std::visit([&](auto& phase) { phase.move(old.shape, old.box); }, *state.broad_phase);
    }
    std::visit(
        [](auto& phase) {
            if constexpr (requires { phase.forget_previous_boxes(); }) phase.forget_previous_boxes();
        },
        *state.broad_phase);
}

void recompute_all_fat_boxes(WorldState& state) {
    for (std::uint32_t shape = 0; shape < state.shapes.body.size(); ++shape) {
        if (!state.shapes.ids.is_live(shape)) continue;
        const std::uint32_t body = state.shapes.body[shape];
        state.bodies.motion[body].box_slack = 0.0f;
        const Aabb needed = needed_box(state, shape, body_transform(state, body));
        replace_fat_box(state, shape, make_fat_box(state, body, needed));
    }
}

void rebuild_broad_phase(WorldState& state) {
    state.broad_phase = BroadPhaseValue(state.settings.broad_phase);
    std::visit(
        [&state](auto& phase) {
            for (std::uint32_t shape = 0; shape < state.shapes.body.size(); ++shape) {
                if (state.shapes.ids.is_live(shape)) phase.insert(shape, state.shapes.fat_box[shape]);
            }
        },
        *state.broad_phase);
}

void mark_moved(WorldState& state, std::uint32_t shape) {
    add_to_moved_list(state, shape);
    std::visit(
        [shape](auto& phase) {
            if constexpr (requires { phase.report_pairs_again(shape); }) phase.report_pairs_again(shape);
        },
        *state.broad_phase);
}

void mark_body_moved(WorldState& state, std::uint32_t body) {
    for_each_shape(state, body, [&state](std::uint32_t shape) { mark_moved(state, shape); });
}

void unmark_moved(WorldState& state, std::uint32_t shape) {
    if (state.shapes.moved[shape] == 0) return;
    state.shapes.moved[shape] = 0;
    std::erase(state.pairs.moved, shape);
}

}  // namespace toibox

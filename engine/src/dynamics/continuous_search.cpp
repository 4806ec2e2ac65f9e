// SPDX-License-Identifier: MIT

// What a moving body may meet: its swept box against the broad phase, whose boxes cover the poses at which
// the step began, and against the swept boxes of those shapes that leave theirs. Then one cast for each pair;
// the earliest counts, and of equal times the pair with the lower shapes.

#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "continuous.h"
#include "one_way_contacts.h"
#include "own_continuous.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace toibox {

namespace {

/// Shapes that a search may meet although they move: those of kinematic bodies and anvils, and in a world
/// with bullets all.
bool may_be_met_moving(const StepContext& step, std::uint32_t body) {
    return step.scratch.has_bullets || step.state.bodies.info[body].type == BodyType::Kinematic ||
           step.state.continuous.body[body].anvil;
}

void add_swept_shapes(StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    if (!may_be_met_moving(step, body)) return;
    const Sweep sweep = rest_of_motion(step, body, 0.0);
    const bool still = sweep.c0 == sweep.c1 && sweep.delta_angle == 0.0;
    if (still && state.continuous.body[body].rest == RestOfStep::Planned) return;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        if (state.shapes.sensor[shape] != 0) return;
        const Aabb box = swept_aabb(state.shapes.geometry[shape], sweep);
        if (contains(state.shapes.fat_box[shape], box)) return;
        step.scratch.swept.set(shape, box);
        step.scratch.swept_shapes.push_back(shape);
    });
}

void begin_near(StepContext& step) {
    step.search.near.clear();
}
/// True: go on.
bool note_near(StepContext& step, std::uint32_t body, std::uint32_t shape) {
    if (step.state.shapes.body[shape] != body) step.search.near.push_back(shape);
    return true;
}
/// What leaves the box that the broad phase has, and the order.
void end_near(StepContext& step, std::uint32_t body, const Aabb& box) {
    std::vector<std::uint32_t>& near = step.search.near;
    step.scratch.swept.query(box, [&](std::uint32_t shape) { return note_near(step, body, shape); });
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
}

/// Whether `anvil` stands as fast as a static body to the other.
bool is_anvil_to(const WorldState& state, std::uint32_t anvil, std::uint32_t body) {
    const std::vector<BodyContinuous>& bodies = state.continuous.body;
    return anvil < bodies.size() && bodies[anvil].anvil &&
           state.bodies.mass[anvil].inv_mass * tuning::anvil_ratio <= state.bodies.mass[body].inv_mass;
}

bool earlier(const FoundImpact& a, const FoundImpact& b) {
    return std::tie(a.t, a.shape_a, a.shape_b) < std::tie(b.t, b.shape_a, b.shape_b);
}

}  // namespace

/// Round the circle that the body sweeps, with room for rounding.
Aabb box_of_rest(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const Sweep sweep = rest_of_motion(step, body, 0.0);
    const float reach = state.settings.target + state.settings.tolerance;
    const double far =
        std::max({std::abs(sweep.c0.x), std::abs(sweep.c0.y), std::abs(sweep.c1.x), std::abs(sweep.c1.y)});
    const float room = state.bodies.mass[body].max_extent + reach +
                       static_cast<float>(tuning::least_gap + tuning::least_gap_share * far);
    const Vec2 from = narrow(sweep.c0);
    const Vec2 to = narrow(sweep.c1);
    const Vec2 lower{from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y};
    const Vec2 upper{from.x < to.x ? to.x : from.x, from.y < to.y ? to.y : from.y};
    return fattened({lower, upper}, room);
}

void collect_swept_shapes(StepContext& step) {
    for (const std::uint32_t shape : step.scratch.swept_shapes)
        step.scratch.swept.set(shape, no_aabb);
    step.scratch.swept_shapes.clear();
    step.scratch.swept.resize(step.state.shapes.fat_box.size());
    for_each_moving_body(step.state, [&](std::uint32_t body) { add_swept_shapes(step, body); });
    step.scratch.swept.refresh();
}

void renew_swept_shapes(StepContext& step, std::uint32_t body) {
    for_each_shape(step.state, body, [&](std::uint32_t shape) { step.scratch.swept.set(shape, no_aabb); });
    add_swept_shapes(step, body);
    step.scratch.swept.refresh();
}

void collect_obstacles(StepContext& step) {
    const WorldState& state = step.state;
    if (step.scratch.has_bullets) return;
    const auto count = static_cast<std::uint32_t>(state.shapes.fat_box.size());
    step.scratch.obstacles.resize(count);
    for (std::uint32_t shape = 0; shape < count; ++shape) {
        const std::uint32_t body = state.shapes.body[shape];
        const bool stands =
            state.shapes.ids.is_live(shape) &&
            (state.bodies.info[body].type != BodyType::Dynamic || state.continuous.body[body].anvil);
        step.scratch.obstacles.set(shape, stands ? state.shapes.fat_box[shape] : no_aabb);
    }
    step.scratch.obstacles.refresh();
}

void collect_near_obstacles(StepContext& step, std::uint32_t body, const Aabb& box) {
    if (step.scratch.has_bullets) return collect_near_shapes(step, body, box);
    begin_near(step);
    step.scratch.obstacles.query(box, [&](std::uint32_t shape) { return note_near(step, body, shape); });
    end_near(step, body, box);
}

void collect_beside(StepContext& step, std::uint32_t body, const Aabb& box) {
    step.search.near.swap(step.search.beside);
    collect_near_obstacles(step, body, box);
    step.search.near.swap(step.search.beside);
}

void collect_near_shapes(StepContext& step, std::uint32_t body, const Aabb& box) {
    begin_near(step);
    std::visit(
        [&](const auto& phase) {
            phase.query(box, [&](std::uint32_t shape) { return note_near(step, body, shape); });
        },
        *step.state.broad_phase);
    end_near(step, body, box);
}

bool is_searched_pair(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b) {
    const WorldState& state = step.state;
    if ((state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) != 0) return false;
    // Two lines never have a contact, so an impact of theirs would have nothing to go on with.
    if (type_of(state.shapes.geometry[shape_a]) == ShapeType::Segment &&
        type_of(state.shapes.geometry[shape_b]) == ShapeType::Segment) {
        return false;
    }
    const std::uint32_t body_a = state.shapes.body[shape_a];
    const std::uint32_t body_b = state.shapes.body[shape_b];
    const BodyInfo& a = state.bodies.info[body_a];
    const BodyInfo& b = state.bodies.info[body_b];
    const bool both_dynamic = a.type == BodyType::Dynamic && b.type == BodyType::Dynamic;
    if (both_dynamic && !a.bullet && !b.bullet && !is_anvil_to(state, body_a, body_b) &&
        !is_anvil_to(state, body_b, body_a) && !is_lively_pair(step, shape_a, shape_b)) {
        return false;
    }
    if (!may_pair(state, shape_a, shape_b)) return false;
    const std::vector<BodyContinuous>& bodies = state.continuous.body;
    const double t = bodies.empty() ? 0.0 : std::max(bodies[body_a].consumed, bodies[body_b].consumed);
    return !is_let_pass(step, shape_a, shape_b, t);
}

std::optional<FoundImpact> search_impact(StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const Sweep sweep = rest_of_motion(step, body, 0.0);
    const float reach = state.settings.target + state.settings.tolerance;
    const ToiMethod method = method_of(state, body);
    std::optional<FoundImpact> first;
    // Most of what is fast is far from everything: a look at the body as a whole spares one at each shape.
    collect_near_obstacles(step, body, box_of_rest(step, body));
    if (step.search.near.empty()) return first;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        if (state.shapes.sensor[shape] != 0) return;
        collect_near_obstacles(step, body, fattened(swept_aabb(state.shapes.geometry[shape], sweep), reach));
        for (const std::uint32_t other : step.search.near) {
            if (!is_searched_pair(step, shape, other)) continue;
            std::optional<FoundImpact> impact =
                shape < other ? cast_pair(step, shape, other, method) : cast_pair(step, other, shape, method);
            if (!impact || (first && !earlier(*impact, *first))) continue;
            impact->searcher = body;
            first = impact;
        }
    });
    return first;
}

}  // namespace toibox

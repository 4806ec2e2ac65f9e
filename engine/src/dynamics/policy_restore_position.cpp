// SPDX-License-Identifier: MIT

// Save the position, move, and if that led into something, put it back: body by body, without looking for
// the time between. A body stops as far from the surface as it happened to be, and loses the whole step; what
// is fast enough to come out on the other side within one step was never seen. Source: the lecture on
// collision detection ("savePos … restorePos").

#include "continuous.h"
#include "policies.h"
#include "world_edit.h"

#include <optional>

namespace toibox {

namespace {

std::optional<FoundImpact> find_block(StepContext& step, std::uint32_t body) {
    step.pair_buffer.clear();
    collect_pairs_in_the_way(step, body, step.pair_buffer);
    for (const ProxyPair& pair : step.pair_buffer) {
        if (!ends_in_new_overlap(step, pair.a, pair.b)) continue;
        const Gap gap = gap_at(step, pair.a, pair.b, 0.0);
        return FoundImpact{.kind = FoundImpact::Kind::Impact,
                           .t = 0.0,
                           .shape_a = pair.a,
                           .shape_b = pair.b,
                           .body_a = step.state.shapes.body[pair.a],
                           .body_b = step.state.shapes.body[pair.b],
                           .searcher = body,
                           .point = gap.point,
                           .normal = gap.normal};
    }
    return std::nullopt;
}

}  // namespace

void restore_positions(StepContext& step) {
    WorldState& state = step.state;
    for_each_moving_body(state, [&](std::uint32_t body) {
        if (state.bodies.info[body].type != BodyType::Dynamic) return;
        if (!state.continuous.body[body].searching) return;
        const std::optional<FoundImpact> block = find_block(step, body);
        if (!block) return;
        wake(state, block->body_a);
        wake(state, block->body_b);
        advance_body(step, body, 0.0);
        resolve_impact(step, *block);
        state.continuous.body[body].rest = RestOfStep::Stopped;
        ImpactEvent event = event_of(state, *block);
        event.time_lost = static_cast<double>(step.dt);
        tell_of_impact(step, event);
    });
    tell_contacts_of_impacts(step);
}

}  // namespace toibox

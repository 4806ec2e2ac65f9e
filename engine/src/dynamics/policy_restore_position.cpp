// SPDX-License-Identifier: MIT

// Save the position, move, and if that led into something, put it back: body by body, without looking for
// the time between. A body stops as far from the surface as it happened to be, and loses the whole step; what
// is fast enough to come out on the other side within one step was never seen. Where it would have met the
// other is not known, so the answer is that of two points: centres are thrown apart along the normal between
// the shapes, and a body that only turned into the other turns back. Source: the lecture on collision
// detection ("savePos … restorePos"). So the turn of what only turns into another is not passed on, and where
// the normal does not join the centres angular momentum is not kept.

#include "continuous.h"
#include "impact_group.h"
#include "own_continuous.h"
#include "policies.h"
#include "world_edit.h"

#include <cmath>
#include <optional>

namespace toibox {

namespace {

std::optional<ImpactCandidate> find_blocking_overlap(StepContext& step, std::uint32_t body) {
    step.pair_buffer.clear();
    collect_pairs_in_path(step, body, step.pair_buffer);
    for (const ProxyPair& pair : step.pair_buffer) {
        if (!ends_in_new_overlap(step, pair.a, pair.b)) continue;
        const Gap gap = gap_at(step, pair.a, pair.b, 0.0);
        return ImpactCandidate{.kind = ImpactCandidate::Kind::Impact,
                               .t = 0.0,
                               .shape_a = pair.a,
                               .shape_b = pair.b,
                               .body_a = step.state.shapes.body[pair.a],
                               .body_b = step.state.shapes.body[pair.b],
                               .searched_body = body,
                               .point = gap.point,
                               .normal = gap.normal};
    }
    return std::nullopt;
}

/// Along the normal, as if both were their centres. The impulse, N·s: 0 if they did not approach each other
/// so.
float bounce_as_points(StepContext& step, const ImpactCandidate& block, float restitution) {
    const WorldState& state = step.state;
    const float share_a = state.bodies.mass[block.body_a].inv_mass;
    const float share_b = state.bodies.mass[block.body_b].inv_mass;
    BodyVelocity& a = step.state.bodies.velocity[block.body_a];
    BodyVelocity& b = step.state.bodies.velocity[block.body_b];
    const Vec2 normal = narrow(block.normal);
    const float approach = dot(b.linear - a.linear, normal);
    if (!(approach < 0.0f) || !(share_a + share_b > 0.0f)) return 0.0f;
    const float impulse = -(1.0f + restitution) * approach / (share_a + share_b);
    a.linear -= share_a * impulse * normal;
    b.linear += share_b * impulse * normal;
    return impulse;
}

/// Turns the body back. The impulse that would do so at its rim, N·s.
float turn_back(StepContext& step, std::uint32_t body, float restitution) {
    const BodyMass& mass = step.state.bodies.mass[body];
    float& angular = step.state.bodies.velocity[body].angular;
    const float change = std::abs((1.0f + restitution) * angular);
    angular *= -restitution;
    return mass.max_extent > 0.0f ? mass.inertia * change / mass.max_extent : 0.0f;
}

/// The fastest that a point of the body can be.
float top_speed(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return length(velocity.linear) + std::abs(velocity.angular) * state.bodies.mass[body].max_extent;
}

/// Restitution of the pair, or none below the threshold.
float restitution_of(const StepContext& step, const ImpactCandidate& block) {
    const WorldState& state = step.state;
    const float speed = top_speed(state, block.body_a) + top_speed(state, block.body_b);
    if (!(speed > effective_restitution_threshold(state.settings, step.dt))) return 0.0f;
    return make_contact(state, block.shape_a, block.shape_b).restitution;
}

void restore(StepContext& step, std::uint32_t body, const ImpactCandidate& block) {
    WorldState& state = step.state;
    wake(state, block.body_a);
    wake(state, block.body_b);
    const float restitution = restitution_of(step, block);
    advance_body(step, body, 0.0);
    undo_remaining_gravity(step, body, 0.0);
    float impulse = bounce_as_points(step, block, restitution);
    if (impulse == 0.0f) impulse = turn_back(step, body, restitution);
    ImpactImpulse push{.pair = {block.shape_a, block.shape_b}, .normal = narrow(block.normal), .count = 1};
    push.points[0].r_a = narrow(block.point - widen(state.bodies.pose[block.body_a].center));
    push.points[0].r_b = narrow(block.point - widen(state.bodies.pose[block.body_b].center));
    push.points[0].normal_impulse = impulse;
    record_impact_push(step, push);
    state.continuous.body[body].remaining = RemainingMotion::Stopped;
    ImpactEvent event = make_impact_event(state, block);
    event.time_lost = static_cast<double>(step.dt);
    emit_impact_event(step, event);
}

}  // namespace

void restore_positions(StepContext& step) {
    WorldState& state = step.state;
    mark_supported_bodies(step, false);
    for_each_simulated_body(state, [&](std::uint32_t body) {
        if (state.bodies.info[body].type != BodyType::Dynamic) return;
        if (!state.continuous.body[body].searching) return;
        if (body_policy_in_step(state, body) != ContinuousPolicy::RestorePosition) return;
        state.continuous.body[body].searching = false;
        if (const auto block = find_blocking_overlap(step, body)) restore(step, body, *block);
    });
}

}  // namespace toibox

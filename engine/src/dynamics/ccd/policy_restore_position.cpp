// SPDX-License-Identifier: MIT

// Saves the position, moves the body, and restores the position if the move ended in an overlap: body by
// body, without a time of impact. The body stops wherever it started the step, at any distance from the
// surface, and loses the whole step. A body that passes through an obstacle within one step is missed. The
// contact point is not known, so bodies bounce like point masses along the normal between the shapes, and a
// body that only rotated into the other reverses its spin. Spin is not transferred to the other body, and
// angular momentum is not conserved unless the normal passes through both centres of mass. Source: anonymous
// lecture slides "Detekcija trkov" ("Collision Detection"), "Collisions" ("savePos … restorePos").

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/ccd/policies.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/make_contact.h"
#include "dynamics/state/wake.h"

#include <cmath>
#include <optional>

namespace toibox {

namespace {

/// The first new overlap in which the motion of the body ends, or nullopt.
std::optional<ImpactCandidate> find_blocking_overlap(StepContext& step, std::uint32_t body) {
    step.detection.pair_buffer.clear();
    collect_pairs_in_path(step, body, step.detection.pair_buffer);
    for (const ProxyPair& pair : step.detection.pair_buffer) {
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

/// Bounces the bodies along the normal like point masses. Returns the impulse, N·s; 0 if they do not
/// approach.
float bounce_as_points(StepContext& step, const ImpactCandidate& impact, float restitution) {
    const WorldState& state = step.state;
    const float inv_mass_a = state.bodies.mass[impact.body_a].inv_mass;
    const float inv_mass_b = state.bodies.mass[impact.body_b].inv_mass;
    BodyVelocity& a = step.state.bodies.velocity[impact.body_a];
    BodyVelocity& b = step.state.bodies.velocity[impact.body_b];
    const Vec2 normal = narrow(impact.normal);
    const float approach = dot(b.linear - a.linear, normal);
    if (!(approach < 0.0f) || !(inv_mass_a + inv_mass_b > 0.0f)) return 0.0f;
    const float impulse = -(1.0f + restitution) * approach / (inv_mass_a + inv_mass_b);
    a.linear -= inv_mass_a * impulse * normal;
    b.linear += inv_mass_b * impulse * normal;
    return impulse;
}

/// Reverses the body's spin. Returns the impulse at the body's outermost point that would have this effect,
/// N·s.
float reverse_spin(StepContext& step, std::uint32_t body, float restitution) {
    const BodyMass& mass = step.state.bodies.mass[body];
    float& angular = step.state.bodies.velocity[body].angular;
    const float change = std::abs((1.0f + restitution) * angular);
    angular *= -restitution;
    return mass.max_extent > 0.0f ? mass.inertia * change / mass.max_extent : 0.0f;
}

/// Upper bound on the speed of any point of the body, m/s.
float max_point_speed(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return length(velocity.linear) + std::abs(velocity.angular) * state.bodies.mass[body].max_extent;
}

/// Restitution of the pair; 0 if the bodies are too slow to bounce.
float restitution_of(const StepContext& step, const ImpactCandidate& impact) {
    const WorldState& state = step.state;
    const float speed = max_point_speed(state, impact.body_a) + max_point_speed(state, impact.body_b);
    if (!(speed > effective_restitution_threshold(state.settings, step.dt))) return 0.0f;
    return make_contact(state, impact.shape_a, impact.shape_b).restitution;
}

/// Returns the body to its start pose, bounces it and records the impact.
void restore(StepContext& step, std::uint32_t body, const ImpactCandidate& impact) {
    WorldState& state = step.state;
    wake(state, impact.body_a);
    wake(state, impact.body_b);
    const float restitution = restitution_of(step, impact);
    advance_body(step, body, 0.0);
    undo_remaining_external_forces(step, body, 0.0);
    float impulse = bounce_as_points(step, impact, restitution);
    if (impulse == 0.0f) impulse = reverse_spin(step, body, restitution);
    ImpactImpulse recorded{
        .pair = {impact.shape_a, impact.shape_b}, .normal = narrow(impact.normal), .count = 1};
    recorded.points[0].r_a = narrow(impact.point - widen(state.bodies.pose[impact.body_a].center));
    recorded.points[0].r_b = narrow(impact.point - widen(state.bodies.pose[impact.body_b].center));
    recorded.points[0].normal_impulse = impulse;
    record_impact_impulse(step, recorded);
    state.ccd.body[body].remaining = RemainingMotion::Stopped;
    ImpactEvent event = make_impact_event(state, impact);
    event.time_lost = static_cast<double>(step.dt);
    emit_impact_event(step, event);
}

}  // namespace

void restore_positions(StepContext& step) {
    WorldState& state = step.state;
    mark_supported_bodies(step, false);
    for_each_simulated_body(state, [&](std::uint32_t body) {
        if (state.bodies.info[body].type != BodyType::Dynamic) return;
        if (!state.ccd.body[body].searching) return;
        if (body_policy_in_step(state, body) != ContinuousPolicy::RestorePosition) return;
        state.ccd.body[body].searching = false;
        if (const auto impact = find_blocking_overlap(step, body)) restore(step, body, *impact);
    });
}

}  // namespace toibox

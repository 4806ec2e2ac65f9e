// SPDX-License-Identifier: MIT

// Outcome of an impact: whether it is resolved, and whether each body continues or loses the rest of its
// step. For bodies with different policies, the rules of toibox/dynamics/continuous_override.h apply.

#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/ccd/impact_islands.h"
#include "dynamics/ccd/impact_joints.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/row_kernels.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/wake.h"

#include <algorithm>
#include <array>

namespace toibox {

namespace {

/// True if the impact should be resolved now: if it is not a clamp, and one of the bodies is under
/// SubstepAtImpact or kinematic. A kinematic body does not stop and would pass through a stopped body.
bool should_resolve(const StepContext& step, const ImpactCandidate& impact) {
    const WorldState& state = step.state;
    if (impact.kind == ImpactCandidate::Kind::Clamp) return false;
    bool has_substep_policy = false;
    for (const std::uint32_t body : {impact.body_a, impact.body_b}) {
        const BodyType type = state.bodies.info[body].type;
        if (type == BodyType::Kinematic) return true;
        if (type != BodyType::Dynamic) continue;
        has_substep_policy =
            has_substep_policy || body_policy_in_step(state, body) == ContinuousPolicy::SubstepAtImpact;
    }
    return has_substep_policy;
}

/// True if a body continues after a resolved impact with `other`.
bool continues_after(const StepContext& step, std::uint32_t body, std::uint32_t other) {
    const WorldState& state = step.state;
    if (state.bodies.info[other].type == BodyType::Kinematic) return true;
    const ContinuousPolicy policy = body_policy_in_step(state, body);
    return policy == ContinuousPolicy::SubstepAtImpact || policy == ContinuousPolicy::Off;
}

/// True if the body moves towards the other body at the point of impact.
bool moves_towards(const WorldState& state, const ImpactCandidate& impact, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    const Vec2 arm = narrow(impact.point - widen(state.bodies.pose[body].center));
    const float along = dot(velocity.linear + cross(velocity.angular, arm), narrow(impact.normal));
    return body == impact.body_a ? along > 0.0f : along < 0.0f;
}

/// Stops a body, which loses the rest of its step.
void stop_body(StepContext& step, std::uint32_t body, ImpactEvent& event) {
    step.state.ccd.body[body].remaining = RemainingMotion::Stopped;
    undo_remaining_external_forces(step, body, event.t);
    event.time_lost += (1.0 - event.t) * static_cast<double>(step.dt);
}

/// Decides which of the two bodies continue and which stop.
void apply_impact_outcome(StepContext& step, const ImpactCandidate& impact, bool resolved,
                          ImpactEvent& event) {
    WorldState& state = step.state;
    const auto continues = [&](std::uint32_t body) {
        return state.bodies.info[body].type == BodyType::Dynamic &&
               state.ccd.body[body].remaining != RemainingMotion::Stopped;
    };
    const auto is_stopped = [&](std::uint32_t body) {
        return state.bodies.info[body].type == BodyType::Dynamic && !continues(body);
    };
    const std::array<std::array<std::uint32_t, 2>, 2> pairs{
        {{impact.body_a, impact.body_b}, {impact.body_b, impact.body_a}}};
    for (const auto& [body, other] : pairs) {
        if (continues(body) && !(resolved && continues_after(step, body, other)))
            stop_body(step, body, event);
    }
    const bool has_overrides = !state.continuous_overrides.empty();
    for (const auto& [body, other] : pairs) {
        if (has_overrides && continues(body) && is_stopped(other) && moves_towards(state, impact, body))
            stop_body(step, body, event);
    }
    for (const auto& [body, other] : pairs) {
        if (state.bodies.info[body].type != BodyType::Dynamic) continue;
        const bool searched = continues(body) && uses_time_of_impact(body_policy_in_step(state, body));
        state.ccd.body[body].searching = searched;
    }
}

/// Marks bodies that the impact pushed as supported: the impact has cancelled the gravity of the rest of the
/// step, which must not be removed again.
void mark_supported_by_impact(StepContext& step) {
    for (const ContactRow& row : step.ccd.impact_rows) {
        const auto pushes = [](const ContactRowPoint& point) { return point.normal_impulse > 0.0f; };
        if (std::none_of(row.points.begin(), row.points.begin() + row.count, pushes)) continue;
        for (const std::uint32_t body : {row.body_a, row.body_b}) {
            if (is_dynamic(step.state, body)) step.state.ccd.body[body].is_supported = true;
        }
    }
}

/// Rest of the motion of a body at an impact, metres and radians, as a velocity over a unit of time.
BodyVelocity rest_of_motion(const StepContext& step, const ImpactCandidate& impact, std::uint32_t body) {
    const float seconds = static_cast<float>(1.0 - impact.t) * step.dt;
    const BodyVelocity& velocity = step.state.bodies.velocity[body];
    if (!is_impact_body(step, body)) return {seconds * velocity.linear, seconds * velocity.angular};
    const BodyCcdState& ccd_state = step.state.ccd.body[body];
    return {seconds * velocity.linear + ccd_state.end_offset,
            seconds * velocity.angular + ccd_state.end_rotation};
}

/// True if nothing supports the bodies of the impact, and no two of them approach as they fall.
bool falls_freely(const StepContext& step, const ImpactCandidate& impact) {
    const auto is_supported = [&](std::uint32_t body) { return step.state.ccd.body[body].is_supported; };
    if (std::ranges::any_of(step.solver.impact_bodies, is_supported)) return false;
    return std::ranges::none_of(step.ccd.impact_rows, [&](const ContactRow& row) {
        const BodyVelocity a = rest_of_motion(step, impact, row.body_a);
        const BodyVelocity b = rest_of_motion(step, impact, row.body_b);
        const auto approaches = [&](const ContactRowPoint& point) {
            return normal_velocity(row, point, a, b) < 0.0f;
        };
        return std::any_of(row.points.begin(), row.points.begin() + row.count, approaches);
    });
}

/// Lets bodies that something supports continue at their velocity: the impact has cancelled the gravity of
/// the rest of the step.
void straighten_supported_motions(StepContext& step, const ImpactCandidate& impact) {
    if (falls_freely(step, impact)) return;
    for (const std::uint32_t body : step.solver.impact_bodies) {
        step.state.ccd.body[body].end_offset = {};
        step.state.ccd.body[body].end_rotation = 0.0f;
    }
}

/// Advances the bodies to the time of the impact and counts the impact. True if the impact may be resolved:
/// no body has used up its budget nor, at an obstacle, its island and, for an impact of a core, the body with
/// fewer impacts in this step is not jammed. `wanted`: the impact should be resolved.
bool advance_to_impact(StepContext& step, const ImpactCandidate& impact, bool wanted, ImpactEvent& event) {
    WorldState& state = step.state;
    std::int32_t min_impacts = state.settings.impact_budget;
    const bool at_obstacle = !is_dynamic(state, impact.body_a) || !is_dynamic(state, impact.body_b);
    for (const std::uint32_t body : {impact.body_a, impact.body_b}) {
        const BodyType type = state.bodies.info[body].type;
        if (type == BodyType::Kinematic) min_impacts = 0;  // A kinematic body cannot be jammed.
        if (type != BodyType::Dynamic) continue;
        wake(state, body);
        BodyCcdState& ccd_state = state.ccd.body[body];
        if (ccd_state.remaining != RemainingMotion::Stopped) advance_body(step, body, impact.t);
        if (wanted && (ccd_state.impacts >= state.settings.impact_budget ||
                       (at_obstacle && has_spent(state, body, tuning::max_spent_budgets))))
            event.budget_exhausted = true;
        if (ccd_state.impacts < min_impacts) min_impacts = ccd_state.impacts;
        ++ccd_state.impacts;
    }
    const bool jammed = impact.kind == ImpactCandidate::Kind::Core && min_impacts >= tuning::max_core_impacts;
    return !event.budget_exhausted && !jammed;
}

}  // namespace

void process_impact(StepContext& step, const ImpactCandidate& impact) {
    const bool at_core = impact.kind == ImpactCandidate::Kind::Core;
    ImpactEvent event = make_impact_event(step.state, impact);
    begin_impact_group(step, impact);
    store_island(step);
    if (is_abandoned_pair(step, impact.body_a, impact.body_b)) {
        ++step.report.exhausted_budgets;
        return;
    }
    const bool wanted = should_resolve(step, impact);
    const bool resolved = advance_to_impact(step, impact, wanted, event) && wanted;
    if (resolved && !at_core) resolve_impact(step, impact);
    if (at_core) stop_at_core(step, impact);
    if (resolved || at_core) mark_supported_by_impact(step);
    straighten_supported_motions(step, impact);
    close_impact_joints(step, static_cast<float>(1.0 - impact.t) * step.dt);
    add_impact_joint_loads(step);
    apply_impact_outcome(step, impact, resolved, event);
    emit_impact_event(step, event);
    store_island(step);
}

}  // namespace toibox

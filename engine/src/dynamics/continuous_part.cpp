// SPDX-License-Identifier: MIT

// What becomes of the bodies of an impact: it is answered or not, and of each body the rest of its step is
// flown or lost. Where the two have different policies the rules of toibox/dynamics/own_continuous.h hold.

#include "toibox/dynamics/tuning.h"

#include "continuous.h"
#include "own_continuous.h"
#include "world_edit.h"

#include <algorithm>
#include <array>

namespace toibox {

namespace {

/// Whether the impact is answered at once: if one of the bodies is under a policy that does so, and always if
/// one is kinematic, for that does not wait, and would pass through a body that does.
bool is_answered(const StepContext& step, const FoundImpact& impact) {
    const WorldState& state = step.state;
    if (impact.kind == FoundImpact::Kind::Clamp) return false;
    bool wanted = false;
    for (const std::uint32_t body : {impact.body_a, impact.body_b}) {
        const BodyType type = state.bodies.info[body].type;
        if (type == BodyType::Kinematic) return true;
        if (type != BodyType::Dynamic) continue;
        wanted = wanted || policy_in_step(state, body) == ContinuousPolicy::SubstepAtImpact;
    }
    return wanted;
}

/// Whether a body goes on after an impact that was answered.
bool goes_on(const StepContext& step, std::uint32_t body, std::uint32_t other) {
    const WorldState& state = step.state;
    if (state.bodies.info[other].type == BodyType::Kinematic) return true;
    const ContinuousPolicy policy = policy_in_step(state, body);
    return policy == ContinuousPolicy::SubstepAtImpact || policy == ContinuousPolicy::Off;
}

/// Whether the body moves towards the other, at the point where they met.
bool moves_into(const WorldState& state, const FoundImpact& impact, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    const Vec2 arm = narrow(impact.point - widen(state.bodies.pose[body].center));
    const float along = dot(velocity.linear + cross(velocity.angular, arm), narrow(impact.normal));
    return body == impact.body_a ? along > 0.0f : along < 0.0f;
}

/// The body has lost the rest of its step.
void stop(StepContext& step, std::uint32_t body, ImpactEvent& event) {
    step.state.continuous.body[body].rest = RestOfStep::Stopped;
    take_back_fall(step, body, event.t);
    event.time_lost += (1.0 - event.t) * static_cast<double>(step.dt);
}

/// Who of the two goes on, and who waits where they met.
void part(StepContext& step, const FoundImpact& impact, bool answered, ImpactEvent& event) {
    WorldState& state = step.state;
    const auto moves_on = [&](std::uint32_t body) {
        return state.bodies.info[body].type == BodyType::Dynamic &&
               state.continuous.body[body].rest != RestOfStep::Stopped;
    };
    const auto waits = [&](std::uint32_t body) {
        return state.bodies.info[body].type == BodyType::Dynamic && !moves_on(body);
    };
    const std::array<std::array<std::uint32_t, 2>, 2> both{
        {{impact.body_a, impact.body_b}, {impact.body_b, impact.body_a}}};
    for (const auto& [body, other] : both) {
        if (moves_on(body) && !(answered && goes_on(step, body, other))) stop(step, body, event);
    }
    const bool mixed = !state.own_continuous.empty();
    for (const auto& [body, other] : both) {
        if (mixed && moves_on(body) && waits(other) && moves_into(state, impact, body))
            stop(step, body, event);
    }
    for (const auto& [body, other] : both) {
        if (state.bodies.info[body].type != BodyType::Dynamic) continue;
        const bool searched = moves_on(body) && uses_time_of_impact(policy_in_step(state, body));
        state.continuous.body[body].searching = searched;
    }
}

/// Whom the rest of the step's gravity was answered for at the impact: it is not to be taken back once more.
void note_who_is_held(StepContext& step) {
    for (const ContactRow& row : step.scratch.impact_rows) {
        const auto pushes = [](const ContactRowPoint& point) { return point.normal_impulse > 0.0f; };
        if (std::none_of(row.points.begin(), row.points.begin() + row.count, pushes)) continue;
        for (const std::uint32_t body : {row.body_a, row.body_b}) {
            if (is_dynamic(step.state, body)) step.state.continuous.body[body].held = true;
        }
    }
}

/// Brings the moving bodies to the impact and counts it. True if they may answer one more: if no budget is
/// spent and, at a core, the one that had fewer impacts in this step is not jammed.
bool arrive(StepContext& step, const FoundImpact& impact, bool answered, ImpactEvent& event) {
    WorldState& state = step.state;
    std::int32_t fewest = state.settings.impact_budget;
    for (const std::uint32_t body : {impact.body_a, impact.body_b}) {
        const BodyType type = state.bodies.info[body].type;
        if (type == BodyType::Kinematic) fewest = 0;  // it does not wait
        if (type != BodyType::Dynamic) continue;
        wake(state, body);
        BodyContinuous& spent = state.continuous.body[body];
        if (spent.rest != RestOfStep::Stopped) advance_body(step, body, impact.t);
        if (answered && spent.impacts >= state.settings.impact_budget) event.budget_spent = true;
        if (spent.impacts < fewest) fewest = spent.impacts;
        ++spent.impacts;
    }
    const bool jammed = impact.kind == FoundImpact::Kind::Core && fewest >= tuning::core_answers;
    return !event.budget_spent && !jammed;
}

}  // namespace

void act_on(StepContext& step, const FoundImpact& impact) {
    const bool at_core = impact.kind == FoundImpact::Kind::Core;
    ImpactEvent event = event_of(step.state, impact);
    begin_impact_group(step, impact);
    const bool answered = is_answered(step, impact);
    const bool resolve = arrive(step, impact, answered, event) && answered;
    if (resolve && !at_core) resolve_impact(step, impact);
    if (at_core) hold_core(step, impact);
    if (resolve || at_core) note_who_is_held(step);
    part(step, impact, resolve, event);
    tell_of_impact(step, event);
}

}  // namespace toibox

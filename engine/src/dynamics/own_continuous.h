// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

namespace toibox {

/// What bodies have chosen for themselves (toibox/dynamics/continuous_overrides.h), asked for by the stages
/// of a step. All is free of cost in a world where none has: the list of choices is looked at first.

/// The choice of a body that has one, or null. Cost: O(log choices).
const BodyContinuousOverride* find_override(const WorldState& state, std::uint32_t body);
/// Keeps the choice; an empty one is forgotten. What contacts of the body see ahead follows.
void set_override(WorldState& state, std::uint32_t body, const ContinuousOverride& choice);
/// The body is about to be gone, its shapes and contacts are.
void remove_override(WorldState& state, std::uint32_t body);

/// What a world does for bodies that choose nothing, and with which solver: as its settings say, or in the
/// continuous stage as the step in progress began with, for the settings may have changed since.
struct WorldPolicy {
    ContinuousPolicy policy;
    SolverKind solver;
};
inline WorldPolicy policy_from_settings(const WorldState& state) {
    return {state.settings.continuous, state.settings.solver};
}
inline WorldPolicy policy_of_step(const WorldState& state) {
    return {state.progress.continuous, state.progress.solver};
}
/// The policy of a body.
inline ContinuousPolicy body_policy(const WorldState& state, WorldPolicy world_policy, std::uint32_t body) {
    if (state.continuous_overrides.empty() || !is_per_body_policy(world_policy.policy))
        return world_policy.policy;
    const BodyContinuousOverride* own = find_override(state, body);
    const bool holds = own != nullptr && own->has_policy && are_compatible(world_policy.solver, own->policy);
    return holds ? own->policy : world_policy.policy;
}
/// The same in the continuous stage.
inline ContinuousPolicy body_policy_in_step(const WorldState& state, std::uint32_t body) {
    return body_policy(state, policy_of_step(state), body);
}
/// The method that finds the impacts of a body's motion.
inline ToiMethod toi_method_of(const WorldState& state, std::uint32_t body) {
    if (state.continuous_overrides.empty()) return state.settings.toi;
    const BodyContinuousOverride* own = find_override(state, body);
    return own != nullptr && own->has_toi ? own->toi : state.settings.toi;
}
/// Whether the world or a body in it is under the policy.
bool is_policy_used(const WorldState& state, WorldPolicy world_policy, ContinuousPolicy policy);

/// effective_contact_margin for the contacts of a body, and of a pair.
float contact_margin_of(const WorldState& state, std::uint32_t body);
float contact_margin_of(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b);
/// detection_margin for a pair.
float detection_margin_of(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b);

}  // namespace toibox

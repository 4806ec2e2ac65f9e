// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

namespace toibox {

/// Per-body overrides of the continuous policy and the TOI method (toibox/dynamics/continuous_override.h),
/// as the stages of a step read them. In a world without overrides, each query only checks that the list is
/// empty.

/// The body's override, or null. Cost: O(log overrides).
const BodyContinuousOverride* find_override(const WorldState& state, std::uint32_t body);
/// Stores the override of a body; an empty override removes the entry. Updates the body's fat boxes and
/// contacts if its margins change.
void set_override(WorldState& state, std::uint32_t body, const ContinuousOverride& new_override);
/// Removes the override of a body that is being destroyed. Requires: the body's shapes and contacts are
/// destroyed already.
void remove_override(WorldState& state, std::uint32_t body);

/// The solver, and the policy of bodies without an override.
struct WorldPolicy {
    ContinuousPolicy policy;
    SolverKind solver;
};
inline WorldPolicy policy_from_settings(const WorldState& state) {
    return {state.settings.continuous, state.settings.solver};
}
/// The values at the start of the detection sub-step; the settings may have changed during a pause.
inline WorldPolicy policy_of_step(const WorldState& state) {
    return {state.progress.continuous, state.progress.solver};
}
/// The policy of a body.
inline ContinuousPolicy body_policy(const WorldState& state, WorldPolicy world_policy, std::uint32_t body) {
    if (state.continuous_overrides.empty() || !is_per_body_policy(world_policy.policy))
        return world_policy.policy;
    const BodyContinuousOverride* entry = find_override(state, body);
    const bool applies =
        entry != nullptr && entry->has_policy && are_compatible(world_policy.solver, entry->policy);
    return applies ? entry->policy : world_policy.policy;
}
/// The policy of a body in the CCD stage.
inline ContinuousPolicy body_policy_in_step(const WorldState& state, std::uint32_t body) {
    return body_policy(state, policy_of_step(state), body);
}
/// The TOI method for the motion of a body.
inline ToiMethod toi_method_of(const WorldState& state, std::uint32_t body) {
    if (state.continuous_overrides.empty()) return state.settings.toi;
    const BodyContinuousOverride* entry = find_override(state, body);
    return entry != nullptr && entry->has_toi ? entry->toi : state.settings.toi;
}
/// Whether the world or any body in it uses the policy.
bool is_policy_used(const WorldState& state, WorldPolicy world_policy, ContinuousPolicy policy);

/// effective_contact_margin for the contacts of a body or of a pair of bodies, metres.
float contact_margin_of(const WorldState& state, std::uint32_t body);
float contact_margin_of(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b);
/// detection_margin for a pair of bodies, metres.
float detection_margin_of(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b);

}  // namespace toibox

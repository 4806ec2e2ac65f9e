// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

namespace toibox {

/// What bodies have chosen for themselves (toibox/dynamics/own_continuous.h), asked for by the stages of a
/// step. All is free of cost in a world where none has: the list of choices is looked at first.

/// The choice of a body that has one, or null. Cost: O(log choices).
const OwnContinuous* find_own(const WorldState& state, std::uint32_t body);
/// Keeps the choice; an empty one is forgotten. What contacts of the body see ahead follows.
void set_own(WorldState& state, std::uint32_t body, const ContinuousChoice& choice);
/// The body is about to be gone, its shapes and contacts are.
void forget_own(WorldState& state, std::uint32_t body);

/// What a world does for bodies that choose nothing, and with which solver: as its settings say, or in the
/// continuous stage as the step in progress began with, for the settings may have changed since.
struct WorldContinuous {
    ContinuousPolicy policy;
    SolverKind solver;
};
inline WorldContinuous continuous_by_settings(const WorldState& state) {
    return {state.settings.continuous, state.settings.solver};
}
inline WorldContinuous continuous_in_step(const WorldState& state) {
    return {state.progress.continuous, state.progress.solver};
}
/// The policy of a body.
inline ContinuousPolicy policy_of(const WorldState& state, WorldContinuous of_world, std::uint32_t body) {
    if (state.own_continuous.empty() || !acts_body_by_body(of_world.policy)) return of_world.policy;
    const OwnContinuous* own = find_own(state, body);
    const bool holds = own != nullptr && own->has_policy && may_combine(of_world.solver, own->policy);
    return holds ? own->policy : of_world.policy;
}
/// The same in the continuous stage.
inline ContinuousPolicy policy_in_step(const WorldState& state, std::uint32_t body) {
    return policy_of(state, continuous_in_step(state), body);
}
/// The method that finds the impacts of a body's motion.
inline ToiMethod method_of(const WorldState& state, std::uint32_t body) {
    if (state.own_continuous.empty()) return state.settings.toi;
    const OwnContinuous* own = find_own(state, body);
    return own != nullptr && own->has_toi ? own->toi : state.settings.toi;
}
/// Whether the world or a body in it is under the policy.
bool is_in_effect(const WorldState& state, WorldContinuous of_world, ContinuousPolicy policy);

/// effective_contact_margin for the contacts of a body, and of a pair.
float contact_margin_of(const WorldState& state, std::uint32_t body);
float contact_margin_of(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b);
/// detection_margin for a pair.
float detection_margin_of(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b);

}  // namespace toibox

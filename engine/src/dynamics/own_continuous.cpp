// SPDX-License-Identifier: MIT
// The choices of bodies are few, so they are a short list in order of bodies and no column of all.
#include "own_continuous.h"

#include "world_edit.h"

#include <algorithm>

namespace toibox {
namespace {

template <class List>
auto place_of(List& list, std::uint32_t body) {
    return std::lower_bound(
        list.begin(), list.end(), body,
        [](const BodyContinuousOverride& own, std::uint32_t index) { return own.body < index; });
}

bool may_override(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type == BodyType::Dynamic;
}

/// The greater of what the two bodies see ahead, as far as they choose; else the world's.
template <class MarginUnder>
float greater_margin(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b,
                     MarginUnder margin_for) {
    const WorldSettings& settings = state.settings;
    const auto margin_of = [&](std::uint32_t body) {
        return margin_for(settings, body_policy(state, policy_from_settings(state), body));
    };
    const bool a_may_override = may_override(state, body_a);
    if (!a_may_override && !may_override(state, body_b)) return margin_for(settings, settings.continuous);
    if (!a_may_override) return margin_of(body_b);
    if (!may_override(state, body_b)) return margin_of(body_a);
    const float a = margin_of(body_a);
    const float b = margin_of(body_b);
    return a < b ? b : a;
}

}  // namespace

const BodyContinuousOverride* find_override(const WorldState& state, std::uint32_t body) {
    const std::vector<BodyContinuousOverride>& list = state.continuous_overrides;
    const auto place = place_of(list, body);
    return place != list.end() && place->body == body ? &*place : nullptr;
}

void set_override(WorldState& state, std::uint32_t body, const ContinuousOverride& choice) {
    std::vector<BodyContinuousOverride>& list = state.continuous_overrides;
    const float old_margin = contact_margin_of(state, body);
    const float old_detection_margin = detection_margin_of(state, body, body);
    const auto place = place_of(list, body);
    const bool known = place != list.end() && place->body == body;
    const BodyContinuousOverride own{.body = body,
                                     .has_policy = choice.policy.has_value(),
                                     .policy = choice.policy.value_or(ContinuousPolicy::Off),
                                     .has_toi = choice.toi.has_value(),
                                     .toi = choice.toi.value_or(ToiMethod::Certified)};
    if (!own.has_policy && !own.has_toi) {
        if (!known) return;
        list.erase(place);
    } else if (known) {
        *place = own;
    } else {
        list.insert(place, own);
    }
    if (contact_margin_of(state, body) != old_margin) refresh_fat_boxes(state, body);
    if (detection_margin_of(state, body, body) == old_detection_margin) return;
    for (Contact& contact : state.contacts) {
        // Points were kept as far as the margin went.
        if (contact.body_a == body || contact.body_b == body) contact.base.reach = 0.0f;
    }
}

void remove_override(WorldState& state, std::uint32_t body) {
    std::vector<BodyContinuousOverride>& list = state.continuous_overrides;
    const auto place = place_of(list, body);
    if (place != list.end() && place->body == body) list.erase(place);
}

bool is_policy_used(const WorldState& state, WorldPolicy world_policy, ContinuousPolicy policy) {
    if (world_policy.policy == policy) return true;
    return is_per_body_policy(world_policy.policy) && are_compatible(world_policy.solver, policy) &&
           std::any_of(state.continuous_overrides.begin(), state.continuous_overrides.end(),
                       [policy](const BodyContinuousOverride& own) {
                           return own.has_policy && own.policy == policy;
                       });
}

float contact_margin_of(const WorldState& state, std::uint32_t body) {
    const WorldSettings& settings = state.settings;
    if (state.continuous_overrides.empty() || !may_override(state, body))
        return effective_contact_margin(settings);
    return contact_margin_for(settings, body_policy(state, policy_from_settings(state), body));
}

float contact_margin_of(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b) {
    if (state.continuous_overrides.empty()) return effective_contact_margin(state.settings);
    return greater_margin(state, body_a, body_b, contact_margin_for);
}

float detection_margin_of(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b) {
    if (state.continuous_overrides.empty()) return detection_margin(state.settings);
    return greater_margin(state, body_a, body_b, detection_margin_for);
}

}  // namespace toibox

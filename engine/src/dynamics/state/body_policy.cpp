// SPDX-License-Identifier: MIT
// Few bodies have overrides, so overrides are a short list sorted by body, not a column of all bodies.
#include "dynamics/state/body_policy.h"

#include "dynamics/state/edit_state.h"

#include <algorithm>

namespace toibox {
namespace {

template <class List>
auto find_position(List& list, std::uint32_t body) {
    return std::lower_bound(
        list.begin(), list.end(), body,
        [](const BodyContinuousOverride& entry, std::uint32_t index) { return entry.body < index; });
}

bool may_override(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type == BodyType::Dynamic;
}

/// The larger of the margins of the dynamic bodies of the pair; the world's margin if neither body is
/// dynamic.
template <class MarginFor>
float max_margin_of_pair(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b,
                         MarginFor margin_for) {
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
    const auto position = find_position(list, body);
    return position != list.end() && position->body == body ? &*position : nullptr;
}

void set_override(WorldState& state, std::uint32_t body, const ContinuousOverride& new_override) {
    std::vector<BodyContinuousOverride>& list = state.continuous_overrides;
    const float old_margin = contact_margin_of(state, body);
    const float old_detection_margin = detection_margin_of(state, body, body);
    const auto position = find_position(list, body);
    const bool exists = position != list.end() && position->body == body;
    const BodyContinuousOverride entry{.body = body,
                                       .has_policy = new_override.policy.has_value(),
                                       .policy = new_override.policy.value_or(ContinuousPolicy::Off),
                                       .has_toi = new_override.toi.has_value(),
                                       .toi = new_override.toi.value_or(ToiMethod::Certified)};
    if (!entry.has_policy && !entry.has_toi) {
        if (!exists) return;
        list.erase(position);
    } else if (exists) {
        *position = entry;
    } else {
        list.insert(position, entry);
    }
    if (contact_margin_of(state, body) != old_margin) update_outgrown_fat_boxes(state, body);
    if (detection_margin_of(state, body, body) == old_detection_margin) return;
    for (Contact& contact : state.contacts) {
        // The manifold was computed with the old margin.
        if (contact.body_a == body || contact.body_b == body) contact.base.reach = 0.0f;
    }
}

void remove_override(WorldState& state, std::uint32_t body) {
    std::vector<BodyContinuousOverride>& list = state.continuous_overrides;
    const auto position = find_position(list, body);
    if (position != list.end() && position->body == body) list.erase(position);
}

bool is_policy_used(const WorldState& state, WorldPolicy world_policy, ContinuousPolicy policy) {
    if (world_policy.policy == policy) return true;
    return is_per_body_policy(world_policy.policy) && are_compatible(world_policy.solver, policy) &&
           std::any_of(state.continuous_overrides.begin(), state.continuous_overrides.end(),
                       [policy](const BodyContinuousOverride& entry) {
                           return entry.has_policy && entry.policy == policy;
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
    return max_margin_of_pair(state, body_a, body_b, contact_margin_for);
}

float detection_margin_of(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b) {
    if (state.continuous_overrides.empty()) return detection_margin(state.settings);
    return max_margin_of_pair(state, body_a, body_b, detection_margin_for);
}

}  // namespace toibox

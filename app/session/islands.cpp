// SPDX-License-Identifier: MIT
#include "app/session/islands.h"

#include "toibox/dynamics/world_state.h"

#include <algorithm>

namespace toibox::app {

std::vector<std::uint32_t> islands_of(const World& world) {
    const WorldState& state = world.state();
    const auto count = static_cast<std::uint32_t>(state.bodies.info.size());
    // Each body refers to one of its island with a lower or the same index.
    std::vector<std::uint32_t> parent(count, null_index);
    for (std::uint32_t body = 0; body < count; ++body) {
        if (state.bodies.ids.is_live(body) && state.bodies.info[body].type == BodyType::Dynamic)
            parent[body] = body;
    }
    const auto root = [&](std::uint32_t body) {
        while (parent[body] != body) {
            parent[body] = parent[parent[body]];
            body = parent[body];
        }
        return body;
    };
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
        if (parent[a] == null_index || parent[b] == null_index) return;
        const auto [low, high] = std::minmax({root(a), root(b)});
        parent[high] = low;
    };
    for (const Contact& contact : state.contacts) {
        if (contact.count > 0 && contact.response != ContactResponse::Sense)
            join(contact.body_a, contact.body_b);
    }
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        join(base.body_a, base.body_b);
    }
    // Bodies that fell asleep together are one island, even if their contacts have no points any more.
    for (std::uint32_t body = 0; body < count; ++body) {
        if (parent[body] != null_index && state.bodies.sleep[body].island != null_index)
            join(body, state.bodies.sleep[body].island);
    }
    for (std::uint32_t body = 0; body < count; ++body) {
        if (parent[body] != null_index) parent[body] = root(body);
    }
    return parent;
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "dynamics/state/external_acceleration.h"

#include "dynamics/state/activity.h"

namespace toibox {

Vec2 external_acceleration(const WorldState& state, std::uint32_t body) {
    const BodyInfo& info = state.bodies.info[body];
    if (info.type != BodyType::Dynamic) return {};
    const Vec2 acceleration = info.gravity_scale * state.settings.gravity +
                              state.bodies.mass[body].inv_mass * state.bodies.force[body].force;
    return {info.lock_x ? 0.0f : acceleration.x, info.lock_y ? 0.0f : acceleration.y};
}

}  // namespace toibox

// SPDX-License-Identifier: MIT
#include "dynamics/state/wake.h"

namespace toibox {

void wake(WorldState& state, std::uint32_t body) {
    const std::uint32_t island = state.bodies.sleep[body].island;
    if (island == null_index) return;
    for (BodySleep& sleep : state.bodies.sleep) {
        if (sleep.island == island) sleep = {};
    }
}

void wake_all(WorldState& state) {
    for (BodySleep& sleep : state.bodies.sleep)
        sleep = {};
}

void wake_jointed(WorldState& state, std::uint32_t body) {
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        if (base.body_a == body) wake(state, base.body_b);
        if (base.body_b == body) wake(state, base.body_a);
    }
}

}  // namespace toibox

// SPDX-License-Identifier: MIT
#include "app/session/sleep_counts.h"

#include "toibox/dynamics/world_state.h"

namespace toibox::app {

SleepCounts count_asleep(const World& world) {
    const BodyColumns& bodies = world.state().bodies;
    SleepCounts counts;
    for (std::uint32_t i = 0; i < bodies.sleep.size(); ++i) {
        const std::uint32_t island = bodies.sleep[i].island;
        if (!bodies.ids.is_live(i) || island == BodyHandle::null_index) continue;
        ++counts.bodies;
        // An island has the index of one of its bodies, so each island is counted once.
        if (island == i) ++counts.islands;
    }
    return counts;
}

bool is_asleep(const World& world, ShapeHandle shape) {
    const auto view = world.find(shape);
    return view && !world.find(view->body)->is_awake();
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "dynamics/state/remove_joints.h"

#include "dynamics/state/edit_state.h"
#include "dynamics/state/make_contact.h"
#include "dynamics/state/wake.h"

#include <algorithm>
#include <optional>

namespace toibox {
namespace {

/// Lets the bodies collide again, unless another joint prevents it.
void unblock_pair(WorldState& state, const BodyPair& bodies) {
    std::vector<BodyPair>& jointed = state.pairs.jointed;
    const auto position = std::lower_bound(jointed.begin(), jointed.end(), bodies);
    TOIBOX_ASSERT(position != jointed.end() && *position == bodies);
    jointed.erase(position);
    // Marking one body is enough to find the pair; the dynamic body usually has fewer shapes.
    mark_body_moved(state, state.bodies.info[bodies.a].type == BodyType::Dynamic ? bodies.a : bodies.b);
}

}  // namespace

void remove_joint(WorldState& state, std::uint32_t index) {
    if (const std::optional<BodyPair> blocked = blocked_pair(state.joints.joint[index])) {
        unblock_pair(state, *blocked);
    }
    wake(state, base_of(state.joints.joint[index]).body_a);
    wake(state, base_of(state.joints.joint[index]).body_b);
    state.joints.joint[index] = Joint{};
    state.joints.ids.release(index);
}

void remove_joints_of(WorldState& state, std::span<const std::uint8_t> is_destroyed) {
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        if ((is_destroyed[base.body_a] | is_destroyed[base.body_b]) != 0) remove_joint(state, i);
    }
}

void break_joints(WorldState& state, std::vector<JointBreakEvent>& broken) {
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        if (!base.overloaded) continue;
        broken.push_back({state.joints.ids.handle_at<JointHandle>(i),
                          state.bodies.ids.handle_at<BodyHandle>(base.body_a),
                          state.bodies.ids.handle_at<BodyHandle>(base.body_b), base.force, base.torque});
        remove_joint(state, i);
    }
}

}  // namespace toibox

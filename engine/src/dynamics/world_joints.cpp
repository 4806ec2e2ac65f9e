// SPDX-License-Identifier: MIT
// Making and unmaking joints. What a joint does is the solver's (joints/).
#include "toibox/dynamics/world.h"

#include "def_check.h"
#include "world_edit.h"

namespace toibox {
namespace {

JointHandle add_joint(WorldState& state, const Joint& joint) {
    const std::uint32_t index = state.joints.ids.acquire();
    state.joints.joint.resize(state.joints.ids.capacity());
    state.joints.joint[index] = joint;
    return state.joints.ids.handle_at<JointHandle>(index);
}

bool is_between(const Contact& contact, const ProxyPair& bodies) {
    return (contact.body_a == bodies.a && contact.body_b == bodies.b) ||
           (contact.body_a == bodies.b && contact.body_b == bodies.a);
}

void block_pair(WorldState& state, const ProxyPair& bodies) {
    std::vector<ProxyPair>& jointed = state.pairs.jointed;
    jointed.insert(std::upper_bound(jointed.begin(), jointed.end(), bodies), bodies);
    end_contacts(state, [&bodies](const Contact& contact) { return is_between(contact, bodies); });
}

/// The bodies may collide again, if no other joint minds.
void unblock_pair(WorldState& state, const ProxyPair& bodies) {
    std::vector<ProxyPair>& jointed = state.pairs.jointed;
    const auto place = std::lower_bound(jointed.begin(), jointed.end(), bodies);
    TOIBOX_ASSERT(place != jointed.end() && *place == bodies);
    jointed.erase(place);
    // One of the two is enough to find the pair: the one that moves has the fewer shapes as a rule.
    mark_body_moved(state, state.bodies.info[bodies.a].type == BodyType::Dynamic ? bodies.a : bodies.b);
}

void remove_joint(WorldState& state, std::uint32_t index) {
    if (const std::optional<ProxyPair> blocked = blocked_pair(state.joints.joint[index])) {
        unblock_pair(state, *blocked);
    }
    state.joints.joint[index] = Joint{};
    state.joints.ids.release(index);
}

bool holds(const Joint& joint, std::uint32_t body) {
    if (const auto* revolute = std::get_if<RevoluteJoint>(&joint)) {
        return revolute->body_a == body || revolute->body_b == body;
    }
    const auto* mouse = std::get_if<MouseJoint>(&joint);
    return mouse != nullptr && mouse->body == body;
}

bool is_dynamic(const WorldState& state, BodyHandle body) {
    return state.bodies.info[body.index].type == BodyType::Dynamic;
}

}  // namespace

std::optional<ProxyPair> blocked_pair(const Joint& joint) {
    const auto* revolute = std::get_if<RevoluteJoint>(&joint);
    if (revolute == nullptr || revolute->collide_connected) return std::nullopt;
    const std::uint32_t a = revolute->body_a;
    const std::uint32_t b = revolute->body_b;
    return a < b ? ProxyPair{a, b} : ProxyPair{b, a};
}

void destroy_joints_of(WorldState& state, std::uint32_t body) {
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (state.joints.ids.is_live(i) && holds(state.joints.joint[i], body)) remove_joint(state, i);
    }
}

JointHandle World::create_joint(const RevoluteJointDef& def) {
    Result<JointHandle, DefError> made = try_create_joint(def);
    TOIBOX_ASSERT(made.has_value());
    return made ? *made : JointHandle{};
}
JointHandle World::create_joint(const MouseJointDef& def) {
    Result<JointHandle, DefError> made = try_create_joint(def);
    TOIBOX_ASSERT(made.has_value());
    return made ? *made : JointHandle{};
}

Result<JointHandle, DefError> World::try_create_joint(const RevoluteJointDef& def) {
    WorldState& state = *state_;
    if (!state.bodies.ids.is_live(def.body_a)) return Err{DefError{"body_a", "is not alive"}};
    if (!state.bodies.ids.is_live(def.body_b)) return Err{DefError{"body_b", "is not alive"}};
    if (std::optional<DefError> bad = check(def)) return Err{*std::move(bad)};
    if (!is_dynamic(state, def.body_a) && !is_dynamic(state, def.body_b)) {
        return Err{DefError{"body_b", "must be dynamic, for body_a is not"}};
    }
    RevoluteJoint joint;
    joint.body_a = def.body_a.index;
    joint.body_b = def.body_b.index;
    joint.local_a = inv_transform_point(body_frame(state, joint.body_a), def.anchor);
    joint.local_b = inv_transform_point(body_frame(state, joint.body_b), def.anchor);
    joint.collide_connected = def.collide_connected;
    if (const std::optional<ProxyPair> blocked = blocked_pair(joint)) block_pair(state, *blocked);
    return add_joint(state, joint);
}

Result<JointHandle, DefError> World::try_create_joint(const MouseJointDef& def) {
    WorldState& state = *state_;
    if (!state.bodies.ids.is_live(def.body)) return Err{DefError{"body", "is not alive"}};
    if (std::optional<DefError> bad = check(def)) return Err{*std::move(bad)};
    if (!is_dynamic(state, def.body)) return Err{DefError{"body", "must be dynamic"}};
    MouseJoint joint;
    joint.body = def.body.index;
    joint.local_point = inv_transform_point(body_frame(state, joint.body), def.point);
    joint.target = def.target;
    joint.frequency = def.frequency;
    joint.damping_ratio = def.damping_ratio;
    joint.max_force = def.max_force;
    return add_joint(state, joint);
}

bool World::destroy(JointHandle joint) {
    if (!state_->joints.ids.is_live(joint)) return false;
    remove_joint(*state_, joint.index);
    return true;
}

bool World::set_mouse_target(JointHandle joint, Vec2 target) {
    TOIBOX_ASSERT(is_finite(target));
    if (!state_->joints.ids.is_live(joint)) return false;
    auto* mouse = std::get_if<MouseJoint>(&state_->joints.joint[joint.index]);
    if (mouse == nullptr) return false;
    mouse->target = target;
    return true;
}

}  // namespace toibox

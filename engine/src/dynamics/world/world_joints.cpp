// SPDX-License-Identifier: MIT
// Creates, changes and destroys joints. The rows that joints add to a step are in solvers/joints/.
#include "toibox/dynamics/world.h"

#include "dynamics/islands/end_contacts.h"
#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/def_check.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/make_contact.h"
#include "dynamics/state/remove_joints.h"
#include "dynamics/state/wake.h"

#include <algorithm>
#include <array>
#include <concepts>

namespace toibox {
namespace {

using OptionalError = std::optional<DefError>;

JointHandle add_joint(WorldState& state, const Joint& joint) {
    const std::uint32_t index = state.joints.ids.acquire();
    state.joints.joint.resize(state.joints.ids.capacity());
    state.joints.joint[index] = joint;
    wake(state, base_of(joint).body_a);
    wake(state, base_of(joint).body_b);
    return state.joints.ids.handle_at<JointHandle>(index);
}

/// True if the shapes of `pair` belong to the two bodies.
bool is_between(const WorldState& state, const ProxyPair& pair, const BodyPair& bodies) {
    const std::uint32_t a = state.shapes.body[pair.a];
    const std::uint32_t b = state.shapes.body[pair.b];
    return (a == bodies.a && b == bodies.b) || (a == bodies.b && b == bodies.a);
}

/// Keeps the two bodies from colliding, and ends their contacts.
void block_pair(WorldState& state, const BodyPair& bodies) {
    std::vector<BodyPair>& jointed = state.pairs.jointed;
    jointed.insert(std::upper_bound(jointed.begin(), jointed.end(), bodies), bodies);
    end_contacts(state, [&](const ProxyPair& pair) { return is_between(state, pair, bodies); });
}

// ---- Joints from definitions. Each fill() sets the fields of one kind of joint. make_joint then checks the
// values.

/// Sets the fields that all definitions with two bodies have.
template <class Def>
OptionalError init_joint_base(const WorldState& state, const Def& def, JointBase& base) {
    if (!state.bodies.ids.is_live(def.body_a)) return dead_handle("body_a", def.body_a);
    if (!state.bodies.ids.is_live(def.body_b)) return dead_handle("body_b", def.body_b);
    if (def.body_a == def.body_b) return DefError{"body_b", "must differ from body_a"};
    base.body_a = def.body_a.index;
    base.body_b = def.body_b.index;
    base.collide_connected = def.collide_connected;
    base.break_force = def.break_force;
    if constexpr (requires { def.break_torque; }) base.break_torque = def.break_torque;
    if constexpr (requires { def.anchor; }) {
        if (OptionalError bad = check_vector("anchor", def.anchor)) return bad;
        base.local_a = inv_transform_point(body_transform(state, base.body_a), def.anchor);
        base.local_b = inv_transform_point(body_transform(state, base.body_b), def.anchor);
    }
    if (!is_dynamic(state, base.body_a) && !is_dynamic(state, base.body_b)) {
        return DefError{"body_b", "must be dynamic, because body_a is not"};
    }
    return std::nullopt;
}

/// Copies limit, motor and spring, for kinds of joints that have them.
template <class Def, class JointKind>
void copy_drives(const Def& def, JointKind& joint) {
    joint.limit = def.limit;
    joint.motor = def.motor;
    joint.spring = def.spring;
}

/// The given angle, or the current angle of B relative to A.
double reference_of(const WorldState& state, const JointBase& base, const std::optional<float>& given) {
    if (given) return static_cast<double>(*given);
    return state.bodies.motion[base.body_b].angle - state.bodies.motion[base.body_a].angle;
}

OptionalError set_local_axis(const WorldState& state, const JointBase& base, Vec2 axis, Vec2& local_axis) {
    if (OptionalError bad = check_vector("axis", axis)) return bad;
    local_axis = inv_rotate(state.bodies.pose[base.body_a].rotation, normalized(axis));
    return std::nullopt;
}

OptionalError fill(const WorldState& state, const RevoluteJointDef& def, RevoluteJoint& joint) {
    if (OptionalError bad = init_joint_base(state, def, joint.base)) return bad;
    joint.reference_angle = reference_of(state, joint.base, def.reference_angle);
    copy_drives(def, joint);
    return std::nullopt;
}
OptionalError fill(const WorldState& state, const DistanceJointDef& def, DistanceJoint& joint) {
    if (OptionalError bad = init_joint_base(state, def, joint.base)) return bad;
    if (OptionalError bad = check_vector("anchor_a", def.anchor_a)) return bad;
    if (OptionalError bad = check_vector("anchor_b", def.anchor_b)) return bad;
    joint.base.local_a = inv_transform_point(body_transform(state, joint.base.body_a), def.anchor_a);
    joint.base.local_b = inv_transform_point(body_transform(state, joint.base.body_b), def.anchor_b);
    joint.length = def.length.value_or(length(def.anchor_b - def.anchor_a));
    copy_drives(def, joint);
    return std::nullopt;
}
OptionalError fill(const WorldState& state, const PrismaticJointDef& def, PrismaticJoint& joint) {
    if (OptionalError bad = init_joint_base(state, def, joint.base)) return bad;
    joint.reference_angle = reference_of(state, joint.base, def.reference_angle);
    copy_drives(def, joint);
    return set_local_axis(state, joint.base, def.axis, joint.local_axis);
}
OptionalError fill(const WorldState& state, const WeldJointDef& def, WeldJoint& joint) {
    if (OptionalError bad = init_joint_base(state, def, joint.base)) return bad;
    joint.reference_angle = reference_of(state, joint.base, def.reference_angle);
    joint.linear_frequency = def.linear_frequency;
    joint.linear_damping_ratio = def.linear_damping_ratio;
    joint.angular_frequency = def.angular_frequency;
    joint.angular_damping_ratio = def.angular_damping_ratio;
    return std::nullopt;
}
OptionalError fill(const WorldState& state, const WheelJointDef& def, WheelJoint& joint) {
    if (OptionalError bad = init_joint_base(state, def, joint.base)) return bad;
    copy_drives(def, joint);
    return set_local_axis(state, joint.base, def.axis, joint.local_axis);
}
OptionalError fill(const WorldState& state, const MotorJointDef& def, MotorJoint& joint) {
    if (OptionalError bad = init_joint_base(state, def, joint.base)) return bad;
    const Vec2 origin_b = body_transform(state, joint.base.body_b).p;
    joint.base.local_a =
        def.linear_offset.value_or(inv_transform_point(body_transform(state, joint.base.body_a), origin_b));
    joint.reference_angle = reference_of(state, joint.base, def.angular_offset);
    joint.linear_velocity = def.linear_velocity;
    joint.angular_velocity = def.angular_velocity;
    joint.max_force = def.max_force;
    joint.max_torque = def.max_torque;
    joint.correction_factor = def.correction_factor;
    return std::nullopt;
}
OptionalError fill(const WorldState& state, const MouseJointDef& def, MouseJoint& joint) {
    if (!state.bodies.ids.is_live(def.body)) return dead_handle("body", def.body);
    if (OptionalError bad = check_vector("point", def.point)) return bad;
    if (!is_dynamic(state, def.body.index)) return DefError{"body", "must be dynamic"};
    joint.base.body_a = def.body.index;
    joint.base.body_b = def.body.index;
    joint.base.local_b = inv_transform_point(body_transform(state, def.body.index), def.point);
    joint.base.collide_connected = true;
    joint.target = def.target;
    joint.frequency = def.frequency;
    joint.damping_ratio = def.damping_ratio;
    joint.max_force = def.max_force;
    return std::nullopt;
}

template <class JointKind, class Def>
Result<Joint, DefError> make_joint(const WorldState& state, const Def& def) {
    JointKind joint;
    if (OptionalError bad = fill(state, def, joint)) return Err{*std::move(bad)};
    if (OptionalError bad = check(Joint{joint})) return Err{*std::move(bad)};
    return Joint{joint};
}
Result<Joint, DefError> make_joint(const WorldState& state, const JointDef& def) {
    struct Make {
        const WorldState& state;
        Result<Joint, DefError> operator()(const RevoluteJointDef& d) const {
            return make_joint<RevoluteJoint>(state, d);
        }
        Result<Joint, DefError> operator()(const DistanceJointDef& d) const {
            return make_joint<DistanceJoint>(state, d);
        }
        Result<Joint, DefError> operator()(const PrismaticJointDef& d) const {
            return make_joint<PrismaticJoint>(state, d);
        }
        Result<Joint, DefError> operator()(const WeldJointDef& d) const {
            return make_joint<WeldJoint>(state, d);
        }
        Result<Joint, DefError> operator()(const WheelJointDef& d) const {
            return make_joint<WheelJoint>(state, d);
        }
        Result<Joint, DefError> operator()(const MotorJointDef& d) const {
            return make_joint<MotorJoint>(state, d);
        }
        Result<Joint, DefError> operator()(const MouseJointDef& d) const {
            return make_joint<MouseJoint>(state, d);
        }
    };
    return std::visit(Make{state}, def);
}

// ---- Changes

/// Assigns a value to a member of the joint. False if this kind of joint has no such member.
template <class JointKind, class T, class Member>
bool assign_member(JointKind& joint, const std::optional<T>& value, Member member) {
    if (!value) return true;
    if constexpr (std::invocable<Member, JointKind&>) {
        member(joint) = *value;
        return true;
    } else {
        return false;
    }
}

/// Applies the change. Returns the name of the first field that this kind of joint does not have, or null.
template <class JointKind>
const char* apply_change(JointKind& joint, const JointChange& change) {
    const auto limit = [](auto& j) -> decltype((j.limit)) { return j.limit; };
    const auto motor = [](auto& j) -> decltype((j.motor)) { return j.motor; };
    const auto spring = [](auto& j) -> decltype((j.spring)) { return j.spring; };
    const auto length = [](auto& j) -> decltype((j.length)) { return j.length; };
    const auto target = [](auto& j) -> decltype((j.target)) { return j.target; };
    const auto linear_velocity = [](auto& j) -> decltype((j.linear_velocity)) { return j.linear_velocity; };
    const auto angular_velocity = [](auto& j) -> decltype((j.angular_velocity)) {
        return j.angular_velocity;
    };
    const auto max_force = [](auto& j) -> decltype((j.max_force)) { return j.max_force; };
    const auto max_torque = [](auto& j) -> decltype((j.max_torque)) { return j.max_torque; };
    const auto linear_offset = [](MotorJoint& j) -> Vec2& { return j.base.local_a; };
    const auto angular_offset = [](MotorJoint& j) -> double& { return j.reference_angle; };
    const auto break_force = [](auto& j) -> float& { return j.base.break_force; };
    const auto break_torque = [](auto& j) -> float& { return j.base.break_torque; };
    if (!assign_member(joint, change.limit, limit)) return "limit";
    if (!assign_member(joint, change.motor, motor)) return "motor";
    if (!assign_member(joint, change.spring, spring)) return "spring";
    if (!assign_member(joint, change.length, length)) return "length";
    if (!assign_member(joint, change.target, target)) return "target";
    if (!assign_member(joint, change.linear_offset, linear_offset)) return "linear_offset";
    std::optional<double> angle;
    if (change.angular_offset) angle = static_cast<double>(*change.angular_offset);
    if (!assign_member(joint, angle, angular_offset)) return "angular_offset";
    if (!assign_member(joint, change.linear_velocity, linear_velocity)) return "linear_velocity";
    if (!assign_member(joint, change.angular_velocity, angular_velocity)) return "angular_velocity";
    if (!assign_member(joint, change.max_force, max_force)) return "max_force";
    if (!assign_member(joint, change.max_torque, max_torque)) return "max_torque";
    assign_member(joint, change.break_force, break_force);
    assign_member(joint, change.break_torque, break_torque);
    return nullptr;
}

}  // namespace

std::string_view kind_name(const Joint& joint) {
    static constexpr std::array<std::string_view, std::variant_size_v<Joint>> names{
        "revolute", "distance", "prismatic", "weld", "wheel", "motor", "mouse"};
    return names[joint.index()];
}

JointHandle World::create_joint(const JointDef& def) {
    Result<JointHandle, DefError> created = try_create_joint(def);
    TOIBOX_ASSERT(created.has_value());
    return handle_or_null(created, refusal_);
}

Result<JointHandle, DefError> World::try_create_joint(const JointDef& def) {
    const Result<Joint, DefError> joint = make_joint(*state_, def);
    if (!joint) return Err{joint.error()};
    if (const std::optional<BodyPair> blocked = blocked_pair(*joint)) block_pair(*state_, *blocked);
    return add_joint(*state_, *joint);
}

bool World::destroy(JointHandle joint) {
    if (!state_->joints.ids.is_live(joint)) return false;
    remove_joint(*state_, joint.index);
    return true;
}

Result<Unit, DefError> World::set_joint(JointHandle joint, const JointChange& change) {
    if (!state_->joints.ids.is_live(joint)) return Err{dead_handle("joint", joint)};
    Joint changed = state_->joints.joint[joint.index];
    const char* missing = std::visit([&change](auto& one) { return apply_change(one, change); }, changed);
    if (missing != nullptr) {
        return Err{DefError{missing, "is not a field of a " + std::string(kind_name(changed)) + " joint"}};
    }
    if (OptionalError bad = check(changed)) return Err{*std::move(bad)};
    state_->joints.joint[joint.index] = changed;
    wake(*state_, base_of(changed).body_a);
    wake(*state_, base_of(changed).body_b);
    return Unit{};
}

bool World::set_mouse_target(JointHandle joint, Vec2 target) {
    TOIBOX_ASSERT(is_finite(target));
    return set_joint(joint, {.target = target}).has_value();
}

JointLoad World::joint_force(JointHandle joint) const {
    if (!state_->joints.ids.is_live(joint)) return {};
    const JointBase& base = base_of(state_->joints.joint[joint.index]);
    return {base.force, base.torque};
}

float World::joint_coordinate(JointHandle joint) const {
    if (!state_->joints.ids.is_live(joint)) return 0.0f;
    return coordinate_of(*state_, state_->joints.joint[joint.index]);
}

}  // namespace toibox

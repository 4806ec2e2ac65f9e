// SPDX-License-Identifier: MIT

// Rows and loads of any joint.

#include "dynamics/solvers/joints/build_joint_rows.h"

#include "toibox/dynamics/world_state.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <variant>

namespace toibox {

namespace {

std::size_t index_of(RowSlot slot) {
    return static_cast<std::size_t>(slot);
}

float impulse_at(const JointBase& base, RowSlot slot) {
    return base.impulses.scalar[index_of(slot)];
}

/// Impulse of spring and limits along a coordinate that is a distance, N·s.
float coordinate_impulse(const JointBase& base) {
    return impulse_at(base, RowSlot::Spring) + impulse_at(base, RowSlot::Lower) +
           impulse_at(base, RowSlot::Upper);
}

/// Impulse (N·s) and angular impulse (N·m·s) on B, from base.impulses. This overload is for joints whose
/// bodies share a point.
template <class PointJoint>
JointLoad impulse_of(const WorldState& /*state*/, const PointJoint& joint) {
    float angular_impulse = 0.0f;
    for (const float impulse : joint.base.impulses.scalar)
        angular_impulse += impulse;
    return {joint.base.impulses.point, angular_impulse};
}
JointLoad impulse_of(const WorldState& state, const DistanceJoint& joint) {
    const float pull = coordinate_impulse(joint.base) + impulse_at(joint.base, RowSlot::Motor) +
                       impulse_at(joint.base, RowSlot::Line);
    return {pull * anchor_direction(joint_bodies(state, joint.base).offset), 0.0f};
}
JointLoad impulse_of(const WorldState& state, const PrismaticJoint& joint) {
    const Vec2 axis = rotate(state.bodies.pose[joint.base.body_a].rotation, joint.local_axis);
    const float push = coordinate_impulse(joint.base) + impulse_at(joint.base, RowSlot::Motor);
    return {push * axis + impulse_at(joint.base, RowSlot::Line) * left_perp(axis),
            impulse_at(joint.base, RowSlot::Angle)};
}
JointLoad impulse_of(const WorldState& state, const WheelJoint& joint) {
    const Vec2 axis = rotate(state.bodies.pose[joint.base.body_a].rotation, joint.local_axis);
    return {coordinate_impulse(joint.base) * axis + impulse_at(joint.base, RowSlot::Line) * left_perp(axis),
            impulse_at(joint.base, RowSlot::Motor)};
}

/// The joint coordinate: an angle (radians) for joints with a reference angle, else a length (metres).
template <class AngleJoint>
float coordinate(const WorldState& state, const AngleJoint& joint) {
    return joint_angle(state, joint.base, joint.reference_angle);
}
/// Displacement of B's anchor along the axis, metres.
float slide(const WorldState& state, const JointBase& base, Vec2 local_axis) {
    return dot(rotate(state.bodies.pose[base.body_a].rotation, local_axis), joint_bodies(state, base).offset);
}
float coordinate(const WorldState& state, const PrismaticJoint& joint) {
    return slide(state, joint.base, joint.local_axis);
}
float coordinate(const WorldState& state, const WheelJoint& joint) {
    return slide(state, joint.base, joint.local_axis);
}
float coordinate(const WorldState& state, const DistanceJoint& joint) {
    return length(joint_bodies(state, joint.base).offset);
}
float coordinate(const WorldState& state, const MouseJoint& joint) {
    const BodyPose& pose = state.bodies.pose[joint.base.body_b];
    const Vec2 from_center = joint.base.local_b - state.bodies.mass[joint.base.body_b].local_center;
    return length((pose.center - joint.target) + rotate(pose.rotation, from_center));
}

std::uint8_t rigid_equations_of(const RevoluteJoint& /*joint*/) {
    return 2;
}
std::uint8_t rigid_equations_of(const DistanceJoint& joint) {
    return is_rod(joint) ? 1 : 0;
}
std::uint8_t rigid_equations_of(const PrismaticJoint& /*joint*/) {
    return 2;
}
std::uint8_t rigid_equations_of(const WeldJoint& joint) {
    return static_cast<std::uint8_t>((joint.linear_frequency > 0.0f ? 0 : 2) +
                                     (joint.angular_frequency > 0.0f ? 0 : 1));
}
std::uint8_t rigid_equations_of(const WheelJoint& /*joint*/) {
    return 1;
}
std::uint8_t rigid_equations_of(const MotorJoint& /*joint*/) {
    return 0;
}
std::uint8_t rigid_equations_of(const MouseJoint& /*joint*/) {
    return 0;
}

/// Loads the warm-start forces of the joint into its rows.
void load_warm_start(const JointBase& base, std::uint32_t index, JointRows& rows) {
    rows.point.joint = index;
    rows.point.impulse = base.impulses.point;
    for (std::size_t i = 0; i < rows.scalar_count; ++i) {
        ScalarRow& row = rows.scalars[i];
        row.joint = index;
        row.impulse = impulse_at(base, row.slot);
    }
}

}  // namespace

void build_joint_rows(const WorldState& state, std::uint32_t index, float h, JointRows& out) {
    out.has_point = false;
    out.scalar_count = 0;
    const Joint& joint = state.joints.joint[index];
    std::visit([&](const auto& one) { build_joint_rows(state, one, h, out); }, joint);
    load_warm_start(base_of(joint), index, out);
}

bool is_equation(const ScalarRow& row, const JointRows& rows) {
    const auto is_limit = [](const ScalarRow& other) {
        return other.kind == RowKind::LowerLimit || other.kind == RowKind::UpperLimit;
    };
    if (row.kind != RowKind::Motor) return !is_limit(row);
    return std::ranges::none_of(std::span(rows.scalars).first(rows.scalar_count), is_limit);
}

bool has_equations(const Joint& joint) {
    if (std::holds_alternative<MotorJoint>(joint) || std::holds_alternative<MouseJoint>(joint)) return false;
    const auto* const distance = std::get_if<DistanceJoint>(&joint);
    return distance == nullptr || distance->spring.enabled || !distance->limit.enabled;
}

bool has_limit(const Joint& joint) {
    return std::visit(
        [](const auto& one) {
            if constexpr (requires { one.limit; }) return one.limit.enabled;
            return false;
        },
        joint);
}

std::uint8_t rigid_equations(const Joint& joint) {
    return std::visit([](const auto& one) { return rigid_equations_of(one); }, joint);
}

float coordinate_of(const WorldState& state, const Joint& joint) {
    return std::visit([&state](const auto& one) { return coordinate(state, one); }, joint);
}

void add_joint_load(const WorldState& state, Joint& joint, const JointImpulses& impulses, float dt) {
    JointBase& base = base_of(joint);
    const JointImpulses saved = std::exchange(base.impulses, impulses);
    const JointLoad load = std::visit([&state](const auto& one) { return impulse_of(state, one); }, joint);
    base.impulses = saved;
    const float inv_dt = 1.0f / dt;
    base.force += inv_dt * load.force;
    base.torque += inv_dt * load.torque;
    const bool exceeds_force = base.break_force > 0.0f && length(base.force) > base.break_force;
    const bool exceeds_torque = base.break_torque > 0.0f && std::abs(base.torque) > base.break_torque;
    if (exceeds_force || exceeds_torque) base.overloaded = true;
}

}  // namespace toibox

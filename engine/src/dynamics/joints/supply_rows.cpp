// SPDX-License-Identifier: MIT

// The family of joints: rows of any, and what any carried.

#include "supply_rows.h"

#include "toibox/dynamics/world_state.h"

#include <cmath>
#include <utility>

namespace toibox {

namespace {

std::size_t place(RowSlot slot) {
    return static_cast<std::size_t>(slot);
}

float impulse_at(const JointBase& base, RowSlot slot) {
    return base.impulses.scalar[place(slot)];
}

/// Along the coordinate of a joint whose coordinate is a distance.
float along(const JointBase& base) {
    return impulse_at(base, RowSlot::Spring) + impulse_at(base, RowSlot::Lower) +
           impulse_at(base, RowSlot::Upper);
}

/// Impulse and angular impulse on B of the last step, for joints that share a point.
template <class PointJoint>
JointLoad impulse_of(const WorldState& /*state*/, const PointJoint& joint) {
    float turn = 0.0f;
    for (const float impulse : joint.base.impulses.scalar)
        turn += impulse;
    return {joint.base.impulses.point, turn};
}
JointLoad impulse_of(const WorldState& state, const DistanceJoint& joint) {
    const float pull =
        along(joint.base) + impulse_at(joint.base, RowSlot::Motor) + impulse_at(joint.base, RowSlot::Line);
    return {pull * anchor_direction(joint_bodies(state, joint.base).offset), 0.0f};
}
JointLoad impulse_of(const WorldState& state, const PrismaticJoint& joint) {
    const Vec2 axis = rotate(state.bodies.pose[joint.base.body_a].rotation, joint.local_axis);
    const float push = along(joint.base) + impulse_at(joint.base, RowSlot::Motor);
    return {push * axis + impulse_at(joint.base, RowSlot::Line) * left_perp(axis),
            impulse_at(joint.base, RowSlot::Angle)};
}
JointLoad impulse_of(const WorldState& state, const WheelJoint& joint) {
    const Vec2 axis = rotate(state.bodies.pose[joint.base.body_a].rotation, joint.local_axis);
    return {along(joint.base) * axis + impulse_at(joint.base, RowSlot::Line) * left_perp(axis),
            impulse_at(joint.base, RowSlot::Motor)};
}

/// Angle, in radians, of those that have a reference; else metres.
template <class AngleJoint>
float coordinate(const WorldState& state, const AngleJoint& joint) {
    return joint_angle(state, joint.base, joint.reference_angle);
}
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

/// Impulses of the last step that the row may start from.
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

float coordinate_of(const WorldState& state, const Joint& joint) {
    return std::visit([&state](const auto& one) { return coordinate(state, one); }, joint);
}

void add_joint_load(const WorldState& state, Joint& joint, const JointImpulses& impulses, float dt) {
    JointBase& base = base_of(joint);
    const JointImpulses kept = std::exchange(base.impulses, impulses);
    const JointLoad load = std::visit([&state](const auto& one) { return impulse_of(state, one); }, joint);
    base.impulses = kept;
    const float inv_dt = 1.0f / dt;
    base.force += inv_dt * load.force;
    base.torque += inv_dt * load.torque;
    const bool exceeds_force = base.break_force > 0.0f && length(base.force) > base.break_force;
    const bool exceeds_torque = base.break_torque > 0.0f && std::abs(base.torque) > base.break_torque;
    if (exceeds_force || exceeds_torque) base.overloaded = true;
}

}  // namespace toibox

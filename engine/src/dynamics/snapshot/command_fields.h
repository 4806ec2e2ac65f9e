// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/command.h"

#include "dynamics/snapshot/state_fields.h"

/// Field lists of commands and of the definitions that they contain. Recordings identify a field only by its
/// number in its list, counted from 1. Add new fields at the end of a list; never move a field or change its
/// type.

namespace toibox {

// ---- Definitions

template <>
struct FieldsOf<ContinuousOverride> {
    static constexpr FieldTuple list{Field{"policy", &ContinuousOverride::policy},
                                     Field{"toi", &ContinuousOverride::toi}};
};
template <>
struct FieldsOf<BodyDef> {
    using D = BodyDef;
    static constexpr FieldTuple list{Field{"type", &D::type},
                                     Field{"position", &D::position},
                                     Field{"angle", &D::angle},
                                     Field{"linear_velocity", &D::linear_velocity},
                                     Field{"angular_velocity", &D::angular_velocity},
                                     Field{"linear_damping", &D::linear_damping},
                                     Field{"angular_damping", &D::angular_damping},
                                     Field{"gravity_scale", &D::gravity_scale},
                                     Field{"bullet", &D::bullet},
                                     Field{"fixed_rotation", &D::fixed_rotation},
                                     Field{"lock_x", &D::lock_x},
                                     Field{"lock_y", &D::lock_y},
                                     Field{"allow_sleep", &D::allow_sleep},
                                     Field{"awake", &D::awake},
                                     Field{"mass", &D::mass},
                                     Field{"continuous", &D::continuous},
                                     Field{"user_data", &D::user_data}};
};
template <>
struct FieldsOf<ShapeDef> {
    static constexpr FieldTuple list{Field{"material", &ShapeDef::material},
                                     Field{"filter", &ShapeDef::filter}, Field{"sensor", &ShapeDef::sensor},
                                     Field{"user_data", &ShapeDef::user_data},
                                     Field{"one_way", &ShapeDef::one_way}};
};
template <>
struct FieldsOf<ExplosionDef> {
    static constexpr FieldTuple list{
        Field{"position", &ExplosionDef::position}, Field{"radius", &ExplosionDef::radius},
        Field{"falloff", &ExplosionDef::falloff},
        Field{"impulse_per_length", &ExplosionDef::impulse_per_length}, Field{"mask", &ExplosionDef::mask}};
};
template <>
struct FieldsOf<RevoluteJointDef> {
    using D = RevoluteJointDef;
    static constexpr FieldTuple list{Field{"body_a", &D::body_a},
                                     Field{"body_b", &D::body_b},
                                     Field{"anchor", &D::anchor},
                                     Field{"collide_connected", &D::collide_connected},
                                     Field{"reference_angle", &D::reference_angle},
                                     Field{"limit", &D::limit},
                                     Field{"motor", &D::motor},
                                     Field{"spring", &D::spring},
                                     Field{"break_force", &D::break_force},
                                     Field{"break_torque", &D::break_torque}};
};
template <>
struct FieldsOf<DistanceJointDef> {
    using D = DistanceJointDef;
    static constexpr FieldTuple list{
        Field{"body_a", &D::body_a},     Field{"body_b", &D::body_b},
        Field{"anchor_a", &D::anchor_a}, Field{"anchor_b", &D::anchor_b},
        Field{"length", &D::length},     Field{"collide_connected", &D::collide_connected},
        Field{"limit", &D::limit},       Field{"motor", &D::motor},
        Field{"spring", &D::spring},     Field{"break_force", &D::break_force}};
};
template <>
struct FieldsOf<PrismaticJointDef> {
    using D = PrismaticJointDef;
    static constexpr FieldTuple list{Field{"body_a", &D::body_a},
                                     Field{"body_b", &D::body_b},
                                     Field{"anchor", &D::anchor},
                                     Field{"axis", &D::axis},
                                     Field{"collide_connected", &D::collide_connected},
                                     Field{"reference_angle", &D::reference_angle},
                                     Field{"limit", &D::limit},
                                     Field{"motor", &D::motor},
                                     Field{"spring", &D::spring},
                                     Field{"break_force", &D::break_force},
                                     Field{"break_torque", &D::break_torque}};
};
template <>
struct FieldsOf<WeldJointDef> {
    using D = WeldJointDef;
    static constexpr FieldTuple list{Field{"body_a", &D::body_a},
                                     Field{"body_b", &D::body_b},
                                     Field{"anchor", &D::anchor},
                                     Field{"collide_connected", &D::collide_connected},
                                     Field{"reference_angle", &D::reference_angle},
                                     Field{"linear_frequency", &D::linear_frequency},
                                     Field{"linear_damping_ratio", &D::linear_damping_ratio},
                                     Field{"angular_frequency", &D::angular_frequency},
                                     Field{"angular_damping_ratio", &D::angular_damping_ratio},
                                     Field{"break_force", &D::break_force},
                                     Field{"break_torque", &D::break_torque}};
};
template <>
struct FieldsOf<WheelJointDef> {
    using D = WheelJointDef;
    static constexpr FieldTuple list{Field{"body_a", &D::body_a},
                                     Field{"body_b", &D::body_b},
                                     Field{"anchor", &D::anchor},
                                     Field{"axis", &D::axis},
                                     Field{"collide_connected", &D::collide_connected},
                                     Field{"limit", &D::limit},
                                     Field{"motor", &D::motor},
                                     Field{"spring", &D::spring},
                                     Field{"break_force", &D::break_force},
                                     Field{"break_torque", &D::break_torque}};
};
template <>
struct FieldsOf<MotorJointDef> {
    using D = MotorJointDef;
    static constexpr FieldTuple list{Field{"body_a", &D::body_a},
                                     Field{"body_b", &D::body_b},
                                     Field{"collide_connected", &D::collide_connected},
                                     Field{"linear_offset", &D::linear_offset},
                                     Field{"angular_offset", &D::angular_offset},
                                     Field{"linear_velocity", &D::linear_velocity},
                                     Field{"angular_velocity", &D::angular_velocity},
                                     Field{"max_force", &D::max_force},
                                     Field{"max_torque", &D::max_torque},
                                     Field{"correction_factor", &D::correction_factor},
                                     Field{"break_force", &D::break_force},
                                     Field{"break_torque", &D::break_torque}};
};
template <>
struct FieldsOf<MouseJointDef> {
    using D = MouseJointDef;
    static constexpr FieldTuple list{Field{"body", &D::body},
                                     Field{"point", &D::point},
                                     Field{"target", &D::target},
                                     Field{"frequency", &D::frequency},
                                     Field{"damping_ratio", &D::damping_ratio},
                                     Field{"max_force", &D::max_force}};
};
template <>
struct FieldsOf<JointChange> {
    using C = JointChange;
    static constexpr FieldTuple list{Field{"limit", &C::limit},
                                     Field{"motor", &C::motor},
                                     Field{"spring", &C::spring},
                                     Field{"length", &C::length},
                                     Field{"target", &C::target},
                                     Field{"linear_offset", &C::linear_offset},
                                     Field{"angular_offset", &C::angular_offset},
                                     Field{"linear_velocity", &C::linear_velocity},
                                     Field{"angular_velocity", &C::angular_velocity},
                                     Field{"max_force", &C::max_force},
                                     Field{"max_torque", &C::max_torque},
                                     Field{"break_force", &C::break_force},
                                     Field{"break_torque", &C::break_torque}};
};

// ---- Commands

template <>
struct FieldsOf<command::CreateBody::Part> {
    using P = command::CreateBody::Part;
    static constexpr FieldTuple list{Field{"shape", &P::shape}, Field{"def", &P::def}};
};
template <>
struct FieldsOf<command::CreateBody> {
    using C = command::CreateBody;
    static constexpr FieldTuple list{Field{"body", &C::body}, Field{"parts", &C::parts}};
};
template <>
struct FieldsOf<command::DestroyBody> {
    static constexpr FieldTuple list{Field{"body", &command::DestroyBody::body}};
};
template <>
struct FieldsOf<command::ApplyImpulse> {
    using C = command::ApplyImpulse;
    static constexpr FieldTuple list{Field{"body", &C::body}, Field{"impulse", &C::impulse},
                                     Field{"point", &C::point}, Field{"angular", &C::angular}};
};
template <>
struct FieldsOf<command::ApplyForce> {
    using C = command::ApplyForce;
    static constexpr FieldTuple list{Field{"body", &C::body}, Field{"force", &C::force},
                                     Field{"point", &C::point}, Field{"torque", &C::torque}};
};
template <>
struct FieldsOf<command::SetVelocity> {
    using C = command::SetVelocity;
    static constexpr FieldTuple list{Field{"body", &C::body}, Field{"linear", &C::linear},
                                     Field{"angular", &C::angular}};
};
template <>
struct FieldsOf<command::SetTransform> {
    using C = command::SetTransform;
    static constexpr FieldTuple list{Field{"body", &C::body}, Field{"position", &C::position},
                                     Field{"angle", &C::angle}};
};
template <>
struct FieldsOf<command::SetBody> {
    using C = command::SetBody;
    static constexpr FieldTuple list{Field{"body", &C::body},
                                     Field{"bullet", &C::bullet},
                                     Field{"fixed_rotation", &C::fixed_rotation},
                                     Field{"lock_x", &C::lock_x},
                                     Field{"lock_y", &C::lock_y},
                                     Field{"allow_sleep", &C::allow_sleep},
                                     Field{"type", &C::type},
                                     Field{"gravity_scale", &C::gravity_scale},
                                     Field{"linear_damping", &C::linear_damping},
                                     Field{"angular_damping", &C::angular_damping},
                                     Field{"continuous", &C::continuous}};
};
template <>
struct FieldsOf<command::SetMaterial> {
    using C = command::SetMaterial;
    static constexpr FieldTuple list{Field{"shape", &C::shape}, Field{"material", &C::material}};
};
template <>
struct FieldsOf<command::SetFilter> {
    using C = command::SetFilter;
    static constexpr FieldTuple list{Field{"shape", &C::shape}, Field{"filter", &C::filter}};
};
template <>
struct FieldsOf<command::Explode> {
    static constexpr FieldTuple list{Field{"def", &command::Explode::def}};
};
template <>
struct FieldsOf<command::SetSettings> {
    static constexpr FieldTuple list{Field{"settings", &command::SetSettings::settings}};
};
template <>
struct FieldsOf<command::CreateJoint> {
    static constexpr FieldTuple list{Field{"def", &command::CreateJoint::def}};
};
template <>
struct FieldsOf<command::SetJoint> {
    using C = command::SetJoint;
    static constexpr FieldTuple list{Field{"joint", &C::joint}, Field{"to", &C::to}};
};
template <>
struct FieldsOf<command::SetMouseTarget> {
    using C = command::SetMouseTarget;
    static constexpr FieldTuple list{Field{"joint", &C::joint}, Field{"target", &C::target}};
};
template <>
struct FieldsOf<command::DestroyJoint> {
    static constexpr FieldTuple list{Field{"joint", &command::DestroyJoint::joint}};
};
template <>
struct FieldsOf<command::SetPosition> {
    using C = command::SetPosition;
    static constexpr FieldTuple list{Field{"body", &C::body}, Field{"position", &C::position}};
};

static_assert(lists_members_in_order<ContinuousOverride> && lists_members_in_order<BodyDef> &&
              lists_members_in_order<ShapeDef> && lists_members_in_order<ExplosionDef>);
static_assert(lists_members_in_order<RevoluteJointDef> && lists_members_in_order<DistanceJointDef> &&
              lists_members_in_order<PrismaticJointDef> && lists_members_in_order<WeldJointDef> &&
              lists_members_in_order<WheelJointDef> && lists_members_in_order<MotorJointDef> &&
              lists_members_in_order<MouseJointDef> && lists_members_in_order<JointChange>);
static_assert(lists_members_in_order<command::CreateBody::Part> &&
              lists_members_in_order<command::CreateBody> && lists_members_in_order<command::DestroyBody> &&
              lists_members_in_order<command::ApplyImpulse> && lists_members_in_order<command::ApplyForce> &&
              lists_members_in_order<command::SetVelocity> && lists_members_in_order<command::SetTransform> &&
              lists_members_in_order<command::SetBody> && lists_members_in_order<command::SetMaterial> &&
              lists_members_in_order<command::SetFilter> && lists_members_in_order<command::Explode> &&
              lists_members_in_order<command::SetSettings> && lists_members_in_order<command::CreateJoint> &&
              lists_members_in_order<command::SetJoint> && lists_members_in_order<command::SetMouseTarget> &&
              lists_members_in_order<command::DestroyJoint> && lists_members_in_order<command::SetPosition>);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings_fields.h"
#include "toibox/dynamics/world_state.h"
#include "toibox/fields/value_fields.h"

/// Field lists of the elements of columns, in the order in which they are hashed and written. Variants,
/// polygons and id pools have no list: hashing and serialisation handle them explicitly.

namespace toibox {

template <>
struct FieldsOf<ContactEvent> {
    static constexpr FieldTuple list{Field{"a", &ContactEvent::a}, Field{"b", &ContactEvent::b}};
};

// ---- Settings and definitions

template <>
struct FieldsOf<Material> {
    static constexpr FieldTuple list{Field{"density", &Material::density},
                                     Field{"friction", &Material::friction},
                                     Field{"restitution", &Material::restitution},
                                     Field{"rolling_resistance", &Material::rolling_resistance},
                                     Field{"tangent_speed", &Material::tangent_speed}};
};
template <>
struct FieldsOf<Filter> {
    static constexpr FieldTuple list{Field{"category", &Filter::category}, Field{"mask", &Filter::mask},
                                     Field{"group", &Filter::group}};
};
template <>
struct FieldsOf<MassOverride> {
    static constexpr FieldTuple list{Field{"mass", &MassOverride::mass},
                                     Field{"inertia", &MassOverride::inertia},
                                     Field{"center", &MassOverride::center}};
};

// ---- Bodies

template <>
struct FieldsOf<BodyPose> {
    static constexpr FieldTuple list{Field{"center", &BodyPose::center},
                                     Field{"rotation", &BodyPose::rotation}};
};
template <>
struct FieldsOf<BodyVelocity> {
    static constexpr FieldTuple list{Field{"linear", &BodyVelocity::linear},
                                     Field{"angular", &BodyVelocity::angular}};
};
template <>
struct FieldsOf<BodyForce> {
    static constexpr FieldTuple list{Field{"force", &BodyForce::force}, Field{"torque", &BodyForce::torque}};
};
template <>
struct FieldsOf<BodyMass> {
    static constexpr FieldTuple list{Field{"mass", &BodyMass::mass},
                                     Field{"inertia", &BodyMass::inertia},
                                     Field{"inv_mass", &BodyMass::inv_mass},
                                     Field{"inv_inertia", &BodyMass::inv_inertia},
                                     Field{"local_center", &BodyMass::local_center},
                                     Field{"max_extent", &BodyMass::max_extent},
                                     Field{"min_extent", &BodyMass::min_extent}};
};
template <>
struct FieldsOf<BodyMotion> {
    static constexpr FieldTuple list{
        Field{"start", &BodyMotion::start}, Field{"delta_angle", &BodyMotion::delta_angle},
        Field{"box_slack", &BodyMotion::box_slack}, Field{"angle", &BodyMotion::angle}};
};
template <>
struct FieldsOf<BodyInfo> {
    static constexpr FieldTuple list{Field{"type", &BodyInfo::type},
                                     Field{"bullet", &BodyInfo::bullet},
                                     Field{"fixed_rotation", &BodyInfo::fixed_rotation},
                                     Field{"lock_x", &BodyInfo::lock_x},
                                     Field{"lock_y", &BodyInfo::lock_y},
                                     Field{"allow_sleep", &BodyInfo::allow_sleep},
                                     Field{"linear_damping", &BodyInfo::linear_damping},
                                     Field{"angular_damping", &BodyInfo::angular_damping},
                                     Field{"gravity_scale", &BodyInfo::gravity_scale},
                                     Field{"has_mass_override", &BodyInfo::has_mass_override},
                                     Field{"mass_override", &BodyInfo::mass_override},
                                     Field{"first_shape", &BodyInfo::first_shape},
                                     Field{"last_shape", &BodyInfo::last_shape},
                                     Field{"user_data", &BodyInfo::user_data}};
};
template <>
struct FieldsOf<BodySleep> {
    static constexpr FieldTuple list{Field{"still_time", &BodySleep::slow_time},
                                     Field{"island", &BodySleep::island},
                                     Field{"mean_velocity", &BodySleep::mean_velocity},
                                     Field{"earlier_mean_velocity", &BodySleep::earlier_mean_velocity}};
};

// ---- Contacts

template <>
struct FieldsOf<FeatureId> {
    static constexpr FieldTuple list{Field{"reference", &FeatureId::reference},
                                     Field{"incident", &FeatureId::incident}, Field{"clip", &FeatureId::clip},
                                     Field{"reference_is_b", &FeatureId::reference_is_b}};
};
template <>
struct FieldsOf<CollideCache> {
    static constexpr FieldTuple list{Field{"reference", &CollideCache::reference},
                                     Field{"incident", &CollideCache::incident},
                                     Field{"owner", &CollideCache::owner}};
};
template <>
struct FieldsOf<ContactPoint> {
    static constexpr FieldTuple list{Field{"r_a", &ContactPoint::r_a},
                                     Field{"r_b", &ContactPoint::r_b},
                                     Field{"local_a", &ContactPoint::local_a},
                                     Field{"local_b", &ContactPoint::local_b},
                                     Field{"base_separation", &ContactPoint::base_separation},
                                     Field{"separation", &ContactPoint::separation},
                                     Field{"normal_impulse", &ContactPoint::normal_impulse, output_only},
                                     Field{"tangent_impulse", &ContactPoint::tangent_impulse, output_only},
                                     Field{"start_normal", &ContactPoint::warm_normal_force},
                                     Field{"start_tangent", &ContactPoint::warm_tangent_force},
                                     Field{"approach_velocity", &ContactPoint::approach_velocity},
                                     Field{"id", &ContactPoint::id},
                                     Field{"warm", &ContactPoint::warm}};
};
template <>
struct FieldsOf<ManifoldReusePose> {
    static constexpr FieldTuple list{
        Field{"offset", &ManifoldReusePose::offset}, Field{"turn", &ManifoldReusePose::turn},
        Field{"turn_reach", &ManifoldReusePose::max_chord}, Field{"reach", &ManifoldReusePose::reach}};
};
template <>
struct FieldsOf<Contact> {
    static constexpr FieldTuple list{Field{"shape_a", &Contact::shape_a},
                                     Field{"shape_b", &Contact::shape_b},
                                     Field{"body_a", &Contact::body_a},
                                     Field{"body_b", &Contact::body_b},
                                     Field{"friction", &Contact::friction},
                                     Field{"restitution", &Contact::restitution},
                                     Field{"rounding_a", &Contact::rounding_a},
                                     Field{"rounding_b", &Contact::rounding_b},
                                     Field{"rolling_resistance", &Contact::rolling_resistance},
                                     Field{"tangent_speed", &Contact::tangent_speed},
                                     Field{"response", &Contact::response},
                                     Field{"touching", &Contact::touching},
                                     Field{"bounced", &Contact::hit_emitted},
                                     Field{"began_deep", &Contact::spawned_overlapping},
                                     Field{"count", &Contact::count},
                                     Field{"normal", &Contact::normal},
                                     Field{"start_rolling", &Contact::warm_rolling_torque},
                                     Field{"base", &Contact::base},
                                     Field{"points", &Contact::points},
                                     Field{"cache", &Contact::cache}};
};

// ---- Alternatives of Shape and Joint

template <>
struct FieldsOf<Circle> {
    static constexpr FieldTuple list{Field{"center", &Circle::center}, Field{"radius", &Circle::radius}};
};
template <>
struct FieldsOf<Capsule> {
    static constexpr FieldTuple list{Field{"a", &Capsule::a}, Field{"b", &Capsule::b},
                                     Field{"radius", &Capsule::radius}};
};
template <>
struct FieldsOf<Segment> {
    static constexpr FieldTuple list{Field{"a", &Segment::a},
                                     Field{"b", &Segment::b},
                                     Field{"has_ghost_a", &Segment::has_ghost_a},
                                     Field{"has_ghost_b", &Segment::has_ghost_b},
                                     Field{"ghost_a", &Segment::ghost_a},
                                     Field{"ghost_b", &Segment::ghost_b}};
};
template <>
struct FieldsOf<JointImpulses> {
    static constexpr FieldTuple list{Field{"point", &JointImpulses::point},
                                     Field{"scalar", &JointImpulses::scalar}};
};
template <>
struct FieldsOf<JointLimit> {
    static constexpr FieldTuple list{Field{"enabled", &JointLimit::enabled},
                                     Field{"lower", &JointLimit::lower}, Field{"upper", &JointLimit::upper}};
};
template <>
struct FieldsOf<JointMotor> {
    static constexpr FieldTuple list{Field{"enabled", &JointMotor::enabled},
                                     Field{"speed", &JointMotor::speed},
                                     Field{"max_force", &JointMotor::max_force}};
};
template <>
struct FieldsOf<JointSpring> {
    static constexpr FieldTuple list{
        Field{"enabled", &JointSpring::enabled}, Field{"frequency", &JointSpring::frequency},
        Field{"damping_ratio", &JointSpring::damping_ratio}, Field{"target", &JointSpring::target}};
};
template <>
struct FieldsOf<JointBase> {
    static constexpr FieldTuple list{Field{"body_a", &JointBase::body_a},
                                     Field{"body_b", &JointBase::body_b},
                                     Field{"local_a", &JointBase::local_a},
                                     Field{"local_b", &JointBase::local_b},
                                     Field{"collide_connected", &JointBase::collide_connected},
                                     Field{"break_force", &JointBase::break_force},
                                     Field{"break_torque", &JointBase::break_torque},
                                     Field{"impulses", &JointBase::impulses},
                                     Field{"force", &JointBase::force, output_only},
                                     Field{"torque", &JointBase::torque, output_only},
                                     Field{"overloaded", &JointBase::overloaded}};
};
template <>
struct FieldsOf<RevoluteJoint> {
    static constexpr FieldTuple list{
        Field{"base", &RevoluteJoint::base}, Field{"reference_angle", &RevoluteJoint::reference_angle},
        Field{"limit", &RevoluteJoint::limit}, Field{"motor", &RevoluteJoint::motor},
        Field{"spring", &RevoluteJoint::spring}};
};
template <>
struct FieldsOf<DistanceJoint> {
    static constexpr FieldTuple list{
        Field{"base", &DistanceJoint::base}, Field{"length", &DistanceJoint::length},
        Field{"limit", &DistanceJoint::limit}, Field{"motor", &DistanceJoint::motor},
        Field{"spring", &DistanceJoint::spring}};
};
template <>
struct FieldsOf<PrismaticJoint> {
    static constexpr FieldTuple list{Field{"base", &PrismaticJoint::base},
                                     Field{"local_axis", &PrismaticJoint::local_axis},
                                     Field{"reference_angle", &PrismaticJoint::reference_angle},
                                     Field{"limit", &PrismaticJoint::limit},
                                     Field{"motor", &PrismaticJoint::motor},
                                     Field{"spring", &PrismaticJoint::spring}};
};
template <>
struct FieldsOf<WeldJoint> {
    static constexpr FieldTuple list{Field{"base", &WeldJoint::base},
                                     Field{"reference_angle", &WeldJoint::reference_angle},
                                     Field{"linear_frequency", &WeldJoint::linear_frequency},
                                     Field{"linear_damping_ratio", &WeldJoint::linear_damping_ratio},
                                     Field{"angular_frequency", &WeldJoint::angular_frequency},
                                     Field{"angular_damping_ratio", &WeldJoint::angular_damping_ratio}};
};
template <>
struct FieldsOf<WheelJoint> {
    static constexpr FieldTuple list{Field{"base", &WheelJoint::base},
                                     Field{"local_axis", &WheelJoint::local_axis},
                                     Field{"limit", &WheelJoint::limit}, Field{"motor", &WheelJoint::motor},
                                     Field{"spring", &WheelJoint::spring}};
};
template <>
struct FieldsOf<MotorJoint> {
    static constexpr FieldTuple list{Field{"base", &MotorJoint::base},
                                     Field{"reference_angle", &MotorJoint::reference_angle},
                                     Field{"linear_velocity", &MotorJoint::linear_velocity},
                                     Field{"angular_velocity", &MotorJoint::angular_velocity},
                                     Field{"max_force", &MotorJoint::max_force},
                                     Field{"max_torque", &MotorJoint::max_torque},
                                     Field{"correction_factor", &MotorJoint::correction_factor}};
};
template <>
struct FieldsOf<MouseJoint> {
    static constexpr FieldTuple list{Field{"base", &MouseJoint::base}, Field{"target", &MouseJoint::target},
                                     Field{"frequency", &MouseJoint::frequency},
                                     Field{"damping_ratio", &MouseJoint::damping_ratio},
                                     Field{"max_force", &MouseJoint::max_force}};
};

static_assert(lists_every_field<ContactEvent> && lists_every_field<Material> && lists_every_field<Filter>);
static_assert(lists_every_field<MassOverride> && lists_every_field<BodyPose> &&
              lists_every_field<BodyVelocity>);
static_assert(lists_every_field<BodyForce> && lists_every_field<BodyMass> && lists_every_field<BodyMotion>);
static_assert(lists_every_field<BodySleep> && lists_every_field<ManifoldReusePose>);
static_assert(lists_every_field<BodyInfo> && lists_every_field<FeatureId>);
static_assert(lists_every_field<CollideCache> && lists_every_field<ContactPoint> &&
              lists_every_field<Contact>);
static_assert(lists_every_field<Circle> && lists_every_field<Capsule> && lists_every_field<Segment>);
static_assert(lists_every_field<JointImpulses> && lists_every_field<JointLimit> &&
              lists_every_field<JointMotor> && lists_every_field<JointSpring> &&
              lists_every_field<JointBase>);
static_assert(lists_every_field<RevoluteJoint> && lists_every_field<DistanceJoint> &&
              lists_every_field<PrismaticJoint> && lists_every_field<WeldJoint>);
static_assert(lists_every_field<WheelJoint> && lists_every_field<MotorJoint> &&
              lists_every_field<MouseJoint>);

}  // namespace toibox

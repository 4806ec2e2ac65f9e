// SPDX-License-Identifier: MIT
// Checks the numbers of a joint, for definitions, for changes at run time and for deserialised states.
#include "toibox/dynamics/tuning.h"

#include "dynamics/state/def_check.h"

#include <cmath>
#include <limits>

namespace toibox {
namespace {

using OptionalError = std::optional<DefError>;

DefError make_error(const char* field, const char* why) {
    return {field, why};
}

OptionalError check_frequency(const char* field, float value, bool may_be_zero) {
    if (OptionalError bad = check_not_negative(field, value)) return bad;
    if (value == 0.0f && !may_be_zero) return make_error(field, "must be greater than 0");
    if (value > tuning::max_frequency) return make_error(field, "must not exceed 1 MHz");
    return std::nullopt;
}

OptionalError check_limit(const JointLimit& limit) {
    if (OptionalError bad =
            first_of({check_number("limit.lower", limit.lower), check_number("limit.upper", limit.upper)})) {
        return bad;
    }
    if (limit.lower > limit.upper) return make_error("limit.upper", "must not be less than the lower limit");
    return std::nullopt;
}
OptionalError check_motor(const JointMotor& motor) {
    return first_of(
        {check_number("motor.speed", motor.speed), check_not_negative("motor.max_force", motor.max_force)});
}
OptionalError check_spring(const JointSpring& spring) {
    return first_of({check_frequency("spring.frequency", spring.frequency, false),
                     check_not_negative("spring.damping_ratio", spring.damping_ratio),
                     check_number("spring.target", spring.target)});
}
/// Limit, motor and spring of a joint that has all three.
template <class DrivenJoint>
OptionalError check_drives(const DrivenJoint& joint) {
    return first_of({check_limit(joint.limit), check_motor(joint.motor), check_spring(joint.spring)});
}

OptionalError check_reference(double angle) {
    return check_number("reference_angle", static_cast<float>(angle));
}
OptionalError check_axis(Vec2 axis) {
    if (std::abs(length_squared(axis) - 1.0f) <= tuning::unit_tolerance) return std::nullopt;
    return make_error("axis", "has no direction");
}

OptionalError check_kind(const RevoluteJoint& joint) {
    return first_of({check_reference(joint.reference_angle), check_drives(joint)});
}
OptionalError check_kind(const DistanceJoint& joint) {
    if (OptionalError bad = first_of({check_number("length", joint.length), check_drives(joint)})) return bad;
    if (joint.length < tuning::min_joint_length) return make_error("length", "must be at least 1e-6 m");
    if (joint.limit.lower < 0.0f) return make_error("limit.lower", "must not be negative");
    return std::nullopt;
}
OptionalError check_kind(const PrismaticJoint& joint) {
    return first_of(
        {check_axis(joint.local_axis), check_reference(joint.reference_angle), check_drives(joint)});
}
OptionalError check_kind(const WeldJoint& joint) {
    return first_of({check_reference(joint.reference_angle),
                     check_frequency("linear_frequency", joint.linear_frequency, true),
                     check_not_negative("linear_damping_ratio", joint.linear_damping_ratio),
                     check_frequency("angular_frequency", joint.angular_frequency, true),
                     check_not_negative("angular_damping_ratio", joint.angular_damping_ratio)});
}
OptionalError check_kind(const WheelJoint& joint) {
    return first_of({check_axis(joint.local_axis), check_drives(joint)});
}
OptionalError check_kind(const MotorJoint& joint) {
    if (OptionalError bad = first_of({check_reference(joint.reference_angle),
                                      check_vector("linear_velocity", joint.linear_velocity),
                                      check_number("angular_velocity", joint.angular_velocity),
                                      check_not_negative("max_force", joint.max_force),
                                      check_not_negative("max_torque", joint.max_torque),
                                      check_not_negative("correction_factor", joint.correction_factor)})) {
        return bad;
    }
    if (joint.correction_factor > 1.0f) return make_error("correction_factor", "must not exceed 1");
    return std::nullopt;
}
OptionalError check_kind(const MouseJoint& joint) {
    return first_of({check_vector("target", joint.target),
                     check_frequency("frequency", joint.frequency, false),
                     check_not_negative("damping_ratio", joint.damping_ratio),
                     check_not_negative("max_force", joint.max_force)});
}

}  // namespace

OptionalError check(const Joint& joint) {
    const JointBase& base = base_of(joint);
    if (OptionalError bad =
            first_of({check_vector("local_a", base.local_a), check_vector("local_b", base.local_b),
                      check_not_negative("break_force", base.break_force),
                      check_not_negative("break_torque", base.break_torque)})) {
        return bad;
    }
    return std::visit([](const auto& alternative) { return check_kind(alternative); }, joint);
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Two bodies share a point and rotate freely about it: a rigid point row. The joint coordinate is the angle
// of B relative to A.

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"

namespace toibox {

void build_joint_rows(const WorldState& state, const RevoluteJoint& joint, float h, JointRows& out) {
    const JointBodies bodies = joint_bodies(state, joint.base);
    PointRow point = anchor_row(bodies);
    update_point_row(point);
    if (joint.spring.enabled || joint.motor.enabled || joint.limit.enabled) {
        const JointCoordinate angle{.mode = RowAxis::Angular,
                                    .axis = {},
                                    .start_angle = joint_angle(state, joint.base, joint.reference_angle)};
        if (joint.spring.enabled) {
            ScalarRow& spring = add_row(bodies, angle, RowSlot::Spring, joint.spring.target, out);
            make_soft(spring, hinge_k(point), joint.spring.frequency, joint.spring.damping_ratio, h);
        }
        add_motor_and_limit(bodies, angle, joint.motor, joint.limit, h, out);
    }
    add_point(point, out);
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Fixes two bodies to each other: a point row and an angular row, each rigid or a spring. Both rows are
// solved together (angle_rows.cpp), so a single weld holds with any lever; a long cantilever of welds bends,
// as with all iterated constraints.

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"

namespace toibox {

namespace {

/// Makes the row a spring for the reduced mass of the two bodies, because a point has no single effective
/// mass.
void make_soft(PointRow& row, float frequency, float damping_ratio, float h) {
    row.kind = RowKind::Soft;
    const float omega = static_cast<float>(2.0 * pi) * frequency;
    const float divisor = 2.0f * damping_ratio + h * omega;
    row.bias_rate = omega / divisor;
    const Vec2 inv_mass = row.inv_mass_a + row.inv_mass_b;
    row.gamma = (inv_mass.x > inv_mass.y ? inv_mass.x : inv_mass.y) / (h * omega * divisor);
}

}  // namespace

void build_joint_rows(const WorldState& state, const WeldJoint& joint, float h, JointRows& out) {
    const JointBodies bodies = joint_bodies(state, joint.base);
    const JointCoordinate angle{.mode = RowAxis::Angular,
                                .axis = {},
                                .start_angle = joint_angle(state, joint.base, joint.reference_angle)};
    PointRow point = anchor_row(bodies);
    if (joint.linear_frequency > 0.0f) {
        make_soft(point, joint.linear_frequency, joint.linear_damping_ratio, h);
    }
    update_point_row(point);
    ScalarRow& angle_row = add_row(bodies, angle, RowSlot::Angle, 0.0f, out);
    if (joint.angular_frequency > 0.0f) {
        const float k = point.kind == RowKind::Rigid ? hinge_k(point) : coordinate_k(angle_row);
        make_soft(angle_row, k, joint.angular_frequency, joint.angular_damping_ratio, h);
    }
    add_point(point, out);
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Impacts of jointed bodies: joints take part in the impact; then the motion in the rest of the step is
// changed so that the joints stay closed. Rejected alternative: impacts without joints, in which only the
// body that was hit stops, the other bodies continue, and the joint opens (ragdolls thrown at a wall at 100
// m/s: by 0.67 m; with joints in the impact by 0.26 m).

#include "dynamics/ccd/impact_joints.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world_state.h"
#include "toibox/math/rot.h"

#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/ccd/impact_islands.h"
#include "dynamics/solvers/common/largest_fraction.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/rows/row_kernels.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"

#include <cmath>

namespace toibox {

namespace {

/// Lists the joints of each body.
void build_body_joints(StepContext& step) {
    const WorldState& state = step.state;
    BodyJointLists& list = step.ccd.body_joints;
    if (list.is_built) return;
    list.is_built = true;
    list.first.assign(state.bodies.info.size() + 1, 0);
    const auto for_each_end = [&](auto&& visit) {
        for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
            if (!state.joints.ids.is_live(i)) continue;
            const JointBase& base = base_of(state.joints.joint[i]);
            visit(i, base.body_a);
            if (base.body_b != base.body_a) visit(i, base.body_b);
        }
    };
    for_each_end([&](std::uint32_t /*joint*/, std::uint32_t body) { ++list.first[body + 1]; });
    for (std::size_t body = 1; body < list.first.size(); ++body)
        list.first[body] += list.first[body - 1];
    list.joint.resize(list.first.back());
    list.next_slot.assign(list.first.begin(), list.first.end());
    for_each_end(
        [&](std::uint32_t joint, std::uint32_t body) { list.joint[list.next_slot[body]++] = joint; });
}

std::span<const std::uint32_t> body_joints(const StepContext& step, std::uint32_t body) {
    const BodyJointLists& list = step.ccd.body_joints;
    return std::span(list.joint).subspan(list.first[body], list.first[body + 1] - list.first[body]);
}

/// Removes all rows that are not rigid. False if no row remains.
bool keep_rigid(JointRows& rows) {
    rows.has_point = rows.has_point && rows.point.kind == RowKind::Rigid;
    std::uint8_t count = 0;
    for (std::uint8_t i = 0; i < rows.scalar_count; ++i) {
        if (rows.scalars[i].kind == RowKind::Rigid) rows.scalars[count++] = rows.scalars[i];
    }
    rows.scalar_count = count;
    return rows.has_point || count > 0;
}

/// Builds the rigid rows of a joint at the current poses. False if it has none.
bool build_rigid_rows(const StepContext& step, std::uint32_t joint, JointRows& rows) {
    build_joint_rows(step.state, joint, step.dt, rows);
    return keep_rigid(rows);
}

std::span<ScalarRow> scalars_of(ImpactJoint& joint) {
    return std::span(joint.rows.scalars).first(joint.rows.scalar_count);
}

/// An equation with the given axis and levers, and the bodies and masses of the row.
template <class Row>
JointEquation equation_of(const Row& row, Vec2 axis, float angular_a, float angular_b) {
    return {.body_a = row.body_a,
            .body_b = row.body_b,
            .axis = axis,
            .angular_a = angular_a,
            .angular_b = angular_b,
            .inv_mass_a = row.inv_mass_a,
            .inv_inertia_a = row.inv_inertia_a,
            .inv_mass_b = row.inv_mass_b,
            .inv_inertia_b = row.inv_inertia_b};
}

void add_equations(StepContext& step, ImpactJoint& joint) {
    std::vector<JointEquation>& equations = step.solver.joint_system.equation;
    if (joint.rows.has_point) {
        const PointRow& row = joint.rows.point;
        for (const Vec2 axis : {Vec2{1.0f, 0.0f}, Vec2{0.0f, 1.0f}})
            equations.push_back(equation_of(row, axis, cross(row.r_a, axis), cross(row.r_b, axis)));
    }
    for (ScalarRow& row : scalars_of(joint)) {
        if (row.axis_mode == RowAxis::Angular) {
            equations.push_back(equation_of(row, {}, 1.0f, 1.0f));
        } else {
            update_scalar_row(row, {}, {});
            equations.push_back(equation_of(row, row.axis, row.angular_a, row.angular_b));
        }
    }
}

/// Computes the displacements of the bodies of the group and its joints in `seconds` of straight motion.
void predict_displacements(const StepContext& step, float seconds,
                           std::vector<StepDisplacement>& displacement) {
    const auto predict = [&](std::uint32_t body) {
        const BodyVelocity& velocity = step.state.bodies.velocity[body];
        const float angle = seconds * velocity.angular;
        const Rot rotation = make_rot(angle);
        displacement[body] = {seconds * velocity.linear, angle, rotation.c, rotation.s};
    };
    for (const ImpactJoint& joint : step.ccd.impact_joints) {
        predict(joint.body_a);
        predict(joint.body_b);
    }
    for (const std::uint32_t body : step.solver.impact_bodies)
        predict(body);
}

/// Shifts the rows so that their errors are 0 at the current poses.
void rezero_rows(ImpactJoint& joint) {
    joint.rows.point.offset = {};
    for (ScalarRow& row : scalars_of(joint)) {
        update_scalar_row(row, {}, {});
        row.rest += row.error;
    }
}

/// The body of the joint that is not `body`.
std::uint32_t other_body(const JointBase& base, std::uint32_t body) {
    return base.body_a == body ? base.body_b : base.body_a;
}

/// Adds a joint of `body` if the other body of the joint is in the group, is not dynamic, or may join the
/// group.
void add_joint(StepContext& step, std::uint32_t joint, std::uint32_t body,
               const ImpactGroupCallbacks& callbacks) {
    JointRows rows;
    if (!build_rigid_rows(step, joint, rows)) return;
    const JointBase& base = base_of(step.state.joints.joint[joint]);
    const std::uint32_t other = other_body(base, body);
    const bool is_outside = is_dynamic(step.state, other) && !is_impact_body(step, other);
    if (is_outside) {
        if (step.solver.impact_bodies.size() >= tuning::impact_joint_bodies || !callbacks.may_join(other))
            return;
        charge_impact(step, tuning::search_rows);
        callbacks.join(other, JoinedBy::RigidJoint);
        build_rigid_rows(step, joint, rows);  // At the new pose of the other body.
    }
    step.ccd.is_impact_joint[joint] = 1;
    ImpactJoint& added = step.ccd.impact_joints.emplace_back();
    added.joint = joint;
    added.body_a = base.body_a;
    added.body_b = base.body_b;
    added.rows = rows;
    add_equations(step, added);
}

}  // namespace

void clear_impact_joints(StepContext& step) {
    CcdScratch& scratch = step.ccd;
    for (const ImpactJoint& joint : scratch.impact_joints)
        scratch.is_impact_joint[joint.joint] = 0;
    scratch.is_impact_joint.resize(step.state.joints.joint.size(), 0);
    scratch.impact_joints.clear();
    step.solver.joint_system.equation.clear();
    step.solver.joint_system.is_factored = false;
    scratch.bodies_with_joints_listed = 0;
}

void add_impact_joints(StepContext& step, const ImpactGroupCallbacks& callbacks) {
    if (step.state.joints.ids.live_count() == 0 || is_spent(step)) return;
    build_body_joints(step);
    std::size_t& next_body = step.ccd.bodies_with_joints_listed;
    const std::size_t before = step.ccd.impact_joints.size();
    for (; next_body < step.solver.impact_bodies.size(); ++next_body) {
        const std::uint32_t body = step.solver.impact_bodies[next_body];
        for (const std::uint32_t joint : body_joints(step, body)) {
            if (step.ccd.is_impact_joint[joint] == 0) add_joint(step, joint, body, callbacks);
        }
    }
    if (step.ccd.impact_joints.size() == before) return;
    factor_joint_system(step);
    solve_joint_system(step);
}

namespace {

/// The largest fraction, at most 1, of the velocity changes change_of(body) that can be applied without
/// adding kinetic energy to the group.
template <class ChangeOf>
float fraction_without_gain(const StepContext& step, ChangeOf&& change_of) {
    double linear_term = 0.0;
    double quadratic_term = 0.0;
    for (const std::uint32_t body : step.solver.impact_bodies) {
        const BodyMass& mass = step.state.bodies.mass[body];
        const BodyVelocity& v = step.state.bodies.velocity[body];
        const BodyVelocity change = change_of(body);
        linear_term += static_cast<double>(mass.mass * dot(v.linear, change.linear) +
                                           mass.inertia * (v.angular * change.angular));
        quadratic_term += static_cast<double>(mass.mass * length_squared(change.linear) +
                                              mass.inertia * (change.angular * change.angular));
    }
    return static_cast<float>(largest_fraction(linear_term, 0.5 * quadratic_term, 0.0));
}

}  // namespace

bool close_impact_joints(StepContext& step, float remaining) {
    std::vector<StepDisplacement>& displacement = step.solver.displacement;
    displacement.resize(step.state.bodies.info.size());
    predict_displacements(step, remaining, displacement);
    float max_gap = 0.0f;
    for (ImpactJoint& joint : step.ccd.impact_joints) {
        rezero_rows(joint);
        if (!joint.rows.has_point) continue;
        const float gap =
            length(current_offset(joint.rows.point, displacement[joint.body_a], displacement[joint.body_b]));
        if (gap > max_gap) max_gap = gap;
    }
    if (!(max_gap > step.state.settings.slop)) return false;
    for (int i = 0; i < tuning::joint_closing_rounds; ++i) {
        for (ImpactJoint& joint : step.ccd.impact_joints) {
            StepDisplacement& a = displacement[joint.body_a];
            StepDisplacement& b = displacement[joint.body_b];
            for (const ScalarRow& row : scalars_of(joint))
                correct_joint(row, a, b);
            if (joint.rows.has_point) correct_joint(joint.rows.point, a, b);
        }
    }
    const auto change_of = [&](std::uint32_t body) -> BodyVelocity {
        const BodyVelocity& v = step.state.bodies.velocity[body];
        return {(1.0f / remaining) * displacement[body].center - v.linear,
                displacement[body].angle / remaining - v.angular};
    };
    const float fraction = fraction_without_gain(step, change_of);
    if (!(fraction > 0.0f)) return false;
    for (const std::uint32_t body : step.solver.impact_bodies) {
        const BodyVelocity change = change_of(body);
        BodyVelocity& v = step.state.bodies.velocity[body];
        v = {v.linear + fraction * change.linear, v.angular + fraction * change.angular};
    }
    return true;
}

void add_impact_joint_loads(StepContext& step) {
    const JointEquation* equation = step.solver.joint_system.equation.data();
    for (ImpactJoint& impact : step.ccd.impact_joints) {
        JointImpulses impulses;
        if (impact.rows.has_point) {
            impulses.point = {equation[0].impulse, equation[1].impulse};
            equation += 2;
        }
        for (const ScalarRow& row : scalars_of(impact))
            impulses.scalar[static_cast<std::size_t>(row.slot)] = (equation++)->impulse;
        Joint& joint = step.state.joints.joint[impact.joint];
        add_joint_load(step.state, joint, impulses, step.dt);
        if (base_of(joint).overloaded) step.solver.joints_overloaded = true;
    }
}

}  // namespace toibox

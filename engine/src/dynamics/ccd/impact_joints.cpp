// SPDX-License-Identifier: MIT

// Impacts of jointed bodies: joints take part in the impact; then the motion in the rest of the step is
// changed so that the joints stay closed. Rejected alternatives: impacts without joints, in which only the
// body that was hit stops, the other bodies continue, and the joint opens (ragdolls thrown at a wall at 100
// m/s: by 0.67 m; with joints in the impact by 0.26 m); velocities that lead straight to the closed poses,
// along the chords of the arcs (a pair of hinged bars loses up to 31 % of its energy in an elastic impact).

#include "dynamics/ccd/impact_joints.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world_state.h"
#include "toibox/math/rot.h"

#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/ccd/impact_islands.h"
#include "dynamics/islands/disjoint_sets.h"
#include "dynamics/solvers/common/relative_motion.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/rows/row_kernels.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/external_acceleration.h"

#include <algorithm>
#include <utility>

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

/// Calls visit(equation) for the equations of the joint after displacements of its bodies.
template <class Visitor>
void for_each_equation(ImpactJoint& joint, const StepDisplacement& a, const StepDisplacement& b,
                       Visitor&& visit) {
    if (joint.rows.has_point) {
        PointRow& row = joint.rows.point;
        update_point_row(row, a, b);
        for (const Vec2 axis : {Vec2{1.0f, 0.0f}, Vec2{0.0f, 1.0f}})
            visit(equation_of(row, axis, cross(row.lever_a, axis), cross(row.lever_b, axis)));
    }
    for (ScalarRow& row : scalars_of(joint)) {
        update_scalar_row(row, a, b);
        const bool is_angular = row.axis_mode == RowAxis::Angular;
        visit(is_angular ? equation_of(row, {}, 1.0f, 1.0f)
                         : equation_of(row, row.axis, row.angular_a, row.angular_b));
    }
}

void add_equations(StepContext& step, ImpactJoint& joint) {
    std::vector<JointEquation>& equations = step.solver.joint_system.equation;
    for_each_equation(joint, {}, {}, [&](const JointEquation& e) { equations.push_back(e); });
}

/// Moves the equations of the group to the poses after the displacements. Keeps their impulses.
void move_equations(StepContext& step, const std::vector<StepDisplacement>& displacement) {
    JointEquation* equation = step.solver.joint_system.equation.data();
    for (ImpactJoint& joint : step.ccd.impact_joints) {
        for_each_equation(joint, displacement[joint.body_a], displacement[joint.body_b],
                          [&](JointEquation moved) {
                              moved.impulse = equation->impulse;
                              *equation++ = moved;
                          });
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

/// Fills CcdScratch::jointed_bodies but for the motions.
void list_jointed_bodies(StepContext& step, std::span<const ImpactJoint> joints) {
    DisjointSets sets(step.ccd.component_parent);
    for (const ImpactJoint& joint : joints) {
        sets.make_set(joint.body_a);
        sets.make_set(joint.body_b);
    }
    for (const ImpactJoint& joint : joints) {
        if (is_dynamic(step.state, joint.body_a) && is_dynamic(step.state, joint.body_b))
            sets.join(joint.body_a, joint.body_b);
    }
    std::vector<JointedBody>& bodies = step.ccd.jointed_bodies;
    bodies.clear();
    for (const ImpactJoint& joint : joints) {
        const std::uint32_t member = is_dynamic(step.state, joint.body_a) ? joint.body_a : joint.body_b;
        for (const std::uint32_t body : {joint.body_a, joint.body_b})
            bodies.push_back({.component = sets.root(member), .body = body});
    }
    const auto key = [](const JointedBody& body) { return std::pair(body.component, body.body); };
    std::ranges::sort(bodies, {}, key);
    const auto same = std::ranges::unique(bodies, {}, key);
    bodies.erase(same.begin(), same.end());
}

/// How velocities are moved to another time in the step.
struct VelocityMove {
    double seconds = 0.0;          ///< How much later the new time is.
    float removed_gravity = 0.0f;  ///< Seconds of gravity that were removed from the velocities before.
    std::span<const StepDisplacement> displacement{};  ///< From the current poses to those of the new time.
};

/// Fills in the motions of jointed_bodies, with the gravity that was removed.
void load_motions(StepContext& step, const VelocityMove& move) {
    const WorldState& state = step.state;
    for (JointedBody& jointed : step.ccd.jointed_bodies) {
        const std::uint32_t body = jointed.body;
        const BodyMass& mass = state.bodies.mass[body];
        const BodyInfo& info = state.bodies.info[body];
        const auto mass_unless = [&](bool locked) { return locked ? 0.0 : static_cast<double>(mass.mass); };
        jointed.mass = {mass_unless(info.lock_x), mass_unless(info.lock_y)};
        jointed.inertia = mass.inv_inertia > 0.0f ? static_cast<double>(mass.inertia) : 0.0;
        jointed.center = widen(state.bodies.pose[body].center);
        if (!move.displacement.empty()) jointed.center += widen(move.displacement[body].center);
        BodyVelocity velocity = state.bodies.velocity[body];
        if (is_dynamic(state, body))
            velocity.linear += move.removed_gravity * external_acceleration(state, body);
        jointed.velocity = widen(velocity);
    }
}

/// Calls visit(bodies) for each component of jointed_bodies.
template <class Visitor>
void for_each_component(StepContext& step, Visitor&& visit) {
    const std::span<JointedBody> all = step.ccd.jointed_bodies;
    for (std::size_t begin = 0; begin < all.size();) {
        std::size_t end = begin;
        while (end < all.size() && all[end].component == all[begin].component)
            ++end;
        visit(all.subspan(begin, end - begin));
        begin = end;
    }
}

bool is_free(const JointedBody& body) {
    return body.mass.x > 0.0 && body.mass.y > 0.0 && body.inertia > 0.0;
}

void store_velocities(StepContext& step, std::span<const JointedBody> bodies) {
    for (const JointedBody& jointed : bodies) {
        if (is_dynamic(step.state, jointed.body))
            step.state.bodies.velocity[jointed.body] = narrow(jointed.velocity);
    }
}

/// Turns the velocities of bodies that nothing holds by their common rotation in `seconds`.
void turn_velocities(std::span<JointedBody> bodies, double seconds) {
    const CommonMotion<JointedBody> common(bodies, std::ranges::all_of(bodies, is_free));
    const BodyVelocityd mean = common.velocity();
    const Rotd turn = make_rotd(seconds * mean.angular);
    for (JointedBody& body : bodies)
        body.velocity.linear = mean.linear + rotate(turn, body.velocity.linear - mean.linear);
}

/// Gives the bodies, which the joints have slowed down, the kinetic energy of JointedBody::velocity. Not if a
/// moving kinematic body, which does work, is among them.
void restore_kinetic_energy(StepContext& step, std::span<JointedBody> bodies) {
    const auto does_work = [&](const JointedBody& jointed) {
        return is_moving_kinematic(step.state, jointed.body);
    };
    if (std::ranges::any_of(bodies, does_work)) return;
    const double energy = kinetic_energy(bodies);
    for (JointedBody& jointed : bodies)
        jointed.velocity = widen(step.state.bodies.velocity[jointed.body]);
    scale_relative_motion(bodies, std::ranges::all_of(bodies, is_free), energy);
    store_velocities(step, bodies);
}

/// Moves the velocities of bodies with these joints to another time (impact_joints.h).
void move_along_joints(StepContext& step, std::span<const ImpactJoint> joints, const VelocityMove& move) {
    if (!step.solver.joint_system.is_factored) return;
    list_jointed_bodies(step, joints);
    load_motions(step, move);
    for_each_component(step, [&](std::span<JointedBody> bodies) {
        turn_velocities(bodies, move.seconds);
        store_velocities(step, bodies);
    });
    solve_joint_system(step);
    for_each_component(step, [&](std::span<JointedBody> bodies) { restore_kinetic_energy(step, bodies); });
    for (const JointedBody& jointed : step.ccd.jointed_bodies) {
        if (is_dynamic(step.state, jointed.body))
            step.state.bodies.velocity[jointed.body].linear -=
                move.removed_gravity * external_acceleration(step.state, jointed.body);
    }
    solve_joint_system(step);  // Removes what joints do not allow of gravity and, if open, of the motion.
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
        if (!callbacks.may_join(other)) return;
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

void add_impact_joints(StepContext& step, const ImpactGroupOptions& options,
                       const ImpactGroupCallbacks& callbacks) {
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
    move_along_joints(
        step, std::span(step.ccd.impact_joints).subspan(before),
        {.seconds = -static_cast<double>(options.lead), .removed_gravity = options.gravity_lead});
}

void close_impact_joints(StepContext& step, float remaining) {
    if (step.ccd.impact_joints.empty()) return;
    std::vector<StepDisplacement>& displacement = step.solver.displacement;
    displacement.resize(step.state.bodies.info.size());
    predict_displacements(step, remaining, displacement);
    for (ImpactJoint& joint : step.ccd.impact_joints)
        rezero_rows(joint);
    for (int i = 0; i < tuning::joint_closing_rounds; ++i) {
        for (ImpactJoint& joint : step.ccd.impact_joints) {
            StepDisplacement& a = displacement[joint.body_a];
            StepDisplacement& b = displacement[joint.body_b];
            for (const ScalarRow& row : scalars_of(joint))
                correct_joint(row, a, b);
            if (joint.rows.has_point) correct_joint(joint.rows.point, a, b);
        }
    }
    move_equations(step, displacement);
    factor_joint_system(step);
    move_along_joints(step, step.ccd.impact_joints,
                      {.seconds = static_cast<double>(remaining), .displacement = displacement});
    for (const std::uint32_t body : step.solver.impact_bodies) {
        const BodyVelocity& v = step.state.bodies.velocity[body];
        BodyCcdState& ccd_state = step.state.ccd.body[body];
        ccd_state.end_offset = displacement[body].center - remaining * v.linear;
        ccd_state.end_rotation = displacement[body].angle - remaining * v.angular;
    }
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

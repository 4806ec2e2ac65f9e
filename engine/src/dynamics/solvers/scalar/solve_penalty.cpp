// SPDX-License-Identifier: MIT

// Penalty springs: where shapes overlap, a spring and a damper push them apart. Unlike in the other solvers,
// contacts are ordinary forces, which the integrator integrates: nothing is iterated, bodies sink in by
// m·g/k, and a stiffer spring needs a shorter sub-step. Under semi-implicit Euler, a contact of mass m is
// stable if k·h² + 2·c·h < 4·m; if not, each bounce is higher than the previous one. The solver exists to
// show this. Friction is a damper along the surface, bounded by Coulomb's law, so bodies creep on slopes.
// There is no restitution (the damper removes energy) and no rolling resistance. Soft joint rows are springs
// and thus forces, too, and show how the integrators differ; rigid rows have no stiffness and are solved as
// in the other scalar solvers. Sources: anonymous lecture slides "Detekcija trkov" ("Collision Detection"),
// "Soft Body Collision" and "Harder Collision" (a higher force over a shorter time); M. Moore, J. Wilhelms,
// "Collision Detection and Response for Computer Animation", 1988.

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/rows/row_kernels.h"
#include "dynamics/solvers/scalar/scalar_solvers.h"

namespace toibox {

namespace {

/// Adds the acceleration of a body due to a force and a torque.
void add_acceleration(BodyVelocity& rate, Vec2 inv_mass, float inv_inertia, Vec2 force, float torque) {
    rate.linear += velocity_change(inv_mass, force);
    rate.angular += inv_inertia * torque;
}

void add_contact(const WorldSettings& settings, const MotionSample& sample, float seconds, ContactRow& row,
                 std::vector<BodyVelocity>& rate) {
    const BodyVelocity& velocity_a = sample.velocity[row.body_a];
    const BodyVelocity& velocity_b = sample.velocity[row.body_b];
    const Vec2 tangent = right_perp(row.normal);
    for (std::uint8_t i = 0; i < row.count; ++i) {
        ContactRowPoint& point = row.points[i];
        const float depth =
            -current_separation(row, point, sample.displacement[row.body_a], sample.displacement[row.body_b]);
        if (!(depth > 0.0f)) continue;
        const float closing = -normal_velocity(row, point, velocity_a, velocity_b);
        const float penalty_force = settings.penalty_stiffness * depth + settings.penalty_damping * closing;
        const float normal_force = penalty_force > 0.0f ? penalty_force : 0.0f;  // A contact does not pull.
        const float slip = tangent_velocity(row, point, velocity_a, velocity_b) - row.tangent_speed;
        const float friction = clamped(-settings.penalty_damping * slip, row.friction * normal_force);
        const Vec2 force = normal_force * row.normal + friction * tangent;
        add_acceleration(rate[row.body_a], row.inv_mass_a, row.inv_inertia_a, -force,
                         -(normal_force * point.rn_a + friction * point.rt_a));
        add_acceleration(rate[row.body_b], row.inv_mass_b, row.inv_inertia_b, force,
                         normal_force * point.rn_b + friction * point.rt_b);
        point.total_normal_impulse += seconds * normal_force;
        point.total_tangent_impulse += seconds * friction;
    }
}

template <class Row>
bool is_spring(const Row& row) {
    return row.kind == RowKind::Soft && row.gamma > 0.0f;
}

/// Spring and damper of a soft row, which stores gamma = 1/(h(c + h k)) and bias_rate = h k gamma.
struct Spring {
    float stiffness;  ///< N/m or N·m/rad
    float damping;    ///< N·s/m or N·m·s/rad
};
template <class Row>
Spring spring_of(const Row& row, float h) {
    const float inv_gamma_h = 1.0f / (row.gamma * h);
    return {row.bias_rate * inv_gamma_h, (1.0f - row.bias_rate * h) * inv_gamma_h};
}

void add_spring(const MotionSample& sample, float h, float seconds, PointRow& row,
                std::vector<BodyVelocity>& rate) {
    const StepDisplacement& displacement_a = sample.displacement[row.body_a];
    const StepDisplacement& displacement_b = sample.displacement[row.body_b];
    PointRow current = row;
    update_point_row(current, displacement_a, displacement_b);
    const Vec2 velocity = velocity_along(current, sample.velocity[row.body_a], sample.velocity[row.body_b]);
    const Spring spring = spring_of(row, h);
    const Vec2 offset = current_offset(row, displacement_a, displacement_b);
    Vec2 force = -spring.stiffness * offset - spring.damping * (velocity - row.velocity);
    const float max_force = row.max_impulse / h;
    const float size = length(force);
    if (size > max_force) force *= max_force / size;
    apply_impulse(current, force, rate[row.body_a], rate[row.body_b]);
    row.total_impulse += seconds * force;
}

void add_spring(const MotionSample& sample, float h, float seconds, ScalarRow& row,
                std::vector<BodyVelocity>& rate) {
    ScalarRow current = row;
    update_scalar_row(current, sample.displacement[row.body_a], sample.displacement[row.body_b]);
    const float velocity = velocity_along(current, sample.velocity[row.body_a], sample.velocity[row.body_b]);
    const Spring spring = spring_of(row, h);
    const float force = -spring.stiffness * current.error - spring.damping * (velocity - row.speed);
    apply_impulse(current, force, rate[row.body_a], rate[row.body_b]);
    row.total_impulse += seconds * force;
    if (row.axis_mode == RowAxis::Angular) row.total_point_impulse += seconds * force * row.axis;
}

void solve_row(ScalarRow& row, BodyVelocity& a, BodyVelocity& b) {
    solve_scalar_row(row, a, b);
}
void solve_row(PointRow& row, BodyVelocity& a, BodyVelocity& b) {
    solve_point_row(row, a, b);
}

/// Calls each(row) for every joint row that is not a spring, in the order of the other solvers.
template <class Each>
void for_each_rigid_row(StepContext& step, Each&& each) {
    for (ScalarRow& row : step.solver.scalar_rows) {
        if (!is_spring(row)) each(row);
    }
    for (PointRow& row : step.solver.point_rows) {
        if (!is_spring(row)) each(row);
    }
}

/// Clears the impulses of contacts and springs, because contacts and springs are forces in this solver.
void clear_force_impulses(StepContext& step) {
    for (ContactRow& row : step.solver.contact_rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            row.points[i].normal_impulse = 0.0f;
            row.points[i].tangent_impulse = 0.0f;
        }
        row.rolling.impulse = 0.0f;
    }
    for (PointRow& row : step.solver.point_rows) {
        if (is_spring(row)) row.impulse = {};
    }
    for (ScalarRow& row : step.solver.scalar_rows) {
        if (is_spring(row)) row.impulse = 0.0f;
    }
}

void solve_rigid_joints(StepContext& step) {
    std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    warm_start_joints(step);  // Springs have no impulses.
    for (int i = 0; i < step.state.settings.velocity_iterations; ++i) {
        for_each_rigid_row(step,
                           [&](auto& row) { solve_row(row, velocity[row.body_a], velocity[row.body_b]); });
    }
}

}  // namespace

void solve_penalty(StepContext& step) {
    const WorldSettings& settings = step.state.settings;
    const float h = step.dt / static_cast<float>(settings.substeps);
    begin_motion(step);
    prepare_rows(step, h);
    clear_force_impulses(step);
    const auto forces = [&](const MotionSample& sample, float seconds, std::vector<BodyVelocity>& rate) {
        for (ContactRow& row : step.solver.contact_rows)
            add_contact(settings, sample, seconds, row, rate);
        for (PointRow& row : step.solver.point_rows) {
            if (is_spring(row)) add_spring(sample, h, seconds, row, rate);
        }
        for (ScalarRow& row : step.solver.scalar_rows) {
            if (is_spring(row)) add_spring(sample, h, seconds, row, rate);
        }
    };
    for (int substep = 0; substep < settings.substeps; ++substep) {
        integrate_velocities(step, h, forces);
        begin_substep(step, h);
        solve_rigid_joints(step);
        integrate_positions(step, h);
        end_substep(step);
    }
    store_impulses(step);
    commit_motion(step);
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Push back: overlapping bodies are moved apart, and closing velocities are reflected with the impulse
// formula j = −(1 + e)·v_n/K. Unlike the other solvers, this solver handles contacts only after the shapes
// overlap, one point at a time; nothing is predicted or accumulated, so no impulse is taken back. A body at
// rest is thrown up with e times the velocity that gravity added in the step (it jitters unless e = 0), a box
// that lands flat starts to rotate, and a stack sinks into itself. After the velocities, correct_positions
// removes the overlap beyond the slop along the normal; with push_back_rotation, by translation and rotation.
// Contacts have no restitution threshold, no energy bound and no warm starting. Source: anonymous lecture
// slides "Collision" (detection and resolution), "Collision & Contact" (push back in normal direction; push
// back and rotate; avoid jitter by reducing C → 0), "Collision Resolution" 1–4, and "Friction force".

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/rows/row_kernels.h"
#include "dynamics/solvers/scalar/scalar_solvers.h"

namespace toibox {

namespace {

/// If the point closes, applies the normal impulse of a collision and the friction that this impulse allows.
void reflect(ContactRow& row, ContactRowPoint& point, float restitution, BodyVelocity& a, BodyVelocity& b) {
    const float v_n = normal_velocity(row, point, a, b);
    if (!(v_n < 0.0f)) return;
    const float j = -(1.0f + restitution) * v_n / point.normal_k;
    apply_normal(row, j, j * point.rn_a, j * point.rn_b, a, b);
    point.normal_impulse += j;
    const float slip = tangent_velocity(row, point, a, b) - row.tangent_speed;
    const float friction = clamped(-point.tangent_mass * slip, row.friction * j);
    const Vec2 tangent = right_perp(row.normal);
    a.linear -= velocity_change(row.inv_mass_a, friction, tangent);
    a.angular -= row.inv_inertia_a * (friction * point.rt_a);
    b.linear += velocity_change(row.inv_mass_b, friction, tangent);
    b.angular += row.inv_inertia_b * (friction * point.rt_b);
    point.tangent_impulse += friction;
}

/// One iteration over all rows, in order of creation.
void push_back_iteration(StepContext& step) {
    WorldState& state = step.state;
    std::vector<BodyVelocity>& velocity = state.bodies.velocity;
    const std::vector<StepDisplacement>& displacement = step.solver.displacement;
    for (ScalarRow& row : step.solver.scalar_rows)
        solve_scalar_row(row, velocity[row.body_a], velocity[row.body_b]);
    for (PointRow& row : step.solver.point_rows)
        solve_point_row(row, velocity[row.body_a], velocity[row.body_b]);
    for (ContactRow& row : step.solver.contact_rows) {
        BodyVelocity& a = velocity[row.body_a];
        BodyVelocity& b = velocity[row.body_b];
        for (std::uint8_t i = 0; i < row.count; ++i) {
            ContactRowPoint& point = row.points[i];
            const float separation =
                current_separation(row, point, displacement[row.body_a], displacement[row.body_b]);
            if (separation > 0.0f) continue;
            reflect(row, point, state.contacts[row.contact].restitution, a, b);
        }
        if (row.rolling.resistance > 0.0f) solve_rolling(row, a, b);
    }
}

/// Warm-starts joints and clears the impulses of contacts.
void begin_impulses(StepContext& step) {
    std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    for (ContactRow& row : step.solver.contact_rows) {
        for (std::uint8_t i = 0; i < row.count; ++i) {
            row.points[i].normal_impulse = 0.0f;
            row.points[i].tangent_impulse = 0.0f;
        }
        row.rolling.impulse = 0.0f;
    }
    for (const ScalarRow& row : step.solver.scalar_rows)
        apply_impulse(row, row.impulse, velocity[row.body_a], velocity[row.body_b]);
    for (const PointRow& row : step.solver.point_rows)
        apply_impulse(row, row.impulse, velocity[row.body_a], velocity[row.body_b]);
}

}  // namespace

void solve_push_back(StepContext& step) {
    const WorldSettings& settings = step.state.settings;
    const float h = step.dt / static_cast<float>(settings.substeps);
    begin_motion(step);
    prepare_rows(step, h);
    for (int substep = 0; substep < settings.substeps; ++substep) {
        integrate_velocities(step, h);
        begin_substep(step, h);
        begin_impulses(step);
        for (int i = 0; i < settings.velocity_iterations; ++i)
            push_back_iteration(step);
        integrate_positions(step, h);
        end_substep(step);
    }
    store_impulses(step);
    commit_motion(step);
}

}  // namespace toibox

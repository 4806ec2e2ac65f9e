// SPDX-License-Identifier: MIT

// Sequential impulses (projected Gauss–Seidel on velocities): each contact and joint in turn gets the impulse
// that corrects its velocity, and this is iterated. The accumulated impulse is clamped, so a later iteration
// can take back impulses of an earlier one. Position errors of contacts and rigid joints are not corrected by
// velocities: position correction removes them from the poses afterwards, which adds no kinetic energy. A
// tall stack needs warm starting. Source: E. Catto, "Iterative Dynamics with Temporal Coherence", 2005; E.
// Catto, "Continuous Collision", GDC 2013 (8 velocity, 3 position iterations).

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/rows/row_kernels.h"
#include "dynamics/solvers/scalar/scalar_solvers.h"

namespace toibox {

namespace {

void warm_start_all(StepContext& step) {
    std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    for (const ContactRow& row : step.solver.contact_rows)
        warm_start(row, velocity[row.body_a], velocity[row.body_b]);
    warm_start_joints(step);
}

/// One iteration over all rows. Contacts come after joints, and normals after friction, because later
/// constraints are satisfied best.
void impulse_iteration(StepContext& step) {
    std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    for (ScalarRow& row : step.solver.scalar_rows) {
        solve_scalar_row(row, velocity[row.body_a], velocity[row.body_b]);
    }
    for (PointRow& row : step.solver.point_rows) {
        solve_point_row(row, velocity[row.body_a], velocity[row.body_b]);
    }
    for (ContactRow& row : step.solver.contact_rows) {
        BodyVelocity& a = velocity[row.body_a];
        BodyVelocity& b = velocity[row.body_b];
        solve_friction(row, a, b);
        solve_normals(row, a, b);
    }
}

/// Removes the friction of contacts without a normal impulse, such as speculative contacts.
void release_all_friction(StepContext& step) {
    std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    for (ContactRow& row : step.solver.contact_rows)
        release_friction(row, velocity[row.body_a], velocity[row.body_b]);
}

}  // namespace

void solve_sequential_impulses(StepContext& step) {
    const WorldSettings& settings = step.state.settings;
    const float h = step.dt / static_cast<float>(settings.substeps);
    begin_motion(step);
    prepare_rows(step, h);  // Before gravity, so that a body at rest does not bounce.
    for (int substep = 0; substep < settings.substeps; ++substep) {
        integrate_velocities(step, h);
        begin_substep(step, h);
        if (settings.warm_starting) warm_start_all(step);
        for (int i = 0; i < settings.velocity_iterations; ++i)
            impulse_iteration(step);
        release_all_friction(step);
        integrate_positions(step, h);
        end_substep(step);
    }
    apply_restitution(step);
    store_impulses(step);
    commit_motion(step);
}

}  // namespace toibox

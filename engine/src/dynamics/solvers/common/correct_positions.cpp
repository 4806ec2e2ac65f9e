// SPDX-License-Identifier: MIT

// Position correction: non-linear Gauss–Seidel on the poses. Contact by contact, a fraction of the overlap
// beyond the slop is pushed out, at the separations of the current poses; joints close fully. Velocities do
// not change, so no kinetic energy is added. Rejected alternative: Baumgarte stabilisation in the velocity
// rows, which throws overlapping bodies apart. Source: E. Catto, "Modeling and Solving Constraints", GDC
// 2009. PushBack also uses position correction: each iteration removes the whole overlap beyond the slop, and
// rotates bodies only if push_back_rotation is set. Penalty does not correct contacts, because its springs
// need the overlap.

#include "toibox/dynamics/tuning.h"

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/rows/row_kernels.h"

#include <cmath>
#include <limits>

namespace toibox {

namespace {

/// Rotates by a small angle without trigonometric functions; (cosine, sine) is normalised.
void rotate_by(StepDisplacement& displacement, float angle) {
    displacement.angle += angle;
    const float cosine = displacement.cosine - angle * displacement.sine;
    const float sine = displacement.sine + angle * displacement.cosine;
    const float inv_length = 1.0f / std::sqrt(cosine * cosine + sine * sine);
    displacement.cosine = cosine * inv_length;
    displacement.sine = sine * inv_length;
}

struct OverlapCorrection {
    bool contacts = true;                                           ///< Whether contacts are corrected.
    bool rotates = true;                                            ///< Whether pushes rotate bodies.
    float fraction = 1.0f;                                          ///< Of the excess overlap, per iteration.
    float max_correction = std::numeric_limits<float>::infinity();  ///< Per iteration, metres.
};

OverlapCorrection correction_of(const WorldSettings& settings) {
    switch (settings.solver) {
        case SolverKind::SequentialImpulses:
        case SolverKind::SoftStep:
            break;
        case SolverKind::Penalty:
            return {.contacts = false};
        case SolverKind::PushBack:
            return {.rotates = settings.push_back_rotation};
    }
    return {.fraction = settings.position_correction, .max_correction = settings.max_position_correction};
}

/// True if a body moved.
bool correct_contact(const OverlapCorrection& correction, const ContactRow& row, StepDisplacement& a,
                     StepDisplacement& b) {
    bool has_moved = false;
    const float inv_masses =
        inv_mass_along(row.inv_mass_a, row.normal) + inv_mass_along(row.inv_mass_b, row.normal);
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        const float excess = -(current_separation(row, point, a, b) + row.slop);
        if (!(excess > 0.0f)) continue;
        const float desired = correction.fraction * excess;
        const float k = correction.rotates ? point.normal_k : inv_masses;
        if (!(k > 0.0f)) continue;  // Both bodies are locked in this direction.
        const float push = (desired < correction.max_correction ? desired : correction.max_correction) / k;
        a.center -= velocity_change(row.inv_mass_a, push, row.normal);
        b.center += velocity_change(row.inv_mass_b, push, row.normal);
        has_moved = true;
        if (!correction.rotates) continue;
        rotate_by(a, -row.inv_inertia_a * push * point.rn_a);
        rotate_by(b, row.inv_inertia_b * push * point.rn_b);
    }
    return has_moved;
}

/// The part of the row's error that must be corrected: 0 for springs and motors, and within limits.
float excess_of(const ScalarRow& row) {
    switch (row.kind) {
        case RowKind::Rigid:
            return row.error;
        case RowKind::LowerLimit:
            return row.error < 0.0f ? row.error : 0.0f;
        case RowKind::UpperLimit:
            return row.error > 0.0f ? row.error : 0.0f;
        case RowKind::Soft:
        case RowKind::Motor:
            return 0.0f;
    }
    return 0.0f;
}

}  // namespace

bool correct_joint(const PointRow& row, StepDisplacement& a, StepDisplacement& b) {
    if (row.kind == RowKind::Soft) return false;  // A spring may stretch.
    const Vec2 offset = current_offset(row, a, b);
    if (offset == Vec2{}) return false;
    PointRow current = row;
    update_point_row(current, a, b);
    const Vec2 push = -Vec2{current.inv_k_xx * offset.x + current.inv_k_xy * offset.y,
                            current.inv_k_xy * offset.x + current.inv_k_yy * offset.y};
    a.center -= velocity_change(row.inv_mass_a, push);
    b.center += velocity_change(row.inv_mass_b, push);
    rotate_by(a, -row.inv_inertia_a * cross(current.lever_a, push));
    rotate_by(b, row.inv_inertia_b * cross(current.lever_b, push));
    return true;
}

bool correct_joint(const ScalarRow& row, StepDisplacement& a, StepDisplacement& b) {
    ScalarRow current = row;
    update_scalar_row(current, a, b);
    float excess = excess_of(current);
    if (excess == 0.0f) return false;
    if (row.axis_mode == RowAxis::Angular) {
        const float max_correction = tuning::max_angle_correction;
        excess =
            excess < -max_correction ? -max_correction : (excess > max_correction ? max_correction : excess);
    }
    const float push = -excess * current.inv_k;
    a.center -= velocity_change(row.inv_mass_a, push, current.axis);
    b.center += velocity_change(row.inv_mass_b, push, current.axis);
    rotate_by(a, -row.inv_inertia_a * (push * current.angular_a));
    rotate_by(b, row.inv_inertia_b * (push * current.angular_b));
    return true;
}

void correct_positions(StepContext& step) {
    const WorldSettings& settings = step.state.settings;
    if (settings.solver == SolverKind::SoftStep) return;  // Its soft rows correct positions.
    const OverlapCorrection correction = correction_of(settings);
    std::vector<StepDisplacement>& displacement = step.solver.displacement;
    update_joint_rows(step);  // correct_joint does not update decoupled angular rows.
    bool any = false;
    for (int i = 0; i < settings.position_iterations; ++i) {
        bool changed = false;
        for (const ScalarRow& row : step.solver.scalar_rows) {
            changed = correct_joint(row, displacement[row.body_a], displacement[row.body_b]) || changed;
        }
        for (const PointRow& row : step.solver.point_rows) {
            changed = correct_joint(row, displacement[row.body_a], displacement[row.body_b]) || changed;
        }
        for (const ContactRow& row : step.solver.contact_rows) {
            if (!correction.contacts) break;
            changed = correct_contact(correction, row, displacement[row.body_a], displacement[row.body_b]) ||
                      changed;
        }
        any = any || changed;
        if (!changed) break;
    }
    if (any) commit_motion(step);
}

}  // namespace toibox

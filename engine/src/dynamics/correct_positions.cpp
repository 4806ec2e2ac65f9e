// SPDX-License-Identifier: MIT

// Position correction: non-linear Gauss–Seidel on the poses. Overlap beyond the slop is pushed out contact by
// contact at the separations that the poses have by then, a share at a time; joints close fully. It knows no
// velocities, hence adds no energy to them. Rejected: Baumgarte's bias in the velocity rows, which throws
// overlapping bodies apart. Source: E. Catto, "Modeling and Solving Constraints", GDC 2009.
// The same for push back, which does it all at once, and turns the bodies only if it is told to; penalty
// springs live on the overlap and keep it.

#include "toibox/dynamics/row_kernels.h"
#include "toibox/dynamics/tuning.h"

#include "solver.h"

#include <cmath>
#include <limits>

namespace toibox {

namespace {

/// Turns by a small angle without trigonometry: the pair (c, s) is put back to unit length.
void rotate_by(StepDisplacement& moved, float angle) {
    moved.angle += angle;
    const float cosine = moved.cosine - angle * moved.sine;
    const float sine = moved.sine + angle * moved.cosine;
    const float inv_length = 1.0f / std::sqrt(cosine * cosine + sine * sine);
    moved.cosine = cosine * inv_length;
    moved.sine = sine * inv_length;
}

/// How overlap is taken out.
struct OverlapCorrection {
    bool contacts = true;
    bool turns = true;                                              ///< Bodies turn out of the way, too.
    float share = 1.0f;                                             ///< Of the excess, at once.
    float max_correction = std::numeric_limits<float>::infinity();  ///< Metres.
};

OverlapCorrection correction_of(const WorldSettings& settings) {
    switch (settings.solver) {
        case SolverKind::SequentialImpulses:
        case SolverKind::SoftStep:
            break;
        case SolverKind::Penalty:
            return {.contacts = false};
        case SolverKind::PushBack:
            return {.turns = settings.push_back_rotation};
    }
    return {.share = settings.position_correction, .max_correction = settings.max_position_correction};
}

/// True if the row moved anything.
bool correct_contact(const OverlapCorrection& correction, const ContactRow& row, StepDisplacement& a,
                     StepDisplacement& b) {
    bool moved = false;
    const float inv_masses =
        inv_mass_along(row.inv_mass_a, row.normal) + inv_mass_along(row.inv_mass_b, row.normal);
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        const float excess = -(current_separation(row, point, a, b) + row.slop);
        if (!(excess > 0.0f)) continue;
        const float wanted = correction.share * excess;
        const float yields = correction.turns ? point.normal_k : inv_masses;
        if (!(yields > 0.0f)) continue;  // locked
        const float push = (wanted < correction.max_correction ? wanted : correction.max_correction) / yields;
        a.center -= velocity_change(row.inv_mass_a, push, row.normal);
        b.center += velocity_change(row.inv_mass_b, push, row.normal);
        moved = true;
        if (!correction.turns) continue;
        rotate_by(a, -row.inv_inertia_a * push * point.rn_a);
        rotate_by(b, row.inv_inertia_b * push * point.rn_b);
    }
    return moved;
}

/// What the row's error is to lose. Springs are meant to be stretched, limits to be stayed within.
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
    if (row.kind == RowKind::Soft) return false;  // a spring is meant to be stretched
    const Vec2 offset = current_offset(row, a, b);
    if (offset == Vec2{}) return false;
    PointRow now = row;
    place_point_row(now, a, b);
    const Vec2 push = -Vec2{now.inv_k_xx * offset.x + now.inv_k_xy * offset.y,
                            now.inv_k_xy * offset.x + now.inv_k_yy * offset.y};
    a.center -= velocity_change(row.inv_mass_a, push);
    b.center += velocity_change(row.inv_mass_b, push);
    rotate_by(a, -row.inv_inertia_a * cross(now.lever_a, push));
    rotate_by(b, row.inv_inertia_b * cross(now.lever_b, push));
    return true;
}

bool correct_joint(const ScalarRow& row, StepDisplacement& a, StepDisplacement& b) {
    ScalarRow now = row;
    update_scalar_row(now, a, b);
    float excess = excess_of(now);
    if (excess == 0.0f) return false;
    if (row.axis_mode == RowAxis::Angular) {
        const float max_correction = tuning::max_angle_correction;
        excess =
            excess < -max_correction ? -max_correction : (excess > max_correction ? max_correction : excess);
    }
    const float push = -excess * now.inv_k;
    a.center -= velocity_change(row.inv_mass_a, push, now.axis);
    b.center += velocity_change(row.inv_mass_b, push, now.axis);
    rotate_by(a, -row.inv_inertia_a * (push * now.angular_a));
    rotate_by(b, row.inv_inertia_b * (push * now.angular_b));
    return true;
}

void correct_positions(StepContext& step) {
    const WorldSettings& settings = step.state.settings;
    if (settings.solver == SolverKind::SoftStep) return;  // its springs have done it
    const OverlapCorrection correction = correction_of(settings);
    std::vector<StepDisplacement>& moved = step.scratch.displacement;
    place_joint_rows(step);  // rows about an angle stay as they are now
    bool any = false;
    for (int i = 0; i < settings.position_iterations; ++i) {
        bool changed = false;
        for (const ScalarRow& row : step.scratch.scalar_rows) {
            changed = correct_joint(row, moved[row.body_a], moved[row.body_b]) || changed;
        }
        for (const PointRow& row : step.scratch.point_rows) {
            changed = correct_joint(row, moved[row.body_a], moved[row.body_b]) || changed;
        }
        for (const ContactRow& row : step.scratch.contact_rows) {
            if (!correction.contacts) break;
            changed = correct_contact(correction, row, moved[row.body_a], moved[row.body_b]) || changed;
        }
        any = any || changed;
        if (!changed) break;
    }
    if (any) commit_motion(step);
}

}  // namespace toibox

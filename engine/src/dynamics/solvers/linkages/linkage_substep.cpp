// SPDX-License-Identifier: MIT

// Splits a sub-step of a linkage into 1, 2, 4, … slices until each converges and hardly changes the kinetic
// energy, because joints do no work. The rest of the change is undone by scaling the motion of
// the bodies relative to each other. So a linkage keeps its energy even if a body folds over in less than the
// shortest slice. Rejected alternative for that case: compliant joints; of 1500 trees of up to 12 bodies, 79
// then lost more than 1 % of their energy within ten seconds.
//
// The equations of a loop that is stretched out are nearly redundant, and there may be no impulse that closes
// the loop. Then a slice does not converge, or gains energy, and the sub-step is repeated with compliant
// joints, like the joints outside linkages: that system can always be solved, and only loses energy.

#include "dynamics/solvers/linkages/linkage_substep.h"

#include "dynamics/solvers/linkages/linkage_tuning.h"

#include <cmath>
#include <limits>

namespace toibox::linkages {

namespace {

/// What a slice may leave, so that it need not be split.
struct SliceErrors {
    double residual = 0.0;  ///< Velocity error of an equation, m/s or rad/s.
    double loss = 0.0;      ///< Fraction of the kinetic energy that the slice may lose.
    double gain = 0.0;      ///< Likewise. A slice may also gain the work of springs and motors.
};

/// run_slice, but false also if the kinetic energy changes more than allowed.
bool run_checked_slice(SliceSolve& slice, const SliceErrors& allowed) {
    if (slice.mode == Mode::Compliant) return run_slice(slice, allowed.residual);
    const double before = kinetic_energy(slice.bodies);
    if (slice.linkage.is_driven) begin_pass(slice);
    for (LinkageEquation& e : slice.equations)
        e.start_speed = is_drive(e) ? speed_along(slice, e) : 0.0;
    if (!run_slice(slice, allowed.residual)) return false;
    double drive_work = 0.0;
    for (const LinkageEquation& e : slice.equations) {
        if (is_drive(e)) drive_work += 0.5 * e.impulse * (e.start_speed + speed_along(slice, e));
    }
    const double after = kinetic_energy(slice.bodies);
    const double supplied = before + (drive_work > 0.0 ? drive_work : 0.0);
    const double tolerance = slice.linkage.energy_tolerance;
    if (!(after + tolerance >= (1.0 - allowed.loss) * before)) return false;
    if (!(after - tolerance <= (1.0 + allowed.gain) * supplied)) return false;
    if (slice.linkage.keeps_energy) scale_relative_motion(slice.bodies, slice.linkage.is_free, before);
    return true;
}

/// Solves a sub-step of length `h` in `slices` slices. False if a slice fails.
bool run_slices(SliceSolve slice, int slices, const SliceErrors& allowed, double h,
                double correction_fraction) {
    const double fraction = 1.0 / static_cast<double>(slices);
    slice.h = fraction * h;
    slice.inv_h = 1.0 / slice.h;
    slice.correction_fraction = fraction * correction_fraction;
    for (LinkageBody& body : slice.bodies) {
        body.pose = body.start_pose;
        body.velocity = body.initial_velocity;
    }
    for (LinkageEquation& e : slice.equations)
        e.substep_impulse = e.start_impulse;
    for (int i = 0; i < slices; ++i) {
        if (!run_checked_slice(slice, allowed)) return false;
    }
    return true;
}

/// Removes the velocities along the equations that forces and rows have added. The equations of a slice would
/// remove them as well; but only then does a slice keep the kinetic energy.
void project_start(SliceSolve slice) {
    if (!slice.linkage.is_factored) {
        begin_pass(slice);
        factor(slice);
        slice.linkage.is_factored = true;
    }
    for (std::size_t i = 0; i < slice.equations.size(); ++i)
        slice.solution[i] = -speed_along(slice, slice.equations[i]);
    apply_solution(slice);
    for (std::size_t i = 0; i < slice.equations.size(); ++i)
        slice.equations[i].start_impulse = slice.solution[i];
}

/// Larger than any error.
constexpr double any = std::numeric_limits<double>::max();

/// A slice with larger errors is split.
SliceErrors split_errors(const Linkage& linkage) {
    const double energy_error = linkage.keeps_energy ? tuning::linkage_energy_error : any;
    return {.residual = tuning::linkage_max_residual, .loss = energy_error, .gain = energy_error};
}

/// What slices may leave that are not split further. A tree can always be closed later, and its energy is
/// kept.
SliceErrors last_errors(const Linkage& linkage) {
    if (linkage.keeps_energy && !linkage.has_loop) return {.residual = any, .loss = any, .gain = any};
    const double gain = linkage.is_driven ? tuning::driven_linkage_gain : tuning::linkage_gain;
    return {.residual = tuning::linkage_failure_residual, .loss = any, .gain = gain};
}

}  // namespace

void run_substep(SliceSolve slice, double h, double correction_fraction) {
    if (!slice.linkage.is_driven) project_start(slice);
    for (LinkageBody& body : slice.bodies)
        body.initial_velocity = body.velocity;
    // Spring coefficients and impulse bounds are computed for whole sub-steps, so a sub-step of a driven
    // linkage is not split into slices.
    const int max_slices = slice.linkage.is_driven ? 1 : tuning::max_linkage_slices;
    for (int slices = 1; slices <= max_slices; slices *= 2) {
        const SliceErrors allowed =
            slices < max_slices ? split_errors(slice.linkage) : last_errors(slice.linkage);
        if (run_slices(slice, slices, allowed, h, correction_fraction)) return;
        slice.linkage.is_factored = false;
    }
    slice.mode = Mode::Compliant;
    run_slices(slice, 1, last_errors(slice.linkage), h, correction_fraction);
}

}  // namespace toibox::linkages

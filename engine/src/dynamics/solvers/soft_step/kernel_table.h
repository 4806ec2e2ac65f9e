// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/angle_kernel.h"
#include "dynamics/solvers/soft_step/body_kernel.h"
#include "dynamics/solvers/soft_step/contact_kernel.h"
#include "dynamics/solvers/soft_step/hinge_kernel.h"
#include "dynamics/solvers/soft_step/joint_kernel.h"

namespace toibox::soft_step {

/// The kernel table for the SIMD type S. Only for files that are compiled for one instruction set
/// (kernels_*.cpp), so this header may include only SIMD types and plain data.
template <class S>
consteval Kernels kernels_of() {
    return {.compute_masses = ContactGeometry<S>::compute_masses,
            .warm_start = ContactKernel<S>::warm_start,
            .solve = ContactKernel<S>::solve,
            .relax = ContactKernel<S>::relax,
            .warm_start_angles = AngleKernel<S>::warm_start,
            .warm_start_points = JointKernel<S>::warm_start_points,
            .warm_start_scalars = JointKernel<S>::warm_start_scalars,
            .warm_start_hinges = HingeKernel<S>::warm_start,
            .solve_angles = AngleKernel<S>::solve,
            .solve_points = JointKernel<S>::solve_points,
            .solve_scalars = JointKernel<S>::solve_scalars,
            .solve_hinges = HingeKernel<S>::solve,
            .integrate_velocities = BodyKernel<S>::integrate_velocities,
            .integrate_positions = BodyKernel<S>::integrate_positions};
}

}  // namespace toibox::soft_step

// SPDX-License-Identifier: MIT
// The soft step's kernels for one instruction set. Nothing but lanes and plain data may be included here.
#include "toibox/math/wide/sse2.h"

#include "angle_kernel.h"
#include "body_kernel.h"
#include "contact_kernel.h"
#include "joint_kernel.h"

namespace toibox::soft_step::isa_sse2 {

using Contacts = ContactKernel<toibox::isa_sse2::Simd>;
using Angles = AngleKernel<toibox::isa_sse2::Simd>;
using Joints = JointKernel<toibox::isa_sse2::Simd>;
using Bodies = BodyKernel<toibox::isa_sse2::Simd>;

extern const Kernels kernels;
const Kernels kernels{Contacts::warm_start,
                      Contacts::solve,
                      Contacts::relax,
                      Angles::warm_start,
                      Joints::warm_start_points,
                      Joints::warm_start_scalars,
                      Angles::solve,
                      Joints::solve_points,
                      Joints::solve_scalars,
                      Bodies::integrate_velocities,
                      Bodies::integrate_positions};

}  // namespace toibox::soft_step::isa_sse2

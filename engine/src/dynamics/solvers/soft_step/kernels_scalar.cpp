// SPDX-License-Identifier: MIT
// The kernels of the soft step for scalar code.
#include "dynamics/solvers/soft_step/kernel_table.h"
#include "math/wide/scalar.h"

namespace toibox::soft_step::isa_scalar {

extern const Kernels kernels;
constinit const Kernels kernels = kernels_of<toibox::isa_scalar::Simd>();

}  // namespace toibox::soft_step::isa_scalar

// SPDX-License-Identifier: MIT
// The soft step's kernels for one instruction set.
#include "toibox/math/wide/scalar.h"

#include "kernel_table.h"

namespace toibox::soft_step::isa_scalar {

extern const Kernels kernels;
constinit const Kernels kernels = kernels_of<toibox::isa_scalar::Simd>();

}  // namespace toibox::soft_step::isa_scalar

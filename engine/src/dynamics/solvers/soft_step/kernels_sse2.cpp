// SPDX-License-Identifier: MIT
// The kernels of the soft step for SSE2.
#include "dynamics/solvers/soft_step/kernel_table.h"
#include "math/wide/sse2.h"

namespace toibox::soft_step::isa_sse2 {

extern const Kernels kernels;
constinit const Kernels kernels = kernels_of<toibox::isa_sse2::Simd>();

}  // namespace toibox::soft_step::isa_sse2

// SPDX-License-Identifier: MIT
#include "toibox/math/wide/scalar.h"

#include "sweep_kernel.h"

namespace toibox::isa_scalar {

const broad::SweepKernels sweep_kernels{broad::sweep_strip<Simd>, broad::probe_strip<Simd>};

}  // namespace toibox::isa_scalar

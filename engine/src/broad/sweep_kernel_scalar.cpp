// SPDX-License-Identifier: MIT
#include "toibox/math/wide/scalar.h"

#include "sweep_kernel.h"

namespace toibox::isa_scalar {

const broad::StripKernels strip_kernels{broad::find_strip_pairs<Simd>, broad::probe_strip<Simd>};

}  // namespace toibox::isa_scalar

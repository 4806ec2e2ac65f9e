// SPDX-License-Identifier: MIT
#include "broad/strip_kernel.h"
#include "math/wide/scalar.h"

namespace toibox::isa_scalar {

const broad::StripKernels strip_kernels{broad::find_strip_pairs<Simd>, broad::probe_strip<Simd>};

}  // namespace toibox::isa_scalar

// SPDX-License-Identifier: MIT
#include "broad/strip_kernel.h"
#include "math/wide/avx2.h"

namespace toibox::isa_avx2 {

const broad::StripKernels strip_kernels{broad::find_strip_pairs<Simd>, broad::probe_strip<Simd>};

}  // namespace toibox::isa_avx2

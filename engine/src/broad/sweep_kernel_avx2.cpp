// SPDX-License-Identifier: MIT
#include "toibox/math/wide/avx2.h"

#include "sweep_kernel.h"

namespace toibox::isa_avx2 {

const broad::StripKernels strip_kernels{broad::find_strip_pairs<Simd>, broad::probe_strip<Simd>};

}  // namespace toibox::isa_avx2

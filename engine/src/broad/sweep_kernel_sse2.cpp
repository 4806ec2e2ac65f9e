// SPDX-License-Identifier: MIT
#include "toibox/math/wide/sse2.h"

#include "sweep_kernel.h"

namespace toibox::isa_sse2 {

const broad::StripKernels strip_kernels{broad::find_strip_pairs<Simd>, broad::probe_strip<Simd>};

}  // namespace toibox::isa_sse2

// SPDX-License-Identifier: MIT
#include "math/wide/avx2.h"
#include "wide_probe.h"

namespace toibox::isa_avx2 {

const wide_probe::Probe wide_probe = wide_probe::probe_of<Simd>;

}  // namespace toibox::isa_avx2

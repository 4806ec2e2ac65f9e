// SPDX-License-Identifier: MIT
#include "math/wide/scalar.h"
#include "wide_probe.h"

namespace toibox::isa_scalar {

const wide_probe::Probe wide_probe = wide_probe::probe_of<Simd>;

}  // namespace toibox::isa_scalar

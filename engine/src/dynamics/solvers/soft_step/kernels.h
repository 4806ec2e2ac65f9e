// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/wide/isa.h"

#include "dynamics/solvers/soft_step/wide_rows.h"

namespace toibox::soft_step {

/// The kernels for an instruction set. Requires: is_available(isa).
const Kernels& kernels_for(Isa isa);

}  // namespace toibox::soft_step

// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/linkages/linkage_slice.h"

namespace toibox::linkages {

/// Solves a sub-step of `h` seconds from the poses and velocities of the bodies, in as many slices as it
/// needs. `correction_fraction`: fraction of each joint error that the sub-step removes.
void run_substep(SliceSolve slice, double h, double correction_fraction);

}  // namespace toibox::linkages

// SPDX-License-Identifier: MIT
#include "toibox/math/wide/scalar.h"

#include "manifold_lanes_kernel.h"

namespace toibox::isa_scalar {

void manifolds_of_4(ManifoldLanes& lanes) {
    collide_lanes<Simd, 4>(lanes);
}
void manifolds_of_8(ManifoldLanes& lanes) {
    collide_lanes<Simd, 8>(lanes);
}

}  // namespace toibox::isa_scalar

// SPDX-License-Identifier: MIT
#include "toibox/math/wide/avx2.h"

#include "manifold_lanes_kernel.h"

namespace toibox::isa_avx2 {

void manifolds_of_4(ManifoldLanes& lanes) {
    collide_lanes<Simd, 4>(lanes);
}
void manifolds_of_8(ManifoldLanes& lanes) {
    collide_lanes<Simd, 8>(lanes);
}

}  // namespace toibox::isa_avx2

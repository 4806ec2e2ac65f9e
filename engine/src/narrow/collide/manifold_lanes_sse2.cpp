// SPDX-License-Identifier: MIT
#include "math/wide/sse2.h"
#include "narrow/collide/manifold_lanes_kernel.h"

namespace toibox::isa_sse2 {

void collide_max_4_vertices(ManifoldLanes& lanes) {
    collide_lanes<Simd, 4>(lanes);
}
void collide_max_8_vertices(ManifoldLanes& lanes) {
    collide_lanes<Simd, 8>(lanes);
}

}  // namespace toibox::isa_sse2

// SPDX-License-Identifier: MIT
#include "dynamics/solvers/soft_step/kernels.h"

#include "toibox/core/assert.h"

namespace toibox::soft_step {

namespace isa_scalar {
extern const Kernels kernels;
}
#if defined(TOIBOX_HAS_X86_KERNELS)
namespace isa_sse2 {
extern const Kernels kernels;
}
namespace isa_avx2 {
extern const Kernels kernels;
}
#endif

const Kernels& kernels_for(Isa isa) {
    TOIBOX_ASSERT(is_available(isa));
#if defined(TOIBOX_HAS_X86_KERNELS)
    if (isa == Isa::Avx2) return isa_avx2::kernels;
    if (isa == Isa::Sse2) return isa_sse2::kernels;
#endif
    return isa_scalar::kernels;
}

}  // namespace toibox::soft_step

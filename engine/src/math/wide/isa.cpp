// SPDX-License-Identifier: MIT
// Which kernels this processor can run. Queried once per selection, never inside a loop.
#include "toibox/math/wide/isa.h"

namespace toibox {

bool is_available(Isa isa) {
    switch (isa) {
        case Isa::Scalar:
            return true;
        case Isa::Sse2:
#if defined(TOIBOX_HAS_X86_KERNELS)
            return true;  // every x86-64 has it
#else
            return false;
#endif
        case Isa::Avx2:
#if defined(TOIBOX_HAS_X86_KERNELS)
            return __builtin_cpu_supports("avx2") != 0;
#else
            return false;
#endif
    }
    return false;
}

Isa best_isa() {
    if (is_available(Isa::Avx2)) return Isa::Avx2;
    if (is_available(Isa::Sse2)) return Isa::Sse2;
    return Isa::Scalar;
}

std::string_view to_string(Isa isa) {
    switch (isa) {
        case Isa::Scalar:
            return "scalar";
        case Isa::Sse2:
            return "sse2";
        case Isa::Avx2:
            return "avx2";
    }
    return "";
}

}  // namespace toibox

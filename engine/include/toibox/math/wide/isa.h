// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace toibox {

/// The instruction sets for which kernels are built. One binary contains all kernels of its processor family;
/// the choice is made at run time, and results are bit-identical.
enum class Isa : std::uint8_t {
    Scalar,  ///< One lane: the reference.
    Sse2,    ///< Four lanes.
    Avx2,    ///< Eight lanes. No fused multiply-add: it rounds differently.
};

/// Whether this build has kernels for `isa` and the processor supports it.
[[nodiscard]] bool is_available(Isa isa);
/// The widest available instruction set.
[[nodiscard]] Isa best_isa();
/// "scalar", "sse2", "avx2".
[[nodiscard]] std::string_view to_string(Isa isa);

}  // namespace toibox

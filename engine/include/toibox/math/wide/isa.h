// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace toibox {

/// The instruction sets for which kernels are built. One binary holds all that its processor family has;
/// which one runs is chosen at run time and changes no bit of any result.
enum class Isa : std::uint8_t {
    Scalar,  ///< One lane: the reference.
    Sse2,    ///< Four lanes.
    Avx2,    ///< Eight lanes. No fused multiply-add: it rounds differently.
};

/// Whether this build has kernels for it and this processor runs them.
[[nodiscard]] bool is_available(Isa isa);
/// The widest that is available.
[[nodiscard]] Isa best_isa();
/// "scalar", "sse2", "avx2".
[[nodiscard]] std::string_view to_string(Isa isa);

}  // namespace toibox

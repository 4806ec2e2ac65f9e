// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace toibox::scene {

// Deterministic noise of a scene. Values depend on their index, not on the order of calls, so that a run can
// start at any state.

/// A well-mixed 64-bit hash of `z`. Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014 (the mixing function of SplitMix64).
inline std::uint64_t splitmix64(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30u)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27u)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31u);
}

/// Uniform in [-1, 1); depends only on the arguments.
inline double seeded_noise(std::uint64_t stream, std::uint64_t index) {
    const std::uint64_t bits = splitmix64(stream + splitmix64(index)) >> 11u;
    return static_cast<double>(bits) * 0x1.0p-52 - 1.0;
}

/// The stream of an entry with this id. It does not change when other entries are added.
inline std::uint64_t noise_stream(std::uint64_t seed, std::string_view id) {
    std::uint64_t stream = splitmix64(seed);
    for (const char c : id) {
        stream = splitmix64(stream ^ static_cast<unsigned char>(c));
    }
    return stream;
}

}  // namespace toibox::scene

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_volume.h"

#include <array>
#include <cstddef>

namespace toibox {

/// Unit vectors 22.5° apart, starting at +x. The second eight are the exact negatives of the first, so that
/// opposite offsets are comparable.
inline constexpr std::array<Vec2d, 16> dop_directions = [] {
    constexpr double half_root = 0.70710678118654752;
    constexpr double large = 0.92387953251128674;  // cos 22.5°
    constexpr double small = 0.38268343236508977;  // sin 22.5°
    std::array<Vec2d, 16> all{{{1.0, 0.0},
                               {large, small},
                               {half_root, half_root},
                               {small, large},
                               {0.0, 1.0},
                               {-small, large},
                               {-half_root, half_root},
                               {-large, small}}};
    for (std::size_t i = 0; i < 8; ++i)
        all[i + 8] = -all[i];
    return all;
}();

/// A discrete oriented polytope: the intersection of K half-planes with fixed directions, each touching the
/// shape. Two DOPs are tested along K / 2 axes only, so some separated pairs are reported as overlapping.
/// moved() bounds the transformed corners. K = 4 would be an axis-aligned box.
/// Source: J. Klosowski et al., "Efficient collision detection using bounding volume hierarchies of k-DOPs",
/// IEEE TVCG 4(1), 1998.
template <int K>
struct Dop {
    static_assert(K == 8 || K == 16);
    static constexpr BoundingVolumeKind kind = K == 8 ? BoundingVolumeKind::Dop8 : BoundingVolumeKind::Dop16;
    static constexpr std::size_t count = K;

    std::array<double, count> offset{};  ///< The points p with p · direction(i) ≤ offset[i] for all i.

    static constexpr Vec2d direction(std::size_t i) { return dop_directions[i * (16 / count)]; }
    static std::optional<Dop> around(const ConvexProxy& shape);

    /// The intersection of sides i and i + 1; several corners coincide if a side has no length.
    [[nodiscard]] Vec2d corner(std::size_t i) const;
};
using Dop8 = Dop<8>;
using Dop16 = Dop<16>;

template <int K>
Dop<K> moved(const Dop<K>& dop, const Transformd& pose);
template <int K>
Dop<K> fattened(const Dop<K>& dop, double margin);
template <int K>
double area(const Dop<K>& dop);

template <int K>
Dop<K> merged(const Dop<K>& a, const Dop<K>& b) {
    Dop<K> result;
    for (std::size_t i = 0; i < result.count; ++i)
        result.offset[i] = a.offset[i] > b.offset[i] ? a.offset[i] : b.offset[i];
    return result;
}
template <int K>
Vec2d center(const Dop<K>& dop) {
    constexpr std::size_t quarter = Dop<K>::count / 4;
    return {0.5 * (dop.offset[0] - dop.offset[2 * quarter]),
            0.5 * (dop.offset[quarter] - dop.offset[3 * quarter])};
}
template <int K>
bool overlaps(const Dop<K>& a, const Dop<K>& b) {
    constexpr std::size_t half_count = Dop<K>::count / 2;
    for (std::size_t i = 0; i < half_count; ++i) {
        if (-a.offset[i + half_count] > b.offset[i] || -b.offset[i + half_count] > a.offset[i]) return false;
    }
    return true;
}

// The other member and function templates are defined in dop.cpp and instantiated for K = 8 and K = 16.
extern template struct Dop<8>;
extern template struct Dop<16>;
extern template Dop8 moved(const Dop8& dop, const Transformd& pose);
extern template Dop16 moved(const Dop16& dop, const Transformd& pose);
extern template Dop8 fattened(const Dop8& dop, double margin);
extern template Dop16 fattened(const Dop16& dop, double margin);
extern template double area(const Dop8& dop);
extern template double area(const Dop16& dop);

static_assert(BoundingVolume<Dop8> && BoundingVolume<Dop16>);

}  // namespace toibox

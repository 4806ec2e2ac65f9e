// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <array>
#include <compare>
#include <cstdint>

namespace toibox {

/// Which features made a contact point: the key that carries an impulse from one step to the next.
/// Unique in a manifold, and stable: the same two features give the same id however far the shapes slide.
/// Swapping A and B flips `reference_is_b` and changes nothing else (see flipped).
struct FeatureId {
    enum class Clip : std::uint8_t {
        None,       ///< The incident feature's own vertex.
        SideStart,  ///< Cut by the side plane at the reference edge's first vertex.
        SideEnd,    ///< Cut by the side plane at its second vertex.
    };
    std::uint8_t reference = 0;  ///< Edge (or vertex) of the reference shape.
    std::uint8_t incident =
        0;  ///< Vertex of the other shape, or its edge's first vertex where the edge was cut.
    Clip clip = Clip::None;
    bool reference_is_b = false;

    friend constexpr bool operator==(const FeatureId&, const FeatureId&) = default;
    friend constexpr auto operator<=>(const FeatureId&, const FeatureId&) = default;
};

constexpr std::uint32_t packed(FeatureId id) {
    return static_cast<std::uint32_t>(id.reference) | static_cast<std::uint32_t>(id.incident) << 8u |
           static_cast<std::uint32_t>(id.clip) << 16u | static_cast<std::uint32_t>(id.reference_is_b) << 24u;
}
constexpr FeatureId flipped(FeatureId id) {
    id.reference_is_b = !id.reference_is_b;
    return id;
}

/// One point of a manifold, in A's frame. The point lies midway between the two surfaces.
struct ManifoldPoint {
    Vec2 point;
    float separation = 0.0f;  ///< Along the normal, metres; negative when overlapping.
    FeatureId id;
};

/// Where two shapes touch, or will: up to two points and one normal. Frame: A's, so that nothing is lost far
/// from the origin.
struct Manifold {
    Vec2 normal;  ///< Unit, from A to B; undefined without points.
    std::array<ManifoldPoint, 2> points{};
    int count = 0;
};

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/transform.h"

#include <array>
#include <compare>
#include <cstdint>

namespace toibox {

/// The features that produced a contact point: the key for warm starting. An id is unique within a manifold
/// and stable: the same two features give the same id however far the shapes slide. Swapping A and B flips
/// the id (see flipped) and changes nothing else. Exception: if identical shapes touch with the same edge, A
/// is always the reference.
struct FeatureId {
    enum class Clip : std::uint8_t {
        None,       ///< A vertex of the incident edge.
        SideStart,  ///< Clipped by the side plane at the first vertex of the reference edge.
        SideEnd,    ///< Clipped by the side plane at the second vertex of the reference edge.
        Vertex,     ///< No face: `reference` is a vertex of A, `incident` a vertex of B.
    };
    std::uint8_t reference = 0;  ///< Edge of the reference shape.
    std::uint8_t incident = 0;   ///< Vertex of the other shape; of a clipped edge, its first vertex.
    Clip clip = Clip::None;
    bool reference_is_b = false;

    friend constexpr bool operator==(const FeatureId&, const FeatureId&) = default;
    friend constexpr auto operator<=>(const FeatureId&, const FeatureId&) = default;
};

constexpr std::uint32_t packed(FeatureId id) {
    return static_cast<std::uint32_t>(id.reference) | static_cast<std::uint32_t>(id.incident) << 8u |
           static_cast<std::uint32_t>(id.clip) << 16u | static_cast<std::uint32_t>(id.reference_is_b) << 24u;
}
/// The same features with A and B swapped.
constexpr FeatureId flipped(FeatureId id) {
    if (id.clip == FeatureId::Clip::Vertex) return {id.incident, id.reference, id.clip, id.reference_is_b};
    id.reference_is_b = !id.reference_is_b;
    return id;
}

/// One point of a manifold, in A's frame. The point is midway between the two surfaces.
struct ManifoldPoint {
    Vec2 point;
    float separation = 0.0f;  ///< Along the normal, metres; negative when overlapping.
    FeatureId id;
};

/// The contact of two shapes: up to two points and one normal. Frame: A's, so that no precision is lost far
/// from the origin.
struct Manifold {
    Vec2 normal;  ///< Unit, from A to B; undefined without points.
    std::array<ManifoldPoint, 2> points{};
    int count = 0;
};

/// Converts the manifold of (b, a), given in b's frame, to the manifold of (a, b) in a's frame.
constexpr Manifold flipped(const Manifold& manifold, const Transform& b_in_a) {
    Manifold result{-rotate(b_in_a.q, manifold.normal), manifold.points, manifold.count};
    for (ManifoldPoint& point : result.points) {
        point.point = transform_point(b_in_a, point.point);
        point.id = flipped(point.id);
    }
    return result;
}

}  // namespace toibox

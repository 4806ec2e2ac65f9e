// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/math/transform.h"

#include <cstdint>

namespace toibox {

/// A straight motion of a shape through a world, without rotation.
struct ShapeCast {
    Transform from{};    ///< Start pose of the shape, world.
    Vec2 translation{};  ///< Metres.
    float gap = 0.0f;    ///< Distance to other surfaces at which the cast stops, metres, ≥ 0.
    std::uint64_t mask = ~std::uint64_t{0};  ///< Categories of shapes that the cast can hit.
};

/// Where a shape cast hits another shape.
struct ShapeCastHit {
    ShapeHandle shape;
    double fraction = 0.0;  ///< Fraction of the translation.
    /// Distance between the surfaces at the hit, metres: `gap`, or less if the cast starts closer. Negative:
    /// minus the penetration depth.
    double distance = 0.0;
    Vec2d point{};   ///< Midway between the nearest points, world.
    Vec2d normal{};  ///< Unit, pointing out of the shape that was hit.
};

/// Distance between a point and a shape.
struct ShapeDistance {
    ShapeHandle shape;
    double distance = 0.0;  ///< From the point to the surface, metres; negative inside.
    Vec2d point{};          ///< Closest point of the surface, world.
    Vec2d normal{};         ///< Unit, out of the shape; for a segment, towards the point.
};

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/math/transform.h"

#include <cstdint>

namespace toibox {

/// A straight way of a shape through a world, without a turn.
struct ShapeCast {
    Transform from{};    ///< Where the shape starts, world.
    Vec2 translation{};  ///< Metres.
    float gap = 0.0f;    ///< Distance of the surfaces at which it is stopped, metres, ≥ 0.
    std::uint64_t mask = ~std::uint64_t{0};  ///< Categories of shapes that it meets.
};

/// Where a shape cast meets another shape.
struct ShapeCastHit {
    ShapeHandle shape;
    double fraction = 0.0;  ///< Of the translation.
    /// Between the surfaces there, metres: the gap, or less at the start; negative: how deep they lie in each
    /// other.
    double distance = 0.0;
    Vec2d point{};   ///< Midway between the nearest points, world.
    Vec2d normal{};  ///< Unit, out of the shape that is met.
};

/// How far a point is from a shape.
struct ShapeDistance {
    ShapeHandle shape;
    double distance = 0.0;  ///< To its surface, metres; negative inside.
    Vec2d point{};          ///< The nearest of the surface, world.
    Vec2d normal{};         ///< Unit, out of the shape; of a line, to the side where the point is.
};

}  // namespace toibox

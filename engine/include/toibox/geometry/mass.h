// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <span>

namespace toibox {

/// Mass properties of a shape or body of uniform density. A mass is of an area: kg at a density in kg/m².
struct MassProperties {
    float mass = 0.0f;     ///< kg
    Vec2 center;           ///< Centre of mass in the body's frame, metres.
    float inertia = 0.0f;  ///< About the centre of mass, kg·m².
};

/// Closed forms; a rounded polygon counts its rounding exactly (edges' rectangles and corner sectors).
/// Segments weigh nothing. Computed in double. Error ≤ 1e-6 relative.
MassProperties mass_properties(const Shape& shape, float density);

/// Of several parts rigidly joined (parallel axes). All zero for no mass.
MassProperties combined(std::span<const MassProperties> parts);

}  // namespace toibox

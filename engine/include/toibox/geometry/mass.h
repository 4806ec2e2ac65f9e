// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <span>

namespace toibox {

/// Mass properties of a shape or body of uniform density. Masses are per area: density is in kg/m².
struct MassProperties {
    float mass = 0.0f;     ///< kg
    Vec2 center;           ///< Centre of mass in the body frame, metres.
    float inertia = 0.0f;  ///< About the centre of mass, kg·m².
};

/// Closed forms, computed in double. The rounded border of a polygon is included exactly (rectangles at
/// edges, sectors at corners). Segments have no mass. Error ≤ 1e-6 relative.
MassProperties mass_properties(const Shape& shape, float density);

/// Combines rigidly joined parts (parallel axis theorem). All properties are zero if the total mass is zero.
MassProperties combined(std::span<const MassProperties> parts);

}  // namespace toibox

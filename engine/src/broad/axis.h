// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"

namespace toibox::broad {

/// Axis 0 is x, axis 1 is y.
constexpr float lower_of(const Aabb& box, int axis) {
    return axis == 0 ? box.lower.x : box.lower.y;
}
constexpr float upper_of(const Aabb& box, int axis) {
    return axis == 0 ? box.upper.x : box.upper.y;
}

}  // namespace toibox::broad

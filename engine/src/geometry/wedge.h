// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/orientation.h"

namespace toibox {

/// The open region to the left of a path at one of its corners. Exact. Requires: the path does not fold back.
struct Wedge {
    Vec2 from;
    Vec2 corner;
    Vec2 to;

    [[nodiscard]] bool contains(Vec2 p) const {
        const bool left_of_in = orientation(from, corner, p) > 0;
        const bool left_of_out = orientation(corner, to, p) > 0;
        if (orientation(from, corner, to) > 0) return left_of_in && left_of_out;
        return left_of_in || left_of_out;  // not in the closed wedge on the right
    }
    /// Whether p is in the direction of one of the sides.
    [[nodiscard]] bool touches(Vec2 p) const { return is_along(from, p) || is_along(to, p); }

private:
    [[nodiscard]] bool is_along(Vec2 side, Vec2 p) const {
        return orientation(corner, side, p) == 0 &&
               (is_between(corner, side, p) || is_between(corner, p, side));
    }
};

}  // namespace toibox

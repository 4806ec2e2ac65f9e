// SPDX-License-Identifier: MIT
// On which side of a corner of a chain a shape lies, and what normal it gets there. The side is that from
// which the shape is less deep in the joined surface: where the corner stands out, what is in front of either
// face is outside; where it lies in, only what is in front of both. Rejected: the side of the contact's
// direction, which a shape that leans by a hair changes; and the side of the segment alone, since a crate
// before a spike lies behind the front of the spike's far face. Rejected, too: to measure the shape against
// the segment's own face, without end, whose depth has nothing to do with the overlap (a crate beside a step
// of 0.5 m was thrown up by 0.33 m).
#include "chain_corners.h"

namespace toibox {

namespace {

/// How far the shape reaches behind a line through the corner, seen from the line's left and from its right.
struct Reach {
    float from_left = 0.0f;
    float from_right = 0.0f;
};

Reach reach_behind(Vec2 left_normal, Vec2 corner, std::span<const Vec2> shape) {
    const float first = dot(left_normal, shape[0] - corner);
    Reach reach{-first, first};
    for (const Vec2 vertex : shape.subspan(1)) {
        const float height = dot(left_normal, vertex - corner);
        reach.from_left = -height > reach.from_left ? -height : reach.from_left;
        reach.from_right = height > reach.from_right ? height : reach.from_right;
    }
    return reach;
}

float lesser(float a, float b) {
    return a < b ? a : b;
}
float greater(float a, float b) {
    return a > b ? a : b;
}

}  // namespace

Vec2 ChainNormalFilter::nearest_normal(Vec2 direction, std::span<const Vec2> segment,
                                       std::span<const Vec2> shape) const {
    const bool at_start = dot(direction, along_) < 0.0f;
    const Vec2 corner = segment[at_start ? 0 : 1];
    const Vec2 neighbour = at_start ? before_ : after_;
    const float turn = at_start ? cross(before_, along_) : cross(along_, after_);
    const Vec2 own_left = normalized(left_perp(along_));
    const Vec2 neighbour_left = normalized(left_perp(neighbour));
    const Reach own = reach_behind(own_left, corner, shape);
    const Reach other = reach_behind(neighbour_left, corner, shape);
    const bool left_stands_out = turn < 0.0f;
    const float remaining_depth =
        left_stands_out ? lesser(own.from_left, other.from_left) : greater(own.from_left, other.from_left);
    const float depth_right = left_stands_out ? greater(own.from_right, other.from_right)
                                              : lesser(own.from_right, other.from_right);
    const bool on_left = remaining_depth <= depth_right;
    const Vec2 own_normal = on_left ? own_left : -own_left;
    if (on_left != left_stands_out) return own_normal;
    const Vec2 neighbour_normal = on_left ? neighbour_left : -neighbour_left;
    return dot(direction, neighbour_normal) > dot(direction, own_normal) ? neighbour_normal : own_normal;
}

}  // namespace toibox

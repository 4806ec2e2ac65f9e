// SPDX-License-Identifier: MIT
// Determines on which side of a chain corner a shape is, and which normal the shape gets there. A shape is on
// the side on which it is less deep in the joined surface: at a convex corner, everything in front of either
// face is outside; at a concave corner, only what is in front of both. Rejected alternative: the side of the
// contact direction, which changes for a shape that leans very slightly. Rejected alternative: the side of
// the segment alone, since a crate in front of a spike is behind the front of the spike's far face. Rejected
// alternative: the depth behind the segment's face extended to infinity, which is unrelated to the overlap (a
// crate beside a step of 0.5 m was thrown up by 0.33 m).
#include "narrow/collide/chain_normal_filter.h"

namespace toibox {

namespace {

/// How far the shape reaches behind a line through the corner, seen from the left and from the right of the
/// line.
struct CornerDepth {
    float from_left = 0.0f;
    float from_right = 0.0f;
};

CornerDepth depth_behind(Vec2 left_normal, Vec2 corner, std::span<const Vec2> shape) {
    const float first = dot(left_normal, shape[0] - corner);
    CornerDepth depth{-first, first};
    for (const Vec2 vertex : shape.subspan(1)) {
        const float height = dot(left_normal, vertex - corner);
        depth.from_left = -height > depth.from_left ? -height : depth.from_left;
        depth.from_right = height > depth.from_right ? height : depth.from_right;
    }
    return depth;
}

float min_of(float a, float b) {
    return a < b ? a : b;
}
float max_of(float a, float b) {
    return a > b ? a : b;
}

}  // namespace

Vec2 ChainNormalFilter::nearest_normal(Vec2 direction, std::span<const Vec2> segment,
                                       std::span<const Vec2> shape) const {
    const bool at_start = dot(direction, along_) < 0.0f;
    const Vec2 corner = segment[at_start ? 0 : 1];
    const Vec2 neighbour = at_start ? before_ : after_;
    const float corner_cross = at_start ? cross(before_, along_) : cross(along_, after_);
    const Vec2 segment_left = normalized(left_perp(along_));
    const Vec2 neighbour_left = normalized(left_perp(neighbour));
    const CornerDepth segment_depth = depth_behind(segment_left, corner, shape);
    const CornerDepth neighbour_depth = depth_behind(neighbour_left, corner, shape);
    const bool is_left_convex = corner_cross < 0.0f;
    const float depth_left = is_left_convex ? min_of(segment_depth.from_left, neighbour_depth.from_left)
                                            : max_of(segment_depth.from_left, neighbour_depth.from_left);
    const float depth_right = is_left_convex ? max_of(segment_depth.from_right, neighbour_depth.from_right)
                                             : min_of(segment_depth.from_right, neighbour_depth.from_right);
    const bool is_on_left = depth_left <= depth_right;
    const Vec2 segment_normal = is_on_left ? segment_left : -segment_left;
    if (is_on_left != is_left_convex) return segment_normal;
    const Vec2 neighbour_normal = is_on_left ? neighbour_left : -neighbour_left;
    return dot(direction, neighbour_normal) > dot(direction, segment_normal) ? neighbour_normal
                                                                             : segment_normal;
}

}  // namespace toibox

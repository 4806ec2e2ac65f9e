// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <limits>

namespace toibox {

/// A closed axis-aligned box: boxes that touch overlap.
struct Aabb {
    Vec2 lower;
    Vec2 upper;

    friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
};

/// An inverted box: overlaps nothing, and merging it with a box gives that box.
inline constexpr Aabb empty_aabb{
    {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()},
    {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}};

constexpr bool overlaps(const Aabb& a, const Aabb& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}
constexpr bool contains(const Aabb& outer, const Aabb& inner) {
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y &&
           inner.upper.x <= outer.upper.x && inner.upper.y <= outer.upper.y;
}
constexpr bool contains(const Aabb& box, Vec2 point) {
    return box.lower.x <= point.x && point.x <= box.upper.x && box.lower.y <= point.y &&
           point.y <= box.upper.y;
}
/// The smallest box that contains both boxes.
constexpr Aabb merged(const Aabb& a, const Aabb& b) {
    return {min(a.lower, b.lower), max(a.upper, b.upper)};
}
constexpr Aabb fattened(const Aabb& box, float margin) {
    return {box.lower - Vec2{margin, margin}, box.upper + Vec2{margin, margin}};
}
constexpr float perimeter(const Aabb& box) {
    return 2.0f * ((box.upper.x - box.lower.x) + (box.upper.y - box.lower.y));
}
constexpr Vec2 center(const Aabb& box) {
    return 0.5f * (box.lower + box.upper);
}
/// Half of the width and half of the height.
constexpr Vec2 extents(const Aabb& box) {
    return 0.5f * (box.upper - box.lower);
}
/// False for NaN, infinities and inverted boxes, which broad phases reject.
inline bool is_valid(const Aabb& box) {
    return is_finite(box.lower) && is_finite(box.upper) && box.lower.x <= box.upper.x &&
           box.lower.y <= box.upper.y;
}

}  // namespace toibox

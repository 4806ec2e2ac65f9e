// SPDX-License-Identifier: MIT
#include "geometry/convex_hull.h"

#include <algorithm>
#include <cstddef>

namespace toibox::geometry {

std::vector<Vec2d> convex_hull(std::span<const Vec2d> points) {
    std::vector<Vec2d> sorted(points.begin(), points.end());
    std::ranges::sort(sorted, [](Vec2d a, Vec2d b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    const auto repeats = std::ranges::unique(sorted);
    sorted.erase(repeats.begin(), repeats.end());
    if (sorted.size() < 3) return sorted;
    std::vector<Vec2d> hull;
    const auto extend = [&hull](Vec2d p, std::size_t chain_start) {
        while (hull.size() >= chain_start + 2 &&
               !(cross(hull.back() - hull[hull.size() - 2], p - hull[hull.size() - 2]) > 0.0)) {
            hull.pop_back();
        }
        hull.push_back(p);
    };
    // The lower chain from left to right, then the upper chain back.
    for (const Vec2d p : sorted)
        extend(p, 0);
    const std::size_t lower = hull.size() - 1;
    for (auto p = sorted.rbegin() + 1; p != sorted.rend(); ++p)
        extend(*p, lower);
    hull.pop_back();
    return hull;
}

}  // namespace toibox::geometry

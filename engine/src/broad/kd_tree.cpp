// SPDX-License-Identifier: MIT
#include "toibox/broad/kd_tree.h"

#include <algorithm>

namespace toibox::broad {

CellTree::Split KdTree::split_of(std::span<const ProxyId> ids) {
    Aabb bounds{center(boxes()[ids[0]]), center(boxes()[ids[0]])};
    for (const ProxyId id : ids)
        bounds = merged(bounds, {center(boxes()[id]), center(boxes()[id])});
    const Vec2 spread = extents(bounds);
    const bool along_x = spread.x >= spread.y;
    std::vector<float>& coordinates = *coordinates_;
    coordinates.clear();
    for (const ProxyId id : ids) {
        const Vec2 c = center(boxes()[id]);
        coordinates.push_back(along_x ? c.x : c.y);
    }
    const auto middle = coordinates.begin() + static_cast<std::ptrdiff_t>(coordinates.size() / 2);
    std::nth_element(coordinates.begin(), middle, coordinates.end());
    return {.normal = along_x ? Vec2d{1.0, 0.0} : Vec2d{0.0, 1.0}, .offset = static_cast<double>(*middle)};
}

bool KdTree::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out, const PairRules& rules) {
    return find_pairs_with([this](std::span<const ProxyId> ids) { return split_of(ids); }, moved, out, rules);
}

}  // namespace toibox::broad

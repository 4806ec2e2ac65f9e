// SPDX-License-Identifier: MIT
#include "toibox/broad/kd_tree.h"

#include <algorithm>

namespace toibox::broad {

CellTree::Split KdTree::split_of(std::span<const ProxyId> ids) {
    Aabb all{center(boxes()[ids[0]]), center(boxes()[ids[0]])};
    for (const ProxyId id : ids)
        all = merged(all, {center(boxes()[id]), center(boxes()[id])});
    const Vec2 spread = extents(all);
    const bool along_x = spread.x >= spread.y;
    std::vector<float>& places = *places_;
    places.clear();
    for (const ProxyId id : ids) {
        const Vec2 at = center(boxes()[id]);
        places.push_back(along_x ? at.x : at.y);
    }
    const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
    std::nth_element(places.begin(), middle, places.end());
    return {.normal = along_x ? Vec2d{1.0, 0.0} : Vec2d{0.0, 1.0}, .offset = static_cast<double>(*middle)};
}

void KdTree::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    find_pairs_with([this](std::span<const ProxyId> ids) { return split_of(ids); }, moved, out);
}

}  // namespace toibox::broad

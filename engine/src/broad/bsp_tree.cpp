// SPDX-License-Identifier: MIT
#include "toibox/broad/bsp_tree.h"

#include <cmath>

namespace toibox::broad {
namespace {

/// The direction of largest spread, from the second moments about the mean; x if there is none.
Vec2d principal_axis(double xx, double xy, double yy) {
    const double half_difference = 0.5 * (xx - yy);
    const double root = std::sqrt(half_difference * half_difference + xy * xy);
    // Use the form of the eigenvector that does not cancel.
    const Vec2d axis =
        half_difference >= 0.0 ? Vec2d{half_difference + root, xy} : Vec2d{xy, root - half_difference};
    const double magnitude = length(axis);
    return magnitude > 0.0 ? (1.0 / magnitude) * axis : Vec2d{1.0, 0.0};
}

}  // namespace

CellTree::Split BspTree::split_of(std::span<const ProxyId> ids) const {
    const auto center_of = [&](ProxyId id) { return widen(center(boxes()[id])); };
    Vec2d sum{};
    for (const ProxyId id : ids)
        sum += center_of(id);
    const Vec2d mean = (1.0 / static_cast<double>(ids.size())) * sum;
    double xx = 0.0;
    double xy = 0.0;
    double yy = 0.0;
    for (const ProxyId id : ids) {
        const Vec2d d = center_of(id) - mean;
        xx += d.x * d.x;
        xy += d.x * d.y;
        yy += d.y * d.y;
    }
    const Vec2d normal = principal_axis(xx, xy, yy);
    return {.normal = normal, .offset = dot(normal, mean)};
}

bool BspTree::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                         const PairRules& rules) {
    return find_pairs_with([this](std::span<const ProxyId> ids) { return split_of(ids); }, moved, out, rules);
}

}  // namespace toibox::broad

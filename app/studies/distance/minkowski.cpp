// SPDX-License-Identifier: MIT
#include "app/studies/distance/minkowski.h"

#include <algorithm>
#include <ranges>
#include <tuple>
#include <utility>

namespace toibox::app {

namespace {

struct Corner {
    Vec2d at{};
    int index = 0;
};

/// The strictly convex corners of a shape, counter-clockwise from the lowest. Omits duplicate vertices and
/// vertices that rounding has moved off the hull, because they would break the order of edge directions. If
/// `sign` is −1, the points are negated, which keeps the orientation. Source: A. M. Andrew, "Another
/// efficient algorithm for convex hulls in two dimensions", Inf. Proc. Letters 9, 1979, sorting along y.
std::vector<Corner> corners_of(const std::vector<Vec2d>& points, const Transformd& pose, double sign) {
    std::vector<Corner> sorted;
    for (std::size_t i = 0; i < points.size(); ++i)
        sorted.push_back({sign * transform_point(pose, points[i]), static_cast<int>(i)});
    std::ranges::sort(sorted, [](const Corner& p, const Corner& q) {
        return std::tie(p.at.y, p.at.x, p.index) < std::tie(q.at.y, q.at.x, q.index);
    });
    const auto half_hull_of = [](const auto& ordered) {
        std::vector<Corner> chain;
        for (const Corner& next : ordered) {
            if (!chain.empty() && chain.back().at == next.at) continue;
            while (chain.size() > 1 &&
                   !(cross(chain.back().at - chain[chain.size() - 2].at, next.at - chain.back().at) > 0.0))
                chain.pop_back();
            chain.push_back(next);
        }
        return chain;
    };
    std::vector<Corner> corners = half_hull_of(sorted);
    if (corners.size() == 1) return corners;
    const std::vector<Corner> upper_chain = half_hull_of(std::views::reverse(sorted));
    corners.insert(corners.end(), upper_chain.begin() + 1, upper_chain.end() - 1);
    return corners;
}

/// Visits each corner of a closed polygon once.
class CornerLoop {
public:
    explicit CornerLoop(std::vector<Corner> corners) : corners_(std::move(corners)) {}

    [[nodiscard]] const Corner& corner() const { return corners_[visited_ % corners_.size()]; }
    [[nodiscard]] bool done() const { return corners_.size() < 2 || visited_ == corners_.size(); }
    [[nodiscard]] Vec2d edge() const { return corners_[(visited_ + 1) % corners_.size()].at - corner().at; }
    void advance() { ++visited_; }

private:
    std::vector<Corner> corners_;
    std::size_t visited_ = 0;
};

bool points_up(Vec2d edge) {
    return edge.y > 0.0 || (edge.y == 0.0 && edge.x >= 0.0);
}

/// Compares the angles of two edges, counter-clockwise from +x. Returns −1, 0 or 1.
int compare_directions(Vec2d first, Vec2d second) {
    if (points_up(first) != points_up(second)) return points_up(first) ? -1 : 1;
    const double orientation = cross(first, second);
    return orientation > 0.0 ? -1 : orientation < 0.0 ? 1 : 0;
}

}  // namespace

std::vector<DifferenceVertex> minkowski_difference(const PairCase& pair) {
    CornerLoop a(corners_of(pair.a.points, pair.pose_a, 1.0));
    CornerLoop b(corners_of(pair.b.points, pair.pose_b, -1.0));
    std::vector<DifferenceVertex> hull;
    do {
        hull.push_back({a.corner().at + b.corner().at, a.corner().index, b.corner().index});
        const int order = a.done() ? 1 : b.done() ? -1 : compare_directions(a.edge(), b.edge());
        if (order <= 0 && !a.done()) a.advance();
        if (order >= 0 && !b.done()) b.advance();
    } while (!a.done() || !b.done());
    return hull;
}

}  // namespace toibox::app

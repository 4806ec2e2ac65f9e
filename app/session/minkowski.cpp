// SPDX-License-Identifier: MIT
#include "app/session/minkowski.h"

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

/// The strictly convex corners of a shape, counter-clockwise from the lowest: vertices that are doubled, or
/// that rounding has put beside an edge, would be walked in the wrong order. `sign` −1 mirrors the shape at
/// the origin, which keeps its direction of turning.
/// Source: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", Inf. Proc. Letters
/// 9, 1979, along y.
std::vector<Corner> corners_of(const std::vector<Vec2d>& points, const Transformd& pose, double sign) {
    std::vector<Corner> sorted;
    for (std::size_t i = 0; i < points.size(); ++i)
        sorted.push_back({sign * transform_point(pose, points[i]), static_cast<int>(i)});
    std::ranges::sort(sorted, [](const Corner& p, const Corner& q) {
        return std::tie(p.at.y, p.at.x, p.index) < std::tie(q.at.y, q.at.x, q.index);
    });
    const auto half_hull_of = [](const auto& all) {
        std::vector<Corner> side;
        for (const Corner& next : all) {
            if (!side.empty() && side.back().at == next.at) continue;
            while (side.size() > 1 &&
                   !(cross(side.back().at - side[side.size() - 2].at, next.at - side.back().at) > 0.0))
                side.pop_back();
            side.push_back(next);
        }
        return side;
    };
    std::vector<Corner> corners = half_hull_of(sorted);
    if (corners.size() == 1) return corners;
    const std::vector<Corner> upper_chain = half_hull_of(std::views::reverse(sorted));
    corners.insert(corners.end(), upper_chain.begin() + 1, upper_chain.end() - 1);
    return corners;
}

/// A loop of corners that is walked once round.
class Loop {
public:
    explicit Loop(std::vector<Corner> corners) : corners_(std::move(corners)) {}

    [[nodiscard]] const Corner& corner() const { return corners_[visited_ % corners_.size()]; }
    [[nodiscard]] bool done() const { return corners_.size() < 2 || visited_ == corners_.size(); }
    [[nodiscard]] Vec2d edge() const { return corners_[(visited_ + 1) % corners_.size()].at - corner().at; }
    void walk() { ++visited_; }

private:
    std::vector<Corner> corners_;
    std::size_t visited_ = 0;
};

bool points_up(Vec2d edge) {
    return edge.y > 0.0 || (edge.y == 0.0 && edge.x >= 0.0);
}

/// Below 0: the first edge comes before the second, going round from the +x direction.
int compare_directions(Vec2d first, Vec2d second) {
    if (points_up(first) != points_up(second)) return points_up(first) ? -1 : 1;
    const double turn = cross(first, second);
    return turn > 0.0 ? -1 : turn < 0.0 ? 1 : 0;
}

}  // namespace

std::vector<DifferenceVertex> minkowski_difference(const PairCase& pair) {
    Loop a(corners_of(pair.a.points, pair.pose_a, 1.0));
    Loop b(corners_of(pair.b.points, pair.pose_b, -1.0));
    std::vector<DifferenceVertex> hull;
    do {
        hull.push_back({a.corner().at + b.corner().at, a.corner().index, b.corner().index});
        const int order = a.done() ? 1 : b.done() ? -1 : compare_directions(a.edge(), b.edge());
        if (order <= 0 && !a.done()) a.walk();
        if (order >= 0 && !b.done()) b.walk();
    } while (!a.done() || !b.done());
    return hull;
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
// Holes are joined from left to right, each from its leftmost vertex M to a vertex that is visible to the
// left of M; no hole that is still unjoined is in between. A ray from M to the left, an infinitesimal amount
// above M so that it passes through no vertex, first hits an edge. The left end of that edge is visible
// unless vertices are in the triangle of M, the hit point and that end. In that case, the vertex with the
// smallest angle to the ray is visible.
#include "geometry/bridges.h"

#include "toibox/core/assert.h"

#include "geometry/orientation.h"
#include "geometry/wedge.h"

#include <algorithm>
#include <utility>

namespace toibox {

namespace {

/// An edge that the ray may hit, from its lower to its upper end.
struct RisingEdge {
    Vec2 low;
    Vec2 high;
};

/// For two edges left of the eye that do not cross: whether f is to the right of e at the height of the ray.
bool is_right_of(const RisingEdge& f, const RisingEdge& e) {
    const bool f_starts_higher = f.low.y >= e.low.y;
    const int side = f_starts_higher ? -orientation(e.low, e.high, f.low) : orientation(f.low, f.high, e.low);
    if (side != 0) return side > 0;
    // The edges share their lower end, or the lower end of one is on the other: compare the upper ends.
    const bool f_ends_lower = f.high.y <= e.high.y;
    return (f_ends_lower ? -orientation(e.low, e.high, f.high) : orientation(f.low, f.high, e.high)) > 0;
}

/// Finds a vertex of the ring that is visible from `eye`, a vertex of a hole, and to the left of it.
class VisibleVertexSearch {
public:
    VisibleVertexSearch(std::span<const Vec2> v, const Cycle& ring, Vec2 eye)
        : v_(v), ring_(ring), eye_(eye) {}

    /// The position of a visible vertex in the ring.
    [[nodiscard]] std::size_t find() const {
        const std::size_t edge = first_edge();
        const std::size_t after = next_of(edge, ring_.size());
        const std::size_t end = at(after).x < at(edge).x ? after : edge;
        std::size_t best = end;
        for (std::size_t k = 0; k < ring_.size(); ++k) {
            if (!is_in_triangle(k, edge, end) || !wedge_at(k).contains(eye_)) continue;
            if (best == end || is_nearer_to_ray(at(k), at(best), at(end))) best = k;
        }
        return best;
    }

private:
    [[nodiscard]] Vec2 at(std::size_t k) const { return v_[ring_[k]]; }
    [[nodiscard]] Wedge wedge_at(std::size_t k) const {
        return {at(previous_of(k, ring_.size())), at(k), at(next_of(k, ring_.size()))};
    }
    [[nodiscard]] bool is_above(Vec2 p) const { return p.y > eye_.y; }

    /// The first edge hit by the ray. The edge runs downwards, because the interior, where the eye is, is on
    /// its left.
    [[nodiscard]] std::size_t first_edge() const {
        std::size_t first = ring_.size();
        RisingEdge nearest;
        for (std::size_t i = 0; i < ring_.size(); ++i) {
            const RisingEdge edge{at(next_of(i, ring_.size())), at(i)};
            if (!is_above(edge.high) || is_above(edge.low)) continue;
            if (orientation(edge.low, edge.high, eye_) >= 0) continue;  // right of the eye
            if (first < ring_.size() && !is_right_of(edge, nearest)) continue;
            first = i;
            nearest = edge;
        }
        TOIBOX_ASSERT(first < ring_.size());  // the hole is inside the ring
        return first < ring_.size() ? first : 0;
    }

    /// Whether vertex k is in the triangle of the eye, the hit point and `end`, including sides but not
    /// corners.
    [[nodiscard]] bool is_in_triangle(std::size_t k, std::size_t edge, std::size_t end) const {
        const Vec2 p = at(k);
        const Vec2 corner = at(end);
        if (!(p.x < eye_.x) || p == corner || is_above(p) != is_above(corner)) return false;
        if (orientation(at(edge), at(next_of(edge, ring_.size())), p) <= 0) return false;
        const int side = orientation(eye_, corner, p);
        return is_above(corner) ? side >= 0 : side <= 0;
    }

    /// Whether the direction from the eye to p is at a smaller angle to the ray than the direction from the
    /// eye to q; on a tie, whether p is closer.
    [[nodiscard]] bool is_nearer_to_ray(Vec2 p, Vec2 q, Vec2 end) const {
        const int side = orientation(eye_, q, p);
        if (side == 0) return p.x > q.x;
        return is_above(end) == (side > 0);
    }

    std::span<const Vec2> v_;
    const Cycle& ring_;
    Vec2 eye_;
};

/// The position of the leftmost vertex; on a tie, of the lowest.
std::size_t leftmost(std::span<const Vec2> v, const Cycle& ring) {
    const auto is_before = [v](std::size_t a, std::size_t b) {
        return v[a].x != v[b].x ? v[a].x < v[b].x : v[a].y < v[b].y;
    };
    return static_cast<std::size_t>(std::ranges::min_element(ring, is_before) - ring.begin());
}

}  // namespace

JoinedRing join_holes(std::span<const Vec2> vertices, std::vector<Cycle> rings) {
    JoinedRing joined{.cycle = std::move(rings[0]), .bridges = {}};
    // Rotate each hole so that its leftmost vertex comes first.
    for (std::size_t hole = 1; hole < rings.size(); ++hole) {
        const auto first = static_cast<std::ptrdiff_t>(leftmost(vertices, rings[hole]));
        std::ranges::rotate(rings[hole], rings[hole].begin() + first);
    }
    std::sort(rings.begin() + 1, rings.end(), [&](const Cycle& a, const Cycle& b) {
        const Vec2 p = vertices[a[0]];
        const Vec2 q = vertices[b[0]];
        return p.x != q.x ? p.x < q.x : p.y < q.y;
    });
    for (std::size_t hole = 1; hole < rings.size(); ++hole) {
        Cycle& ring = joined.cycle;
        const Cycle& hole_ring = rings[hole];
        const std::size_t position = VisibleVertexSearch(vertices, ring, vertices[hole_ring[0]]).find();
        const Bridge bridge{ring[position], hole_ring[0]};
        Cycle detour = hole_ring;
        detour.push_back(bridge.hole);
        detour.push_back(bridge.outer);
        ring.insert(ring.begin() + static_cast<std::ptrdiff_t>(position) + 1, detour.begin(), detour.end());
        joined.bridges.push_back(bridge);
    }
    return joined;
}

}  // namespace toibox

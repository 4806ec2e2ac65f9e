// SPDX-License-Identifier: MIT
/// Convex decomposition: clips ears until triangles are left, then removes the diagonals between two pieces
/// wherever no corner at their ends becomes concave. Unlike a sweep line it is quadratic, and unlike an
/// optimal decomposition it may need up to four times the minimum number of pieces. In return, each decision
/// is one exact orientation, so collinear runs and slivers are handled safely. Holes are first joined to the
/// outline by bridges.
#include "toibox/geometry/decomposition.h"

#include "toibox/core/assert.h"
#include "toibox/geometry/hull.h"
#include "toibox/geometry/tuning.h"

#include "geometry/bridges.h"
#include "geometry/orientation.h"
#include "geometry/rings.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace toibox {

namespace {

/// An edge inside the polygon and the two pieces that it separates.
struct Diagonal {
    std::size_t from = 0;
    std::size_t to = 0;
    std::size_t left = 0;   ///< The piece in which the edge runs from → to.
    std::size_t right = 0;  ///< The piece in which the edge runs to → from.
};

struct Triangulation {
    std::vector<Cycle> triangles;
    std::vector<Diagonal> diagonals;
};

/// Clips ears, lowest position first. Each edge of the remaining ring stores the triangle on its other side,
/// or `outside`.
class EarClipper {
public:
    EarClipper(std::span<const Vec2> vertices, Cycle cycle)
        : v_(vertices), ring_(std::move(cycle)), edge_neighbors_(ring_.size(), outside) {}

    /// Cost: O(n²), since clipping an ear can only change whether its two neighbours are ears.
    Triangulation run() {
        is_ear_.resize(ring_.size());
        for (std::size_t i = 0; i < ring_.size(); ++i) {
            is_ear_[i] = test_ear(i);
        }
        while (ring_.size() > 3) {
            const auto ear = std::find(is_ear_.begin(), is_ear_.end(), true);
            TOIBOX_ASSERT(ear != is_ear_.end());  // a simple polygon has at least two ears
            if (ear == is_ear_.end()) break;
            clip_ear(static_cast<std::size_t>(ear - is_ear_.begin()));
        }
        const std::size_t last = result_.triangles.size();
        result_.triangles.push_back(ring_);
        for (std::size_t i = 0; i < ring_.size(); ++i) {
            assign_edge(i, last);
        }
        return std::move(result_);
    }

private:
    static constexpr std::size_t outside = static_cast<std::size_t>(-1);

    /// Whether corner i is convex and its triangle, including the boundary, contains no other vertex. At a
    /// bridge the ring passes the same point twice; a second copy of a corner does not count.
    bool test_ear(std::size_t i) const {
        const std::size_t n = ring_.size();
        const std::size_t before = previous_of(i, n);
        const std::size_t after = next_of(i, n);
        const Vec2 a = v_[ring_[before]];
        const Vec2 b = v_[ring_[i]];
        const Vec2 c = v_[ring_[after]];
        if (orientation(a, b, c) <= 0) return false;
        const Vec2 low = min(min(a, b), c);
        const Vec2 high = max(max(a, b), c);
        for (std::size_t j = 0; j < n; ++j) {
            if (j == before || j == i || j == after) continue;
            const Vec2 p = v_[ring_[j]];
            if (p.x < low.x || p.x > high.x || p.y < low.y || p.y > high.y) continue;
            if (p == a || p == b || p == c) continue;
            if (orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0)
                return false;
        }
        return true;
    }

    /// Assigns the edge that begins at ring position i to `triangle`, and records a diagonal if another
    /// triangle is on its other side.
    void assign_edge(std::size_t i, std::size_t triangle) {
        if (edge_neighbors_[i] == outside) return;
        result_.diagonals.push_back(
            {ring_[i], ring_[next_of(i, ring_.size())], triangle, edge_neighbors_[i]});
    }

    void clip_ear(std::size_t i) {
        const std::size_t n = ring_.size();
        const std::size_t before = previous_of(i, n);
        const std::size_t triangle = result_.triangles.size();
        result_.triangles.push_back({ring_[before], ring_[i], ring_[next_of(i, n)]});
        assign_edge(before, triangle);
        assign_edge(i, triangle);
        edge_neighbors_[before] = triangle;
        const auto offset = static_cast<std::ptrdiff_t>(i);
        ring_.erase(ring_.begin() + offset);
        edge_neighbors_.erase(edge_neighbors_.begin() + offset);
        is_ear_.erase(is_ear_.begin() + offset);
        const std::size_t after = i == ring_.size() ? 0 : i;
        const std::size_t left = previous_of(after, ring_.size());
        is_ear_[left] = test_ear(left);
        is_ear_[after] = test_ear(after);
    }

    std::span<const Vec2> v_;
    Cycle ring_;
    std::vector<std::size_t> edge_neighbors_;
    std::vector<bool> is_ear_;
    Triangulation result_;
};

/// Adds the bridges to the diagonals, so that pieces are merged across them, too.
void add_bridge_diagonals(Triangulation& triangulation, std::span<const Bridge> bridges) {
    const auto owner_of = [&](std::size_t from, std::size_t to) {
        const auto has_edge = [=](const Cycle& triangle) {
            for (std::size_t i = 0; i < 3; ++i)
                if (triangle[i] == from && triangle[next_of(i, 3)] == to) return true;
            return false;
        };
        const auto found = std::ranges::find_if(triangulation.triangles, has_edge);
        return static_cast<std::size_t>(found - triangulation.triangles.begin());
    };
    for (const Bridge& bridge : bridges) {
        const std::size_t left = owner_of(bridge.outer, bridge.hole);
        const std::size_t right = owner_of(bridge.hole, bridge.outer);
        triangulation.diagonals.push_back({bridge.outer, bridge.hole, left, right});
    }
}

/// Removes diagonals between pieces (Hertel and Mehlhorn).
class ConvexPieceMerger {
public:
    ConvexPieceMerger(std::span<const Vec2> vertices, Triangulation triangulation)
        : v_(vertices), pieces_(std::move(triangulation.triangles)), merged_into_(pieces_.size()) {
        std::iota(merged_into_.begin(), merged_into_.end(), std::size_t{0});
        for (const Diagonal& diagonal : triangulation.diagonals) {
            try_to_merge_across(diagonal);
        }
    }

    /// A piece that was merged into another is empty.
    [[nodiscard]] const std::vector<Cycle>& pieces() const { return pieces_; }

private:
    std::size_t owner(std::size_t piece) const {
        while (merged_into_[piece] != piece) {
            piece = merged_into_[piece];
        }
        return piece;
    }
    static std::size_t position(const Cycle& cycle, std::size_t vertex) {
        return static_cast<std::size_t>(std::find(cycle.begin(), cycle.end(), vertex) - cycle.begin());
    }
    bool is_convex(std::size_t before, std::size_t corner, std::size_t after) const {
        return orientation(v_[before], v_[corner], v_[after]) >= 0;
    }

    void try_to_merge_across(const Diagonal& diagonal) {
        const std::size_t left = owner(diagonal.left);
        const std::size_t right = owner(diagonal.right);
        const Cycle& a = pieces_[left];
        const Cycle& b = pieces_[right];
        if (a.size() + b.size() - 2 > Polygon::max_vertices) return;
        const std::size_t a_from = position(a, diagonal.from);
        const std::size_t a_to = next_of(a_from, a.size());
        const std::size_t b_to = position(b, diagonal.to);
        const std::size_t b_from = next_of(b_to, b.size());
        const std::size_t a_before = a[previous_of(a_from, a.size())];
        const std::size_t a_after = a[next_of(a_to, a.size())];
        const std::size_t b_before = b[previous_of(b_to, b.size())];
        const std::size_t b_after = b[next_of(b_from, b.size())];
        if (!is_convex(a_before, diagonal.from, b_after) || !is_convex(b_before, diagonal.to, a_after))
            return;

        // All vertices of a, starting at `to` and ending at `from`, then those of b strictly between `from`
        // and `to`.
        Cycle merged;
        merged.reserve(a.size() + b.size() - 2);
        for (std::size_t i = 0; i < a.size(); ++i) {
            merged.push_back(a[(a_to + i) % a.size()]);
        }
        for (std::size_t i = 1; i + 1 < b.size(); ++i) {
            merged.push_back(b[(b_from + i) % b.size()]);
        }
        pieces_[left] = std::move(merged);
        pieces_[right].clear();
        merged_into_[right] = left;
    }

    std::span<const Vec2> v_;
    std::vector<Cycle> pieces_;
    std::vector<std::size_t> merged_into_;
};

}  // namespace

Result<std::vector<Polygon>, PolygonError> decompose(std::span<const Vec2> outline,
                                                     std::span<const std::vector<Vec2>> holes, float radius) {
    const RingList list(outline, holes);
    if (const auto error = check_numbers(list, radius)) return Err{*error};
    auto rings = simple_rings(list);
    if (!rings) return Err{rings.error()};

    const std::span<const Vec2> vertices = list.vertices;
    JoinedRing joined = join_holes(vertices, std::move(rings).value());
    Triangulation triangulation = EarClipper(vertices, std::move(joined.cycle)).run();
    add_bridge_diagonals(triangulation, joined.bridges);
    const ConvexPieceMerger merger(vertices, std::move(triangulation));
    std::vector<Polygon> polygons;
    std::vector<Vec2> corners;
    for (const Cycle& piece : merger.pieces()) {
        corners.clear();
        for (const std::size_t vertex : piece) {
            corners.push_back(vertices[vertex]);
        }
        if (corners.empty()) continue;
        // A convex piece is rejected only if it is too thin to have an area.
        auto polygon = make_polygon(corners, radius);
        if (polygon) polygons.push_back(std::move(polygon).value());
    }
    if (polygons.empty()) return Err{PolygonError{PolygonError::Reason::NoArea, 0}};
    return polygons;
}

Result<std::vector<Polygon>, PolygonError> decompose(std::span<const Vec2> vertices, float radius) {
    return decompose(vertices, {}, radius);
}

}  // namespace toibox

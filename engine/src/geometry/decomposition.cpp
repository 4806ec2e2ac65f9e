// SPDX-License-Identifier: MIT
/// A simple polygon as convex pieces: ears are cut off until triangles are left, and a diagonal between two
/// pieces is taken out again wherever no corner at its ends becomes concave. Unlike a sweep it is quadratic,
/// and unlike an optimal decomposition it may need up to four times the fewest pieces; in return each
/// decision is one exact orientation, so collinear runs and slivers cannot lead it astray.
#include "toibox/geometry/decomposition.h"

#include "toibox/core/assert.h"
#include "toibox/geometry/hull.h"
#include "toibox/geometry/tuning.h"

#include "orientation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>

namespace toibox {

namespace {

using Reason = PolygonError::Reason;

/// Vertices in a cycle, by their index in the input, counter-clockwise.
using Cycle = std::vector<std::size_t>;

/// An edge inside the polygon and the two pieces it parts.
struct Diagonal {
    std::size_t from = 0;
    std::size_t to = 0;
    std::size_t left = 0;   ///< The piece in which the edge runs from → to.
    std::size_t right = 0;  ///< The piece in which it runs to → from.
};

struct Triangulation {
    std::vector<Cycle> triangles;
    std::vector<Diagonal> diagonals;
};

std::size_t next_of(std::size_t i, std::size_t n) {
    return i + 1 == n ? 0 : i + 1;
}
std::size_t previous_of(std::size_t i, std::size_t n) {
    return i == 0 ? n - 1 : i - 1;
}

std::optional<PolygonError> check_input(std::span<const Vec2> vertices, float radius) {
    if (!std::isfinite(radius) || radius < 0.0f) return PolygonError{Reason::BadRadius, 0};
    if (vertices.size() < 3) return PolygonError{Reason::TooFewVertices, static_cast<int>(vertices.size())};
    if (vertices.size() > tuning::max_outline_vertices) {
        return PolygonError{Reason::TooManyVertices, static_cast<int>(tuning::max_outline_vertices)};
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (!is_finite(vertices[i])) return PolygonError{Reason::NotFinite, static_cast<int>(i)};
    }
    return std::nullopt;
}

/// Leaves out vertices that equal the one before or lie exactly between their neighbours.
Cycle without_flat_vertices(std::span<const Vec2> v) {
    Cycle cycle(v.size());
    std::iota(cycle.begin(), cycle.end(), std::size_t{0});
    for (std::size_t i = 0, kept = 0; cycle.size() >= 3 && kept < cycle.size();) {
        const std::size_t n = cycle.size();
        i %= n;
        const Vec2 before = v[cycle[previous_of(i, n)]];
        const Vec2 here = v[cycle[i]];
        const Vec2 after = v[cycle[next_of(i, n)]];
        const bool flat =
            here == before || (orientation(before, here, after) == 0 && is_between(before, after, here));
        if (flat) {
            cycle.erase(cycle.begin() + static_cast<std::ptrdiff_t>(i));
            i += cycle.size() - 1;  // look at the one before again
            kept = 0;
        } else {
            ++i;
            ++kept;
        }
    }
    return cycle;
}

/// The first vertex of the first edge that meets an edge it should not, if any. Two neighbours meet in their
/// common vertex; more than that they meet only if one folds back on the other. Cost: O(n²).
std::optional<std::size_t> self_intersection(std::span<const Vec2> v, const Cycle& cycle) {
    const std::size_t n = cycle.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 a = v[cycle[i]];
        const Vec2 b = v[cycle[next_of(i, n)]];
        const Vec2 c = v[cycle[next_of(next_of(i, n), n)]];
        if (orientation(a, b, c) == 0) return cycle[i];  // not flat, so it folds back
        for (std::size_t j = i + 2; j < n; ++j) {
            if (i == 0 && j + 1 == n) continue;
            if (segments_meet(a, b, v[cycle[j]], v[cycle[next_of(j, n)]])) return cycle[i];
        }
    }
    return std::nullopt;
}

/// > 0 for counter-clockwise: the corner at the lowest of the leftmost vertices of a simple polygon is
/// convex.
int winding(std::span<const Vec2> v, const Cycle& cycle) {
    const std::size_t n = cycle.size();
    std::size_t corner = 0;
    for (std::size_t i = 1; i < n; ++i) {
        const Vec2 p = v[cycle[i]];
        const Vec2 best = v[cycle[corner]];
        if (p.x < best.x || (p.x == best.x && p.y < best.y)) corner = i;
    }
    return orientation(v[cycle[previous_of(corner, n)]], v[cycle[corner]], v[cycle[next_of(corner, n)]]);
}

/// Cuts ears off, lowest position first. What is left of the outline carries, edge by edge, the triangle on
/// the edge's other side, or `outside`.
class EarClipper {
public:
    EarClipper(std::span<const Vec2> vertices, Cycle cycle)
        : v_(vertices), ring_(std::move(cycle)), behind_(ring_.size(), outside) {}

    /// Cost: O(n²): cutting an ear can make or unmake an ear of its two neighbours only.
    Triangulation run() {
        is_ear_.resize(ring_.size());
        for (std::size_t i = 0; i < ring_.size(); ++i) {
            is_ear_[i] = test_ear(i);
        }
        while (ring_.size() > 3) {
            const auto ear = std::find(is_ear_.begin(), is_ear_.end(), true);
            TOIBOX_ASSERT(ear != is_ear_.end());  // a simple polygon has two
            if (ear == is_ear_.end()) break;
            cut(static_cast<std::size_t>(ear - is_ear_.begin()));
        }
        const std::size_t last = result_.triangles.size();
        result_.triangles.push_back(ring_);
        for (std::size_t i = 0; i < ring_.size(); ++i) {
            join(i, last);
        }
        return std::move(result_);
    }

private:
    static constexpr std::size_t outside = static_cast<std::size_t>(-1);

    /// A convex corner whose triangle, boundary included, holds no other vertex of the outline.
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
            if (orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0)
                return false;
        }
        return true;
    }

    /// The edge that begins at ring position i belongs to `triangle`: a diagonal if another lies behind it.
    void join(std::size_t i, std::size_t triangle) {
        if (behind_[i] == outside) return;
        result_.diagonals.push_back({ring_[i], ring_[next_of(i, ring_.size())], triangle, behind_[i]});
    }

    void cut(std::size_t i) {
        const std::size_t n = ring_.size();
        const std::size_t before = previous_of(i, n);
        const std::size_t triangle = result_.triangles.size();
        result_.triangles.push_back({ring_[before], ring_[i], ring_[next_of(i, n)]});
        join(before, triangle);
        join(i, triangle);
        behind_[before] = triangle;
        const auto at = static_cast<std::ptrdiff_t>(i);
        ring_.erase(ring_.begin() + at);
        behind_.erase(behind_.begin() + at);
        is_ear_.erase(is_ear_.begin() + at);
        const std::size_t after = i == ring_.size() ? 0 : i;
        const std::size_t left = previous_of(after, ring_.size());
        is_ear_[left] = test_ear(left);
        is_ear_[after] = test_ear(after);
    }

    std::span<const Vec2> v_;
    Cycle ring_;
    std::vector<std::size_t> behind_;
    std::vector<bool> is_ear_;
    Triangulation result_;
};

/// Takes diagonals out between pieces: Hertel and Mehlhorn's merge.
class Merger {
public:
    Merger(std::span<const Vec2> vertices, Triangulation triangulation)
        : v_(vertices), pieces_(std::move(triangulation.triangles)), merged_into_(pieces_.size()) {
        std::iota(merged_into_.begin(), merged_into_.end(), std::size_t{0});
        for (const Diagonal& diagonal : triangulation.diagonals) {
            try_to_drop(diagonal);
        }
    }

    /// Pieces that were merged into others are empty.
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

    void try_to_drop(const Diagonal& diagonal) {
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

        // Round a from `to` to `from`, then round b from behind `from` to before `to`.
        Cycle whole;
        whole.reserve(a.size() + b.size() - 2);
        for (std::size_t i = 0; i < a.size(); ++i) {
            whole.push_back(a[(a_to + i) % a.size()]);
        }
        for (std::size_t i = 1; i + 1 < b.size(); ++i) {
            whole.push_back(b[(b_from + i) % b.size()]);
        }
        pieces_[left] = std::move(whole);
        pieces_[right].clear();
        merged_into_[right] = left;
    }

    std::span<const Vec2> v_;
    std::vector<Cycle> pieces_;
    std::vector<std::size_t> merged_into_;
};

}  // namespace

Result<std::vector<Polygon>, PolygonError> decompose(std::span<const Vec2> vertices, float radius) {
    if (const auto error = check_input(vertices, radius)) return Err{*error};
    Cycle cycle = without_flat_vertices(vertices);
    if (cycle.size() < 3) return Err{PolygonError{Reason::NoArea, 0}};
    if (const auto edge = self_intersection(vertices, cycle)) {
        return Err{PolygonError{Reason::SelfIntersecting, static_cast<int>(*edge)}};
    }
    if (winding(vertices, cycle) < 0) std::ranges::reverse(cycle);

    const Merger merger(vertices, EarClipper(vertices, std::move(cycle)).run());
    std::vector<Polygon> polygons;
    std::vector<Vec2> corners;
    for (const Cycle& piece : merger.pieces()) {
        corners.clear();
        for (const std::size_t vertex : piece) {
            corners.push_back(vertices[vertex]);
        }
        if (corners.empty()) continue;
        // The only reason to refuse a convex piece is that it is too thin to have an area.
        auto polygon = make_polygon(corners, radius);
        if (polygon) polygons.push_back(std::move(polygon).value());
    }
    if (polygons.empty()) return Err{PolygonError{Reason::NoArea, 0}};
    return polygons;
}

}  // namespace toibox

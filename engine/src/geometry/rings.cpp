// SPDX-License-Identifier: MIT
// Checks that an outline and its holes bound an area: no ring intersects itself or another, and each hole is
// inside the outline and outside all other holes. Every decision is the sign of an exact orientation.
#include "geometry/rings.h"

#include "toibox/geometry/tuning.h"

#include "geometry/orientation.h"
#include "geometry/wedge.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace toibox {

namespace {

using Reason = PolygonError::Reason;

PolygonError error_at(Reason reason, const RingList& rings, std::size_t ring, std::size_t vertex) {
    return {.reason = reason,
            .index = static_cast<int>(vertex - rings.starts[ring]),
            .hole = static_cast<int>(ring) - 1};
}

Cycle without_flat_vertices(std::span<const Vec2> v, Cycle cycle) {
    for (std::size_t i = 0, kept = 0; cycle.size() >= 3 && kept < cycle.size();) {
        const std::size_t n = cycle.size();
        i %= n;
        const Vec2 before = v[cycle[previous_of(i, n)]];
        const Vec2 here = v[cycle[i]];
        const Vec2 after = v[cycle[next_of(i, n)]];
        const bool is_flat =
            here == before || (orientation(before, here, after) == 0 && is_between(before, after, here));
        if (is_flat) {
            cycle.erase(cycle.begin() + static_cast<std::ptrdiff_t>(i));
            i += cycle.size() - 1;  // test the previous vertex again
            kept = 0;
        } else {
            ++i;
            ++kept;
        }
    }
    return cycle;
}

/// An edge that intersects another edge of its ring.
struct SelfContact {
    std::size_t edge = 0;               ///< The first vertex of the edge.
    std::optional<std::size_t> corner;  ///< A vertex on that edge; none if the other edge crosses it.
};

/// Two edges of one ring that intersect, not counting the common vertex of neighbours.
class EdgePair {
public:
    EdgePair(std::span<const Vec2> v, const Cycle& cycle, std::size_t i, std::size_t j)
        : v_(v), cycle_(cycle), i_(i), j_(j) {}

    /// For edges that touch without crossing: one edge, and an endpoint of the other edge that is on it.
    /// Never the common vertex of neighbours.
    [[nodiscard]] SelfContact find_touch() const {
        const std::size_t after_i = next_of(i_, cycle_.size());
        const std::size_t after_j = next_of(j_, cycle_.size());
        if (is_on(after_j, i_)) return {cycle_[i_], cycle_[after_j]};
        if (is_on(i_, j_)) return {cycle_[j_], cycle_[i_]};
        if (after_i != j_ && is_on(after_i, j_)) return {cycle_[j_], cycle_[after_i]};
        return {cycle_[i_], cycle_[j_]};
    }

    /// Whether the ring crosses itself at these edges; if not, it only touches itself.
    [[nodiscard]] bool is_crossing() const {
        const std::size_t after_i = next_of(i_, cycle_.size());
        const std::size_t after_j = next_of(j_, cycle_.size());
        const int j_side = orientation(at(i_), at(after_i), at(j_));
        const int after_j_side = orientation(at(i_), at(after_i), at(after_j));
        const int i_side = orientation(at(j_), at(after_j), at(i_));
        const int after_i_side = orientation(at(j_), at(after_j), at(after_i));
        if (j_side * after_j_side < 0 && i_side * after_i_side < 0) return true;
        return crosses_at_vertex(j_, i_) || crosses_at_vertex(after_j, i_) || crosses_at_vertex(i_, j_) ||
               crosses_at_vertex(after_i, j_);
    }

private:
    [[nodiscard]] Vec2 at(std::size_t k) const { return v_[cycle_[k]]; }

    [[nodiscard]] bool is_on(std::size_t k, std::size_t edge) const {
        const Vec2 a = at(edge);
        const Vec2 b = at(next_of(edge, cycle_.size()));
        return orientation(a, b, at(k)) == 0 && is_between(a, b, at(k));
    }

    /// Whether the ring crosses an edge at vertex k, which is on the edge.
    [[nodiscard]] bool crosses_at_vertex(std::size_t k, std::size_t edge) const {
        const std::size_t n = cycle_.size();
        const Vec2 here = at(k);
        const Vec2 a = at(edge);
        const Vec2 b = at(next_of(edge, n));
        if (!is_on(k, edge)) return false;
        const Vec2 from = at(previous_of(k, n));
        const Vec2 to = at(next_of(k, n));
        if (here != a && here != b) return orientation(a, b, from) * orientation(a, b, to) < 0;
        const Wedge wedge =
            here == a ? Wedge{at(previous_of(edge, n)), a, b} : Wedge{a, b, at(next_of(next_of(edge, n), n))};
        if (wedge.touches(from) || wedge.touches(to)) return false;
        return wedge.contains(from) != wedge.contains(to);
    }

    std::span<const Vec2> v_;
    const Cycle& cycle_;
    std::size_t i_;
    std::size_t j_;
};

/// The first edge that intersects another edge of its ring, if any. Neighbours share a vertex; they intersect
/// elsewhere only if one folds back on the other. Cost: O(n²).
std::optional<SelfContact> find_self_contact(std::span<const Vec2> v, const Cycle& cycle) {
    const std::size_t n = cycle.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 a = v[cycle[i]];
        const Vec2 b = v[cycle[next_of(i, n)]];
        const Vec2 c = v[cycle[next_of(next_of(i, n), n)]];
        if (orientation(a, b, c) == 0)  // b is not flat, so the edge folds back
            return EdgePair(v, cycle, i, next_of(i, n)).find_touch();
        for (std::size_t j = i + 2; j < n; ++j) {
            if (i == 0 && j + 1 == n) continue;
            if (!segments_intersect(a, b, v[cycle[j]], v[cycle[next_of(j, n)]])) continue;
            const EdgePair pair(v, cycle, i, j);
            return pair.is_crossing() ? SelfContact{cycle[i], std::nullopt} : pair.find_touch();
        }
    }
    return std::nullopt;
}

/// Positive if the cycle is counter-clockwise. The lowest of the leftmost vertices of a simple polygon is
/// convex, so the orientation at this vertex decides.
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

/// The first vertex of the first edge of `ring` that intersects an edge of `other`, if any.
std::optional<std::size_t> find_intersecting_edge(std::span<const Vec2> v, const Cycle& ring,
                                                  const Cycle& other) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
        for (std::size_t j = 0; j < other.size(); ++j) {
            if (segments_intersect(v[ring[i]], v[ring[next_of(i, ring.size())]], v[other[j]],
                                   v[other[next_of(j, other.size())]]))
                return ring[i];
        }
    }
    return std::nullopt;
}

/// Whether a point that is not on an edge is inside the ring: an odd number of edges to its right cross its
/// height.
bool is_within(std::span<const Vec2> v, const Cycle& ring, Vec2 point) {
    bool is_inside = false;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = v[ring[i]];
        const Vec2 b = v[ring[next_of(i, ring.size())]];
        if ((a.y > point.y) == (b.y > point.y)) continue;
        const bool is_left = orientation(a.y < b.y ? a : b, a.y < b.y ? b : a, point) > 0;
        if (is_left) is_inside = !is_inside;
    }
    return is_inside;
}

std::optional<PolygonError> check_hole(const RingList& list, std::span<const Cycle> rings, std::size_t hole) {
    const std::span<const Vec2> v = list.vertices;
    const Cycle& ring = rings[hole];
    if (const auto edge = find_intersecting_edge(v, ring, rings[0]))
        return error_at(Reason::HoleMeetsOutline, list, hole, *edge);
    if (!is_within(v, rings[0], v[ring[0]])) return error_at(Reason::HoleOutside, list, hole, ring[0]);
    for (std::size_t other = 1; other < hole; ++other) {
        if (const auto edge = find_intersecting_edge(v, ring, rings[other]))
            return error_at(Reason::HoleMeetsHole, list, hole, *edge);
        if (is_within(v, rings[other], v[ring[0]])) return error_at(Reason::HoleInHole, list, hole, ring[0]);
        if (is_within(v, ring, v[rings[other][0]]))
            return error_at(Reason::HoleInHole, list, other, rings[other][0]);
    }
    return std::nullopt;
}

}  // namespace

RingList::RingList(std::span<const Vec2> outline, std::span<const std::vector<Vec2>> holes)
    : vertices(outline.begin(), outline.end()), starts{0} {
    for (const std::vector<Vec2>& hole : holes) {
        starts.push_back(vertices.size());
        vertices.insert(vertices.end(), hole.begin(), hole.end());
    }
}

std::optional<PolygonError> check_numbers(const RingList& rings, float radius) {
    if (!std::isfinite(radius) || radius < 0.0f) return PolygonError{Reason::BadRadius, 0};
    // A bridge duplicates two vertices per hole.
    if (rings.vertices.size() + 2 * (rings.count() - 1) > tuning::max_outline_vertices) {
        return PolygonError{Reason::TooManyVertices, static_cast<int>(tuning::max_outline_vertices)};
    }
    for (std::size_t ring = 0; ring < rings.count(); ++ring) {
        if (rings.end(ring) < rings.starts[ring] + 3)
            return error_at(Reason::TooFewVertices, rings, ring, rings.end(ring));
        for (std::size_t i = rings.starts[ring]; i < rings.end(ring); ++i) {
            if (!is_finite(rings.vertices[i])) return error_at(Reason::NotFinite, rings, ring, i);
        }
    }
    return std::nullopt;
}

Result<std::vector<Cycle>, PolygonError> simple_rings(const RingList& rings) {
    std::vector<Cycle> simple;
    for (std::size_t ring = 0; ring < rings.count(); ++ring) {
        Cycle cycle(rings.end(ring) - rings.starts[ring]);
        std::iota(cycle.begin(), cycle.end(), rings.starts[ring]);
        cycle = without_flat_vertices(rings.vertices, std::move(cycle));
        if (cycle.size() < 3) return Err{error_at(Reason::NoArea, rings, ring, rings.starts[ring])};
        if (const auto contact = find_self_contact(rings.vertices, cycle)) {
            if (!contact->corner) return Err{error_at(Reason::SelfIntersecting, rings, ring, contact->edge)};
            PolygonError error = error_at(Reason::SelfTouching, rings, ring, *contact->corner);
            error.edge = static_cast<int>(contact->edge - rings.starts[ring]);
            return Err{error};
        }
        simple.push_back(std::move(cycle));
    }
    for (std::size_t hole = 1; hole < simple.size(); ++hole) {
        if (const auto error = check_hole(rings, simple, hole)) return Err{*error};
    }
    for (std::size_t ring = 0; ring < simple.size(); ++ring) {
        const bool is_outline = ring == 0;
        if ((winding(rings.vertices, simple[ring]) > 0) != is_outline) std::ranges::reverse(simple[ring]);
    }
    return simple;
}

}  // namespace toibox

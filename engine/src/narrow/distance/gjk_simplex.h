// SPDX-License-Identifier: MIT
#pragma once

// The sub-problem of GJK in 2D: the point of a simplex (1 … 3 points) closest to the origin. Edges are
// measured by cross products and never by the length of a barycentric combination. Near touching, the
// combination is pure rounding error, which gives wrong normals, while the perpendicular of the edge keeps
// full precision. Three named vertices instead of an array stay in registers.

#include "toibox/math/vec2.h"

#include <array>
#include <cstdint>

namespace toibox::gjk {

/// The support indices of a vertex in A and B, packed into one word for fast comparison.
enum class SupportPair : std::uint32_t {};

constexpr SupportPair pack(int a, int b) {
    return static_cast<SupportPair>(static_cast<std::uint32_t>(a) << 16u | static_cast<std::uint32_t>(b));
}
constexpr int index_a(SupportPair id) {
    return static_cast<int>(static_cast<std::uint32_t>(id) >> 16u);
}
constexpr int index_b(SupportPair id) {
    return static_cast<int>(static_cast<std::uint32_t>(id) & 0xffffu);
}

/// A point of the Minkowski difference B − A.
struct Vertex {
    Vec2d w{};
    SupportPair id{};
};

struct Simplex {
    Vertex v0, v1, v2;
    int count = 0;

    [[nodiscard]] bool contains(SupportPair id) const {
        return (count > 0 && v0.id == id) || (count > 1 && v1.id == id) || (count > 2 && v2.id == id);
    }
    void push(const Vertex& v) { (count == 0 ? v0 : count == 1 ? v1 : v2) = v, ++count; }
};

/// The closest point of the simplex. `outward` points from the origin to this point and is not normalised.
/// The distance is reach / |outward|, so that no precision is lost before the final division.
struct Closest {
    Vec2d outward{};
    double reach = 0.0;  ///< dot(outward, w) of the kept vertices; ≥ 0.
    bool enclosed = false;
};

/// One edge of the simplex relative to the origin.
struct Edge {
    Vec2d e;
    double length_squared;
    double before;  ///< Distance of the projected origin from the first vertex, times the length.
    double after;   ///< The same from the second vertex, backwards.
    double side;    ///< Cross product: signed distance of the origin from the line, times the length.

    /// The nearer vertex determines the side: its rounding error is smaller, which matters for two edges that
    /// meet near the origin.
    Edge(const Vertex& first, const Vertex& second)
        : e(second.w - first.w),
          length_squared(dot(e, e)),
          before(-dot(first.w, e)),
          after(dot(second.w, e)),
          side(cross(e, before < after ? first.w : second.w)) {}
};

inline Closest solve_vertex(const Vertex& v) {
    return {v.w, length_squared(v.w), false};
}

/// Reduces to v0 or (v0, v1), whichever contains the closest point. An edge of zero length is reduced to its
/// first vertex.
inline Closest solve_edge(Simplex& s, const Edge& edge) {
    if (!(edge.before > 0.0)) {
        s.count = 1;
        return solve_vertex(s.v0);
    }
    if (!(edge.after > 0.0)) {
        s.v0 = s.v1;
        s.count = 1;
        return solve_vertex(s.v0);
    }
    s.count = 2;
    const Vec2d perp = left_perp(edge.e);  // dot(perp, w) == side for both vertices
    return edge.side < 0.0 ? Closest{-perp, -edge.side, false} : Closest{perp, edge.side, false};
}

/// Squared distance of the origin from an edge as a fraction, so that distances are compared without a
/// division.
struct SquaredDistance {
    double numerator;
    double denominator;

    SquaredDistance(const Edge& edge, const Vertex& first, const Vertex& second)
        : numerator(edge.side * edge.side), denominator(edge.length_squared) {
        if (!(edge.before > 0.0)) {
            numerator = length_squared(first.w);
            denominator = 1.0;
        } else if (!(edge.after > 0.0)) {
            numerator = length_squared(second.w);
            denominator = 1.0;
        }
    }
    friend bool operator<(const SquaredDistance& x, const SquaredDistance& y) {
        return x.numerator * y.denominator < y.numerator * x.denominator;
    }
};

/// The origin is inside if it is on the same side of all three edges and its projection is within the longest
/// edge. The second condition makes the first safe for slivers: beyond the tip of a sliver, the three side
/// values are pure rounding error.
inline bool encloses(const Edge& e01, const Edge& e12, const Edge& e20) {
    const bool left = e01.side >= 0.0 && e12.side >= 0.0 && e20.side >= 0.0;
    const bool right = e01.side <= 0.0 && e12.side <= 0.0 && e20.side <= 0.0;
    if (!left && !right) return false;
    const Edge& longer = e01.length_squared < e12.length_squared ? e12 : e01;
    const Edge& longest = longer.length_squared < e20.length_squared ? e20 : longer;
    return longest.before > 0.0 && longest.after > 0.0;
}

/// Reduces to the edge nearest to the origin; false if the triangle contains the origin.
inline bool keep_nearest_edge(Simplex& s) {
    const Edge e01(s.v0, s.v1);
    const Edge e12(s.v1, s.v2);
    const Edge e20(s.v2, s.v0);
    if (encloses(e01, e12, e20)) return false;
    const SquaredDistance d01(e01, s.v0, s.v1);
    const SquaredDistance d12(e12, s.v1, s.v2);
    const SquaredDistance d20(e20, s.v2, s.v0);
    if (d12 < d01 && !(d20 < d12)) {
        s.v0 = s.v1;
        s.v1 = s.v2;
    } else if (d20 < d01) {
        s.v1 = s.v0;
        s.v0 = s.v2;
    }
    return true;
}

/// Reduces `s` to the vertices of the closest point.
inline Closest solve(Simplex& s) {
    if (s.count == 1) return solve_vertex(s.v0);
    if (s.count == 3 && !keep_nearest_edge(s)) return {{}, 0.0, true};
    return solve_edge(s, Edge(s.v0, s.v1));
}

/// Barycentric coordinates of the closest point of a reduced simplex, one per vertex.
inline std::array<double, 3> weights(const Simplex& s) {
    if (s.count == 1) return {1.0, 0.0, 0.0};
    const Edge e01(s.v0, s.v1);
    if (s.count == 2) {
        // Not length_squared: far away, before + after differs from it by rounding, and the weights must sum
        // to one.
        const double edge_sum = e01.before + e01.after;
        return {e01.after / edge_sum, e01.before / edge_sum, 0.0};
    }
    const Edge e12(s.v1, s.v2);
    const Edge e20(s.v2, s.v0);
    const double sum = e01.side + e12.side + e20.side;
    // A triangle without area that contains the origin is a touching edge; any of its points will do.
    if (!(sum > 0.0 || sum < 0.0)) return {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0};
    return {e12.side / sum, e20.side / sum, e01.side / sum};
}

}  // namespace toibox::gjk

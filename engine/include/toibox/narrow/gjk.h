// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/trace.h"
#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"

#include <array>
#include <cstdint>

namespace toibox {

/// The supports that made a simplex, for warm starting. Indices into the points of the proxies.
struct SimplexSeed {
    std::uint8_t count = 0;  ///< 0: cold start.
    std::array<std::uint8_t, 3> index_a{};
    std::array<std::uint8_t, 3> index_b{};

    friend bool operator==(const SimplexSeed&, const SimplexSeed&) = default;
};

/// Which features of A and B are closest.
enum class ClosestFeature : std::uint8_t {
    VertexVertex,
    FaceA,  ///< An edge of A against a vertex of B.
    FaceB,  ///< A vertex of A against an edge of B.
    Overlap,
};

enum class GjkExit : std::uint8_t {
    RepeatedSupport,  ///< The new support is already in the simplex: the result is exact.
    DualityGap,       ///< Upper and lower bound differ by at most GjkIteration::tolerance.
    NoProgress,       ///< Rounding: the distance no longer decreases; returns the best simplex.
    Enclosed,         ///< The simplex encloses the origin: overlap.
    IterationLimit,   ///< Always reported, never ignored.
};

/// One iteration before its support is added, for visualization. Frame: the frame of the poses (world).
struct GjkIteration {
    struct Vertex {
        int index_a = 0;
        int index_b = 0;
        Vec2d point_a{};      ///< World.
        Vec2d point_b{};      ///< World.
        Vec2d w{};            ///< point_b − point_a: a point of the Minkowski difference B − A.
        double weight = 0.0;  ///< Barycentric coordinate of the closest point.
    };
    int index = 0;
    std::array<Vertex, 3> simplex{};
    int count = 0;       ///< Number of vertices in `simplex` after unneeded ones are dropped.
    int dropped = 0;     ///< Number of vertices dropped.
    Vec2d closest{};     ///< Closest point of the simplex to the origin.
    Vec2d direction{};   ///< Search direction, −closest (not normalised).
    Vertex support{};    ///< The support in that direction; undefined if this iteration exits with Enclosed.
    double upper = 0.0;  ///< |closest|: upper bound of the distance, metres.
    double lower = 0.0;  ///< Lower bound from the support line, metres.
    /// The loop ends when upper − lower is at most this, metres: 16 ε times the largest |a.x| + |a.y| + |b.x|
    /// + |b.y| of a vertex so far.
    double tolerance = 0.0;
    bool last = false;
    GjkExit exit = GjkExit::IterationLimit;  ///< Valid if `last`.
};

struct GjkResult {
    double distance = 0.0;       ///< Between the surfaces; 0 if they overlap.
    double core_distance = 0.0;  ///< Between the point sets, without radii; 0 if they overlap.
    Vec2d point_a{};  ///< Witness on A's surface, in the frame of the poses. If the cores overlap, both
                      ///< witnesses are the same point in the overlap.
    Vec2d point_b{};
    Vec2d normal{};  ///< Unit, from A to B; zero if the cores overlap.
    ClosestFeature feature = ClosestFeature::VertexVertex;
    int iterations = 0;
    GjkExit exit = GjkExit::RepeatedSupport;
    SimplexSeed seed{};  ///< Warm start for the next call on the same pair.
};

inline constexpr int gjk_max_iterations = 64;

/// Computes the distance between two convex point sets with radii, the closest points and the closest
/// features.
///
/// Double arithmetic relative to A's origin, so that neither float cancellation nor the distance from the
/// world origin matters. Units: metres. Frame: the frame of the poses, whose rotations may be off unit length
/// (as a float rotation is). Requires: 1 … 256 finite points each. A stale or degenerate seed is repaired.
/// Error: |distance − true| ≤ 1e-14 (|offset| + extents). Cores closer than tuning::gjk_rounding times their
/// coordinates count as overlapping. For parallel faces the witness is not unique. Cost: O(iterations · (n +
/// m)); 2 to 3 iterations from a cold start, one from a warm start. Source: E. Gilbert, D. Johnson, S.
/// Keerthi, IEEE J. Robotics 4(2), 1988; G. van den Bergen, "A Fast and Robust GJK Implementation", 1999
/// (duality gap); E. Catto, "Computing Distance", GDC 2010 (closest features by barycentrics).
GjkResult gjk_distance(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                       const Transformd& pose_b, const SimplexSeed& seed = {});

/// Like above, but calls `trace(GjkIteration)` in each iteration; the result is bit-identical. Instantiated
/// for NoTrace and TraceRecorder<GjkIteration>.
template <class Trace>
GjkResult gjk_distance(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                       const Transformd& pose_b, const SimplexSeed& seed, Trace& trace);

}  // namespace toibox

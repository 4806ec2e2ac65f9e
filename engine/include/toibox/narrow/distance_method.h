// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/trace.h"
#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/gjk.h"
#include "toibox/narrow/separating_axes.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace toibox {

/// Do two convex shapes overlap, and how far are they apart, or how deep in each other? Each method answers
/// what it can. This header is the family's table of contents.
enum class DistanceMethod : std::uint8_t {
    Gjk,
    BooleanGjk,
    Epa,
    FeatureWalk,
    SeparatingAxes,
    CachedAxis,
    VertexInside,
};

/// What a method promises. Contract tests and the sandbox's captions read this same table.
struct DistancePromises {
    DistanceMethod method;
    std::string_view name;           ///< As on the command line.
    std::string_view label;          ///< For people.
    std::string_view summary;        ///< One sentence: the idea, and what it costs or misses.
    bool gives_distance = false;     ///< Cores apart: separation and normal are exact but for rounding.
    bool gives_depth = false;        ///< Cores overlapping: separation and normal are.
    bool gives_points = false;       ///< Wherever the separation is exact, so are the witnesses.
    bool detects_crossings = false;  ///< Notices shapes that overlap with no vertex of one core in the other.
    bool uses_cache = false;         ///< Starts from the cache, and is the faster for it.
    bool supports_iteration_limit = false;  ///< Obeys DistanceOptions::max_iterations.
};
std::span<const DistancePromises> distance_methods();
const DistancePromises& promises(DistanceMethod method);

/// A feature of each core. FaceA: index_a is the first vertex of the edge; FaceB: index_b is.
struct FeaturePair {
    ClosestFeature kind = ClosestFeature::VertexVertex;
    std::uint8_t index_a = 0;
    std::uint8_t index_b = 0;

    friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

/// What a coherent method remembers of a pair. Anything in it is repaired, so that it may be of another pose
/// or shape.
struct DistanceCache {
    SimplexSeed simplex{};   ///< GJK.
    FeaturePair features{};  ///< Feature walk.
    SatAxisId axis{};        ///< Cached axis.

    friend bool operator==(const DistanceCache&, const DistanceCache&) = default;
};

/// Two placed shapes. The points are not owned.
struct DistanceInput {
    ConvexProxy a{};
    Transformd pose_a{};
    ConvexProxy b{};
    Transformd pose_b{};
    DistanceCache cache{};
};

struct DistanceOptions {
    int max_iterations = 4096;  ///< ≥ 1. The default is never reached; methods have tighter limits too.
};

enum class DistanceState : std::uint8_t {
    Apart,
    Overlapping,  ///< Touching included.
    Exhausted,    ///< A limit was reached: no field is more than a guess.
    Invalid,      ///< No points, a number that is none, or one beyond tuning::max_distance_coordinate.
};
std::string_view to_string(DistanceState state);

struct DistanceResult {
    DistanceState state = DistanceState::Invalid;
    /// Metres between the surfaces, negative: minus the depth. Exact if `is_exact`. Else
    /// Apart: proven, no more than the distance; Overlapping: proven, no less than minus the depth.
    double separation = 0.0;
    /// Unit, from A to B: B moved against it by the separation touches A where that is exact, and is no
    /// nearer to A than touching else. Zero: unknown.
    Vec2d normal{};
    Vec2d point_a{};  ///< Witness on A's surface, in the frame of the poses; zero where none is given.
    Vec2d point_b{};
    /// True: proven. False: they are apart as far as a method sees that gives distances; another may have
    /// stopped at the radii before it knew.
    bool cores_overlap = false;
    /// The separation and the normal are exact: as the method's promises go, or better.
    bool is_exact = false;
    int iterations = 0;     ///< Of the method's own loop: simplices, edges, pairs, axes, vertices.
    DistanceCache cache{};  ///< For the next call on the same pair; what the method does not use is kept.
};

/// What a method did, in order of execution; one tagged POD, so that one recorder holds any method's story.
struct DistanceEvent {
    enum class Kind : std::uint8_t {
        Simplex,  ///< GJK, boolean GJK: a simplex, the look from it along `direction`, the bounds.
        Expand,   ///< EPA: of the polytope's edges this one (two vertices) is nearest; the look beyond it.
        Walk,     ///< Feature walk: stands on `features`.
        Scan,     ///< Feature walk: the vertex lies behind the edge, so all edges of that core are looked at.
        Axis,     ///< Separating axes, cached axis: the axis `direction` gives `lower`.
        Vertex,   ///< Vertex inside: vertex (index_a or index_b, the other is −1) is `lower` from the core.
        End,
    };
    Kind kind = Kind::End;
    int iteration = 0;
    int count = 0;  ///< Vertices in `vertex`.
    std::array<GjkIteration::Vertex, 3> vertex{};
    int index_a = -1;  ///< The support that was found, or the vertex that was tried.
    int index_b = -1;
    Vec2d direction{};  ///< Unit; of the look, the axis or the normal; from A to B. Zero: none.
    FeaturePair features{};
    double lower = 0.0;  ///< Metres, of the cores. Expand: the support's depth along the normal, negative.
    double upper = 0.0;
    DistanceState state = DistanceState::Apart;  ///< End.
};
using DistanceRecorder = TraceRecorder<DistanceEvent>;

/// The switchboard. Pure, and safe for any input: every loop has a bound, and what cannot be measured is
/// Invalid.
///
/// Double arithmetic relative to A's origin. Units: metres. Frame: that of the poses, whose rotations may be
/// off unit length (as a float rotation is). Requires: at most 256 points each, convex, counter-clockwise
/// where they have area; doubled and collinear points are welcome.
/// Error: what is promised as exact is so to 1e-14 (|offset| + extents); shapes that near to touching may be
/// called either. Products of lengths below 1e-48 m vanish: shapes and gaps that small are one point, and of
/// their answers it only holds that they are finite, with no more metres than went in, to 1e-150.
/// Source: per method, in its own file.
DistanceResult measure_distance(DistanceMethod method, const DistanceInput& input,
                                const DistanceOptions& options = {});
/// The same with every event recorded; bitwise the same answer.
DistanceResult measure_distance(DistanceMethod method, const DistanceInput& input,
                                const DistanceOptions& options, DistanceRecorder& recorder);

}  // namespace toibox

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

/// Methods that compute the distance or penetration depth of two convex shapes, or only whether they overlap.
/// Their abilities differ; see DistanceMethodInfo.
enum class DistanceMethod : std::uint8_t {
    Gjk,
    BooleanGjk,
    Epa,
    FeatureWalk,
    SeparatingAxes,
    CachedAxis,
    VertexInside,
};

/// The names and abilities of a method. The contract tests and the captions of the sandbox use this table.
struct DistanceMethodInfo {
    DistanceMethod method;
    std::string_view name;           ///< As used on the command line.
    std::string_view label;          ///< Shown to users.
    std::string_view summary;        ///< One sentence: the idea, and its cost or weakness.
    bool gives_distance = false;     ///< Separated cores: separation and normal are exact up to rounding.
    bool gives_depth = false;        ///< Overlapping cores: separation and normal are exact up to rounding.
    bool gives_points = false;       ///< The witnesses are exact wherever the separation is.
    bool detects_crossings = false;  ///< Detects overlaps in which no vertex of a core is in the other.
    bool uses_cache = false;         ///< Starts from the cache, which makes it faster.
    bool supports_iteration_limit = false;  ///< Respects DistanceOptions::max_iterations.
};
std::span<const DistanceMethodInfo> distance_methods();
const DistanceMethodInfo& info(DistanceMethod method);

/// A feature of each core. FaceA: index_a is the first vertex of the edge; FaceB: index_b is the first vertex
/// of the edge.
struct FeaturePair {
    ClosestFeature kind = ClosestFeature::VertexVertex;
    std::uint8_t index_a = 0;
    std::uint8_t index_b = 0;

    friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

/// What methods with temporal coherence store for a pair. Invalid content is repaired, so the cache may come
/// from a different pose or shape.
struct DistanceCache {
    SimplexSeed simplex{};   ///< GJK.
    FeaturePair features{};  ///< Feature walk.
    SatAxisId axis{};        ///< Cached axis.

    friend bool operator==(const DistanceCache&, const DistanceCache&) = default;
};

/// Two shapes with their poses. The points are not owned.
struct DistanceInput {
    ConvexProxy a{};
    Transformd pose_a{};
    ConvexProxy b{};
    Transformd pose_b{};
    DistanceCache cache{};
};

struct DistanceOptions {
    int max_iterations = 4096;  ///< ≥ 1. The default is never reached: methods have tighter limits.
};

enum class DistanceState : std::uint8_t {
    Apart,
    Overlapping,  ///< Includes touching.
    Exhausted,    ///< An iteration limit was reached: all fields are only estimates.
    Invalid,      ///< No points, a NaN, or a number beyond tuning::max_distance_coordinate.
};
std::string_view to_string(DistanceState state);

struct DistanceResult {
    DistanceState state = DistanceState::Invalid;
    /// Signed distance between the surfaces, metres; minus the depth if negative. Exact if `is_exact`.
    /// If not, a proven bound: a lower bound if Apart, an upper bound if Overlapping.
    double separation = 0.0;
    /// Unit, from A to B. Moving B along it by −separation makes the shapes just touch if `is_exact`, and at
    /// most touch if not. Zero if unknown.
    Vec2d normal{};
    Vec2d point_a{};  ///< Witness on A's surface, in the frame of the poses; zero if not computed.
    Vec2d point_b{};
    /// True means proven. False is reliable only for methods that give distances; other methods may stop once
    /// the radii decide, before it is known whether the cores overlap.
    bool cores_overlap = false;
    /// Separation and normal are exact, as promised by the method or better.
    bool is_exact = false;
    int iterations = 0;     ///< Of the method's loop: simplices, edges, feature pairs, axes or vertices.
    DistanceCache cache{};  ///< For the next call on the same pair; fields of other methods are unchanged.
};

/// A step of a method, in order of execution; one tagged struct for all methods, so that one recorder can
/// trace any of them.
struct DistanceEvent {
    enum class Kind : std::uint8_t {
        Simplex,  ///< GJK, boolean GJK: a simplex, the support along `direction`, the bounds.
        Expand,   ///< EPA: the nearest edge of the polytope (two vertices), and the support beyond it.
        Walk,     ///< Feature walk: the current `features`.
        Scan,     ///< Feature walk: the vertex is behind the edge, so all edges of that core are tested.
        Axis,     ///< Separating axes, cached axis: separation `lower` along `direction`.
        Vertex,   ///< Vertex inside: distance `lower` of a vertex (index_a or index_b; the other is −1).
        End,
    };
    Kind kind = Kind::End;
    int iteration = 0;
    int count = 0;  ///< Number of elements of `vertex` in use.
    std::array<GjkIteration::Vertex, 3> vertex{};
    int index_a = -1;  ///< The support found, or the vertex tested.
    int index_b = -1;
    Vec2d direction{};  ///< Unit, from A to B: search direction, axis or normal. Zero: none.
    FeaturePair features{};
    double lower = 0.0;  ///< Metres, of the cores. Expand: minus the depth of the support along the normal.
    double upper = 0.0;
    DistanceState state = DistanceState::Apart;  ///< Of an End event.
};
using DistanceRecorder = TraceRecorder<DistanceEvent>;

/// Measures two shapes with the given method. Pure, and safe for any input: every loop is bounded, and input
/// that cannot be measured gives Invalid.
///
/// Double arithmetic relative to A's origin. Units: metres. Frame: the frame of the poses, whose rotations
/// may be off unit length (as a float rotation is). Requires: at most 256 points each, convex,
/// counter-clockwise if they have area; duplicate and collinear points are allowed.
/// Error: results promised as exact are accurate to 1e-14 (|offset| + extents); shapes that close to touching
/// may get either state. Products of lengths below 1e-48 m underflow, so smaller shapes and gaps are treated
/// as points. The results for those are only guaranteed to be finite and not to exceed the input by more than
/// 1e-150 m. Source: see the file of each method.
DistanceResult measure_distance(DistanceMethod method, const DistanceInput& input,
                                const DistanceOptions& options = {});
/// Like above, and records every event; the result is bit-identical.
DistanceResult measure_distance(DistanceMethod method, const DistanceInput& input,
                                const DistanceOptions& options, DistanceRecorder& recorder);

}  // namespace toibox

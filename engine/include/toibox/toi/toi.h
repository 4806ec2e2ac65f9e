// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/trace.h"
#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/sweep.h"
#include "toibox/narrow/gjk.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace toibox {

/// Methods that compute the time of impact: when, during a step, two moving shapes first come within a target
/// distance. Each method handles one pair; how the world responds is a ContinuousPolicy (dynamics).
enum class ToiMethod : std::uint8_t {
    ConservativeAdvancement,
    BilateralAdvancement,
    Certified,
    IntervalHalving,
    CentreRay,
    LinearCast,
    MovingSpheres,
    BruteForce,
};

/// What a method guarantees. The contract tests and the captions of the sandbox use this table. If a method
/// does not handle rotation, its promises only hold for motions without rotation; see promises_hold.
struct ToiPromises {
    ToiMethod method;
    std::string_view name;      ///< As used in scene files and on the command line.
    std::string_view label;     ///< Shown to users.
    std::string_view summary;   ///< One sentence: the idea, and its cost or weakness.
    bool never_late = false;    ///< Never returns a time past the first contact.
    bool never_misses = false;  ///< Never misses a contact that begins and ends within the step.
    bool handles_rotation = false;
    bool needs_contact_at_end = false;  ///< Detects a contact only if it lasts to the end of the step.
    bool discs_only = false;            ///< Promises hold only if the shape that travels further is a disc.
};
std::span<const ToiPromises> toi_methods();
const ToiPromises& promises(ToiMethod method);

/// Finds t with |s(t) − target| ≤ tolerance inside a bracket; used by methods that search for roots.
enum class RootFinder : std::uint8_t {
    Bisection,
    FalsePosition,
    Mixed,  ///< Alternates false position and bisection (Catto).
    Illinois,
    Itp,  ///< Interpolate, truncate, project.
    Brent,
    Chandrupatla,
    Newton,  ///< Bracketed; uses the slope of s.
};
struct RootFinderInfo {
    RootFinder finder;
    std::string_view name;     ///< As used in scene files and on the command line.
    std::string_view label;    ///< Shown to users.
    std::string_view summary;  ///< One sentence: the idea and its cost.
    /// Worst-case number of evaluations per halving of the bracket, on average; 0 if there is no bound.
    int evaluations_per_halving = 0;
};
std::span<const RootFinderInfo> root_finders();
const RootFinderInfo& info(RootFinder finder);

/// Two shapes and their motions. Frame: sweeps are in the world, points in the frame of their shape.
struct ToiInput {
    ConvexProxy a{};
    ConvexProxy b{};
    Sweep sweep_a{};
    Sweep sweep_b{};
};

/// Whether the promises of the method hold for this pair. They do not if a shape rotates and the method
/// ignores rotation (a disc that rotates about its own centre is fine), or if the method is for discs and the
/// shape that travels further is not a disc.
bool promises_hold(ToiMethod method, const ToiInput& input);

/// The input that the method effectively uses. Methods that ignore rotation keep the initial orientation. The
/// centre ray also reduces the shape that travels further to its centre. This point is stored in `center`,
/// which must outlive the result.
ToiInput effective_input(ToiMethod method, const ToiInput& input, Vec2d& center);

struct ToiOptions {
    double target = 0.005;       ///< Distance between the *surfaces* (including rounded ones) that counts as
                                 ///< a hit, metres; ≥ tolerance.
    double tolerance = 0.00125;  ///< Accepted |distance − target|, metres; > 0.
    RootFinder root_finder = RootFinder::Mixed;
    int max_iterations = 64;  ///< Outer iterations, one GJK call each; conservative advancement may need
                              ///< hundreds. Also limits the steps of certified advancement.
    int max_root_iterations = 50;
};

/// The outcome of a method. `t` is always in [0, 1]: 1 if Separated, 0 if Overlapped. Hit: the distance at t
/// is within tolerance of the target; at t = 0 it may be less. Exhausted: a limit was reached; [0, t] is
/// proven free only if the method is never_late and promises_hold. A method that ignores rotation gives
/// distance, point and normal for the initial orientations.
enum class ToiState : std::uint8_t { Separated, Hit, Overlapped, Exhausted };
std::string_view to_string(ToiState state);

struct ToiIterations {
    int outer = 0;           ///< Iterations of the outer loop; certified: only those with a distance query.
    int push_back = 0;       ///< Deepest points resolved on an axis (bilateral only).
    int steps = 0;           ///< Steps under minorants (certified only).
    int root = 0;            ///< Evaluations of s by root finders, or of feature pairs by brute force.
    int gjk = 0;             ///< Calls of gjk_distance.
    int gjk_iterations = 0;  ///< Total iterations of these calls.
    int gjk_max_iterations = 0;  ///< Maximum iterations of one call.
    int root_max = 0;            ///< Evaluations of the longest root search.
    int feature_pairs = 0;       ///< Vertex-edge pairs searched (brute force only).
    /// Number of calls of gjk_distance by their iterations.
    std::array<std::uint16_t, toibox::gjk_max_iterations + 1> gjk_lengths{};

    /// Iterations of the main loop, the count to compare methods by. The main loop of certified advancement
    /// alternates steps and distance queries; often it needs no query at all.
    [[nodiscard]] int main_loop() const { return outer + steps; }
};

struct ToiResult {
    ToiState state = ToiState::Separated;
    double t = 1.0;
    double distance = 0.0;  ///< Between the surfaces at t. Separated, Exhausted: the last known value, at or
                            ///< before t, like point and normal; certified: a lower bound along the normal.
    Vec2d point{};          ///< Midway between the witnesses, world.
    Vec2d normal{};         ///< Unit, from A to B, world; zero if the cores overlap.
    ToiIterations iterations{};
};

/// A step of a method, in order of execution; one tagged struct for all methods, so that one recorder can
/// trace any of them.
struct ToiEvent {
    enum class Kind : std::uint8_t {
        Outer,    ///< GJK at t1: distance, features, witnesses.
        Advance,  ///< Advanced from t1 to t2, as allowed by the bound `slope` on the approach speed.
        /// Certified: bounding circles, s1 apart at t = 0, do not come within the target before t2.
        Circles,
        /// Certified: proven free from t1 to t2 on `axis`, which rotates by `turning` with the shape of
        /// `feature`; the separation along `axis` is s1 at t1 and at least s2 at t2.
        Step,
        /// Certified: follows Step, once for each vertex of the other shape. For 0 ≤ h ≤ t2 − t1 the
        /// separation of the vertex is at least s1 + slope h − curvature h²/2, which is s2 at t2.
        Minorant,
        Axis,         ///< A separation function was formed from the features at t1.
        Deepest,      ///< The deepest points at t2 are (index_a, index_b), with separation s2.
        RootBracket,  ///< A root is bracketed: s1 at t1, s2 at t2.
        FeaturePair,  ///< Brute force: searches vertex and edge (index_a, index_b) from t1 to t2.
        RootIterate,  ///< A root finder or brute force evaluated s = s1 at t = t1.
        End,          ///< The result: state and t1.
    };
    /// How a root finder chose t. WeightedChord: a chord shifted to make the other end move. LowerBound:
    /// brute force; the pair is proven free up to t.
    enum class Rule : std::uint8_t {
        None,
        Bisection,
        FalsePosition,
        WeightedChord,
        Projection,
        InverseQuadratic,
        Newton,
        LowerBound,
    };
    Kind kind = Kind::Outer;
    int outer = 0;            ///< Index of the outer iteration; −1 before the first.
    int push_back_index = 0;  ///< Bilateral: index of the push-back within the outer iteration.
    double t1 = 0.0;
    double t2 = 0.0;
    double s1 = 0.0;  ///< Separations and distances are between surfaces, metres.
    double s2 = 0.0;
    double slope = 0.0;  ///< Advance: bound on the approach speed, metres per step. Minorant: slope at t1.
    double curvature = 0.0;  ///< Minorant: ≥ 0, metres per step².
    double turning = 0.0;    ///< Step, Minorant: radians per step.
    ClosestFeature feature = ClosestFeature::VertexVertex;
    Rule rule = Rule::None;
    int index_a = -1;
    int index_b = -1;
    Vec2d axis{};  ///< Unit. Axis event of FaceA, FaceB: in the body frame. Others: in the world, A to B, at
                   ///< t1.
    Vec2d anchor{};   ///< Local point of the face (FaceA, FaceB).
    Vec2d point_a{};  ///< Outer: witnesses, world.
    Vec2d point_b{};
    ToiState state = ToiState::Separated;
};
using ToiRecorder = TraceRecorder<ToiEvent>;

/// Computes the time of impact with the given method. Pure, and safe for any finite input: every loop is
/// bounded.
///
/// Units: metres, radians; t is a fraction of the step in [0, 1]. Frame: world; computed relative to A's
/// centre at t = 0. Requires (asserted): finite sweeps, 1 … 256 points, target ≥ tolerance > 0, limits > 0.
/// Source: see the file of each method.
ToiResult time_of_impact(ToiMethod method, const ToiInput& input, const ToiOptions& options = {});
/// Like above, and records every event; the result is bit-identical.
ToiResult time_of_impact(ToiMethod method, const ToiInput& input, const ToiOptions& options,
                         ToiRecorder& recorder);

}  // namespace toibox

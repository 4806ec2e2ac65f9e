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

/// When, during a step, do two moving shapes first come within a distance? Each method answers for one pair;
/// what the world does with the answer is a ContinuousPolicy (dynamics). This header is the family's table of
/// contents.
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

/// What a method promises. Contract tests and the sandbox's captions read this same table. Promises of a
/// method that does not handle rotation hold for motions without it; see promises_hold.
struct ToiPromises {
    ToiMethod method;
    std::string_view name;      ///< As in scene files and on the command line.
    std::string_view label;     ///< For people.
    std::string_view summary;   ///< One sentence: the idea, and what it costs or misses.
    bool never_late = false;    ///< Never returns a time past the first contact.
    bool never_misses = false;  ///< Never misses a contact that begins and ends within the step (even roots).
    bool handles_rotation = false;
    bool needs_contact_at_end = false;  ///< Sees a contact only if it lasts to the end of the step.
    bool discs_only = false;            ///< Promises nothing unless the shape that travels further is a disc.
};
std::span<const ToiPromises> toi_methods();
const ToiPromises& promises(ToiMethod method);

/// Finds t with |s(t) − target| ≤ tolerance inside a bracket; used by the methods that look for roots.
enum class RootFinder : std::uint8_t {
    Bisection,
    FalsePosition,
    Mixed,  ///< The talk's: false position and bisection in turn.
    Illinois,
    Itp,  ///< Interpolate, truncate, project.
    Brent,
    Chandrupatla,
    Newton,  ///< Bracketed; uses the slope of s.
};
struct RootFinderInfo {
    RootFinder finder;
    std::string_view name;     ///< As in scene files and on the command line.
    std::string_view label;    ///< For people.
    std::string_view summary;  ///< One sentence: the idea, and what it costs.
    /// Evaluations that a halving of the bracket takes at worst, on the whole; 0: none are sure to be enough.
    int evaluations_per_halving = 0;
};
std::span<const RootFinderInfo> root_finders();
const RootFinderInfo& info(RootFinder finder);

/// Two shapes and their motions. Frame: world for the sweeps, each shape's own for its points.
struct ToiInput {
    ConvexProxy a{};
    ConvexProxy b{};
    Sweep sweep_a{};
    Sweep sweep_b{};
};

/// Whether the promises of the method hold for this very pair: not if it turns and the method takes no
/// account of that (a disc that turns about its own centre does not), or if the method is for discs and the
/// shape that travels further is none.
bool promises_hold(ToiMethod method, const ToiInput& input);

/// What the method looks at in place of the motion: the same, but for one that takes no account of rotation
/// the shapes as they are turned at the start, and for the centre ray only the middle of the shape that
/// travels further. `middle` is where that point is kept: it must outlive the result.
ToiInput effective_input(ToiMethod method, const ToiInput& input, Vec2d& middle);

struct ToiOptions {
    double target = 0.005;       ///< Distance of the *surfaces* (round shapes too) at which a hit is called,
                                 ///< metres; ≥ tolerance.
    double tolerance = 0.00125;  ///< Accepted |distance − target|, metres; > 0.
    RootFinder root_finder = RootFinder::Mixed;
    int max_iterations = 64;  ///< Outer iterations, one GJK call each. Conservative advancement may need
                              ///< hundreds. Certified: also steps.
    int max_root_iterations = 50;
};

/// The outcome. `t` is always a number in [0, 1]: 1 if Separated, 0 if Overlapped; Hit: the distance at t is
/// within tolerance of the target. Exhausted: a limit was reached; [0, t] is proven free only if the method
/// is never_late and promises_hold. A method that takes no account of rotation answers for the shapes as
/// they were turned at the start: so are distance, point and normal.
enum class ToiState : std::uint8_t { Separated, Hit, Overlapped, Exhausted };
std::string_view to_string(ToiState state);

struct ToiIterations {
    int outer = 0;               ///< Passes of the outer loop; certified: those with a distance query.
    int push_back = 0;           ///< Deepest points resolved on an axis (bilateral only).
    int steps = 0;               ///< Under minorants (certified only).
    int root = 0;                ///< Evaluations of a separation function while finding roots.
    int gjk = 0;                 ///< Calls of gjk_distance.
    int gjk_iterations = 0;      ///< Iterations inside those calls, in all …
    int gjk_max_iterations = 0;  ///< … and in the longest.
    int root_max = 0;            ///< Evaluations of the longest root search.
    int feature_pairs = 0;       ///< Vertices against edges that were searched one by one (brute force only).
};

struct ToiResult {
    ToiState state = ToiState::Separated;
    double t = 1.0;
    double distance = 0.0;  ///< Between the surfaces at t. Separated, Exhausted: as last known, at or before
                            ///< t, as are point and normal; certified: a lower bound along the normal.
    Vec2d point{};          ///< Midway between the witnesses, world.
    Vec2d normal{};         ///< Unit, from A to B, world; zero when the cores overlap.
    ToiIterations iterations{};
};

/// What a method did, in order of execution; one tagged POD, so that one recorder holds the whole story.
struct ToiEvent {
    enum class Kind : std::uint8_t {
        Outer,    ///< GJK at t1: distance, features, witnesses.
        Advance,  ///< Went from t1 to t2, which the bound `slope` of the approach allows.
        Circles,  ///< Certified: until t2 the circles round the centres, at t = 0 s1 apart, do not meet.
        /// Certified: proven free from t1 to t2 on `axis`, which turns by `turning` with the shape of
        /// `feature`; the separation along it is s1 at t1, and at least s2 at t2.
        Step,
        /// Certified, after Step, one for each vertex of the other shape: for 0 ≤ h ≤ t2 − t1 its separation
        /// is at least s1 + slope h − curvature h²/2, which is s2 at t2.
        Minorant,
        Axis,         ///< A separation function was formed from the features at t1.
        Deepest,      ///< At t2 the deepest points were indices (index_a, index_b) with separation s2.
        RootBracket,  ///< A root is bracketed: s1 at t1, s2 at t2.
        FeaturePair,  ///< Brute force turned to vertex and edge (index_a, index_b), from t1 up to t2.
        RootIterate,  ///< The finder evaluated s = s1 at t = t1.
        End,          ///< state, t1 = the answer.
    };
    /// By which a root finder came upon t. The weighted chord is one that was moved to bring the other end
    /// in.
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
    int outer = 0;  ///< Which outer iteration it belongs to, from 0; −1 before the first.
    int push_back = 0;
    double t1 = 0.0;
    double t2 = 0.0;
    double s1 = 0.0;  ///< Separations and distances are of surfaces, metres.
    double s2 = 0.0;
    double slope = 0.0;      ///< Advance: the bound of the approach, metres per step. Minorant: at t1.
    double curvature = 0.0;  ///< Minorant: ≥ 0, metres per step².
    double turning = 0.0;    ///< Step, Minorant: radians per step.
    ClosestFeature feature = ClosestFeature::VertexVertex;
    Rule rule = Rule::None;
    int index_a = -1;
    int index_b = -1;
    Vec2d axis{};  ///< Unit. Axis: local to the face's body for FaceA, FaceB. Else world, from A to B, at t1.
    Vec2d anchor{};   ///< Local point of the face (FaceA, FaceB).
    Vec2d point_a{};  ///< Outer: witnesses, world.
    Vec2d point_b{};
    ToiState state = ToiState::Separated;
};
using ToiRecorder = TraceRecorder<ToiEvent>;

/// The switchboard. Pure, and safe for any finite input: every loop has a bound.
///
/// Units: metres, radians; t is a fraction of the step in [0, 1]. Frame: world; computed relative to A's
/// centre at t = 0. Requires (asserted): finite sweeps, 1 … 256 points, target ≥ tolerance > 0, limits > 0.
/// Source: per method, in its own file.
ToiResult time_of_impact(ToiMethod method, const ToiInput& input, const ToiOptions& options = {});
/// The same with every event recorded; bitwise the same result.
ToiResult time_of_impact(ToiMethod method, const ToiInput& input, const ToiOptions& options,
                         ToiRecorder& recorder);

}  // namespace toibox

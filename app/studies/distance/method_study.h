// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/distance_method.h"

#include "app/studies/distance/gjk_study.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

// What a distance method (distance_method.h) did on one pair, in the same form for all methods, so that one
// panel can show any of them. A study is built from the method's trace and has one step per event, with the
// deciding line of pseudocode, marks to draw and numbers to show. GJK and SAT have separate forms:
// gjk_study.h and DistanceInspector::axes().

/// A is drawn in blue, B in orange. The other colours are named by their meaning.
enum class MarkColor : std::uint8_t { A, B, Plain, Accent, Good, Bad, Dim };

/// A mark to draw in a picture of the world or of A − B.
struct TraceMark {
    enum class Kind : std::uint8_t {
        Line,
        Dashed,
        Ray,    ///< Dashed, from `from` through `to` to the edge of the picture.
        Arrow,  ///< A direction: from `from` towards `to`, with a fixed length on the screen.
        Dot,
        Ring,
    };
    Kind kind = Kind::Dot;
    MarkColor color = MarkColor::Plain;
    Vec2d from{};
    Vec2d to{};
    std::string label{};
    float strength = 1.0f;  ///< Opacity, 0 … 1; marks of previous steps are fainter.
};

/// A named length and its explanation.
struct TraceNumber {
    std::string_view name;
    double meters = 0.0;
    std::string_view help;
};

/// A comparison such as "|p| = 0.4 m > r = 0.1 m", or a condition without numbers, and whether it holds.
struct TraceCheck {
    std::string label;              ///< "|p|", or the condition.
    std::optional<double> value{};  ///< 0.4, metres.
    std::string_view relation{};    ///< ">"
    std::string_view bound{};       ///< "r"
    std::optional<double> limit{};  ///< 0.1, the value of `bound`, metres; absent: only `bound` is shown.
    bool is_squared = false;        ///< Whether `value` and `limit` are in m².
    bool holds = false;
    std::string_view verdict = "";  ///< Conclusion if the check holds.
};

struct TraceStep {
    DistanceEvent event{};
    std::size_t line = 0;  ///< Index in MethodStudy::pseudocode of the deciding line.
    std::string reason{};  ///< A sentence that explains the step.
    /// Boolean GJK: the simplex. EPA: the edge nearest to 0 and the support point beyond it.
    std::optional<SimplexStep> simplex{};
    std::vector<GjkVertex> polytope{};  ///< EPA: the polytope before the step, in A − B, counter-clockwise.
    std::vector<TraceMark> world_marks{};       ///< Marks in the world.
    std::vector<TraceMark> difference_marks{};  ///< Marks in A − B, drawn over the polytope.
    std::vector<TraceNumber> numbers{};
    std::vector<TraceCheck> checks{};
};

/// What a method cannot determine about the pair.
enum class Limitation : std::uint8_t {
    None,
    Distance,        ///< The method reports separation but no distance.
    Depth,           ///< The method reports overlap but no depth.
    NoPolytope,      ///< EPA on separated cores: there is no polytope to expand.
    MissedCrossing,  ///< The method wrongly reports separation: the shapes cross, and neither has a vertex
                     ///< inside the other.
};
/// A sentence for the user; empty for None.
std::string_view text_of(Limitation limitation);
/// A method without this limitation. Requires: not None.
DistanceMethod alternative_method(Limitation limitation);

struct MethodStudy {
    DistanceMethod method = DistanceMethod::Epa;
    DistanceCache from{};  ///< The cache from which the method started; empty for a cold start.
    DistanceResult answer{};
    std::span<const std::string_view> pseudocode{};
    std::vector<TraceStep> steps{};  ///< At least one.
    Limitation limitation = Limitation::None;

    /// Whether the separation is the exact distance or depth of the surfaces.
    [[nodiscard]] bool is_exact() const;
};

/// Whether study_method supports the method.
bool has_method_study(DistanceMethod method);

/// Runs the method with a trace. Requires: has_method_study(method). Cost: microseconds for shapes of a few
/// vertices, milliseconds for two shapes of 256.
MethodStudy study_method(DistanceMethod method, const PairCase& pair, const DistanceCache& cache = {});

/// The pair as input of the engine. Refers to the points of `pair`.
DistanceInput input_of(const PairCase& pair, const DistanceCache& cache = {});

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/distance_method.h"

#include "app/session/gjk_study.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

// What a method of distance_method.h did on one pair, told from its own trace and in one form for all of
// them, so that one panel shows any: a step an event, each with the line of the algorithm that decided, what
// to draw, what to write. GJK itself and the separating axis test have more to tell: gjk_study.h,
// DistanceInspector::axes().

/// A in blue and B in orange whatever it is; the others by what they mean.
enum class MarkColor : std::uint8_t { A, B, Plain, Accent, Good, Bad, Dim };

/// Something to draw, in a picture of the world or of A − B.
struct TraceMark {
    enum class Kind : std::uint8_t {
        Line,
        Dashed,
        Ray,    ///< Dashed, from `from` through `to` out of the picture.
        Arrow,  ///< Tells a direction only: of one size on the screen, from `from` towards `to`.
        Dot,
        Ring,
    };
    Kind kind = Kind::Dot;
    MarkColor color = MarkColor::Plain;
    Vec2d from{};
    Vec2d to{};
    std::string label{};
    float strength = 1.0f;  ///< 0 … 1: what is past fades.
};

/// A length of the readout.
struct TraceNumber {
    std::string_view name;
    double meters = 0.0;
    std::string_view help;
};

/// "|p| = 0.4 m > r = 0.1 m", and whether it holds; without numbers where there are none to tell.
struct TraceCheck {
    std::string what;
    std::optional<double> value{};
    std::string_view relation{};
    std::string_view bound{};
    std::optional<double> limit{};
    bool is_squared = false;  ///< `value` is in m².
    bool holds = false;
    std::string_view verdict = "";  ///< What follows if it holds.
};

struct TraceStep {
    DistanceEvent event{};
    std::size_t line = 0;  ///< Of MethodStudy::code: the one that decided.
    std::string reason{};  ///< Why, a sentence.
    /// Boolean GJK's simplex; EPA's edge, with what lies beyond it.
    std::optional<SimplexStep> simplex{};
    std::vector<GjkVertex> polytope{};  ///< EPA's, in A − B, before the step; counter-clockwise.
    std::vector<TraceMark> world{};
    std::vector<TraceMark> difference{};  ///< On top of the simplex, or the polytope.
    std::vector<TraceNumber> numbers{};
    std::vector<TraceCheck> checks{};
};

/// What a method cannot tell of this pair.
enum class Limitation : std::uint8_t {
    None,
    Distance,        ///< Only that they are apart.
    Depth,           ///< Only that they overlap.
    NoPolytope,      ///< EPA of cores that are apart: there is nothing to blow up.
    MissedCrossing,  ///< Called apart, since no vertex of one lies in the other; and they overlap.
};
/// A sentence; empty for None.
std::string_view text_of(Limitation limitation);
/// Who can tell it. Requires: not None.
DistanceMethod alternative_method(Limitation limitation);

struct MethodStudy {
    DistanceMethod method = DistanceMethod::Epa;
    DistanceCache from{};  ///< What it started from.
    DistanceResult answer{};
    std::span<const std::string_view> pseudocode{};
    std::vector<TraceStep> steps{};  ///< At least one.
    Limitation limitation = Limitation::None;

    /// The answer's separation is the surfaces' own.
    [[nodiscard]] bool is_exact() const;
};

/// Whether study_method tells of it.
bool has_method_study(DistanceMethod method);

/// Asks the method with a trace. Requires: has_method_study(method). Cost: microseconds
/// for shapes of a few vertices, milliseconds for two of 256.
MethodStudy study_method(DistanceMethod method, const PairCase& pair, const DistanceCache& cache = {});

/// The same question for the engine. The points are the pair's.
DistanceInput input_of(const PairCase& pair, const DistanceCache& cache = {});

}  // namespace toibox::app

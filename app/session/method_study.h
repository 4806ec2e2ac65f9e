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
// GjkInspector::axes().

/// A in blue and B in orange whatever it is; the others by what they mean.
enum class Ink : std::uint8_t { A, B, Plain, Accent, Good, Bad, Dim };

/// Something to draw, in a picture of the world or of A − B.
struct StepMark {
    enum class Kind : std::uint8_t {
        Line,
        Dashed,
        Ray,    ///< Dashed, from `from` through `to` out of the picture.
        Arrow,  ///< Tells a direction only: of one size on the screen, from `from` towards `to`.
        Dot,
        Ring,
    };
    Kind kind = Kind::Dot;
    Ink ink = Ink::Plain;
    Vec2d from{};
    Vec2d to{};
    std::string label{};
    float strength = 1.0f;  ///< 0 … 1: what is past fades.
};

/// A length of the readout.
struct StepNumber {
    std::string_view name;
    double meters = 0.0;
    std::string_view help;
};

/// "|p| = 0.4 m > r = 0.1 m", and whether it holds; without numbers where there are none to tell.
struct StepCheck {
    std::string what;
    std::optional<double> value{};
    std::string_view relation{};
    std::string_view bound{};
    std::optional<double> limit{};
    bool is_squared = false;  ///< `value` is in m².
    bool holds = false;
    std::string_view verdict = "";  ///< What follows if it holds.
};

struct MethodStep {
    DistanceEvent event{};
    std::size_t line = 0;  ///< Of MethodStudy::code: the one that decided.
    std::string reason{};  ///< Why, a sentence.
    /// Boolean GJK's simplex; EPA's edge, with what lies beyond it.
    std::optional<GjkStep> simplex{};
    std::vector<GjkVertex> polytope{};  ///< EPA's, in A − B, before the step; counter-clockwise.
    std::vector<StepMark> world{};
    std::vector<StepMark> difference{};  ///< On top of the simplex, or the polytope.
    std::vector<StepNumber> numbers{};
    std::vector<StepCheck> checks{};
};

/// What a method cannot tell of this pair.
enum class Shortfall : std::uint8_t {
    None,
    Distance,  ///< Only that they are apart.
    Depth,     ///< Only that they overlap.
    Nothing,   ///< EPA of cores that are apart: there is nothing to blow up.
    Crossing,  ///< Called apart, since no vertex of one lies in the other; and they overlap.
};
/// A sentence; empty for None.
std::string_view text_of(Shortfall shortfall);
/// Who can tell it. Requires: not None.
DistanceMethod who_knows(Shortfall shortfall);

struct MethodStudy {
    DistanceMethod method = DistanceMethod::Epa;
    DistanceCache from{};  ///< What it started from.
    DistanceAnswer answer{};
    std::span<const std::string_view> code{};
    std::vector<MethodStep> steps{};  ///< At least one.
    Shortfall shortfall = Shortfall::None;

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

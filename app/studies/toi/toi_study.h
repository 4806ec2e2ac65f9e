// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/toi/toi_case.h"

#include <cstdint>
#include <string>
#include <vector>

namespace toibox::app {

/// What one method did in one case, for a plot of s over t and for ghosts in the world. t is a fraction of
/// the motion, s the distance of the surfaces in metres. Built from the method's own trace.

/// s as a function of t.
struct ToiCurve {
    enum class Kind : std::uint8_t {
        Distance,        ///< Distance of the moving shapes; negative: depth of their overlap.
        AsSeenByMethod,  ///< Distance in the method's effective input, if that is simplified.
        Axis,            ///< Separation function: separation of the deepest points along one axis.
        Points,          ///< Separation of the two points whose root was searched, along the axis.
        Bound,           ///< Lower bound of the distance that the method proved, where it used it.
    };
    Kind kind = Kind::Distance;
    int axis = -1;  ///< Index of its axis; −1: none.
    /// What the axis is fixed to: FaceA and FaceB rotate with their shapes, VertexVertex is fixed in the
    /// world.
    ClosestFeature carrier = ClosestFeature::Overlap;
    std::vector<Vec2d> points{};  ///< (t, s)
};

/// An evaluation of the method at one time.
struct ToiMark {
    enum class Kind : std::uint8_t {
        Distance,  ///< A distance query.
        Deepest,   ///< The deepest points on an axis at the end of the remaining interval.
        Bracket,   ///< The start of a bracket: s of the points whose root is searched.
        Root,      ///< An evaluation of a root finder, by `rule`.
        Axis,      ///< Certified advancement: the separation on the current axis at the start of a step.
        Answer,    ///< The result.
    };
    Kind kind = Kind::Distance;
    ToiEvent::Rule rule = ToiEvent::Rule::None;
    int pass = 0;  ///< Iteration of the outer loop, from 0.
    double t = 0.0;
    double s = 0.0;
};
/// "distance query", "bisection", for legends.
std::string_view label(const ToiMark& mark);

/// A time interval: a step of the method, or a bracket.
struct ToiSpan {
    enum class Kind : std::uint8_t { Step, Bracket };
    Kind kind = Kind::Step;
    double t1 = 0.0;
    double t2 = 1.0;
};

struct ToiStudy {
    ToiMethod method = ToiMethod::Certified;
    ToiOptions options;
    ToiResult result{};
    ToiCase method_input{};          ///< The method's effective input: shapes and motions of its ghosts.
    std::vector<ToiCurve> curves{};  ///< In order of execution, which is the drawing order.
    std::vector<ToiMark> marks{};    ///< In order of execution.
    std::vector<ToiSpan> spans{};
    int axes = 0;       ///< Number of axes used; only the first `max_axes` of them have curves.
    double low = 0.0;   ///< Range of s of marks and distances, including the target band and 0.
    double high = 0.0;  ///< Always above `low`.

    static constexpr int max_axes = 8;
    static constexpr int samples = 200;  ///< Points per curve.
};

/// Runs a method, not necessarily that of the case, and builds its study. Cost: samples the motion once per
/// curve, some tenths of a millisecond in total.
ToiStudy study_toi(const ToiCase& toi_case, ToiMethod method);

/// A time at which both shapes are drawn as ghosts.
struct ToiGhost {
    double t = 0.0;
    int mark = -1;       ///< First mark of that time; −1: start or end of the motion without a mark.
    float order = 0.0f;  ///< Order of execution, 0 … 1.
};
/// Ghosts at the start and the end of the motion and at the times of the marks, each time once, in order of
/// execution. If there are more than `max_count`, an evenly spaced subset with the first and the last.
std::vector<ToiGhost> ghosts_of(const ToiStudy& study, int max_count);

}  // namespace toibox::app

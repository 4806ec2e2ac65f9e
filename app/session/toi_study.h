// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi_case.h"

#include <cstdint>
#include <string>
#include <vector>

namespace toibox::app {

/// What one method did in one case, as a plot of s over t and ghosts in the world show it: t as a fraction of
/// the motion, s in metres between surfaces. Made of the method's own trace; nothing here is estimated.

/// s as a function of t.
struct ToiCurve {
    enum class Kind : std::uint8_t {
        Distance,        ///< Between the shapes as they really move; below 0 the depth of their overlap.
        AsSeenByMethod,  ///< The same between what the method looks at, where that is something else.
        Axis,            ///< A separation function: along one axis the separation of the deepest points.
        Points,          ///< … and of those two points for which a root was looked for.
        Bound,           ///< What the method proved the distance to be above, as far as it used it.
    };
    Kind kind = Kind::Distance;
    int axis = -1;  ///< Which axis it belongs to, in order; −1: none.
    /// What carries the axis: FaceA and FaceB turn with their shapes, VertexVertex stands still.
    ClosestFeature carrier = ClosestFeature::Overlap;
    std::vector<Vec2d> points{};  ///< (t, s)
};

/// A time that the method looked at, and what it saw there.
struct ToiMark {
    enum class Kind : std::uint8_t {
        Distance,  ///< A distance query.
        Deepest,   ///< The deepest points on an axis at the end of what is left.
        Bracket,   ///< The beginning of a bracket: s is that of the points whose root is looked for.
        Root,      ///< An evaluation of a root finder, by `rule`.
        Axis,      ///< Certified: the separation on the present axis, where a step begins.
        Answer,
    };
    Kind kind = Kind::Distance;
    ToiEvent::Rule rule = ToiEvent::Rule::None;
    int pass = 0;  ///< Of the outer loop, from 0.
    double t = 0.0;
    double s = 0.0;
};
/// "Distance query 2", "Bisection": what stands in legends and readouts.
std::string_view label(const ToiMark& mark);

/// A stretch of time that the method stepped over, or that was left of a bracket.
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
    ToiCase method_input{};          ///< What the method looked at: its ghosts have these shapes and motions.
    std::vector<ToiCurve> curves{};  ///< In order of the story; those behind come first.
    std::vector<ToiMark> marks{};    ///< In order of the story.
    std::vector<ToiSpan> spans{};
    int axes = 0;       ///< That were used; only the first `max_axes` of them have curves.
    double low = 0.0;   ///< Least and greatest s of marks and distances, target band and 0 included.
    double high = 0.0;  ///< Always above `low`.

    static constexpr int max_axes = 8;
    static constexpr int samples = 200;  ///< Of a curve.
};

/// Asks the case anew, by a method that need not be its own, and tells the story. Cost: a sampling of the
/// motion for each curve, some tenths of a millisecond.
ToiStudy study_toi(const ToiCase& asked, ToiMethod method);

/// Times worth a ghost.
struct ToiGhost {
    double t = 0.0;
    int mark = -1;       ///< The first mark of that time; −1: the motion's end, not looked at.
    float order = 0.0f;  ///< When in the story, 0 … 1.
};
/// Start and end of the motion and the times of the marks, each once, in order of the story; at most `most`
/// of them, the first and the last among them.
std::vector<ToiGhost> ghosts_of(const ToiStudy& study, int most);

}  // namespace toibox::app

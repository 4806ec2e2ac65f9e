// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/toi/toi_case.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

// What a time-of-impact method did in one case, for a plot of s over t and for ghosts in the world. t is a
// fraction of the motion; s is the distance between the surfaces in metres. A study is built from the trace
// of the method.

/// A curve of s over t.
struct ToiCurve {
    enum class Kind : std::uint8_t {
        Distance,        ///< Distance between the moving shapes; negative: minus the depth.
        AsSeenByMethod,  ///< Distance in the method's effective input, if it differs from the input.
        Axis,            ///< Separation function: separation of the deepest points along one axis.
        /// Separation along the axis of two fixed points (brute force: distance of an edge and a vertex),
        /// which is the function whose root is sought.
        Points,
        Bound,  ///< Lower bound of the distance, proven and used by the method over an interval.
    };
    Kind kind = Kind::Distance;
    int axis = -1;  ///< Index of the axis, in order of execution; −1: none.
    /// What the axis is fixed to. FaceA, FaceB: the axis rotates with that shape. VertexVertex: it is fixed
    /// in the world. Overlap: the curve has no axis.
    ClosestFeature carrier = ClosestFeature::Overlap;
    std::vector<Vec2d> points{};  ///< (t, s)
};

/// An iteration: the method evaluated a distance or separation s at time t. Users see iterations numbered
/// from 1.
struct ToiMark {
    enum class Kind : std::uint8_t {
        Distance,  ///< A distance query.
        Deepest,   ///< Separation of the deepest points on an axis at the end of the remaining interval.
        Root,      ///< An iterate of a root finder, chosen by `rule`.
        Axis,      ///< Certified advancement: the separation on the current axis at the start of a step.
        Answer,    ///< The result, if no other iteration is at its time.
    };
    Kind kind = Kind::Distance;
    ToiEvent::Rule rule = ToiEvent::Rule::None;
    int pass = 0;  ///< Iteration of the outer loop, from 0.
    double t = 0.0;
    double s = 0.0;
};
/// Name of a mark for legends: "distance query", "bisection", …
std::string_view label(const ToiMark& mark);

/// A time interval: a step of the method, or a bracket.
struct ToiSpan {
    enum class Kind : std::uint8_t { Step, Bracket };
    Kind kind = Kind::Step;
    double t1 = 0.0;
    double t2 = 1.0;
    int mark = -1;  ///< Index of the last mark before the interval was formed; −1: none.
};

struct ToiStudy {
    ToiMethod method = ToiMethod::Certified;
    ToiOptions options;
    ToiResult result{};
    ToiCase method_input{};          ///< The method's effective input, which the ghosts show.
    std::vector<ToiCurve> curves{};  ///< In order of execution, which is the drawing order.
    std::vector<ToiMark> marks{};    ///< In order of execution.
    std::vector<ToiSpan> spans{};
    int axis_count = 0;  ///< Number of axes used; only the first `max_axes` have an Axis or Points curve.
    double low = 0.0;    ///< Minimum s among all marks, the distance curves, the hit band and 0.
    double high = 0.0;   ///< The corresponding maximum; always above `low`.

    static constexpr int max_axes = 8;
    static constexpr int samples = 200;  ///< Points per curve, except Bound curves.
};

/// Runs `method`, which may differ from the method of the case, and builds its study. Cost: evaluates
/// the motion at up to `samples` times for each curve, a few tenths of a millisecond in total.
ToiStudy study_toi(const ToiCase& toi_case, ToiMethod method);
/// The same study with A and B exchanged: not computed again, because the exchanged input may give another
/// number of iterations.
void exchange_shapes(ToiStudy& study);

/// The steps of conservative advancement on the case.
std::vector<ToiSpan> conservative_steps(const ToiCase& toi_case);

/// The value of a curve at t, interpolated; nullopt outside the curve.
std::optional<double> value_at(const ToiCurve& curve, double t);

/// A time at which both shapes are drawn as ghosts.
struct ToiGhost {
    double t = 0.0;
    int mark = -1;       ///< Index of the first mark at that time; −1 if there is none.
    float order = 0.0f;  ///< Order of execution, 0 … 1.
};
/// Ghosts at the start and the end of the motion and at the times of the marks, in order of execution, each
/// time only once. If there are more than `max_count`, returns an evenly spaced subset with the first and the
/// last ghost.
std::vector<ToiGhost> ghosts_of(const ToiStudy& study, int max_count);

}  // namespace toibox::app

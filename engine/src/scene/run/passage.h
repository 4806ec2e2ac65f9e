// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/toi/toi.h"

namespace toibox::scene {

/// How a moving shape met another in a step.
struct Passage {
    bool starts_overlapping = false;  ///< At the pose at t = 0.
    bool ends_overlapping = false;    ///< At the pose at t = 1.
    /// How often the shape entered the other and left it on another side or, at the end of the step, is
    /// nearer to another side.
    int crossings = 0;
    double t = 1.0;  ///< Start of the first crossing.
    Vec2d point;     ///< World: midway between the points where the first crossing began and ended.
};

/// Shapes at most this far apart touch, metres: far above rounding, far below any slop.
inline constexpr double touch_distance = 1e-6;
/// Of a search by certified advancement: far more than any needed.
inline constexpr int certified_iterations = 1000;

/// Follows two shapes along their motions, from one touch to the next. A shape leaves on another side if the
/// direction from one shape to the other has turned by more than 90 degrees since it entered, as seen from
/// both shapes. A shape that rolls or slides around the other keeps its direction in one of the two frames.
///
/// `cores`: the same shapes and motions, but the shapes of bodies that move eroded by half of their inner
/// radius. Between two separated poses, the cores must cross: bodies that slide along each other or graze an
/// edge do not. If the shapes overlap at either end of the step, only the two ends, or the first touch and
/// the end, are compared. Gaps narrower than 10 µm do not end an overlap. Cost: a certified search per touch,
/// and about 40 separating axis tests per overlap.
Passage trace_passage(const ToiInput& shapes, const ToiInput& cores);

}  // namespace toibox::scene

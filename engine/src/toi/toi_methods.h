// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/toi/toi.h"

namespace toibox::toi {

// Each method is in its own file and is instantiated there for NoTrace and ToiRecorder. All methods have the
// same parameters.

template <class Trace>
ToiResult conservative_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult bilateral_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult certified_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult interval_halving(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult centre_ray(const ToiInput& input, const ToiOptions& options, Trace& trace);
/// Whether A is the shape that the centre ray reduces to its centre: the one that travels further; on a tie,
/// the one with fewer points; on another tie, B.
bool a_travels_further(const ToiInput& input);
/// The mean of the points: the centre of a disc or box.
Vec2d mean_point(const ConvexProxy& shape);

template <class Trace>
ToiResult linear_cast(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult moving_spheres(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult brute_force(const ToiInput& input, const ToiOptions& options, Trace& trace);

}  // namespace toibox::toi

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"

namespace toibox::toi {

// One file each; instantiated there for NoTrace and ToiRecorder. All take the same arguments and mean the
// same by them, so that the switchboard is a switch.

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
/// Which of the two the centre ray reduces to its centre: of equal ways the one with fewer points, then B.
bool a_travels_further(const ToiInput& input);
/// The mean of its points: of a disc its centre, of a box its middle.
Vec2d mean_point(const ConvexProxy& shape);

template <class Trace>
ToiResult linear_cast(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult moving_spheres(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult brute_force(const ToiInput& input, const ToiOptions& options, Trace& trace);

}  // namespace toibox::toi

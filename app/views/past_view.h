// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/dynamics/world.h"

#include "app/platform/color.h"
#include "app/render/draw_batch.h"
#include "app/session/past_poses.h"

#include <cstddef>
#include <deque>

namespace toibox::app {

/// What the overlays of past poses draw from.
struct PastView {
    const World& world;
    const std::deque<PoseSample>& samples;        ///< Session::past_poses
    FunctionRef<Color(ShapeHandle)> shape_color;  ///< Colour of the outline.
    BodyHandle only{};                            ///< Null: all bodies.
};

inline constexpr std::size_t max_ghosts = 8;   ///< Steps.
inline constexpr float ghost_strength = 0.6f;  ///< Opacity per step back.

/// Outlines of the shapes at the ends of the last steps, fainter with each step back. A ghost is left out if
/// it is less than one point from the next one.
void draw_ghosts(DrawBatch& batch, const PastView& past);

/// Paths of the centres of mass through the ends of the last `steps` steps, with a dot at each end.
void draw_trails(DrawBatch& batch, const PastView& past, std::size_t steps);

}  // namespace toibox::app

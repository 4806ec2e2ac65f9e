// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/studies/distance/distance_inspector.h"

#include <string>

namespace toibox::app {

// Both pictures return whether the mouse is over them. If so, they set the highlighted vertex (not for SAT).

/// The pair in the world: both shapes and their cores, the simplex vertices on each core, the witness points.
/// Dragging moves a copy of a shape, Shift+wheel rotates the copy; the world is not changed.
bool gjk_world_picture(DistanceInspector& inspector, GjkPictures& pictures, const Palette& palette,
                       ImVec2 size);

/// A − B around the origin: the outline of A − B, the simplex and, unless `hides_support`, the support point
/// with the line through it. Dragging A − B moves the copy of A.
bool gjk_difference_picture(DistanceInspector& inspector, GjkPictures& pictures, const Palette& palette,
                            ImVec2 size, bool hides_support = false);

/// Name of a vertex of A − B: "A2 − B0".
std::string name_of(const GjkVertex& vertex);

}  // namespace toibox::app

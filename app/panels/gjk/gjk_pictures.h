// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/studies/distance/distance_inspector.h"

#include <string>

namespace toibox::app {

// Both pictures return whether the mouse is over them; if so, they have set the highlighted vertex.

/// The pair in the world: both shapes with their cores, the simplex vertices on each, the witness points.
/// Dragging moves a shape, Shift+wheel rotates it; the world is not changed.
bool gjk_world_picture(DistanceInspector& gjk, GjkPictures& pictures, const Palette& palette, ImVec2 size);

/// A − B around the origin: its hull, the simplex, the support point and its plane. Dragging it moves A.
bool gjk_difference_picture(DistanceInspector& gjk, GjkPictures& pictures, const Palette& palette,
                            ImVec2 size);

/// "A2 − B0"
std::string name_of(const GjkVertex& vertex);

}  // namespace toibox::app

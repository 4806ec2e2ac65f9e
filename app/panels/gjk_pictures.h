// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/inset.h"
#include "app/session/gjk_inspector.h"

#include <optional>

namespace toibox::app {

/// The views of the two pictures, and what the mouse holds in them.
struct GjkPictures {
    InsetView world;
    InsetView difference;
    std::optional<DistanceInspector::Shape> held;
};

// Each is true while the mouse is over it: then it has said which vertex is lit.

/// The pair in the world: both shapes with their cores, the simplex's vertices on each, the witness points.
/// A drag moves a shape of the what-if, Shift and the wheel turn it.
bool gjk_world_picture(DistanceInspector& gjk, GjkPictures& pictures, const Palette& palette, ImVec2 size);

/// A − B about the origin: its hull, the simplex, the support and its plane. A drag moves all of it: A.
bool gjk_difference_picture(DistanceInspector& gjk, GjkPictures& pictures, const Palette& palette,
                            ImVec2 size);

/// "A2 − B0"
std::string name_of(const GjkVertex& vertex);

}  // namespace toibox::app

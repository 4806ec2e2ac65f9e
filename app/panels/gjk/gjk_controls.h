// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/studies/distance/distance_inspector.h"

namespace toibox::app {

/// The controls above the pictures of the GJK panel: pair, method, warm start and step.
void gjk_controls(UiState& ui, DistanceInspector& inspector);

/// Whether the method works in the Minkowski difference A − B, so that a picture of A − B is useful.
bool uses_minkowski_difference(DistanceMethod method);

}  // namespace toibox::app

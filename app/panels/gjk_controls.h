// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/session/gjk_inspector.h"

namespace toibox::app {

/// The rows above the pictures of the GJK panel: which pair, by which method, from where, which step.
void gjk_controls(UiState& ui, DistanceInspector& gjk);

/// Whether a method works in A − B, so that a picture of it tells something.
bool uses_minkowski_difference(DistanceMethod method);

}  // namespace toibox::app

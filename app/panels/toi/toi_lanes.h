// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/plot.h"
#include "app/studies/toi/toi_inspector.h"

namespace toibox::app {

// Lanes below the plot, with its t axis: the brackets of the shown method, its steps, and the steps of
// conservative advancement for comparison.

/// Height of all lanes, points.
float lanes_height(const ToiInspector& toi);
/// Draws the lanes into the track of the plot, with their names to the left. The bracket of the iteration
/// under study is thicker.
void draw_lanes(const ToiInspector& toi, const Palette& palette, const Plot& plot);

}  // namespace toibox::app

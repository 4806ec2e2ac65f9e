// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/plot.h"
#include "app/session/toi_inspector.h"

namespace toibox::app {

/// What the lines and marks of the plot mean, over the whole width of the panel.
void toi_legend(const ToiStudy& study, const Palette& palette, float width);

/// s(t) of the inspected pair with what the method looked at, and the stretches of time beneath. A mark below
/// the mouse becomes the inspector's lit one, and the time at the mouse its cursor.
void toi_plot(ToiInspector& toi, PlotView& view, const Palette& palette, ImVec2 size);

/// Parts of the plot, for a hit after the start of the motion: all from there to the answer, and the place
/// round the answer in which the target band can be told from zero.
PlotView view_of_approach(const ToiStudy& study);
PlotView view_of_answer(const ToiStudy& study);

}  // namespace toibox::app

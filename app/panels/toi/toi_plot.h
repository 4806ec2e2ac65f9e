// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/plot.h"
#include "app/studies/toi/toi_inspector.h"

namespace toibox::app {

/// Legend of the plot's curves and marks, across the panel.
void toi_legend(const ToiStudy& study, const Palette& palette, float width);

/// s(t) of the inspected pair with the method's evaluations, and the time intervals below. Sets the
/// inspector's highlighted mark and its cursor time from the mouse.
void toi_plot(ToiInspector& toi, PlotView& view, const Palette& palette, ImVec2 size);

// Views for a hit with t > 0.

/// From t = 0 to the impact.
PlotView view_of_approach(const ToiStudy& study);
/// Around the impact, close enough to distinguish the target band from zero.
PlotView view_of_answer(const ToiStudy& study);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/plot.h"
#include "app/studies/toi/toi_inspector.h"

namespace toibox::app {

/// Legend of the curves and marks in the plot. `width`: of the panel, points.
void toi_legend(const ToiStudy& study, const Palette& palette, float width);

/// Plot of s(t) for the inspected pair with the evaluations of the method. The track below the axis shows the
/// time intervals of the method. Sets the inspector's highlighted mark and cursor time from the mouse.
void toi_plot(ToiInspector& toi, PlotView& view, const Palette& palette, ImVec2 size);

// Views of the plot. Require: the method reports a hit with t > 0.

/// View from t = 0 to the impact.
PlotView view_of_approach(const ToiStudy& study);
/// View of the impact, close enough to distinguish the hit band from zero.
PlotView view_of_answer(const ToiStudy& study);

}  // namespace toibox::app

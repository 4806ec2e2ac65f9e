// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/plot.h"
#include "app/platform/fonts.h"
#include "app/studies/toi/toi_inspector.h"

namespace toibox::app {

/// Plot of s(t) for the inspected pair with the numbered iterations of the method; the neighbourhood of the
/// answer as an inset; lanes below with the time intervals of the method. Sets the inspector's highlighted
/// mark and cursor time from the mouse; a click on a mark makes it the iteration under study.
void toi_plot(ToiInspector& toi, PlotView& view, const Fonts& fonts, const Palette& palette, ImVec2 size);
/// Only the curves and their names.
void toi_curves(const ToiInspector& toi, PlotView& view, const Fonts& fonts, const Palette& palette,
                ImVec2 size);

/// View of the impact, close enough to distinguish the hit band from zero. Requires: the method reports a hit
/// with t > 0.
PlotView view_of_answer(const ToiStudy& study);

/// Whether the method reports a hit with t > 0, so that view_of_answer has something to show.
bool has_answer_view(const ToiStudy& study);

/// The distance of the two shapes at t, metres; negative: minus the overlap. It is the value of the curve
/// "distance".
double distance_at(const ToiStudy& study, double t);

}  // namespace toibox::app

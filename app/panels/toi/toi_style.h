// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/plot.h"
#include "app/studies/toi/toi_study.h"

namespace toibox::app {

// How the iterations and curves of a study look in the plot.

struct PlotMarkStyle {
    PlotMark mark = PlotMark::Disc;
    Color color;
};
PlotMarkStyle plot_mark_style(const ToiMark& mark, const Palette& palette);

struct CurveStyle {
    Color color;
    float width = 1.25f;  ///< Points.
    bool dashed = false;
};
/// Curves along an axis that is fixed to A are blue, to B orange. Of several axes, later ones are more
/// opaque.
CurveStyle curve_style(const ToiCurve& curve, const ToiStudy& study, const Palette& palette);

/// Colour of the name of a curve: that of the curve, or its variant for text. Opaque.
Color name_color(const ToiCurve& curve, const ToiStudy& study, const Palette& palette);

/// Name of a curve, to be written beside it: "distance", "s(t) along the face of A".
const char* name_of(const ToiCurve& curve);

}  // namespace toibox::app

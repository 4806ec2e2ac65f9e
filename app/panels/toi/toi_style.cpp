// SPDX-License-Identifier: MIT
#include "app/panels/toi/toi_style.h"

#include <algorithm>

namespace toibox::app {

namespace {

constexpr float min_axis_alpha = 0.45f;  ///< Opacity of the first of several axes; the last is opaque.

Color axis_color(const ToiCurve& curve, int axes, const Palette& palette) {
    const Color full = curve.carrier == ClosestFeature::FaceA   ? palette.pair_a
                       : curve.carrier == ClosestFeature::FaceB ? palette.pair_b
                                                                : palette.velocity;
    axes = std::min(axes, ToiStudy::max_axes);
    const float fraction = axes > 1 ? static_cast<float>(curve.axis) / static_cast<float>(axes - 1) : 1.0f;
    return with_alpha(full, min_axis_alpha + (1.0f - min_axis_alpha) * fraction);
}

}  // namespace

PlotMarkStyle plot_mark_style(const ToiMark& mark, const Palette& palette) {
    switch (mark.kind) {
        case ToiMark::Kind::Distance:
            return {PlotMark::Ring, palette.text};
        case ToiMark::Kind::Deepest:
            return {PlotMark::Square, palette.text_dim};
        case ToiMark::Kind::Axis:
            return {PlotMark::Disc, palette.good};
        case ToiMark::Kind::Answer:
            return {PlotMark::Disc, palette.contact};
        case ToiMark::Kind::Root:
            break;
    }
    if (mark.rule == ToiEvent::Rule::Bisection) return {PlotMark::Diamond, palette.accent};
    if (mark.rule == ToiEvent::Rule::Newton || mark.rule == ToiEvent::Rule::InverseQuadratic)
        return {PlotMark::Triangle, palette.accent};
    return {PlotMark::Disc, palette.accent};
}

CurveStyle curve_style(const ToiCurve& curve, const ToiStudy& study, const Palette& palette) {
    switch (curve.kind) {
        case ToiCurve::Kind::Distance:
            // With axes, the method works on their curves, and the distance is only for comparison.
            return study.axis_count == 0 ? CurveStyle{palette.text, 2.0f}
                                         : CurveStyle{palette.text_dim, 1.25f, true};
        case ToiCurve::Kind::AsSeenByMethod:
            return {palette.text_dim, 1.25f, true};
        case ToiCurve::Kind::Bound:
            return {palette.good, 2.0f};
        case ToiCurve::Kind::Points:
            return {axis_color(curve, study.axis_count, palette), 1.25f, true};
        case ToiCurve::Kind::Axis:
            break;
    }
    return {axis_color(curve, study.axis_count, palette), 2.0f};
}

Color name_color(const ToiCurve& curve, const ToiStudy& study, const Palette& palette) {
    const Color mark = with_alpha(curve_style(curve, study, palette).color, 1.0f);
    if (mark == palette.pair_a) return palette.pair_a_text;
    return mark == palette.pair_b ? palette.pair_b_text : mark;
}

const char* name_of(const ToiCurve& curve) {
    switch (curve.kind) {
        case ToiCurve::Kind::Distance:
            return "distance";
        case ToiCurve::Kind::AsSeenByMethod:
            return "distance, as the method sees it";
        case ToiCurve::Kind::Bound:
            return "proven bound";
        case ToiCurve::Kind::Points:
            return "s(t) of this point pair only";
        case ToiCurve::Kind::Axis:
            break;
    }
    return curve.carrier == ClosestFeature::FaceA   ? "s(t) along the face of A"
           : curve.carrier == ClosestFeature::FaceB ? "s(t) along the face of B"
                                                    : "s(t) along a fixed axis";
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/toi/toi_style.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

// Names of curves are text on the canvas of the plot and on the panel below its inset.
TEST(ToiStyle, NamesOfCurvesHaveTheContrastOfText) {
    ToiStudy study;
    study.axis_count = 3;
    for (const ThemeName& theme : theme_names) {
        const Palette& palette = palette_of(theme.kind);
        for (const auto kind : {ToiCurve::Kind::Distance, ToiCurve::Kind::AsSeenByMethod,
                                ToiCurve::Kind::Axis, ToiCurve::Kind::Points, ToiCurve::Kind::Bound}) {
            for (const auto carrier :
                 {ClosestFeature::FaceA, ClosestFeature::FaceB, ClosestFeature::VertexVertex}) {
                const ToiCurve curve{.kind = kind, .axis = 0, .carrier = carrier};
                const Color name = name_color(curve, study, palette);
                EXPECT_EQ(name.a, 255);
                EXPECT_GE(contrast_ratio(name, palette.canvas), 4.5) << theme.name;
                EXPECT_GE(contrast_ratio(name, palette.panel), 4.5) << theme.name;
            }
        }
    }
    const ToiCurve along_b{.kind = ToiCurve::Kind::Axis, .axis = 0, .carrier = ClosestFeature::FaceB};
    const Palette& light = palette_of(ThemeKind::Light);
    EXPECT_EQ(name_color(along_b, study, light), light.pair_b_text);
}

}  // namespace
}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/render/world_painter.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(WorldPainter, FadesSleepingBodiesButKeepsThemVisible) {
    for (const ThemeName& theme : theme_names) {
        const Palette& palette = palette_of(theme.kind);
        const Style awake = style_of(DrawRole::Dynamic, palette);
        const Style asleep = asleep_style(awake, palette);
        EXPECT_LT(asleep.fill.a, awake.fill.a) << theme.name;
        EXPECT_LT(asleep.width, awake.width) << theme.name;
        EXPECT_LT(contrast_ratio(asleep.outline, palette.canvas),
                  0.8 * contrast_ratio(awake.outline, palette.canvas))
            << theme.name;
        EXPECT_GE(contrast_ratio(asleep.outline, palette.canvas), 3.0) << theme.name;
    }
}

TEST(WorldPainter, DrawsSensorsDashedAndAlmostTransparent) {
    const Palette& palette = palette_of(ThemeKind::Dark);
    const Style sensor = style_of(DrawRole::Sensor, palette);
    EXPECT_TRUE(sensor.dashed);
    EXPECT_LT(sensor.fill.a, style_of(DrawRole::Static, palette).fill.a / 2);
}

}  // namespace
}  // namespace toibox::app

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

TEST(WorldPainter, NamesTheFeaturesOfExchangedShapes) {
    const ShapeHandle floor{.index = 0, .generation = 1};
    const ShapeHandle box{.index = 1, .generation = 1};
    PaintOptions options;
    options.is_exchanged = [&](ShapeHandle a, ShapeHandle) { return a == floor; };
    DrawBatch shapes;
    DrawBatch overlay;
    const View view{.camera = {}, .viewport = {0.0f, 0.0f, 400.0f, 300.0f}};
    shapes.begin(view);
    overlay.begin(view);
    LabelLayer labels;
    labels.begin({0.0f, 0.0f, 400.0f, 300.0f});
    WorldPainter painter(shapes, overlay, labels, palette_of(ThemeKind::Dark), options);
    painter.feature_id({}, {.reference = 2, .incident = 3}, floor, box);
    painter.feature_id({}, {.reference = 2, .incident = 3}, box, floor);
    const auto placed = labels.place([](const std::string&) { return Vec2{40.0f, 14.0f}; });
    ASSERT_EQ(placed.size(), 2u);
    EXPECT_EQ(placed[0].text, "B2·A3");
    EXPECT_EQ(placed[1].text, "A2·B3");
}

}  // namespace
}  // namespace toibox::app

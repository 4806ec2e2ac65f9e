// SPDX-License-Identifier: MIT
#include "app/views/verdict/dimension_line.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr UiRect dimension_view{0.0f, 0.0f, 1000.0f, 600.0f};
constexpr Vec2 dimension_text{200.0f, 16.0f};

DimensionLine horizontal(float length, float scale) {
    return {
        .from = {100.0f, 300.0f}, .to = {100.0f + length, 300.0f}, .outwards = {0.0f, 1.0f}, .scale = scale};
}

TEST(DimensionLine, TheTextStandsInTheLineIfItFitsBetweenTheArrowheads) {
    const UiRect place = place_dimension_text(horizontal(240.0f, 1.0f), dimension_text, dimension_view);
    EXPECT_FLOAT_EQ(place.y + 0.5f * place.height, 300.0f);
    EXPECT_GE(place.x, 100.0f + 6.0f);
    EXPECT_LE(place.x + place.width, 340.0f - 6.0f);
    const UiRect in_long = place_dimension_text(horizontal(800.0f, 1.0f), dimension_text, dimension_view);
    EXPECT_LT(in_long.x + 0.5f * in_long.width, 100.0f + 400.0f)
        << "left of the middle, where the verdict is";
}

// Larger arrowheads, as in projector mode, leave less room for the same text.
TEST(DimensionLine, TheTextStandsBelowAShortLine) {
    for (const auto& [length, scale] : {std::pair{120.0f, 1.0f}, std::pair{240.0f, 2.0f}}) {
        const UiRect place = place_dimension_text(horizontal(length, scale), dimension_text, dimension_view);
        EXPECT_GT(place.y, 300.0f + 3.0f * scale) << "below the arrowheads";
        EXPECT_FLOAT_EQ(place.x + 0.5f * place.width, 100.0f + 0.5f * length);
    }
}

// What matters is the length of the text along the line.
TEST(DimensionLine, TheTextFitsIntoAShorterLineAcrossIt) {
    const DimensionLine upright{.from = {500.0f, 100.0f}, .to = {500.0f, 200.0f}, .outwards = {-1.0f, 0.0f}};
    const UiRect place = place_dimension_text(upright, dimension_text, dimension_view);
    EXPECT_FLOAT_EQ(place.x + 0.5f * place.width, 500.0f);
    EXPECT_GE(place.y, 106.0f);
    EXPECT_LE(place.y + place.height, 194.0f);
}

TEST(DimensionLine, TheTextStaysInTheView) {
    const UiRect small{90.0f, 0.0f, 300.0f, 310.0f};
    const UiRect place = place_dimension_text(horizontal(120.0f, 1.0f), dimension_text, small);
    EXPECT_GE(place.x, small.x);
    EXPECT_LE(place.y + place.height, small.y + small.height);
}

}  // namespace
}  // namespace toibox::app

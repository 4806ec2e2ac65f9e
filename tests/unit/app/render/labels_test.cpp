// SPDX-License-Identifier: MIT
#include "app/render/labels.h"

#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr UiRect screen{0.0f, 0.0f, 400.0f, 300.0f};

bool overlap(const UiRect& a, const UiRect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

TEST(LabelPlacer, LabelsAtTheSameAnchorDoNotOverlap) {
    LabelPlacer placer;
    placer.begin(screen);
    std::vector<UiRect> placed;
    for (int i = 0; i < 12; ++i) {
        if (const auto rect = placer.place({200.0f, 150.0f}, {60.0f, 14.0f})) placed.push_back(*rect);
    }
    EXPECT_GE(placed.size(), 6u);
    for (std::size_t i = 0; i < placed.size(); ++i) {
        for (std::size_t k = i + 1; k < placed.size(); ++k)
            EXPECT_FALSE(overlap(placed[i], placed[k]));
    }
}

TEST(LabelPlacer, StaysInsideItsBounds) {
    LabelPlacer placer;
    placer.begin(screen);
    for (const Vec2 corner :
         {Vec2{0.0f, 0.0f}, Vec2{400.0f, 0.0f}, Vec2{400.0f, 300.0f}, Vec2{0.0f, 300.0f}}) {
        const auto rect = placer.place(corner, {60.0f, 14.0f});
        ASSERT_TRUE(rect);
        EXPECT_GE(rect->x, 0.0f);
        EXPECT_GE(rect->y, 0.0f);
        EXPECT_LE(rect->x + rect->width, 400.0f);
        EXPECT_LE(rect->y + rect->height, 300.0f);
    }
}

TEST(LabelPlacer, OmitsLabelsWithoutFreeSpace) {
    LabelPlacer placer;
    placer.begin(screen);
    placer.keep_clear(screen);
    EXPECT_FALSE(placer.place({200.0f, 150.0f}, {10.0f, 10.0f}));
}

TEST(LabelPlacer, PlacesTheSameLabelsTheSameWayEachFrame) {
    const auto place_labels = [] {
        LabelPlacer placer;
        placer.begin(screen);
        std::vector<float> coordinates;
        for (int i = 0; i < 40; ++i) {
            const Vec2 anchor{10.0f * static_cast<float>(i), 150.0f + static_cast<float>(i % 7)};
            const auto rect = placer.place(anchor, {50.0f, 14.0f});
            coordinates.push_back(rect ? rect->x : -1.0f);
            coordinates.push_back(rect ? rect->y : -1.0f);
        }
        return coordinates;
    };
    EXPECT_EQ(place_labels(), place_labels());
}

}  // namespace
}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/render/labels.h"

#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr UiRect screen{0.0f, 0.0f, 400.0f, 300.0f};

bool intersect(const UiRect& a, const UiRect& b) {
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
            EXPECT_FALSE(intersect(placed[i], placed[k]));
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

TEST(LabelPlacer, DoesNotCoverALine) {
    LabelPlacer placer;
    placer.begin(screen);
    // The line ends far outside the screen.
    const std::vector<Vec2> line{{0.0f, 150.0f}, {40'000.0f, 150.0f}};
    placer.keep_line_clear(line);
    for (int i = 1; i < 10; ++i) {
        const auto rect = placer.place({40.0f * static_cast<float>(i), 150.0f}, {30.0f, 14.0f});
        if (!rect) continue;
        EXPECT_TRUE(rect->y > 150.0f || rect->y + rect->height < 150.0f);
    }
}

TEST(LabelPlacer, TakesTheFirstFreeCorner) {
    LabelPlacer placer;
    placer.begin(screen);
    const std::vector<Vec2> corners{{-5.0f, 0.0f}, {20.0f, 20.0f}, {100.0f, 20.0f}};
    const auto first = placer.place_at_first(corners, {50.0f, 20.0f});
    ASSERT_TRUE(first);
    EXPECT_EQ(first->x, 20.0f) << "the first corner is outside";
    const auto second = placer.place_at_first(corners, {50.0f, 20.0f});
    ASSERT_TRUE(second);
    EXPECT_EQ(second->x, 100.0f);
    EXPECT_FALSE(placer.place_at_first(corners, {50.0f, 20.0f}));
}

TEST(LabelLayer, ABadgeIsAtLeastAsWideAsHigh) {
    LabelLayer layer;
    layer.begin(screen);
    layer.add_badge({200.0f, 150.0f}, "1", {255, 255, 255, 255});
    const auto size_of = [](const std::string& text) {
        return Vec2{7.0f * static_cast<float>(text.size()), 14.0f};
    };
    const std::vector<LabelLayer::Placed> placed = layer.place(size_of);
    ASSERT_EQ(placed.size(), 1u);
    EXPECT_TRUE(placed.front().is_badge);
    EXPECT_EQ(placed.front().background.width, placed.front().background.height);
    EXPECT_EQ(placed.front().anchor, (Vec2{200.0f, 150.0f}));
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

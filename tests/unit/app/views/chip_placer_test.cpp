// SPDX-License-Identifier: MIT
#include "app/views/verdict/chip_placer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr UiRect small_pane{0.0f, 100.0f, 400.0f, 138.0f};  // a pane of 2 × 2 at 1280 × 720
constexpr Vec2 chip_extent{90.0f, 24.0f};
constexpr float chip_ring = 5.0f;

bool is_in_pane(const UiRect& rect) {
    return rect.x >= small_pane.x && rect.x + rect.width <= small_pane.x + small_pane.width &&
           rect.y >= small_pane.y && rect.y + rect.height <= small_pane.y + small_pane.height;
}

/// Whether some point of the leader, except its start, is in the chip: at most `radius` from the segment
/// between the centres of its half circles.
bool leader_enters(const PlacedChip& leader_of, const UiRect& rect) {
    const float radius = 0.5f * rect.height;
    for (int i = 1; i <= 100; ++i) {
        const Vec2 at = lerp(leader_of.leader[0], leader_of.leader[1], 0.01f * static_cast<float>(i));
        const Vec2 nearest{std::clamp(at.x, rect.x + radius, rect.x + rect.width - radius), rect.y + radius};
        if (distance(at, nearest) < radius - 0.01f) return true;
    }
    return false;
}

TEST(ChipPlacer, PrefersThePlaceAboveAndToTheRight) {
    ChipPlacer placer;
    placer.begin({0.0f, 0.0f, 800.0f, 600.0f}, chip_ring);
    const auto placed = placer.place({400.0f, 300.0f}, chip_extent);
    ASSERT_TRUE(placed);
    EXPECT_GT(placed->rect.x, 400.0f);
    EXPECT_FLOAT_EQ(placed->rect.y + placed->rect.height, 300.0f - 2.0f * 24.0f);
    EXPECT_NEAR(distance(placed->leader[1], Vec2{400.0f, 300.0f}), chip_ring, 1e-3f);
}

// Wherever the point is, two chips find a place in a small pane, and no leader enters a chip.
TEST(ChipPlacer, TwoChipsOfOnePointFitIntoASmallPane) {
    for (float y = small_pane.y; y <= small_pane.y + small_pane.height; y += 7.0f) {
        for (float x = 0.0f; x <= 400.0f; x += 25.0f) {
            ChipPlacer placer;
            placer.begin(small_pane, chip_ring);
            placer.keep_clear({x - chip_ring, y - chip_ring, 2.0f * chip_ring, 2.0f * chip_ring});
            const auto first = placer.place({x, y}, chip_extent);
            const auto second = placer.place({x, y}, {140.0f, 24.0f});
            ASSERT_TRUE(first && second) << x << ", " << y;
            EXPECT_TRUE(is_in_pane(first->rect) && is_in_pane(second->rect));
            EXPECT_FALSE(overlap(first->rect, second->rect)) << x << ", " << y;
            for (const PlacedChip& one : {*first, *second}) {
                EXPECT_FALSE(leader_enters(one, first->rect)) << x << ", " << y;
                EXPECT_FALSE(leader_enters(one, second->rect)) << x << ", " << y;
            }
        }
    }
}

TEST(ChipPlacer, KeepsAreasClear) {
    const Vec2 point{200.0f, 170.0f};
    ChipPlacer placer;
    placer.begin(small_pane, chip_ring);
    const UiRect state{180.0f, 100.0f, 220.0f, 40.0f};
    const UiRect length{0.0f, 190.0f, 400.0f, 24.0f};
    placer.block(state);
    placer.keep_clear(length);
    const auto placed = placer.place(point, chip_extent);
    ASSERT_TRUE(placed);
    EXPECT_FALSE(overlap(placed->rect, state));
    EXPECT_FALSE(overlap(placed->rect, length));
}

// The motion is covered only if there is no other place.
TEST(ChipPlacer, CoversAnAvoidedAreaOnlyWithoutAnotherPlace) {
    const Vec2 point{200.0f, 170.0f};
    const UiRect band{0.0f, 160.0f, 400.0f, 20.0f};
    ChipPlacer placer;
    placer.begin(small_pane, chip_ring);
    placer.avoid(band);
    const auto beside = placer.place(point, chip_extent);
    ASSERT_TRUE(beside);
    EXPECT_FALSE(overlap(beside->rect, band));
    placer.begin(small_pane, chip_ring);
    placer.avoid(small_pane);
    EXPECT_TRUE(placer.place(point, chip_extent));
    placer.begin({0.0f, 0.0f, 50.0f, 50.0f}, chip_ring);
    EXPECT_FALSE(placer.place({25.0f, 25.0f}, chip_extent)) << "larger than the area";
}

// Each chip of several points stands at a free place that is as near as any other in a fine grid, to within
// the distance of the places that are tried.
TEST(ChipPlacer, TakesTheNearestPlaceForEachOfSeveralPoints) {
    const UiRect area{0.0f, 0.0f, 900.0f, 500.0f};
    const UiRect around{200.0f, 100.0f, 500.0f, 300.0f};  // covers the preferred places of all points
    const std::array points{Vec2{300.0f, 180.0f}, Vec2{600.0f, 240.0f}, Vec2{450.0f, 320.0f},
                            Vec2{640.0f, 330.0f}, Vec2{260.0f, 300.0f}};
    ChipPlacer placer;
    placer.begin(area, chip_ring);
    placer.keep_clear(around);
    std::vector<UiRect> taken;
    for (const Vec2 point : points) {
        const auto placed = placer.place(point, chip_extent);
        ASSERT_TRUE(placed);
        const auto is_free = [&](const UiRect& rect) {
            return !overlap(rect, around, 3.0f) && std::ranges::none_of(taken, [&](const UiRect& other) {
                return overlap(rect, other, 3.0f);
            });
        };
        EXPECT_TRUE(is_free(placed->rect));
        const auto away = [&](float x, float y) { return distance(point, Vec2{x + 12.0f, y + 12.0f}); };
        float nearest = away(placed->rect.x, placed->rect.y);
        if (taken.empty()) {  // leaders rule out places for the next ones
            for (float y = 0.0f; y + chip_extent.y <= area.height; y += 1.0f) {
                for (float x = 0.0f; x + chip_extent.x <= area.width; x += 1.0f)
                    if (is_free({x, y, chip_extent.x, chip_extent.y}))
                        nearest = std::min(nearest, away(x, y));
            }
        }
        EXPECT_LT(away(placed->rect.x, placed->rect.y), nearest + 12.0f * std::sqrt(2.0f));
        taken.push_back(placed->rect);
    }
}

// The area of a pane may start at a fraction of a point, and a chip may fill its whole width.
TEST(ChipPlacer, UsesTheFirstColumnAtABorderWithAFraction) {
    ChipPlacer placer;
    placer.begin({10.4f, 20.6f, 91.0f, 200.0f}, chip_ring);
    const auto placed = placer.place({60.0f, 120.0f}, chip_extent);
    ASSERT_TRUE(placed);
    EXPECT_FLOAT_EQ(placed->rect.x, 11.0f);
}

}  // namespace
}  // namespace toibox::app

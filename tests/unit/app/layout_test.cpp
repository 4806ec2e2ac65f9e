// SPDX-License-Identifier: MIT
#include "app/window/layout.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(Layout, PanelsAndWorldTileTheWindow) {
    for (const float scale : {1.0f, 1.5f, 2.0f}) {
        for (const auto& [width, height] :
             {std::pair{1280.0f, 720.0f}, {1440.0f, 900.0f}, {3840.0f, 2160.0f}}) {
            const float menu = 22.0f * scale;
            const Layout at =
                make_layout({.width = width, .height = height, .menu_height = menu, .scale = scale});
            EXPECT_FLOAT_EQ(at.toolbar.y, menu);
            EXPECT_FLOAT_EQ(at.world.y, at.toolbar.y + at.toolbar.height);
            EXPECT_FLOAT_EQ(at.left.width, at.world.x);
            EXPECT_FLOAT_EQ(at.world.x + at.world.width, at.right.x);
            EXPECT_FLOAT_EQ(at.right.x + at.right.width, width);
            EXPECT_FLOAT_EQ(at.world.y + at.world.height, at.bottom.y);
            EXPECT_FLOAT_EQ(at.bottom.y + at.bottom.height, at.timeline.y);
            EXPECT_FLOAT_EQ(at.timeline.y + at.timeline.height, at.status.y);
            EXPECT_FLOAT_EQ(at.timeline.width, width);
            EXPECT_FLOAT_EQ(at.status.y + at.status.height, height);
            EXPECT_GE(at.world.width, 0.45f * width);
            EXPECT_GE(at.world.height, 0.35f * height);
        }
    }
}

TEST(Layout, WithoutPanelsTheWorldAndTheTimeLineAreLeft) {
    const Layout at = make_layout({.width = 800.0f, .height = 600.0f, .scale = 1.0f, .panels = false});
    EXPECT_EQ(at.world, (Viewport{0.0f, 0.0f, 800.0f, 564.0f}));
    EXPECT_FLOAT_EQ(at.timeline.y, 564.0f);
    EXPECT_FLOAT_EQ(at.timeline.height, 36.0f);
    EXPECT_FALSE(at.bottom_shown);
}

TEST(Layout, HidingTheBottomGivesItsHeightToTheWorld) {
    const LayoutInput input{.width = 1280.0f, .height = 720.0f, .scale = 1.0f};
    LayoutInput hidden = input;
    hidden.bottom = false;
    const Layout with = make_layout(input);
    EXPECT_FLOAT_EQ(make_layout(hidden).world.height, with.world.height + with.bottom.height);
}

// A plot beside a table wants room: the bottom reaches below the right panel, and the world keeps its share.
TEST(Layout, ALargeBottomReachesBelowTheRightPanel) {
    for (const auto& [width, height] : {std::pair{1280.0f, 720.0f}, {1440.0f, 900.0f}, {3840.0f, 2160.0f}}) {
        const Layout at = make_layout(
            {.width = width, .height = height, .menu_height = 22.0f, .scale = 1.0f, .bottom_large = true});
        EXPECT_FLOAT_EQ(at.bottom.x + at.bottom.width, width);
        EXPECT_FLOAT_EQ(at.right.y + at.right.height, at.bottom.y);
        EXPECT_FLOAT_EQ(at.world.y + at.world.height, at.bottom.y);
        EXPECT_GE(at.bottom.height, 300.0f);
        EXPECT_GE(at.world.height, 0.35f * height);
        EXPECT_FLOAT_EQ(at.bottom.x, at.left.width);
    }
    // Large letters in a small window: below the left panel too.
    const Layout at = make_layout(
        {.width = 1280.0f, .height = 720.0f, .menu_height = 30.0f, .scale = 1.3f, .bottom_large = true});
    EXPECT_FLOAT_EQ(at.bottom.x, 0.0f);
    EXPECT_FLOAT_EQ(at.bottom.width, 1280.0f);
    EXPECT_FLOAT_EQ(at.left.y + at.left.height, at.bottom.y);
}

TEST(Layout, AWindowOfNothingStillHasAWorld) {
    const Layout at = make_layout({.width = 0.0f, .height = 0.0f, .menu_height = 20.0f, .scale = 1.0f});
    EXPECT_GE(at.world.width, 1.0f);
    EXPECT_GE(at.world.height, 1.0f);
}

}  // namespace
}  // namespace toibox::app

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
            const Layout layout =
                make_layout({.width = width, .height = height, .menu_height = menu, .scale = scale});
            EXPECT_FLOAT_EQ(layout.toolbar.y, menu);
            EXPECT_FLOAT_EQ(layout.world.y, layout.toolbar.y + layout.toolbar.height);
            EXPECT_FLOAT_EQ(layout.left.width, layout.world.x);
            EXPECT_FLOAT_EQ(layout.world.x + layout.world.width, layout.right.x);
            EXPECT_FLOAT_EQ(layout.right.x + layout.right.width, width);
            EXPECT_FLOAT_EQ(layout.world.y + layout.world.height, layout.bottom.y);
            EXPECT_FLOAT_EQ(layout.bottom.y + layout.bottom.height, layout.timeline.y);
            EXPECT_FLOAT_EQ(layout.timeline.y + layout.timeline.height, layout.status.y);
            EXPECT_FLOAT_EQ(layout.timeline.width, width);
            EXPECT_FLOAT_EQ(layout.status.y + layout.status.height, height);
            EXPECT_GE(layout.world.width, 0.45f * width);
            EXPECT_GE(layout.world.height, 0.35f * height);
        }
    }
}

// The world above what is asked, and nothing else.
TEST(Layout, ProjectorModeDividesTheWindowIntoWorldAndQuestion) {
    struct Case {
        float width;
        float height;
        float scale;
        float question;  ///< With room for a question.
    };
    for (const Case& window : {Case{1280.0f, 720.0f, 1.0f, 324.0f},
                               {1440.0f, 900.0f, 1.0f, 376.0f},
                               {1920.0f, 1080.0f, 1.0f, 376.0f},
                               {3840.0f, 2160.0f, 2.0f, 752.0f}}) {
        LayoutInput input{
            .width = window.width, .height = window.height, .scale = window.scale, .is_projected = true};
        const Layout layout = make_layout(input);
        EXPECT_EQ(layout.world, (Viewport{0.0f, 0.0f, window.width, window.height - window.question}));
        EXPECT_FLOAT_EQ(layout.question.y, layout.world.height);
        EXPECT_FLOAT_EQ(layout.question.width, window.width);
        EXPECT_FLOAT_EQ(layout.question.height, window.question);
        EXPECT_GE(layout.world.height, 0.55f * window.height);
        EXPECT_FALSE(layout.shows_left || layout.shows_right || layout.shows_bottom);
        for (const UiRect& hidden : {layout.toolbar, layout.timeline, layout.status, layout.bottom})
            EXPECT_EQ(hidden.height, 0.0f);
        input.asks = false;
        EXPECT_FLOAT_EQ(make_layout(input).question.height, 248.0f * window.scale);
    }
}

TEST(Layout, HidingTheBottomPanelGivesItsHeightToTheWorld) {
    const LayoutInput input{.width = 1280.0f, .height = 720.0f, .scale = 1.0f};
    LayoutInput hidden = input;
    hidden.shows_bottom = false;
    const Layout with = make_layout(input);
    EXPECT_FLOAT_EQ(make_layout(hidden).world.height, with.world.height + with.bottom.height);
}

// On the right half, the bottom panel leaves a square to the world and is wide enough for the TOI table.
TEST(Layout, TheBottomPanelCanStandOnTheRightHalf) {
    for (const auto& [width, height] : {std::pair{1280.0f, 720.0f}, {1440.0f, 900.0f}}) {
        LayoutInput input{.width = width,
                          .height = height,
                          .menu_height = 28.0f,
                          .scale = 1.0f,
                          .shows_left = false,
                          .shows_right = false,
                          .is_bottom_at_right = true,
                          .is_bottom_large = true};
        const Layout layout = make_layout(input);
        EXPECT_GE(layout.bottom.width, 840.0f);
        EXPECT_FLOAT_EQ(layout.world.width + layout.bottom.width, width);
        EXPECT_FLOAT_EQ(layout.bottom.x, layout.world.width);
        EXPECT_FLOAT_EQ(layout.bottom.y, layout.world.y);
        EXPECT_FLOAT_EQ(layout.bottom.height, layout.world.height);
        EXPECT_FLOAT_EQ(layout.world.y + layout.world.height, layout.timeline.y);
        EXPECT_GT(layout.world.width, 0.7f * layout.world.height);
        // The user's width, until too little is left to the world.
        input.sizes.half = 600.0f;
        EXPECT_FLOAT_EQ(make_layout(input).bottom.width, 600.0f);
        input.sizes.half = 5000.0f;
        EXPECT_FLOAT_EQ(make_layout(input).world.width, 0.25f * width);
        // Between the world and the right panel.
        input.shows_right = true;
        const Layout with_right = make_layout(input);
        EXPECT_FLOAT_EQ(with_right.bottom.x + with_right.bottom.width, with_right.right.x);
        EXPECT_FLOAT_EQ(with_right.right.height, layout.bottom.height);
        // Without room beside both side panels, at the bottom.
        input.shows_left = true;
        EXPECT_FALSE(make_layout(input).is_bottom_at_right);
        EXPECT_GT(make_layout(input).bottom.height, 100.0f);
    }
}

// A large bottom panel extends below the right panel, and the world keeps its minimum height.
TEST(Layout, ALargeBottomPanelExtendsBelowTheRightPanel) {
    for (const auto& [width, height] : {std::pair{1440.0f, 900.0f}, {1920.0f, 1080.0f}, {3840.0f, 2160.0f}}) {
        const Layout layout = make_layout(
            {.width = width, .height = height, .menu_height = 28.0f, .scale = 1.0f, .is_bottom_large = true});
        EXPECT_FLOAT_EQ(layout.bottom.x + layout.bottom.width, width);
        EXPECT_FLOAT_EQ(layout.right.y + layout.right.height, layout.bottom.y);
        EXPECT_FLOAT_EQ(layout.world.y + layout.world.height, layout.bottom.y);
        EXPECT_GE(layout.bottom.height, 300.0f);
        EXPECT_GE(layout.world.height, 0.35f * height);
        EXPECT_FLOAT_EQ(layout.bottom.x, layout.left.width);
    }
    // In a small window, the bottom panel also extends below the left panel.
    const Layout layout = make_layout(
        {.width = 1280.0f, .height = 720.0f, .menu_height = 28.0f, .scale = 1.0f, .is_bottom_large = true});
    EXPECT_FLOAT_EQ(layout.bottom.x, 0.0f);
    EXPECT_FLOAT_EQ(layout.bottom.width, 1280.0f);
    EXPECT_FLOAT_EQ(layout.left.y + layout.left.height, layout.bottom.y);
}

TEST(Layout, HiddenSidePanelsLeaveTheirRoomToTheWorld) {
    const Layout layout = make_layout({.width = 1280.0f,
                                       .height = 720.0f,
                                       .menu_height = 28.0f,
                                       .shows_left = false,
                                       .shows_right = false,
                                       .shows_bottom = false});
    // Menu 28, toolbar 44, timeline 56, status bar 24.
    EXPECT_EQ(layout.world, (Viewport{0.0f, 72.0f, 1280.0f, 568.0f}));
    EXPECT_FALSE(layout.shows_left);
    EXPECT_FALSE(layout.shows_right);
}

// Sizes are in design points, and the world keeps some room whatever the user chose in another window.
// For a plot in the right panel: at most about a third of the window, unless the user has set a size.
TEST(Layout, TheRightPanelCanBeWide) {
    EXPECT_FLOAT_EQ(make_layout({.width = 1600.0f, .height = 900.0f, .is_right_wide = true}).right.width,
                    480.0f);
    const Layout narrow = make_layout({.width = 1280.0f, .height = 720.0f, .is_right_wide = true});
    EXPECT_FLOAT_EQ(narrow.right.width, 0.34f * 1280.0f);
    EXPECT_FLOAT_EQ(narrow.world.x + narrow.world.width, narrow.right.x);
    const Layout chosen =
        make_layout({.width = 1600.0f, .height = 900.0f, .is_right_wide = true, .sizes = {.right = 250.0f}});
    EXPECT_FLOAT_EQ(chosen.right.width, 250.0f);
}

TEST(Layout, UsesThePanelSizesOfTheUser) {
    LayoutInput input{.width = 1440.0f, .height = 900.0f, .menu_height = 28.0f};
    input.sizes = {.left = 300.0f, .right = 400.0f, .bottom = 250.0f};
    const Layout layout = make_layout(input);
    EXPECT_FLOAT_EQ(layout.left.width, 300.0f);
    EXPECT_FLOAT_EQ(layout.right.width, 400.0f);
    EXPECT_FLOAT_EQ(layout.bottom.height, 250.0f);
    input.scale = 1.5f;
    EXPECT_FLOAT_EQ(make_layout(input).left.width, 450.0f);
    input.scale = 1.0f;
    input.sizes = {.left = 9000.0f, .right = 9000.0f, .bottom = 9000.0f};
    const Layout largest = make_layout(input);
    EXPECT_FLOAT_EQ(largest.world.width, 0.2f * 1440.0f);
    EXPECT_NEAR(largest.world.height, 0.2f * 900.0f, 1e-3f);
    input.sizes = {.left = 1.0f, .right = 1.0f, .bottom = 1.0f};
    const Layout smallest = make_layout(input);
    EXPECT_GE(smallest.left.width, 100.0f);
    EXPECT_GE(smallest.bottom.height, 100.0f);
}

TEST(Layout, AnEmptyWindowStillHasAWorldView) {
    const Layout layout = make_layout({.width = 0.0f, .height = 0.0f, .menu_height = 20.0f, .scale = 1.0f});
    EXPECT_GE(layout.world.width, 1.0f);
    EXPECT_GE(layout.world.height, 1.0f);
}

}  // namespace
}  // namespace toibox::app

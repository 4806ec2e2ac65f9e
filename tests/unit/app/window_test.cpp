// SPDX-License-Identifier: MIT
#include "app/platform/window.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

// The usual size on a laptop's display keeps room for the title bar; on a large one it stays.
TEST(Window, FitsTheDisplay) {
    const Extent usual{1440, 900};
    const Extent laptop = fit_to_display(usual, {1280, 800});
    EXPECT_EQ(laptop.width, 1280);
    EXPECT_LT(laptop.height, 800);
    EXPECT_GT(laptop.height, 740);
    EXPECT_EQ(fit_to_display(usual, {2560, 1440}), usual);
    EXPECT_EQ(fit_to_display(usual, {320, 200}), (Extent{640, 400})) << "below that no panel can be used";
}

}  // namespace
}  // namespace toibox::app

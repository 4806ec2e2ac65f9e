// SPDX-License-Identifier: MIT
#include "app/platform/window.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

// On a laptop display, the default size shrinks and leaves room for the title bar. On a large display, it is
// unchanged.
TEST(Window, FitsTheDisplay) {
    const Extent default_size{1440, 900};
    const Extent laptop = fit_to_display(default_size, {1280, 800});
    EXPECT_EQ(laptop.width, 1280);
    EXPECT_LT(laptop.height, 800);
    EXPECT_GT(laptop.height, 740);
    EXPECT_EQ(fit_to_display(default_size, {2560, 1440}), default_size);
    EXPECT_EQ(fit_to_display(default_size, {320, 200}), (Extent{640, 400})) << "smaller windows are unusable";
}

}  // namespace
}  // namespace toibox::app

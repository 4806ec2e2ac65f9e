// SPDX-License-Identifier: MIT
#include "app/panels/slider.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

// A slider 100 wide, a text of 20, a knob of 10.
TEST(Slider, WritesInTheMiddleWhereTheKnobIsNot) {
    EXPECT_FLOAT_EQ(text_beside({0.0f, 10.0f}, 100.0f, 20.0f), 40.0f);
    EXPECT_FLOAT_EQ(text_beside({90.0f, 100.0f}, 100.0f, 20.0f), 40.0f);
}

TEST(Slider, WritesBesideAKnobInTheMiddle) {
    EXPECT_FLOAT_EQ(text_beside({48.0f, 58.0f}, 100.0f, 20.0f), 14.0f) << "more room on the left";
    EXPECT_FLOAT_EQ(text_beside({42.0f, 52.0f}, 100.0f, 20.0f), 66.0f) << "more room on the right";
    for (float low = 0.0f; low <= 90.0f; low += 1.0f) {
        const float text = text_beside({low, low + 10.0f}, 100.0f, 20.0f);
        EXPECT_TRUE(text + 20.0f <= low || text >= low + 10.0f) << low;
        EXPECT_TRUE(text >= 0.0f && text + 20.0f <= 100.0f) << low;
    }
}

}  // namespace
}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/slider.h"

#include <gtest/gtest.h>
#include <imgui.h>

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

/// How many corners a slider at `value` is drawn with: each digit that is written has four.
template <class Draw>
int corners_of(int value, Draw&& draw) {
    ImGui::NewFrame();
    ImGui::SetNextWindowSize({400.0f, 100.0f});
    ImGui::Begin("slider");
    const int before = ImGui::GetWindowDrawList()->VtxBuffer.Size;
    draw(value);
    const int after = ImGui::GetWindowDrawList()->VtxBuffer.Size;
    ImGui::End();
    ImGui::EndFrame();
    return after - before;
}

// A knob that is half as wide as its slider leaves no room: the number would lie on it.
TEST(Slider, LeavesItsNumberToOthersWhereItIsBare) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {640.0f, 480.0f};
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    const auto bare = [](int value) { slider_without_text("##bare", value, 0, 99999); };
    const auto written = [](int value) { slider("##written", value, 0, 99999, "%d"); };
    EXPECT_EQ(corners_of(1, bare), corners_of(11111, bare));
    EXPECT_EQ(corners_of(1, written) + 4 * 4, corners_of(11111, written));
    ImGui::DestroyContext();
}

}  // namespace
}  // namespace toibox::app

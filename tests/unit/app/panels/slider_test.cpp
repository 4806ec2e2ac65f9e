// SPDX-License-Identifier: MIT
#include "app/panels/widgets/slider.h"

#include "tests/unit/app/panels/imgui_fixture.h"

#include <vector>

#include <gtest/gtest.h>
#include <imgui.h>

namespace toibox::app {
namespace {

// Widths in points: slider 100, text 20, knob 10.
TEST(Slider, CentersTheTextAwayFromTheKnob) {
    EXPECT_FLOAT_EQ(text_left_edge({0.0f, 10.0f}, 100.0f, 20.0f), 40.0f);
    EXPECT_FLOAT_EQ(text_left_edge({90.0f, 100.0f}, 100.0f, 20.0f), 40.0f);
}

TEST(Slider, PutsTheTextBesideACenteredKnob) {
    EXPECT_FLOAT_EQ(text_left_edge({48.0f, 58.0f}, 100.0f, 20.0f), 14.0f) << "more room on the left";
    EXPECT_FLOAT_EQ(text_left_edge({42.0f, 52.0f}, 100.0f, 20.0f), 66.0f) << "more room on the right";
    for (float low = 0.0f; low <= 90.0f; low += 1.0f) {
        const float text = text_left_edge({low, low + 10.0f}, 100.0f, 20.0f);
        EXPECT_TRUE(text + 20.0f <= low || text >= low + 10.0f) << low;
        EXPECT_TRUE(text >= 0.0f && text + 20.0f <= 100.0f) << low;
    }
}

class SliderFrames : public ImGuiFixture {
protected:
    NumberEntry entry_;
};

/// The number of vertices that draw a slider at `value`. Each digit adds four.
template <class Draw>
int count_vertices(int value, Draw&& draw) {
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

// Five digits take 16 more vertices than one digit if the slider draws its value, and none if it does not.
TEST_F(SliderFrames, SliderWithoutTextDrawsNoNumber) {
    const auto without_text = [](int value) { slider_without_text("##without_text", value, 0, 99999); };
    const auto with_text = [&](int value) { slider(entry_, "##with_text", value, {0.0f, 99999.0f, "%d"}); };
    EXPECT_EQ(count_vertices(1, without_text), count_vertices(11111, without_text));
    EXPECT_EQ(count_vertices(1, with_text) + 4 * 4, count_vertices(11111, with_text));
}

// The text of a slider in one window, while a text field in another window gets the focus.
TEST_F(SliderFrames, TextStaysBesideTheKnobWhileATextFieldHasTheFocus) {
    const auto draw_frame = [&](bool focus) {
        ImGui::NewFrame();
        ImGui::SetNextWindowSize({400.0f, 100.0f});
        ImGui::Begin("sliders", nullptr, ImGuiWindowFlags_NoTitleBar);
        int value = 50;
        slider(entry_, "##value", value, {0.0f, 100.0f, "%d m"});
        std::vector<float> positions;
        for (const ImDrawVert& vertex : ImGui::GetWindowDrawList()->VtxBuffer)
            positions.push_back(vertex.pos.x);
        ImGui::End();
        ImGui::Begin("search");
        if (focus) ImGui::SetKeyboardFocusHere();
        char text[8] = "";
        ImGui::InputText("##search", text, sizeof text);
        ImGui::End();
        ImGui::EndFrame();
        return positions;
    };
    draw_frame(false);
    const std::vector<float> before = draw_frame(false);
    draw_frame(true);
    draw_frame(false);
    const std::vector<float> during = draw_frame(false);
    EXPECT_TRUE(ImGui::GetIO().WantTextInput);
    EXPECT_EQ(during, before);
}

}  // namespace
}  // namespace toibox::app

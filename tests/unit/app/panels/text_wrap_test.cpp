// SPDX-License-Identifier: MIT
#include "app/platform/text_wrap.h"

#include "tests/unit/app/panels/imgui_fixture.h"

#include <algorithm>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {
class TextWrap : public ImGuiFixture {
protected:
    void SetUp() override {
        ImGui::NewFrame();
        ImGui::Begin("text");
    }
    void TearDown() override {
        ImGui::End();
        ImGui::EndFrame();
    }
    static float width_of(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }
};

TEST_F(TextWrap, BreaksOnlyBetweenWords) {
    const std::string text = "Does a bullet at 200 m/s hit a wall 0.05 m thick? (1.9 - 0.05 - 0.025) m";
    for (float width = 20.0f; width < 600.0f; width += 7.0f) {
        const std::string wrapped = with_line_breaks(text, width);
        std::string joined = wrapped;
        std::ranges::replace(joined, '\n', ' ');
        EXPECT_EQ(joined, text) << width;
        std::istringstream lines(wrapped);
        for (std::string line; std::getline(lines, line);)
            EXPECT_TRUE(width_of(line) <= width || line.find(' ') == std::string::npos) << line;
    }
}

TEST_F(TextWrap, KeepsLineBreaksAndFillsLines) {
    EXPECT_EQ(with_line_breaks("one two\nthree", 1000.0f), "one two\nthree");
    EXPECT_EQ(with_line_breaks("one two three", width_of("one two")), "one two\nthree");
    EXPECT_EQ(with_line_breaks("", 10.0f), "");
}

}  // namespace
}  // namespace toibox::app

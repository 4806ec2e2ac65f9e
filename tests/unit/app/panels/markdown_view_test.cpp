// SPDX-License-Identifier: MIT
#include "app/platform/markdown_view.h"

#include "app/platform/text_wrap.h"
#include "tests/unit/app/panels/imgui_fixture.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A second font, twice as large as the default one.
class MarkdownViewTest : public ImGuiFixture {
protected:
    MarkdownViewTest() {
        ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
        ImFontConfig large_config;
        large_config.SizePixels = 26.0f;
        regular = atlas.Fonts[0];
        large = atlas.AddFontDefault(&large_config);
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
    }
    void SetUp() override {
        ImGui::NewFrame();
        ImGui::Begin("text");
    }
    void TearDown() override {
        ImGui::End();
        ImGui::EndFrame();
    }
    [[nodiscard]] ImVec2 size_of(const std::string& text, float width) const {
        return MarkdownView(text, {regular, large, large, large}, width).size();
    }

    ImFont* regular = nullptr;
    ImFont* large = nullptr;
};

TEST_F(MarkdownViewTest, HeightIsThatOfTheLines) {
    const float line = ImGui::GetFontSize();
    EXPECT_EQ(size_of("one two", 1000.0f).y, line);
    EXPECT_EQ(size_of("one two", 1.0f).y, 2.0f * line);
    EXPECT_EQ(size_of("one  \ntwo", 1000.0f).y, 2.0f * line);
    EXPECT_EQ(size_of("", 1000.0f).y, 0.0f);
    EXPECT_GT(size_of("one\n\ntwo", 1000.0f).y, 2.0f * line) << "a gap between paragraphs";
    EXPECT_EQ(size_of("one **two**", 1000.0f).y, 2.0f * line) << "a line is as high as its largest font";
}

TEST_F(MarkdownViewTest, IsAsWideAsItsLongestLineAndIndentsLists) {
    const float word = ImGui::CalcTextSize("word").x;
    EXPECT_EQ(size_of("word  \na", 1000.0f).x, word);
    EXPECT_GT(size_of("- word", 1000.0f).x, word);
    for (float width = word + 40.0f; width < 400.0f; width += 13.0f)
        EXPECT_LE(size_of("- several **large words** in `a list`, one - two", width).x,
                  std::max(width, 4 * word));
}

TEST_F(MarkdownViewTest, WordsOfSeveralRunsAreNotBroken) {
    const FontRun runs[] = {{"see ", regular}, {"bold", large}, {", then more", regular}};
    const auto line_text = [](const TextLine& line) {
        std::string text;
        for (const LinePiece& piece : line)
            text += piece.text;
        return text;
    };
    const float bold = large->CalcTextSizeA(26.0f, 1e9f, 0.0f, "bold").x;
    const std::vector<TextLine> lines = wrap_runs(runs, bold + 4.0f);  // "bold" fits, "bold," does not
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(line_text(lines[0]), "see");
    EXPECT_EQ(line_text(lines[1]), "bold,");
    EXPECT_EQ(lines[1].size(), 2u);
    EXPECT_EQ(lines[1][1].x, lines[1][0].width);
    EXPECT_EQ(line_text(lines[2]), "then");
    EXPECT_EQ(line_text(lines[3]), "more");
}

}  // namespace
}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/widgets/widgets.h"

#include "tests/unit/app/panels/imgui_fixture.h"

#include <string>

#include <gtest/gtest.h>
#include <imgui.h>

namespace toibox::app {
namespace {

/// Within a frame, which is enough to measure text.
class Elide : public ImGuiFixture {
protected:
    Elide() { ImGui::NewFrame(); }
    ~Elide() override { ImGui::EndFrame(); }
    static float width_of(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }
};

TEST_F(Elide, KeepsTextThatFits) {
    EXPECT_EQ(elide("The blade", width_of("The blade")), "The blade");
    EXPECT_EQ(elide("", 0.0f), "");
}

TEST_F(Elide, CutsWholeLettersAndAddsAnEllipsis) {
    const std::string text = "Drehung — Öse für Öse";
    for (float room = width_of("…"); room < width_of(text); room += 1.0f) {
        const std::string cut = elide(text, room);
        ASSERT_TRUE(cut.ends_with("…")) << room;
        EXPECT_LE(width_of(cut), room);
        const std::string prefix = cut.substr(0, cut.size() - std::string("…").size());
        EXPECT_TRUE(text.starts_with(prefix)) << cut;
        // The first removed byte starts a letter.
        EXPECT_NE(static_cast<unsigned char>(text[prefix.size()]) & 0xC0u, 0x80u) << cut;
    }
}

TEST_F(Elide, ShowsOnlyTheEllipsisWithoutRoom) {
    EXPECT_EQ(elide("The blade", 0.0f), "…");
}

TEST(NumberTexts, HaveATrueMinus) {
    EXPECT_EQ(number_text(-0.3), "−0.3");
    EXPECT_EQ(number_text(-12345.6), "−12346");
    EXPECT_EQ(number_text(-1.2e-5), "−1.2e−05");
    EXPECT_EQ(number_text(-0.0), "0");
    EXPECT_EQ(fixed_text(-1.5), "−1.500");
    EXPECT_EQ(fixed_text(-1e-4), "0.000");
}

}  // namespace
}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/widgets.h"

#include <string>

#include <gtest/gtest.h>
#include <imgui.h>

namespace toibox::app {
namespace {

/// ImGui with its own font and no window: enough to measure text.
class Elided : public testing::Test {
protected:
    Elided() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {640.0f, 480.0f};
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
        ImGui::NewFrame();
    }
    ~Elided() override {
        ImGui::EndFrame();
        ImGui::DestroyContext();
    }
    static float width_of(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }
};

TEST_F(Elided, LeavesWhatFits) {
    EXPECT_EQ(elide("The blade", width_of("The blade")), "The blade");
    EXPECT_EQ(elide("", 0.0f), "");
}

TEST_F(Elided, CutsWholeLettersAndSaysSo) {
    const std::string text = "Drehung — Öse für Öse";
    for (float room = width_of("…"); room < width_of(text); room += 1.0f) {
        const std::string cut = elide(text, room);
        ASSERT_TRUE(cut.ends_with("…")) << room;
        EXPECT_LE(width_of(cut), room);
        const std::string kept = cut.substr(0, cut.size() - std::string("…").size());
        EXPECT_TRUE(text.starts_with(kept)) << cut;
        // Where it was cut a letter begins.
        EXPECT_NE(static_cast<unsigned char>(text[kept.size()]) & 0xC0u, 0x80u) << cut;
    }
}

TEST_F(Elided, EndsWhereThereIsNoRoomAtAll) {
    EXPECT_EQ(elide("The blade", 0.0f), "…");
}

}  // namespace
}  // namespace toibox::app

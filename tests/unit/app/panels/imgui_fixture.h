// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

namespace toibox::app {

/// An ImGui context with the default font and no window, for one test.
class ImGuiFixture : public testing::Test {
protected:
    ImGuiFixture() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {640.0f, 480.0f};
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    }
    ~ImGuiFixture() override { ImGui::DestroyContext(); }
    ImGuiFixture(const ImGuiFixture&) = delete;
    ImGuiFixture& operator=(const ImGuiFixture&) = delete;
};

}  // namespace toibox::app

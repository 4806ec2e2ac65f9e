// SPDX-License-Identifier: MIT
#include "app/platform/imgui_layer.h"
#include "app/window/sandbox.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

// The names of the playground include "ground #1 – crate-0" and "face B0, at its end, with face A2".
TEST(ContactsPanel, ShowsWholeTextsInASmallWindow) {
    auto window = Window::open({.width = 1280, .height = 720, .unattended = true});
    ASSERT_TRUE(window) << window.error();
    ImGuiLayer layer(*window);
    const WindowOptions options{.scene = TOIBOX_SOURCE_DIR "/scenes/playground/00-playground.toi.json",
                                .screenshot = "none.png",
                                .at_step = 120,
                                .open = {"contacts"}};
    SettingsStore store = SettingsStore::load({});
    app::Sandbox sandbox(options, store, TOIBOX_SOURCE_DIR "/scenes");
    ASSERT_TRUE(sandbox.open_initial_scene(options));
    WidgetRects rects;
    set_widget_rects(&rects);
    const FrameInput input;
    for (int i = 0; i < 5; ++i) {
        rects.begin_frame();
        layer.new_frame({.fixed = true});
        sandbox.frame(
            {.input = input, .palette = layer.palette(), .fonts = layer.fonts(), .points = {1280, 720}});
        layer.render();
    }
    int contacts = 0;
    int features = 0;
    for (const auto& [name, rect] : rects.all()) {
        const bool is_contact = name.starts_with("contact ");
        const bool is_feature = name.starts_with("feature ");
        if (!is_contact && !is_feature) continue;
        const float text_width = ImGui::CalcTextSize(name.substr(8).c_str()).x;
        EXPECT_GE(rect.width, text_width - 1.0f) << name;
        EXPECT_LE(rect.x + rect.width, 1280.0f) << name;
        (is_contact ? contacts : features) += 1;
    }
    EXPECT_GT(contacts, 5);
    EXPECT_GT(features, 5);
    set_widget_rects(nullptr);
}

}  // namespace
}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/platform/imgui_layer.h"

#include "app/platform/theme.h"

#include <algorithm>

#include <SDL.h>

namespace toibox::app {
ImGuiLayer::ImGuiLayer(const Window& window) : window_(&window) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // the SettingsStore saves the layout
    io.LogFilename = nullptr;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.ConfigDragClickToInputText = true;
    ImGui_ImplSDL2_InitForOpenGL(window.handle(), window.context());
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiLayer::~ImGuiLayer() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
}

float ImGuiLayer::scale() const {
    return is_projected_ ? user_scale_ * projector_scale : user_scale_;
}

void ImGuiLayer::set_look(ThemeKind theme, float scale, bool is_projected) {
    theme_ = theme;
    is_projected_ = is_projected || theme == ThemeKind::Projector;
    user_scale_ = std::clamp(scale, 0.75f, 4.0f);
    look_changed_ = true;
}

void ImGuiLayer::rebuild() {
    const FontScale wanted{
        .scale = user_scale_, .pixel_ratio = window_->pixel_ratio(), .is_projector = is_projected_};
    if (wanted != built_fonts_) {
        fonts_ = load_fonts(ImGui::GetIO(), wanted);
        compat::upload_fonts();
        built_fonts_ = wanted;
    }
    if (look_changed_) apply_theme(palette(), scale());
    look_changed_ = false;
}

void ImGuiLayer::process_event(const SDL_Event& event) {
    ImGui_ImplSDL2_ProcessEvent(&event);
}

void ImGuiLayer::new_frame(const FrameTiming& timing) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    rebuild();
    ImGuiIO& io = ImGui::GetIO();
    if (timing.fixed) io.DeltaTime = timing.dt;
    if (timing.mouse) compat::set_mouse(io, {timing.mouse->x, timing.mouse->y}, timing.mouse->down);
    ImGui::NewFrame();
}

void ImGuiLayer::render() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace toibox::app

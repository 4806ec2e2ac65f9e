// SPDX-License-Identifier: MIT
#pragma once

// What differs between Dear ImGui 1.86 (Debian 12) and 1.92, in one place, so that the rest is written once.
// Never test ImGuiKey_* in this program: on 1.86 the names compile and mean SDL scancodes (see key.h).

#include <imgui.h>
#include <imgui_freetype.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#if __has_include(<imgui_impl_sdl2.h>)
    #include <imgui_impl_sdl2.h>
#else
    #include <imgui_impl_sdl.h>
#endif

namespace toibox::app::compat {

/// ImDrawList::AddRect; from 1.92.8 on its last two arguments change places.
inline void add_rect(ImDrawList& list, ImVec2 lower, ImVec2 upper, ImU32 color, float rounding,
                     float thickness) {
#if IMGUI_VERSION_NUM >= 19280
    list.AddRect(lower, upper, color, rounding, thickness, 0);
#else
    list.AddRect(lower, upper, color, rounding, 0, thickness);
#endif
}

/// ImDrawList::AddPolyline, open or closed; as add_rect.
inline void add_polyline(ImDrawList& list, const ImVec2* points, int count, ImU32 color, bool closed,
                         float thickness) {
    const ImDrawFlags flags = closed ? ImDrawFlags_Closed : ImDrawFlags_None;
#if IMGUI_VERSION_NUM >= 19280
    list.AddPolyline(points, count, color, thickness, flags);
#else
    list.AddPolyline(points, count, color, flags, thickness);
#endif
}

/// ImGui::BeginChild with a border or without; a bool until 1.89, flags from 1.90 on.
inline bool begin_child(const char* id, ImVec2 size, bool border, ImGuiWindowFlags flags = 0) {
#if IMGUI_VERSION_NUM >= 19000
    return ImGui::BeginChild(id, size, border ? ImGuiChildFlags_Border : ImGuiChildFlags_None, flags);
#else
    return ImGui::BeginChild(id, size, border, flags);
#endif
}

/// The last item takes the wheel: the window that it is in does not scroll under the mouse.
inline void capture_wheel() {
#if IMGUI_VERSION_NUM >= 18920
    if (ImGui::IsItemHovered()) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
#else
    if (ImGui::IsItemHovered()) ImGui::SetItemUsingMouseWheel();
#endif
}

/// ImGui::PushFont; from 1.92 on it takes a size too.
inline void push_font(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(font, 0.0f);
#else
    ImGui::PushFont(font);
#endif
}

/// FreeType draws the glyphs; from 1.92 on it is called a loader.
inline void use_freetype(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM >= 19200
    atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
#else
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
#endif
}

/// Vertical hints only: stems meet the pixel rows, widths stay true, and letters do not jitter.
inline void use_light_hinting(ImFontConfig& config) {
#if IMGUI_VERSION_NUM >= 19200
    config.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
#else
    config.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
}

/// Fonts are built in pixels and measured in points.
inline void set_font_scale(ImGuiIO& io, float points_per_pixel) {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetStyle().FontScaleMain = points_per_pixel;
    static_cast<void>(io);
#else
    io.FontGlobalScale = points_per_pixel;
#endif
}

/// After the atlas was filled anew; from 1.92 on the backend follows it by itself.
inline void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// Whether any list, menu or other pop-up is open.
inline bool is_popup_open() {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}
/// Closes them all: ImGui itself does so by Escape only where its keyboard navigation is on, which would take
/// the program's own keys.
inline void close_popups() {
    if (is_popup_open()) ImGui::ClosePopupToLevel(0, true);
}

/// Puts the mouse of a script in place of the real one, after the backend's NewFrame and before ImGui's.
inline void set_mouse(ImGuiIO& io, ImVec2 position, const bool (&down)[3]) {
#if IMGUI_VERSION_NUM >= 18700
    io.AddMousePosEvent(position.x, position.y);
    for (int button = 0; button < 3; ++button) {
        io.AddMouseButtonEvent(button, down[button]);
    }
#else
    // 1.86 asks SDL for the real mouse each frame and has no queue: overwrite what it found.
    io.MousePos = position;
    for (int button = 0; button < 3; ++button) {
        io.MouseDown[button] = down[button];
    }
#endif
}

}  // namespace toibox::app::compat

// SPDX-License-Identifier: MIT
#pragma once

// Hides the differences between Dear ImGui 1.86 (Debian 12) and 1.92.
// Never query ImGuiKey_* in this program: in 1.86, these values compile but are not the indices that key
// queries take, which are SDL scancodes (see key.h).

#include <cstdint>

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

/// ImDrawList::AddRect. 1.92.8 swapped the last two arguments.
inline void add_rect(ImDrawList& list, ImVec2 lower, ImVec2 upper, ImU32 color, float rounding,
                     float thickness) {
#if IMGUI_VERSION_NUM >= 19280
    list.AddRect(lower, upper, color, rounding, thickness, 0);
#else
    list.AddRect(lower, upper, color, rounding, 0, thickness);
#endif
}

/// ImDrawList::AddPolyline, open or closed. 1.92.8 swapped the last two arguments.
inline void add_polyline(ImDrawList& list, const ImVec2* points, int count, ImU32 color, bool closed,
                         float thickness) {
    const ImDrawFlags flags = closed ? ImDrawFlags_Closed : ImDrawFlags_None;
#if IMGUI_VERSION_NUM >= 19280
    list.AddPolyline(points, count, color, thickness, flags);
#else
    list.AddPolyline(points, count, color, flags, thickness);
#endif
}

/// Draws a texture of OpenGL whose first row of pixels is the lowest, with rounded corners.
inline void add_texture(ImDrawList& list, unsigned texture, ImVec2 lower, ImVec2 upper, float rounding,
                        ImDrawFlags corners) {
#if IMGUI_VERSION_NUM >= 19000
    const auto id = static_cast<ImTextureID>(texture);
#else
    // 1.86 passes names of textures as pointers.
    const auto id = reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture));
#endif
    list.AddImageRounded(id, lower, upper, {0.0f, 1.0f}, {1.0f, 0.0f}, IM_COL32_WHITE, rounding, corners);
}

/// ImGui::BeginChild. The border was a bool before 1.90, and has been a flag since.
inline bool begin_child(const char* id, ImVec2 size, bool border, ImGuiWindowFlags flags = 0) {
#if IMGUI_VERSION_NUM >= 19000
    return ImGui::BeginChild(id, size, border ? ImGuiChildFlags_Border : ImGuiChildFlags_None, flags);
#else
    return ImGui::BeginChild(id, size, border, flags);
#endif
}

/// Lets the last item capture the wheel, so that its window does not scroll.
inline void capture_wheel() {
#if IMGUI_VERSION_NUM >= 18920
    if (ImGui::IsItemHovered()) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
#else
    if (ImGui::IsItemHovered()) ImGui::SetItemUsingMouseWheel();
#endif
}

/// ImGui::PushFont. Since 1.92 it also takes a size.
inline void push_font(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(font, 0.0f);
#else
    ImGui::PushFont(font);
#endif
}

/// How far the baseline of the current font is below the top of a line, points.
inline float current_ascent() {
#if IMGUI_VERSION_NUM >= 19200
    return ImGui::GetFontBaked()->Ascent * ImGui::GetFontSize() / ImGui::GetFontBaked()->Size;
#else
    return ImGui::GetFont()->Ascent * ImGui::GetFontSize() / ImGui::GetFont()->FontSize;
#endif
}

/// Rasterises glyphs with FreeType.
inline void use_freetype(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM >= 19200
    atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
#else
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
#endif
}

/// Hints glyphs only vertically: sharp horizontal stems, unchanged widths.
inline void use_light_hinting(ImFontConfig& config) {
#if IMGUI_VERSION_NUM >= 19200
    config.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
#else
    config.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
}

/// Gives the digits 0 … 9 of a built font the width of the widest, so that numbers in columns line up and
/// changing numbers do not jitter. ImGui cannot ask a font for its tabular digits. 1.92 loads glyphs on
/// demand, so its digits keep their widths.
inline void make_digits_tabular(ImFont& font) {
#if IMGUI_VERSION_NUM < 19200
    float widest = 0.0f;
    for (ImWchar digit = '0'; digit <= '9'; ++digit)
        widest = ImMax(widest, font.GetCharAdvance(digit));
    for (ImFontGlyph& glyph : font.Glyphs) {
        if (glyph.Codepoint < '0' || glyph.Codepoint > '9') continue;
        const float shift = ImFloor(0.5f * (widest - glyph.AdvanceX));  // whole pixels stay sharp
        glyph.X0 += shift;
        glyph.X1 += shift;
        glyph.AdvanceX = widest;
    }
    font.BuildLookupTable();
#else
    static_cast<void>(font);
#endif
}

/// Scales fonts, which are rasterised in pixels, to the layout of the UI in points.
inline void set_font_scale(ImGuiIO& io, float points_per_pixel) {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetStyle().FontScaleMain = points_per_pixel;
    static_cast<void>(io);
#else
    io.FontGlobalScale = points_per_pixel;
#endif
}

/// Uploads the font atlas after a change. Since 1.92 the backend uploads it.
inline void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// Whether any list, menu or other popup is open.
inline bool is_popup_open() {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}
/// Whether a list or menu is open over the current popup.
inline bool is_child_popup_open() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return context.OpenPopupStack.Size > context.BeginPopupStack.Size;
}
/// Closes all popups. ImGui closes them on Escape only with keyboard navigation, which would conflict with
/// the program's shortcuts.
inline void close_popups() {
    if (is_popup_open()) ImGui::ClosePopupToLevel(0, true);
}

/// Replaces the real mouse by the mouse of a script. Call between NewFrame of the backend and
/// ImGui::NewFrame.
inline void set_mouse(ImGuiIO& io, ImVec2 position, const bool (&down)[3]) {
#if IMGUI_VERSION_NUM >= 18700
    io.AddMousePosEvent(position.x, position.y);
    for (int button = 0; button < 3; ++button) {
        io.AddMouseButtonEvent(button, down[button]);
    }
#else
    // 1.86 reads the real mouse from SDL in each frame and has no event queue: overwrite the mouse state.
    io.MousePos = position;
    for (int button = 0; button < 3; ++button) {
        io.MouseDown[button] = down[button];
    }
#endif
}

}  // namespace toibox::app::compat

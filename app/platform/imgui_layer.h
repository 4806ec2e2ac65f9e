// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/imgui_compat.h"
#include "app/platform/palette.h"
#include "app/platform/window.h"

#include <optional>

union SDL_Event;

namespace toibox::app {

/// The mouse of a UI script. Position in points.
struct ScriptedMouse {
    float x = 0.0f;
    float y = 0.0f;
    bool down[3] = {};  ///< Left, right, middle.
};

struct FrameTiming {
    float dt = 1.0f / 60.0f;  ///< Seconds since the last frame.
    bool fixed = false;  ///< Whether ImGui uses `dt` instead of the clock, so that runs are reproducible.
    std::optional<ScriptedMouse> mouse = std::nullopt;  ///< Replaces the real mouse.
};

/// The ImGui context with its SDL2 and OpenGL 3 backends, fonts and style. Only one ImGuiLayer may exist at a
/// time.
class ImGuiLayer {
public:
    /// The window must outlive the layer.
    explicit ImGuiLayer(const Window& window);
    ~ImGuiLayer();
    ImGuiLayer(const ImGuiLayer&) = delete;
    ImGuiLayer& operator=(const ImGuiLayer&) = delete;

    /// Takes effect at the next new_frame. Fonts are rebuilt only if their sizes changed.
    /// `scale`: chosen by the user, clamped to [0.75, 4]. `is_projected`: large, as in the projector theme.
    void set_look(ThemeKind theme, float scale, bool is_projected = false);
    [[nodiscard]] ThemeKind theme() const { return theme_; }
    [[nodiscard]] const Palette& palette() const { return palette_of(theme_); }
    /// Points per design point: the user's scale, times 1.25 for a projector.
    [[nodiscard]] float scale() const;
    [[nodiscard]] const Fonts& fonts() const { return fonts_; }

    /// Passes an SDL event to ImGui.
    void process_event(const SDL_Event& event);
    void new_frame(const FrameTiming& timing);
    /// Ends the frame and draws the widgets into the current framebuffer. Cost: some milliseconds with a
    /// software rasteriser.
    void render();
    /// Whether a text field has the keyboard.
    [[nodiscard]] bool wants_text() const { return ImGui::GetIO().WantTextInput; }
    /// Whether the mouse is over a panel or drags a widget.
    [[nodiscard]] bool wants_mouse() const { return ImGui::GetIO().WantCaptureMouse; }

private:
    void rebuild();

    const Window* window_;
    ThemeKind theme_ = ThemeKind::Dark;
    float user_scale_ = 1.0f;
    bool is_projected_ = false;
    FontScale built_fonts_{.scale = 0.0f};
    bool look_changed_ = true;
    Fonts fonts_;
};

}  // namespace toibox::app

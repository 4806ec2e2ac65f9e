// SPDX-License-Identifier: MIT
#pragma once

#include <imgui.h>

namespace toibox::app {

/// Flags of a card: a small window over the world, as large as its contents, that cannot be moved and takes
/// no focus when it appears.
inline constexpr ImGuiWindowFlags card_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                               ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                               ImGuiWindowFlags_AlwaysAutoResize |
                                               ImGuiWindowFlags_NoFocusOnAppearing;

/// Gives windows over the world a popup background and a border.
void push_card_style();
void pop_card_style();
/// Multiplies the opacity of everything drawn so far in the current window. Call before ImGui::End().
void fade_window(float opacity);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/widgets/card.h"

namespace toibox::app {

void push_card_style() {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, ImGui::GetStyle().PopupBorderSize);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ImGui::GetStyle().PopupRounding);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
}

void pop_card_style() {
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

}  // namespace toibox::app

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

void fade_window(float opacity) {
    if (opacity >= 1.0f) return;
    for (ImDrawVert& vertex : ImGui::GetWindowDrawList()->VtxBuffer) {
        ImVec4 color = ImGui::ColorConvertU32ToFloat4(vertex.col);
        color.w *= opacity;
        vertex.col = ImGui::ColorConvertFloat4ToU32(color);
    }
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/platform/ui_marks.h"

#include "app/platform/imgui_compat.h"

namespace toibox::app {

std::optional<UiRect> UiMarks::find(std::string_view name) const {
    const auto found = rects_.find(name);
    return found != rects_.end() ? std::optional(found->second) : std::nullopt;
}

void set_ui_marks(UiMarks* marks) {
    ImGui::GetIO().UserData = marks;
}

bool ui_marks_wanted() {
    return ImGui::GetIO().UserData != nullptr;
}

void ui_mark(std::string_view name) {
    const ImVec2 lower = ImGui::GetItemRectMin();
    const ImVec2 upper = ImGui::GetItemRectMax();
    ui_mark(name, {lower.x, lower.y, upper.x - lower.x, upper.y - lower.y});
}

void ui_mark(std::string_view kind, std::string_view name) {
    if (ui_marks_wanted()) ui_mark(std::string(kind) + " " + std::string(name));
}

void ui_mark(std::string_view name, const UiRect& rect) {
    if (auto* marks = static_cast<UiMarks*>(ImGui::GetIO().UserData)) marks->put(name, rect);
}

}  // namespace toibox::app

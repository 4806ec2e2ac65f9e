// SPDX-License-Identifier: MIT
#include "app/platform/scripting/widget_rects.h"

#include "app/platform/imgui_compat.h"

namespace toibox::app {

std::optional<UiRect> WidgetRects::find(std::string_view name) const {
    const auto found = rects_.find(name);
    return found != rects_.end() ? std::optional(found->second) : std::nullopt;
}

void set_widget_rects(WidgetRects* rects) {
    ImGui::GetIO().UserData = rects;
}

bool wants_widget_names() {
    return ImGui::GetIO().UserData != nullptr;
}

void name_widget(std::string_view name) {
    const ImVec2 lower = ImGui::GetItemRectMin();
    const ImVec2 upper = ImGui::GetItemRectMax();
    name_widget(name, {lower.x, lower.y, upper.x - lower.x, upper.y - lower.y});
}

void name_widget(std::string_view kind, std::string_view name) {
    if (wants_widget_names()) name_widget(std::string(kind) + " " + std::string(name));
}

void name_widget(std::string_view name, const UiRect& rect) {
    if (auto* rects = static_cast<WidgetRects*>(ImGui::GetIO().UserData)) rects->put(name, rect);
}

}  // namespace toibox::app

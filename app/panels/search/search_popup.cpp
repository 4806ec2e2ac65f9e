// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/search/search_drawing.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr const char* popup_id = "search everything";
constexpr float popup_width = 700.0f;  ///< Design points.
constexpr const char* searched = "scenes, commands, settings, quantities";

/// Up and Down choose a row while the text field has the keyboard. When it gets the keyboard, the cursor goes
/// to the end of the text.
int edit_search(ImGuiInputTextCallbackData* data) {
    SearchPopup& popup = static_cast<UiState*>(data->UserData)->search_popup;
    if (!std::exchange(popup.has_keyboard, true)) {
        data->CursorPos = data->BufTextLen;
        data->ClearSelection();
    }
    if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
        popup.is_row_moved = true;
        if (data->EventKey == ImGuiKey_DownArrow) {
            ++popup.row;
        } else if (popup.row > 0) {
            --popup.row;
        }
    }
    if (data->EventFlag == ImGuiInputTextFlags_CallbackEdit) popup.is_row_moved = false;
    return 0;
}

/// The text field of the popup. Enter runs the chosen row, Escape closes the popup.
enum class Typed { Nothing, Enter, Escape };
Typed search_text_field(UiState& ui) {
    SearchPopup& popup = ui.search_popup;
    const float scale = design_scale();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_icon(*ImGui::GetWindowDrawList(), Icon::Search, {at.x + 12.0f * scale, at.y + 8.0f * scale},
              16.0f * scale, ImGui::GetColorU32(ImGuiCol_TextDisabled));
    ImGui::SetCursorScreenPos({at.x + 36.0f * scale, at.y});
    std::array<char, 128> buffer{};
    std::strncpy(buffer.data(), popup.text.c_str(), buffer.size() - 1);
    compat::push_font(ui.fonts.small);
    const float searched_width = ImGui::CalcTextSize(searched).x;
    ImGui::PopFont();
    ImGui::SetNextItemWidth(-searched_width - 36.0f * scale);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0u);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4.0f * scale, 8.0f * scale});
    // A click beside the field takes the keyboard from it, and so does the control of a setting while it is
    // used.
    const bool is_control_used = ui.number_entry.is_typing() || compat::is_child_popup_open();
    const bool wants_keyboard =
        !popup.has_keyboard && !is_control_used && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (wants_keyboard) ImGui::SetKeyboardFocusHere();
    constexpr ImGuiInputTextFlags flags =
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
        ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_CallbackAlways;
    const bool is_entered =
        ImGui::InputTextWithHint("##text", "Search", buffer.data(), buffer.size(), flags, edit_search, &ui);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    name_widget("search text");
    const bool is_left = ImGui::IsItemDeactivated() && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (!ImGui::IsItemActive()) popup.has_keyboard = false;
    compat::push_font(ui.fonts.small);
    ImGui::GetWindowDrawList()->AddText(
        {at.x + ImGui::GetContentRegionAvail().x - searched_width - 12.0f * scale, at.y + 10.0f * scale},
        ImGui::GetColorU32(ImGuiCol_TextDisabled), searched);
    ImGui::PopFont();
    if (is_entered) return Typed::Enter;
    if (is_left && !is_control_used) return Typed::Escape;
    popup.text = buffer.data();
    return Typed::Nothing;
}

/// Draws the results. Returns what to run.
std::function<void(Session&, UiState&)> search_results(Typed typed, Session& session, UiState& ui) {
    SearchPopup& popup = ui.search_popup;
    const SearchQuery query(popup.text);
    const SearchResults results = search_everything(popup.text, session, ui);
    if (!popup.is_row_moved) popup.row = results.best();
    popup.row = std::min(popup.row, std::max<std::size_t>(results.size(), 1) - 1);
    popup.row_name = results.size() > 0 ? results.row(popup.row).name : "";
    const RowPress key = typed != Typed::Enter    ? RowPress::None
                         : ImGui::GetIO().KeyCtrl ? RowPress::RunBeside
                                                  : RowPress::Run;
    std::function<void(Session&, UiState&)> wanted;
    std::size_t index = 0;
    for (const SearchGroup& group : results.groups) {
        ImGui::PushID(group.name);
        draw_group_head(ui.fonts, group);
        for (const SearchRow& row : group.rows) {
            const bool is_chosen = index++ == popup.row;
            const RowPress press =
                draw_search_row(row, query, {is_chosen, is_chosen ? key : RowPress::None}, session, ui);
            if (press == RowPress::None) continue;
            wanted = press == RowPress::RunBeside && row.run_beside ? row.run_beside : row.run;
        }
        ImGui::PopID();
    }
    if (results.groups.empty()) {
        ImGui::Indent(12.0f * design_scale());
        hint_text("Nothing found.");
        ImGui::Unindent(12.0f * design_scale());
    }
    return wanted;
}

/// A line over the whole width of the popup.
void draw_separator() {
    const float gap = 6.0f * design_scale();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = ImGui::GetWindowPos().x;
    const float y = std::floor(at.y + gap) + 0.5f;
    ImGui::GetWindowDrawList()->AddLine({left, y}, {left + ImGui::GetWindowSize().x, y},
                                        ImGui::GetColorU32(ImGuiCol_Border));
    ImGui::Dummy({0.0f, 2.0f * gap});
}

void search_popup_content(Session& session, UiState& ui) {
    const bool was_control_used = ui.number_entry.is_typing() || compat::is_child_popup_open();
    const Typed typed = search_text_field(ui);
    draw_separator();
    if (typed == Typed::Enter || ImGui::IsMouseClicked(ImGuiMouseButton_Left)) session.begin_gesture();
    const auto wanted = search_results(typed, session, ui);
    draw_separator();
    draw_search_keys(ui.fonts);
    const bool is_outside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !was_control_used &&
                            !ImGui::IsWindowAppearing() &&
                            !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (wanted) wanted(session, ui);
    if (wanted || typed == Typed::Escape || is_outside) ImGui::CloseCurrentPopup();
}

}  // namespace

void search_popup(Session& session, UiState& ui, float top) {
    if (std::exchange(ui.search_popup.opens, false)) {
        ui.search_popup = {};
        ImGui::OpenPopup(popup_id);
    }
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float scale = design_scale();
    const float width = std::min(popup_width * scale, 0.9f * display.x);
    ImGui::SetNextWindowPos({0.5f * (display.x - width), top});
    ImGui::SetNextWindowSize({width, 0.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8.0f * scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {spacing::unit * scale, spacing::unit * scale});
    const bool is_open =
        ImGui::BeginPopupModal(popup_id, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(3);
    ui.search_popup.is_open = is_open;
    if (!is_open) return;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0.0f});
    search_popup_content(session, ui);
    ImGui::PopStyleVar();
    ImGui::EndPopup();
}

std::string chosen_search_row(const UiState& ui) {
    return ui.search_popup.is_open ? ui.search_popup.row_name : "";
}

}  // namespace toibox::app

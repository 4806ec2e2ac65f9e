// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <sstream>
#include <utility>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr const char* popup_id = "search everything";
constexpr float popup_width = 700.0f;          ///< Design points.
constexpr float row_height = 36.0f;            ///< Design points.
constexpr std::size_t rows_before_typing = 3;  ///< Of each group, while the text is empty.
constexpr std::size_t max_rows = 8;            ///< Of each group.

struct Command {
    const char* name;
    const char* key;
    void (*run)(Session&, UiState&);
};

template <bool UiState::* flag>
void flip(Session&, UiState& ui) {
    ui.*flag = !(ui.*flag);
}

constexpr std::array commands{
    Command{"Go to the next event", "Ctrl+.", go_to_next_event},
    Command{"Go to the previous event", "Ctrl+,", go_to_previous_event},
    Command{"Compare variants side by side", "F7", [](Session&, UiState& ui) { ui.compare.toggle = true; }},
    Command{"Restart the scene", "R", restart},
    Command{"Play or pause", "Space", [](Session& s, UiState&) { s.set_playing(!s.is_playing()); }},
    Command{"One step", ".", [](Session& s, UiState&) { s.step_once(); }},
    Command{"One step back", ",", [](Session& s, UiState& ui) { step_back(s, ui, 1); }},
    Command{"Continuous collision on or off", "T", toggle_continuous},
    Command{"Warm starting on or off", "W", toggle_warm_starting},
    Command{"Stop at impacts on or off", "", toggle_stop_at_impacts},
    Command{"Reset settings to scene defaults", "", [](Session& s, UiState&) { s.reset_settings(); }},
    Command{"Undo", "Ctrl+Z", undo},
    Command{"Redo", "Ctrl+Shift+Z", redo},
    Command{"Set a bookmark", "M", [](Session& s, UiState&) { s.add_bookmark(); }},
    Command{"Start a branch", "Shift+B", [](Session& s, UiState&) { s.branch(); }},
    Command{"Record to a file, or stop recording", "Ctrl+R", toggle_recording},
    Command{"Fit everything", "Home", [](Session&, UiState& ui) { ui.fit_all = true; }},
    Command{"Fit the selection", "F", [](Session& s, UiState& ui) { fit_selection(s, ui); }},
    Command{"Show or hide the left panel", "", flip<&UiState::shows_left>},
    Command{"Show or hide the bottom panel", "", flip<&UiState::shows_bottom>},
    Command{"Show or hide the right panel", "", flip<&UiState::shows_right>},
    Command{"Show the list of scenes", "", [](Session&, UiState& ui) { show_panel(ui, "scenes"); }},
    Command{"Show the lesson", "F2", [](Session&, UiState& ui) { show_panel(ui, "lesson"); }},
    Command{"Show the settings", "", [](Session&, UiState& ui) { show_panel(ui, "settings"); }},
    Command{"Show the drawing options", "", [](Session&, UiState& ui) { show_panel(ui, "draw"); }},
    Command{"Show statistics", "F3", [](Session&, UiState& ui) { show_panel(ui, "statistics"); }},
    Command{"Show GJK and distance", "F4", [](Session&, UiState& ui) { show_panel(ui, "gjk"); }},
    Command{"Show time of impact", "F6", [](Session&, UiState& ui) { show_panel(ui, "toi"); }},
    Command{"Show the broad phase", "F8", [](Session&, UiState& ui) { show_panel(ui, "broad"); }},
    Command{"Show contacts", "", [](Session&, UiState& ui) { show_panel(ui, "contacts"); }},
    Command{"Show the profile", "", [](Session&, UiState& ui) { show_panel(ui, "profile"); }},
    Command{"Show the log", "", [](Session&, UiState& ui) { show_panel(ui, "log"); }},
    Command{"Projector mode", "Tab", toggle_projector_mode},
    Command{"Dark theme", "", [](Session&, UiState& ui) { ui.theme = ThemeKind::Dark; }},
    Command{"Light theme", "", [](Session&, UiState& ui) { ui.theme = ThemeKind::Light; }},
    Command{"Projector theme", "", [](Session&, UiState& ui) { ui.theme = ThemeKind::Projector; }},
    Command{"Show all keys", "F1", flip<&UiState::shows_key_overlay>},
    Command{"Quit", "Ctrl+Q", [](Session&, UiState& ui) { ui.quit = true; }},
};

/// A row of the popup.
struct SearchRow {
    Icon icon;
    std::string title;
    std::string detail;  ///< Grey, behind the title.
    const char* key;     ///< Shortcut; may be empty.
    std::function<void(Session&, UiState&)> run;
};

struct SearchGroup {
    const char* name;
    std::size_t total = 0;  ///< Found, including those that are not shown.
    std::vector<SearchRow> rows;
};

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

bool has_all_words(std::string_view text, const std::string& query) {
    const std::string lower = lower_case(text);
    std::istringstream words(lower_case(query));
    std::string word;
    while (words >> word) {
        if (lower.find(word) == std::string::npos) return false;
    }
    return true;
}

/// The rows of both groups for a text, in the order of the popup.
std::array<SearchGroup, 2> found_rows(const UiState& ui) {
    const std::string& text = ui.search_popup.text;
    const std::size_t limit = text.empty() ? rows_before_typing : max_rows;
    const std::vector<SceneListing> matching = matching_scenes(ui.scenes, text);
    // Scenes found by their title come before those found by goal or lesson.
    std::vector<SceneListing> scenes;
    for (const bool by_title : {true, false}) {
        for (const SceneListing& scene : matching)
            if (has_all_words(scene.title, text) == by_title) scenes.push_back(scene);
    }
    std::array<SearchGroup, 2> groups{SearchGroup{"Scenes", scenes.size(), {}},
                                      SearchGroup{"Commands", 0, {}}};
    for (const SceneListing& scene : scenes) {
        if (groups[0].rows.size() == limit) break;
        groups[0].rows.push_back(
            {Icon::Book, scene.title, scene.goal, "",
             [path = scene.path](Session& session, UiState& state) { open_scene(session, state, path); }});
    }
    for (const Command& command : commands) {
        if (!has_all_words(command.name, text)) continue;
        ++groups[1].total;
        if (groups[1].rows.size() < limit)
            groups[1].rows.push_back({Icon::Settings, command.name, "", command.key, command.run});
    }
    return groups;
}

/// Draws a row. True if it was clicked.
bool draw_row(const Look& look, const SearchRow& row, bool is_chosen) {
    const float scale = design_scale();
    const float height = row_height * scale;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const bool is_clicked = ImGui::InvisibleButton(row.title.c_str(), {width, height});
    name_widget("found", row.title);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 high(low.x + width, low.y + height);
    if (is_chosen) {
        list.AddRectFilled(low, high, to_imgui(with_alpha(look.palette.accent, lit_fill)), 4.0f * scale);
    } else if (ImGui::IsItemHovered()) {
        list.AddRectFilled(low, high, to_imgui(look.palette.field_hover), 4.0f * scale);
    }
    draw_icon(list, row.icon, {low.x + 12.0f * scale, low.y + 10.0f * scale}, 16.0f * scale,
              to_imgui(look.palette.text_dim));
    const float y = std::floor(low.y + 0.5f * (height - ImGui::GetFontSize()));
    const float title = low.x + 40.0f * scale;
    list.AddText({title, y}, to_imgui(look.palette.text), row.title.c_str());
    float right = high.x - 12.0f * scale;
    const char* key = is_chosen && *row.key == '\0' ? "Enter" : row.key;
    if (*key != '\0') {
        right -= key_cap_width(look, key);
        draw_key_cap(list, look, {right, low.y}, height, key);
    }
    const float detail = title + ImGui::CalcTextSize(row.title.c_str()).x + 12.0f * scale;
    const float room = right - 12.0f * scale - detail;
    if (!row.detail.empty() && room > 4.0f * ImGui::GetFontSize())
        list.AddText({detail, y}, to_imgui(look.palette.text_dim), elide(row.detail, room).c_str());
    return is_clicked;
}

void draw_group_head(const UiState& ui, const SearchGroup& group) {
    section_head(ui.fonts, group.name);
    const std::string count = group.rows.size() < group.total
                                  ? fmt::format("{} of {}", group.rows.size(), group.total)
                                  : fmt::format("{}", group.total);
    compat::push_font(ui.fonts.small);
    const float width = ImGui::CalcTextSize(count.c_str()).x;
    ImGui::SameLine(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
    ImGui::TextDisabled("%s", count.c_str());
    ImGui::PopFont();
}

/// Up and Down choose a row while the text field has the keyboard. When it gets the keyboard, the cursor goes
/// to the end of the text.
int edit_search(ImGuiInputTextCallbackData* data) {
    SearchPopup& popup = static_cast<UiState*>(data->UserData)->search_popup;
    int& chosen = popup.chosen;
    if (!std::exchange(popup.has_keyboard, true)) {
        data->CursorPos = data->BufTextLen;
        data->ClearSelection();
    }
    if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory)
        chosen += data->EventKey == ImGuiKey_DownArrow ? 1 : -1;
    if (data->EventFlag == ImGuiInputTextFlags_CallbackEdit) chosen = 0;
    return 0;
}

/// The text field of the popup.
enum class Typed { Nothing, Enter, Escape };
Typed search_text_field(UiState& ui) {
    SearchPopup& popup = ui.search_popup;
    const float scale = design_scale();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_icon(*ImGui::GetWindowDrawList(), Icon::Search, {at.x + 12.0f * scale, at.y + 6.0f * scale},
              16.0f * scale, ImGui::GetColorU32(ImGuiCol_TextDisabled));
    ImGui::SetCursorScreenPos({at.x + 36.0f * scale, at.y});
    std::array<char, 128> buffer{};
    std::strncpy(buffer.data(), popup.text.c_str(), buffer.size() - 1);
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0u);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4.0f * scale, 6.0f * scale});
    // A click beside the field takes the keyboard from it.
    if (!popup.has_keyboard && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) ImGui::SetKeyboardFocusHere();
    constexpr ImGuiInputTextFlags flags =
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
        ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_CallbackAlways;
    const bool is_entered = ImGui::InputTextWithHint("##text", "Search scenes and commands", buffer.data(),
                                                     buffer.size(), flags, edit_search, &ui);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    name_widget("search text");
    if (!ImGui::IsItemActive()) popup.has_keyboard = false;
    if (is_entered) return Typed::Enter;
    const bool is_left = ImGui::IsItemDeactivated() && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (is_left) return Typed::Escape;
    popup.text = buffer.data();
    return Typed::Nothing;
}

void search_popup_content(Session& session, UiState& ui) {
    SearchPopup& popup = ui.search_popup;
    const Typed typed = search_text_field(ui);
    const std::array<SearchGroup, 2> groups = found_rows(ui);
    const int count = static_cast<int>(groups[0].rows.size() + groups[1].rows.size());
    popup.chosen = std::clamp(popup.chosen, 0, std::max(count - 1, 0));
    int index = 0;
    const SearchRow* wanted = nullptr;
    for (const SearchGroup& group : groups) {
        if (group.rows.empty()) continue;
        ImGui::Separator();
        draw_group_head(ui, group);
        for (const SearchRow& row : group.rows) {
            const bool is_chosen = index++ == popup.chosen;
            if (draw_row(ui.look(), row, is_chosen) || (is_chosen && typed == Typed::Enter)) wanted = &row;
        }
    }
    if (count == 0) hint_text("Nothing found.");
    ImGui::Separator();
    compat::push_font(ui.fonts.small);
    ImGui::TextDisabled("Up, Down choose    Enter opens    Esc closes");
    name_widget("search keys");
    ImGui::PopFont();
    const bool is_outside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowAppearing() &&
                            !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (wanted != nullptr) wanted->run(session, ui);
    if (wanted != nullptr || typed == Typed::Escape || is_outside) ImGui::CloseCurrentPopup();
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
    ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 1.0f);
    const bool is_open =
        ImGui::BeginPopupModal(popup_id, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(2);
    ui.search_popup.is_open = is_open;
    if (!is_open) return;
    search_popup_content(session, ui);
    ImGui::EndPopup();
}

std::string chosen_search_row(const UiState& ui) {
    if (!ui.search_popup.is_open) return {};
    const std::array<SearchGroup, 2> groups = found_rows(ui);
    auto index = static_cast<std::size_t>(ui.search_popup.chosen);
    for (const SearchGroup& group : groups) {
        if (index < group.rows.size()) return group.rows[index].title;
        index -= group.rows.size();
    }
    return {};
}

}  // namespace toibox::app

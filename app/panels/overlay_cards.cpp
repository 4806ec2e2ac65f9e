// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/card.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <algorithm>

#include <imgui.h>

namespace toibox::app {

namespace {

void begin_card(const char* name, float wrap) {
    const float em = ImGui::GetFontSize();
    push_card_style();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.5f * em, 0.25f * em});
    ImGui::Begin(name, nullptr, card_flags);
    ImGui::PushTextWrapPos(wrap);
}

void end_card() {
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleVar();
    pop_card_style();
}

void center_next_window() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5f * size.x, 0.5f * size.y}, ImGuiCond_Always, {0.5f, 0.5f});
}

struct KeyHelp {
    const char* key;
    const char* action;
};
constexpr KeyHelp keys[] = {
    {"Space or P", "play or pause"},
    {". or O", "one step (Shift: ten)"},
    {",", "one step back (Shift: ten); hold Backspace to rewind"},
    {"Ctrl+. Ctrl+,", "go to the next or previous contact, impact or verdict"},
    {"R", "restart the scene, with its view"},
    {"M, Shift+B", "set a bookmark, start a branch"},
    {"Ctrl+Z", "undo: go back to before the last action"},
    {"Ctrl+Shift+Z or Ctrl+Y", "redo"},
    {"Ctrl+R", "record to a file, or stop recording"},
    {"Ctrl+P", "search scenes, commands, settings and quantities"},
    {"Ctrl+B", "browse courses and scenes"},
    {"[ or ]", "previous or next scene"},
    {"T", "continuous collision on or off"},
    {"W", "warm starting on or off"},
    {"1 … 5", "show or hide shapes, AABBs, contacts, normals, impulses"},
    {"6 … 9, 0", "show or hide feature ids, swept shapes, ghosts, velocities, grid"},
    {"F", "fit the selection"},
    {"Home", "fit everything (press again for the scene's view)"},
    {"+ or −", "zoom in or out"},
    {"Tab", "projector mode: the world, and what is asked about it"},
    {"Page Down, Page Up",
     "press the primary button of a question or page, else play or pause; page before, or restart"},
    {"F1", "show or hide this list"},
    {"F2", "show or hide the lesson"},
    {"F3, F4, F6, F8", "show or hide the Statistics, GJK, TOI or Broad phase tab"},
    {"F7", "compare variants side by side, or end the comparison"},
    {"Alt+1 … Alt+4, Alt+0", "show one pane of a comparison alone, or all"},
    {"← or →", "in the GJK and TOI tabs: previous or next step of the method (Shift: first or last)"},
    {"F11, F12", "full screen, save a picture of the window"},
    {"Esc", "close lists and cards, end projector mode"},
    {"Ctrl+Q", "quit"},
    {"left drag", "pull a body with a spring; while paused, move it"},
    {"right or middle drag", "pan"},
    {"wheel", "zoom at the cursor"},
    {"left drag on the timeline", "go to a frame"},
    {"right drag on the timeline", "set a loop (right click: remove it)"},
};

}  // namespace

void notice_card(UiState& ui, AvailableSize room) {
    if (ui.notice.empty()) return;
    begin_card("notice", std::min(32.0f * ImGui::GetFontSize(), room.width));
    ImGui::TextUnformatted(ui.notice.c_str());
    const bool close = ImGui::SmallButton("Close");
    name_widget("close notice");
    end_card();
    if (close) ui.notice.clear();
}

void key_overlay(UiState& ui) {
    if (!ui.shows_key_overlay) return;
    center_next_window();
    push_card_style();
    ImGui::Begin(
        "Keys", &ui.shows_key_overlay,
        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
    if (ImGui::BeginTable("keys", 2)) {
        for (const KeyHelp& entry : keys) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(entry.key);
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(entry.action);
        }
        ImGui::EndTable();
    }
    ImGui::End();
    pop_card_style();
}

void problems_card(UiState& ui) {
    if (ui.problems.empty()) return;
    bool open = true;
    center_next_window();
    push_card_style();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {0.9f * display.x, 0.8f * display.y});
    ImGui::Begin("This scene was not opened", &open,
                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_HorizontalScrollbar |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
    ImGui::TextUnformatted(
        "The previous scene stays open. Fix and save the file: the scene then reloads automatically.");
    ImGui::Spacing();
    compat::push_font(ui.fonts.mono);  // so that carets line up with the text above
    ImGui::TextUnformatted(scene::format(ui.problems).c_str());
    ImGui::PopFont();
    if (ImGui::Button("Close")) open = false;
    name_widget("close problems");
    ImGui::End();
    pop_card_style();
    if (!open) ui.problems.clear();
}

void log_panel(UiState& ui) {
    if (ui.log.empty()) hint_text("No messages yet.");
    for (const std::string& line : ui.log)
        ImGui::TextWrapped("%s", line.c_str());
}

}  // namespace toibox::app

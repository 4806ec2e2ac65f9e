// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/platform/ui_marks.h"

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr ImGuiWindowFlags card_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_AlwaysAutoResize |
                                        ImGuiWindowFlags_NoFocusOnAppearing;

struct Key {
    const char* key;
    const char* what;
};
constexpr Key keys[] = {
    {"Space, P", "play or pause"},
    {".  O", "one step (Shift: ten)"},
    {"R", "restart the scene"},
    {"[  ]", "previous, next scene"},
    {"T", "continuous collision on or off"},
    {"W", "warm starting on or off"},
    {"1 2 3 4 5 6 9 0", "draw shapes, AABBs, contacts, normals, impulses, ids, velocities, grid"},
    {"F  Home", "frame the selection, everything"},
    {"+  −", "zoom"},
    {"Tab", "world only (for a projector)"},
    {"F1", "this overlay"},
    {"F3", "statistics"},
    {"F11  F12", "full screen, picture"},
    {"Ctrl+Q", "quit"},
    {"left drag", "pull a body by a spring; while paused, click to select"},
    {"right or middle drag", "pan"},
    {"wheel", "zoom at the cursor"},
};

}  // namespace

void welcome_card(Session& session, UiState& ui) {
    if (!ui.cards) return;
    const bool missed = session.run().quantity("world.tunnelled").value_or(0.0) > 0.0;
    ImGui::Begin("card", nullptr, card_flags);
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22.0f);
    if (missed) {
        ImGui::TextUnformatted("Why did it pass through?");
        hint_text(
            "The step looks at the world sixty times a second. The body was on one side in one picture and "
            "beyond in the next; no picture shows them touching.");
    } else {
        ImGui::TextUnformatted("Three things to try");
    }
    ImGui::TextUnformatted("1.  Turn on \"continuous\" (T) and restart (R).");
    ImGui::TextUnformatted("2.  Pause (Space) and go step by step (.) to see where it is in each picture.");
    ImGui::TextUnformatted("3.  Drag any body with the mouse; press F1 for all keys.");
    ImGui::PopTextWrapPos();
    if (ImGui::SmallButton("Do not show again")) ui.cards = false;
    ui_mark("hide card");
    ImGui::End();
}

void key_overlay(UiState& ui) {
    if (!ui.key_overlay) return;
    ImGui::Begin(
        "Keys", &ui.key_overlay,
        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
    if (ImGui::BeginTable("keys", 2)) {
        for (const Key& entry : keys) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(entry.key);
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(entry.what);
        }
        ImGui::EndTable();
    }
    ImGui::End();
}

void problems_card(UiState& ui) {
    if (ui.problems.empty()) return;
    bool open = true;
    ImGui::Begin(
        "This scene was not opened", &open,
        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
    hint_text("The scene before it stays open. Mend the file and save it: it is read again by itself.");
    ImGui::Spacing();
    ImGui::TextUnformatted(scene::format(ui.problems).c_str());
    if (ImGui::Button("Close")) open = false;
    ui_mark("close problems");
    ImGui::End();
    if (!open) ui.problems.clear();
}

void log_panel(UiState& ui) {
    if (ui.log.empty()) hint_text("Nothing to report.");
    for (const std::string& line : ui.log)
        ImGui::TextWrapped("%s", line.c_str());
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <imgui.h>

namespace toibox::app {

namespace {

void file_menu(Session& session, UiState& ui) {
    const bool is_open = ImGui::BeginMenu("File");
    name_widget("menu file");
    if (!is_open) return;
    if (ImGui::BeginMenu("Open")) {
        for (const SceneListing& scene : ui.scenes) {
            if (ImGui::MenuItem((scene.chapter + ": " + scene.title).c_str()))
                open_scene(session, ui, scene.path);
        }
        ImGui::EndMenu();
    }
    if (ImGui::MenuItem("Browse scenes…", "Ctrl+B", ui.browser.is_open)) toggle_browser(session, ui);
    name_widget("menu browse");
    if (ImGui::MenuItem("Search everything", "Ctrl+P")) ui.search_popup.opens = true;
    if (ImGui::MenuItem("Reload from disk")) reload_scene(session, ui);
    ImGui::Separator();
    if (ImGui::MenuItem("Quit", "Ctrl+Q")) ui.quit = true;
    ImGui::EndMenu();
}

/// `name`: of the items, for UI scripts.
void theme_menu(const char* label, const std::string& name, ThemeKind& chosen) {
    const bool is_open = ImGui::BeginMenu(label);
    name_widget("menu " + name);
    if (!is_open) return;
    for (const ThemeName& theme : theme_names) {
        if (ImGui::MenuItem(theme.label.data(), nullptr, chosen == theme.kind)) chosen = theme.kind;
        name_widget(name + " " + std::string(theme.name));
    }
    ImGui::EndMenu();
}

void view_menu(Session& session, UiState& ui) {
    if (!ImGui::BeginMenu("View")) return;
    theme_menu("Theme", "theme", ui.theme);
    theme_menu("Theme of projector mode", "projector theme", ui.projector.other_theme);
    const bool scale_menu_open = ImGui::BeginMenu("Scale");
    name_widget("menu scale");
    if (scale_menu_open) {
        for (const int percent : {75, 100, 125, 150, 200, 300}) {
            const float scale = static_cast<float>(percent) / 100.0f;
            if (ImGui::MenuItem((std::to_string(percent) + " %").c_str(), nullptr, ui.ui_scale == scale))
                ui.ui_scale = scale;
            name_widget("scale " + std::to_string(percent));
        }
        ImGui::EndMenu();
    }
    if (ImGui::MenuItem("Reduce motion", nullptr, ui.reduces_motion)) ui.reduces_motion = !ui.reduces_motion;
    name_widget("menu reduce motion");
    help_tip("Verdicts and questions appear without animation, and the camera jumps");
    ImGui::Separator();
    if (ImGui::MenuItem("Projector mode", "Tab", ui.projector.is_on)) toggle_projector_mode(session, ui);
    name_widget("menu projector");
    help_tip("Shows the world, large enough for a lecture hall, and what is asked about it");
    if (ImGui::MenuItem("Left panel", nullptr, ui.shows_left)) ui.shows_left = !ui.shows_left;
    if (ImGui::MenuItem("Bottom panel", nullptr, ui.shows_bottom)) ui.shows_bottom = !ui.shows_bottom;
    if (ImGui::MenuItem("Right panel", nullptr, ui.shows_right)) ui.shows_right = !ui.shows_right;
    ImGui::Separator();
    if (ImGui::MenuItem("Scenes")) show_panel(ui, "scenes");
    if (ImGui::MenuItem("Lesson", "F2")) show_panel(ui, "lesson");
    if (ImGui::MenuItem("Settings")) show_panel(ui, "settings");
    if (ImGui::MenuItem("Draw")) show_panel(ui, "draw");
    if (ImGui::MenuItem("Sweep")) show_panel(ui, "sweep");
    if (ImGui::MenuItem("Statistics", "F3")) show_panel(ui, "statistics");
    if (ImGui::MenuItem("GJK and distance", "F4")) show_panel(ui, "gjk");
    if (ImGui::MenuItem("Time of impact", "F6")) show_panel(ui, "toi");
    if (ImGui::MenuItem("Compare", "F7", ui.compare.is_active())) ui.compare.toggle = true;
    name_widget("menu compare");
    help_tip("Shows two to four variants side by side, with one clock and shared input");
    if (ImGui::MenuItem("Broad phase", "F8")) show_panel(ui, "broad");
    ImGui::Separator();
    if (ImGui::MenuItem("Real-time factor and state hash", nullptr, ui.shows_run_details))
        ui.shows_run_details = !ui.shows_run_details;
    name_widget("menu run details");
    if (ImGui::MenuItem("Hints", nullptr, ui.shows_hint_cards)) ui.shows_hint_cards = !ui.shows_hint_cards;
    if (ImGui::MenuItem("Fit everything", "Home")) ui.fit_all = true;
    help_tip(fit_all_help);
    if (ImGui::MenuItem("Fit the selection", "F")) fit_selection(session, ui);
    ImGui::EndMenu();
}

void simulate_menu(Session& session, UiState& ui) {
    if (!ImGui::BeginMenu("Simulate")) return;
    ImGui::BeginDisabled(is_locked(session, ui));
    if (ImGui::MenuItem("Play", "Space", session.is_playing())) session.set_playing(!session.is_playing());
    if (ImGui::MenuItem("Step", ".")) session.step_once();
    if (ImGui::MenuItem("Step back", ",")) step_back(session, ui, 1);
    if (ImGui::MenuItem("Next event", "Ctrl+.")) go_to_next_event(session, ui);
    if (ImGui::MenuItem("Previous event", "Ctrl+,")) go_to_previous_event(session, ui);
    if (ImGui::MenuItem("Restart", "R")) restart(session, ui);
    name_widget("menu restart");
    ImGui::Separator();
    if (ImGui::MenuItem("Undo", "Ctrl+Z", false, session.can_undo())) undo(session, ui);
    if (ImGui::MenuItem("Redo", "Ctrl+Shift+Z", false, session.can_redo())) redo(session, ui);
    ImGui::EndDisabled();
    if (ImGui::MenuItem("Bookmark", "M")) session.add_bookmark();
    if (ImGui::MenuItem("Branch", "Shift+B")) session.branch();
    if (ImGui::MenuItem("End the loop", nullptr, false, session.loop().has_value())) session.end_loop();
    if (ImGui::MenuItem("Record", "Ctrl+R", session.is_recording())) toggle_recording(session, ui);
    ImGui::Separator();
    if (ImGui::MenuItem("Continuous collision", "T", session.settings().continuous != ContinuousPolicy::Off))
        toggle_continuous(session, ui);
    if (ImGui::MenuItem("Warm starting", "W", session.settings().warm_starting))
        toggle_warm_starting(session, ui);
    if (ImGui::MenuItem("Stop at impacts", nullptr, session.settings().stop_at_each_impact))
        toggle_stop_at_impacts(session, ui);
    help_tip(stop_at_impacts_help);
    ImGui::Separator();
    if (ImGui::MenuItem("Reset settings to scene defaults")) session.reset_settings();
    ImGui::EndMenu();
}

}  // namespace

void menu_bar(Session& session, UiState& ui) {
    file_menu(session, ui);
    name_widget("menu file");
    view_menu(session, ui);
    name_widget("menu view");
    simulate_menu(session, ui);
    name_widget("menu simulate");
    if (ImGui::BeginMenu("Help")) {
        if (ImGui::MenuItem("Courses", "Ctrl+B", ui.browser.is_open)) toggle_browser(session, ui);
        if (ImGui::MenuItem("Keys", "F1", ui.shows_key_overlay)) ui.shows_key_overlay = !ui.shows_key_overlay;
        ImGui::EndMenu();
    }
    name_widget("menu help");
}

}  // namespace toibox::app

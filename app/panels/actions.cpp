// SPDX-License-Identifier: MIT
#include "toibox/replay/recording_file.h"

#include "app/panels/lesson_flow.h"
#include "app/panels/library/browser_entries.h"
#include "app/panels/panels.h"
#include "app/session/event_text.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <utility>

namespace toibox::app {

namespace {

constexpr std::size_t log_capacity = 500;

using PendingTabField = int UiState::*;
struct PanelName {
    std::string_view name;
    PendingTabField pending_tab;
    int index;
};
/// The panel that contains the tabs of a field.
bool UiState::* panel_of(PendingTabField pending_tab) {
    if (pending_tab == &UiState::pending_left_tab) return &UiState::shows_left;
    return pending_tab == &UiState::pending_right_tab ? &UiState::shows_right : &UiState::shows_bottom;
}
constexpr PanelName panel_table[] = {
    {"scenes", &UiState::pending_left_tab, static_cast<int>(LeftTab::Scenes)},
    {"lesson", &UiState::pending_left_tab, static_cast<int>(LeftTab::Lesson)},
    {"settings", &UiState::pending_right_tab, static_cast<int>(RightTab::Settings)},
    {"draw", &UiState::pending_right_tab, static_cast<int>(RightTab::Draw)},
    {"sweep", &UiState::pending_right_tab, static_cast<int>(RightTab::Sweep)},
    {"statistics", &UiState::pending_bottom_tab, static_cast<int>(BottomTab::Statistics)},
    {"gjk", &UiState::pending_bottom_tab, static_cast<int>(BottomTab::Gjk)},
    {"toi", &UiState::pending_bottom_tab, static_cast<int>(BottomTab::Toi)},
    {"broad", &UiState::pending_bottom_tab, static_cast<int>(BottomTab::Broad)},
    {"compare", &UiState::pending_bottom_tab, static_cast<int>(BottomTab::Compare)},
    {"contacts", &UiState::pending_bottom_tab, static_cast<int>(BottomTab::Contacts)},
    {"profile", &UiState::pending_bottom_tab, static_cast<int>(BottomTab::Profile)},
    {"log", &UiState::pending_bottom_tab, static_cast<int>(BottomTab::Log)},
};

/// Projector mode, which --open turns on like a panel.
constexpr std::string_view projector_name = "projector";

/// The scene browser, likewise.
constexpr std::string_view browser_name = "browser";

struct OverlayName {
    std::string_view name;
    DrawFlag field;
};
constexpr OverlayName overlay_table[] = {
    {"shapes", &DrawOptions::shapes},
    {"aabbs", &DrawOptions::boxes},
    {"contacts", &DrawOptions::contacts},
    {"normals", &DrawOptions::normals},
    {"impulses", &DrawOptions::normal_impulses},
    {"friction", &DrawOptions::friction_impulses},
    {"impulse-values", &DrawOptions::impulse_values},
    {"ids", &DrawOptions::feature_ids},
    {"joints", &DrawOptions::joints},
    {"centers", &DrawOptions::centers_of_mass},
    {"velocities", &DrawOptions::velocities},
};

/// Overlays that the app draws itself.
struct AppOverlayName {
    std::string_view name;
    bool DrawChoices::* field;
};
constexpr AppOverlayName app_overlay_table[] = {
    {"simplices", &DrawChoices::simplices}, {"pair-search", &DrawChoices::broad_phase},
    {"names", &DrawChoices::body_names},    {"swept", &DrawChoices::swept_shapes},
    {"ghosts", &DrawChoices::ghosts},       {"trails", &DrawChoices::trails},
    {"islands", &DrawChoices::islands},     {"sleep", &DrawChoices::sleep_timers},
    {"legend", &DrawChoices::legend},
};

}  // namespace

bool show_panel(UiState& ui, const std::string& name) {
    set_browser_open(ui, name == browser_name);
    if (ui.browser.is_open) return true;
    if (name == projector_name) {
        set_projector_mode(ui, true);
        return true;
    }
    const auto found = std::ranges::find(panel_table, name, &PanelName::name);
    if (found == std::end(panel_table)) return false;
    set_projector_mode(ui, false);
    ui.*found->pending_tab = found->index;
    ui.*panel_of(found->pending_tab) = true;
    return true;
}

bool show_overlay(UiState& ui, const std::string& name) {
    const auto own = std::ranges::find(app_overlay_table, name, &AppOverlayName::name);
    if (own != std::end(app_overlay_table)) {
        ui.draw.*own->field = true;
    } else {
        const auto found = std::ranges::find(overlay_table, name, &OverlayName::name);
        if (found == std::end(overlay_table)) return false;
        ui.draw.world.*found->field = true;
    }
    return true;
}

std::string panel_names() {
    std::string names;
    for (const PanelName& panel : panel_table)
        names += std::string(panel.name) + ", ";
    return names + std::string(projector_name) + ", " + std::string(browser_name);
}

std::string overlay_names() {
    std::string names;
    const auto add = [&](std::string_view name) { names += (names.empty() ? "" : ", ") + std::string(name); };
    for (const AppOverlayName& overlay : app_overlay_table)
        add(overlay.name);
    for (const OverlayName& overlay : overlay_table)
        add(overlay.name);
    return names;
}

void log_line(UiState& ui, std::string text) {
    if (ui.log.size() == log_capacity) ui.log.erase(ui.log.begin());
    ui.log.push_back(std::move(text));
}

void show_notice(UiState& ui, const std::string& text) {
    log_line(ui, text);
    ui.notice = text;
    ++ui.notice_count;
}

void show_refusal(UiState& ui, const std::string& text) {
    if (ui.notice != text) log_line(ui, text);
    ui.notice = text;
    ++ui.notice_count;
    ui.refusal = text;
}

namespace {

/// SCENE-N.toirec in the working folder, with the smallest unused N, starting at 1.
std::string unused_recording_name(const Session& session) {
    std::string name = std::filesystem::path(session.document().path()).filename().string();
    name = name.substr(0, name.find('.'));
    for (int i = 1;; ++i) {
        std::string path = (name.empty() ? "toibox" : name) + "-" + std::to_string(i) + ".toirec";
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored) && !std::filesystem::exists(path + ".part", ignored))
            return path;
    }
}

}  // namespace

void toggle_recording(Session& session, UiState& ui) {
    const bool was_recording = session.is_recording();
    const std::string path = was_recording ? session.recording_path() : unused_recording_name(session);
    const auto result = was_recording ? session.stop_recording() : session.start_recording(path);
    if (!result) {
        show_notice(ui, "Recording failed: " + result.error());
    } else if (was_recording) {
        show_notice(ui, "Recording saved: " + std::filesystem::absolute(path).string());
    } else {
        log_line(ui, "Recording to " + path);
    }
}

bool load_scene(Session& session, UiState& ui, const std::string& path, const std::string& variant) {
    if (replay::is_recording_file(path)) {
        if (const auto opened = session.open_recording(path); !opened) {
            show_notice(ui, opened.error());
            return false;
        }
        ui.problems.clear();
        ui.fit_scene = true;
        log_line(ui, "Opened " + path);
        return true;
    }
    if (const auto opened = session.open(path, variant); !opened) {
        ui.problems = opened.error();
        ui.problem_path = path;
        log_line(ui, scene::format(ui.problems));
        return false;
    }
    ui.problems.clear();
    ui.notice.clear();
    ui.fit_scene = true;
    ui.suspended_policy.reset();
    ui.policy_turned_off.reset();
    remember_opened(ui.browser, session.document().path());
    log_line(ui, "Opened " + path);
    return true;
}

bool open_scene(Session& session, UiState& ui, const std::string& path, const std::string& variant) {
    if (!load_scene(session, ui, path, variant)) return false;
    if (ui.lesson.is_open()) close_lesson(ui);
    return true;
}

void reload_scene(Session& session, UiState& ui) {
    const bool playing = session.is_playing();
    ui.sweep = {};
    if (const auto result = session.reload(); !result) {
        ui.problems = result.error();
        return;
    }
    ui.problems.clear();
    log_line(ui, "Reloaded: " + session.document().path());
    session.set_playing(playing);
}

void restart(Session& session, UiState& ui) {
    session.restart();
    ui.fit_scene = true;
}

void step_back(Session& session, UiState& ui, int count) {
    const replay::HistoryPosition& position = session.history().position();
    if (position.frame == 0 && position.inputs == 0)
        return show_refusal(ui, "Cannot step back: this is the first frame.");
    for (int i = 0; i < count; ++i)
        session.step_back();
}

namespace {

/// Says which event the current frame has, and selects its first body that moves.
void announce_event(Session& session, UiState& ui) {
    const std::optional<replay::Mark> event = session.current_event();
    if (!event) return;
    const auto is_moving = [&](BodyHandle body) {
        const auto view = std::as_const(session).world().find(body);
        return view && view->info().type != BodyType::Static;
    };
    const BodyHandle body = is_moving(event->b) && !is_moving(event->a) ? event->b : event->a;
    if (session.world().find(body)) session.select_body(body);
    std::string text = timed_event_text(*event, session.run());
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    show_notice(ui, text);
}

}  // namespace

void go_to_previous_event(Session& session, UiState& ui) {
    if (session.go_to_previous_event()) return announce_event(session, ui);
    show_refusal(ui, "No contact, impact or verdict before this frame.");
}

void go_to_next_event(Session& session, UiState& ui) {
    if (session.go_to_next_event()) return announce_event(session, ui);
    if (session.last_report().failed()) return;
    show_refusal(ui, session.at_recorded_end()
                         ? "No contact, impact or verdict until the end of the recording."
                         : "No contact, impact or verdict in the next ten simulated seconds.");
}

void undo(Session& session, UiState& ui) {
    if (!session.can_undo()) return show_refusal(ui, "Nothing to undo.");
    session.undo();
}

void redo(Session& session, UiState& ui) {
    if (!session.can_redo()) return show_refusal(ui, "Nothing to redo.");
    session.redo();
}

void fit_selection(const Session& session, UiState& ui) {
    ui.fit_selection = session.world().find(session.selection().body).has_value();
    if (!ui.fit_selection) show_refusal(ui, "Nothing is selected: click a body first.");
}

void set_projector_mode(UiState& ui, bool is_on) {
    if (is_on) ui.browser.is_open = false;
    if (ui.projector.is_on == is_on) return;
    ui.projector.is_on = is_on;
    std::swap(ui.theme, ui.projector.other_theme);
}

void set_browser_open(UiState& ui, bool is_open) {
    if (is_open) set_projector_mode(ui, false);
    ui.browser.is_open = is_open;
    ui.browser.opens = is_open;
}

void toggle_projector_mode(Session&, UiState& ui) {
    set_projector_mode(ui, !ui.projector.is_on);
}

void toggle_pane(const Session& session, UiState& ui, const std::string& variant) {
    std::vector<PaneSetup> panes = ui.compare.panes;
    if (panes.empty()) panes.push_back({session.variant()});
    const auto found = std::ranges::find(panes, variant, &PaneSetup::variant);
    if (found == panes.end() && panes.size() == Comparison::max_panes)
        return show_notice(ui, "At most four variants stand side by side: untick one first");
    if (found == panes.end()) {
        panes.push_back({variant});
    } else if (panes.size() > 1) {
        panes.erase(found);
    }
    ui.compare.wanted = std::move(panes);
}

void open_adjacent_scene(Session& session, UiState& ui, int direction) {
    if (ui.scenes.empty())
        return show_refusal(ui, "No scenes were found. Drop a .toi.json file on the window.");
    const std::string open_path = session.is_open() ? session.document().path() : "";
    const auto found = std::ranges::find(ui.scenes, open_path, &SceneListing::path);
    if (ui.scenes.size() == 1 && found != ui.scenes.end())
        return show_refusal(ui, "There is no other scene in the list.");
    const int count = static_cast<int>(ui.scenes.size());
    // If the open scene is not in the list, the next one is the first and the previous one is the last.
    const int index = found != ui.scenes.end() ? static_cast<int>(found - ui.scenes.begin())
                      : direction > 0          ? -1
                                               : 0;
    open_scene(session, ui, ui.scenes[static_cast<std::size_t>((index + direction + count) % count)].path);
}

void apply_settings(Session& session, UiState& ui, const WorldSettings& settings) {
    WorldSettings changed = settings;
    const SolverKind solver = session.settings().solver;
    const bool solver_changed = changed.solver != solver;
    const auto suspended = ui.suspended_policy;
    if (solver_changed && suspended && !are_compatible(solver, *suspended) &&
        are_compatible(changed.solver, *suspended)) {
        changed.continuous = *suspended;
        ui.suspended_policy.reset();
    } else if (solver_changed && !are_compatible(changed.solver, changed.continuous)) {
        ui.suspended_policy = changed.continuous;
        ui.policy_turned_off = changed.continuous;
        changed.continuous = ContinuousPolicy::Off;
        show_notice(ui,
                    changed.solver == SolverKind::Penalty
                        ? "Continuous collision turned off: the penalty solver does not handle impacts"
                        : "Continuous collision turned off: the push-back solver does not handle impacts");
    }
    if (const auto result = session.change_settings(changed); !result) {
        show_notice(ui, "Invalid setting: " + result.error().field + " " + result.error().message);
    }
}

void toggle_continuous(Session& session, UiState& ui) {
    if (!pane_values(ui.compare.differences, "Continuous").empty())
        return show_refusal(ui,
                            "Continuous collision differs by pane: end the comparison (F7) to change it.");
    WorldSettings settings = session.settings();
    const ContinuousPolicy current = settings.continuous;
    if (current != ContinuousPolicy::Off) {
        ui.policy_turned_off = current;
        settings.continuous = ContinuousPolicy::Off;
    } else {
        settings.continuous = ui.policy_turned_off.value_or(ui.policy_when_on);
    }
    apply_settings(session, ui, settings);
}

void toggle_warm_starting(Session& session, UiState& ui) {
    WorldSettings settings = session.settings();
    settings.warm_starting = !settings.warm_starting;
    apply_settings(session, ui, settings);
}

void toggle_stop_at_impacts(Session& session, UiState& ui) {
    WorldSettings settings = session.settings();
    settings.stop_at_each_impact = !settings.stop_at_each_impact;
    apply_settings(session, ui, settings);
}

}  // namespace toibox::app

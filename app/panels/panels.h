// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/question.h"
#include "app/panels/ui_state.h"
#include "app/session/session.h"
#include "app/studies/contacts/contact_inspector.h"
#include "app/studies/distance/distance_inspector.h"
#include "app/studies/toi/toi_inspector.h"

namespace toibox::app {

/// Table of contents of the panels. Each panel fills the current ImGui window, reads the session and changes
/// it only through the session's functions. One file per panel.

void menu_bar(Session& session, UiState& ui);
/// Restart, step back, play, step, previous and next event, speed, the continuous switch with policy and
/// method, Compare, search, and the buttons that show and hide the panels. Controls whose value differs
/// between panes are disabled. In a narrow window, labels are left out and lists are narrower.
void toolbar(Session& session, const Comparison& comparison, UiState& ui);
/// The history as a strip with branches, bookmarks and the marks of all panes. A click on the strip goes to a
/// frame.
void timeline_panel(Session& session, const Comparison& comparison, UiState& ui);
/// Scenes by chapter with a search field, and the variants and parameters of the open scene.
void scenes_panel(Session& session, UiState& ui);
/// The open page of the lesson: question, choices, and after the run the reason and the claims. Without a
/// lesson: what it is about, and a button that starts it.
void lesson_panel(Session& session, UiState& ui);
/// The settings of the world that are in use, the overrides of the selected body, threads and SIMD. A value
/// that differs from the scene's has a dot and a reset button.
void settings_panel(Session& session, UiState& ui);
/// Check boxes for the overlays of the world view.
void draw_panel(UiState& ui);
/// The parameter sweeps of the scene, how their runs are drawn, and curves over families of sweeps.
void sweep_panel(Session& session, UiState& ui);
/// Iterations of GJK, iterations and times of TOI methods with histograms, outcomes, and totals of the world.
/// A maximum opens its pair in the TOI tab.
void statistics_panel(Session& session, UiState& ui, ToiInspector& toi);
/// One pair of shapes and the steps of a distance method on it: in the world, in A − B and in numbers.
void gjk_panel(const Session& session, UiState& ui, DistanceInspector& inspector);
/// A shown value by its key in UI scripts: "pair", "step", "upper", "exit", …; empty for an unknown key.
std::string gjk_value(const DistanceInspector& inspector, std::string_view key);
/// Plot of s(t) for one pair with the evaluations of the chosen TOI method, and a table of all methods.
void toi_panel(const Session& session, UiState& ui, ToiInspector& toi);
/// A shown value by its key in UI scripts: "pair", "method", "state", "t", …; empty for an unknown key.
std::string toi_value(const ToiInspector& toi, std::string_view key);
/// The broad phase of the world: how it works, what it did in the last step, and its sorted lists if it has
/// any. Another broad phase can be selected.
void broad_panel(Session& session, UiState& ui);
/// A shown value by its key in UI scripts: "kind", "tests", "highlighted", …; empty for an unknown key.
std::string broad_value(const Session& session, const UiState& ui, std::string_view key);
/// Contact matching: the contact points of the last step with their feature ids, and whether each matching
/// rule finds the right old point.
void contacts_panel(Session& session, UiState& ui, const ContactInspector& contacts);
/// A shown value by its key in UI scripts: "points", "feature-id.correct", "world-distance.wrong", …; empty
/// for an unknown key.
std::string contacts_value(const ContactInspector& contacts, std::string_view key);
/// Quantities of all panes of the comparison side by side, and how the panes stand.
void compare_panel(const Comparison& comparison, UiState& ui);
/// Times of one displayed frame.
struct FrameTimes {
    double build_ms = 0.0;   ///< Filling the draw batches.
    double upload_ms = 0.0;  ///< OpenGL calls that draw the batches, until the last returns.
    double frame_ms = 0.0;   ///< From the start of one frame to the start of the next.
};
/// Stage times of the step and times of the frame.
void profile_panel(const Session& session, const UiState& ui, const FrameTimes& frame);
void log_panel(UiState& ui);
struct StatusInfo {
    Vec2 cursor;  ///< World, metres.
    float pixels_per_meter = 1.0f;
    bool cursor_in_world = false;
};
/// Values of the session and a hint. Leaves out what does not fit: first the hint, last the step number.
void status_bar(const Session& session, const UiState& ui, const StatusInfo& info);
/// Room for a card over the world, points.
struct AvailableSize {
    float width = 0.0f;
    float height = 0.0f;
};
/// The question and its buttons, as a card at most `max_width` wide, points. `at`: where its corner `pivot`
/// is; {0, 0} is the upper left one, {1, 1} the lower right one.
void question_card(const Question& question, Session& session, UiState& ui, ImVec2 at, ImVec2 pivot,
                   float max_width);
/// The lower part of projector mode: progress, and what the keys of a presenter do; without a question, also
/// title and goal of the scene. `question`: which projected_card() shows; may be null. `scale`: points per
/// design point.
void question_panel(const Session& session, const UiState& ui, const Question* question, float scale);
/// Height of the row of progress and keys, points.
float progress_row_height(float scale);
/// question_card() in large texts within the lower part of projector mode, `area`.
void projected_card(const Question& question, Session& session, UiState& ui, const UiRect& area, float scale);
/// The page of the lesson in the lower part of projector mode, `area`. `footer`: height of the progress row
/// at its lower edge, points.
void projected_page(Session& session, UiState& ui, const UiRect& area, float footer);
/// What the keys of a presenter do on the page: "Page Down: run    Page Up: back".
std::string page_keys_text(const Session& session, const UiState& ui);
/// Shows the last notice with a button that closes it.
void notice_card(UiState& ui, AvailableSize room);
/// Lists all keys (F1).
void key_overlay(UiState& ui);
/// The errors of a scene that did not load: place, reason and hint.
void problems_card(UiState& ui);

/// Starts a recording in the working folder, or finishes the current one.
void toggle_recording(Session& session, UiState& ui);
/// Opens a scene or a recording, or shows the errors. On success, requests a view that fits the scene; a
/// saved camera of the scene takes precedence. Used for all files that are opened while the window is open.
/// False if the open scene stays.
bool load_scene(Session& session, UiState& ui, const std::string& path, const std::string& variant = {});
/// The same at the user's request: also ends an open lesson.
bool open_scene(Session& session, UiState& ui, const std::string& path, const std::string& variant = {});
/// Reads the scene file again and restarts, or shows the errors.
void reload_scene(Session& session, UiState& ui);
/// Goes back to step 0 and to the scene's view.
void restart(Session& session, UiState& ui);
/// Turns projector mode on or off. The window with panels and projector mode have a theme each.
void set_projector_mode(UiState& ui, bool is_on);
void set_browser_open(UiState& ui, bool is_open);  ///< It leaves projector mode.
void toggle_projector_mode(Session& session, UiState& ui);
/// Adds the variant to the panes of the comparison or removes it from them. Starts a comparison with the
/// current variant if there is none. There are at most four panes.
void toggle_pane(const Session& session, UiState& ui, const std::string& variant);
/// Applies settings chosen by the user. If the chosen solver does not handle impacts, turns continuous
/// collision off until a solver that handles them is chosen. Invalid settings change nothing; the error is
/// shown and logged.
void apply_settings(Session& session, UiState& ui, const WorldSettings& settings);
/// Shows a panel, projector mode or an overlay by its command-line name. False for an unknown name.
bool show_panel(UiState& ui, const std::string& name);
bool show_overlay(UiState& ui, const std::string& name);
// All valid names in one text, for messages: "scenes, lesson, settings, …".
std::string panel_names();
std::string overlay_names();
// Commands of keys and menus. If a command cannot act in the current state, it changes nothing and shows why.
void step_back(Session& session, UiState& ui, int count);
void go_to_next_event(Session& session, UiState& ui);
void go_to_previous_event(Session& session, UiState& ui);
void undo(Session& session, UiState& ui);
void redo(Session& session, UiState& ui);
void fit_selection(const Session& session, UiState& ui);
/// Opens the next (`direction` +1) or previous (−1) scene of the list, wrapping around.
void open_adjacent_scene(Session& session, UiState& ui, int direction);
/// Turns continuous collision off, or on with the policy last used.
void toggle_continuous(Session& session, UiState& ui);
void toggle_warm_starting(Session& session, UiState& ui);
void toggle_stop_at_impacts(Session& session, UiState& ui);
/// The scene browser, in place of world and panels: courses and collections, cards, and the chosen scene.
void scene_browser(Session& session, UiState& ui);
/// Keys of the browser, and how much is checked, in place of the status bar.
void browser_status(const UiState& ui);
/// Opens the browser at the open scene, or closes it.
void toggle_browser(Session& session, UiState& ui);
/// Starts the lesson of the chosen card.
void start_chosen(Session& session, UiState& ui);
/// A shown value by its key in UI scripts: "open", "chosen", "cards", …; empty for an unknown key.
std::string browser_value(const UiState& ui, std::string_view key);

/// The popup that searches scenes, commands, settings and quantities. Opens below the toolbar if `ui`
/// requests it.
void search_popup(Session& session, UiState& ui, float top);
/// The chosen row of the open popup; empty: closed, or nothing was found.
std::string chosen_search_row(const UiState& ui);

}  // namespace toibox::app

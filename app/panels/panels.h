// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/session/contact_inspector.h"
#include "app/session/gjk_inspector.h"
#include "app/session/session.h"
#include "app/session/toi_inspector.h"

namespace toibox::app {

/// The family's table of contents. Each panel fills the current ImGui window, reads the session, and changes
/// it only through the session's calls; one file each.

void menu_bar(Session& session, UiState& ui);
/// Restart, play, step, speed, the continuous switch with policy and method, warm starting, sub-stepping.
void toolbar(Session& session, UiState& ui);
/// The past as a strip, with its branches and bookmarks, and the way back.
void timeline_panel(Session& session, UiState& ui);
/// Scenes by chapter with a search, the variants and parameters of the open one.
void scenes_panel(Session& session, UiState& ui);
/// Title, goal and steps of the scene's lesson.
void lesson_panel(const Session& session, const UiState& ui);
/// Every setting of the world: a changed value carries a dot and a reset.
void settings_panel(Session& session, UiState& ui);
/// What is drawn.
void draw_panel(UiState& ui);
/// The talk's statistics block, and what else was counted since the restart.
void statistics_panel(Session& session, const UiState& ui);
/// Any pair of shapes, one iteration of GJK at a time: in the world, in A − B and in numbers; or by SAT.
void gjk_panel(const Session& session, UiState& ui, DistanceInspector& gjk);
/// What it shows, for scripts: "pair", "step", "upper", "exit", … ; empty for an unknown key.
std::string gjk_value(const DistanceInspector& gjk, std::string_view key);
/// s(t) of a pair with every look that a method took at it, and all methods on that pair.
void toi_panel(const Session& session, UiState& ui, ToiInspector& toi);
/// What it shows, for scripts: "pair", "method", "state", "t", "marks", … ; empty for an unknown key.
std::string toi_value(const ToiInspector& toi, std::string_view key);
/// The pair search of the world: how it works, what it did in the last step, its lists, and a choice of
/// another.
void broad_panel(Session& session, UiState& ui);
/// What it shows, for scripts: "kind", "tests", "swaps", "lit", … ; empty for an unknown key.
std::string broad_value(const Session& session, const UiState& ui, std::string_view key);
/// Contact caching: the points of the last step, what made each, and which point of the step before each rule
/// of matching takes it for.
void contacts_panel(Session& session, UiState& ui, const ContactInspector& contacts);
/// What it shows, for scripts: "points", "feature-id.itself", "world-distance.another", …
std::string contacts_value(const ContactInspector& contacts, std::string_view key);
/// Stage times of the step, and of the frame.
struct FrameTimes {
    double build_ms = 0.0;   ///< Walking the world and filling the batches.
    double upload_ms = 0.0;  ///< GL calls, up to the return of the last.
    double frame_ms = 0.0;   ///< Swap to swap.
};
void profile_panel(const Session& session, const UiState& ui, const FrameTimes& frame);
void log_panel(UiState& ui);
struct StatusInfo {
    Vec2 cursor;  ///< World, metres.
    float pixels_per_metre = 1.0f;
    bool cursor_in_world = false;
};
/// What does not fit is left out: the hint first, the step last.
void status_bar(const Session& session, const UiState& ui, const StatusInfo& info);
/// What a card over the world may cover, points.
struct AvailableSize {
    float width = 0.0f;
    float height = 0.0f;
};
/// Three hints on the first scene; wherever something tunnels, the question why.
void welcome_card(const Session& session, UiState& ui, AvailableSize room);
/// The last notice, until it is closed.
void notice_card(UiState& ui, AvailableSize room);
/// F1: every key.
void key_overlay(UiState& ui);
/// What went wrong with the last scene: place, reason, cure.
void problems_card(UiState& ui);

/// As replay::is_recording() tells.
bool is_recording(const std::string& path);
/// Begins a recording in the working folder, or completes the one that is being written.
void toggle_recording(Session& session, UiState& ui);
/// Opens a scene or a recording and frames it, or shows its problems; used by every way of opening one.
void open_scene(Session& session, UiState& ui, const std::string& path, const std::string& variant = {});
/// The user's settings; a refusal is shown and logged, and changes nothing.
void apply_settings(Session& session, UiState& ui, const WorldSettings& settings);
/// Shows a panel or switches a draw on by its name on the command line; false for an unknown one.
bool show_panel(UiState& ui, const std::string& name);
bool show_draw(UiState& ui, const std::string& name);
/// Those names, for messages: "scenes, lesson, settings, …".
std::string panel_names();
std::string draw_names();
/// The next (+1) or previous (−1) scene of the list, round the end.
void open_adjacent_scene(Session& session, UiState& ui, int direction);
/// Turns continuous collision off, or back to the policy last used.
void toggle_continuous(Session& session, UiState& ui);
void toggle_warm_starting(Session& session, UiState& ui);

}  // namespace toibox::app

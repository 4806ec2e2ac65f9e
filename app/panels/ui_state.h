// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/debug_draw.h"
#include "toibox/scene/diagnostic.h"
#include "toibox/toi/toi.h"

#include "app/panels/lesson_state.h"
#include "app/panels/library/browser_state.h"
#include "app/panels/panel_sizes.h"
#include "app/panels/sweep_tab.h"
#include "app/panels/verdict_fade.h"
#include "app/panels/widgets/buttons.h"
#include "app/panels/widgets/inset.h"
#include "app/panels/widgets/number_field.h"
#include "app/panels/widgets/plot.h"
#include "app/platform/fonts.h"
#include "app/platform/key.h"
#include "app/platform/palette.h"
#include "app/render/camera.h"
#include "app/session/comparison/comparison.h"
#include "app/session/comparison/setting_differences.h"
#include "app/session/scene_library.h"
#include "app/studies/broad_phase/endpoint_lists.h"
#include "app/studies/claims/failure_causes.h"
#include "app/studies/crowd/crowd.h"
#include "app/studies/distance/distance_inspector.h"
#include "app/views/pane_layout.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// What the world view draws: the options of the engine's debug_draw, and overlays of the app.
struct DrawChoices {
    DrawOptions world;
    bool simplices = false;     ///< GJK simplex and closest points of the selected pair.
    bool swept_shapes = false;  ///< The areas that bodies passed over in the last step.
    bool ghosts = false;        ///< Outlines at the poses of the last steps.
    bool trails = false;        ///< Paths of the centres of mass.
    float trail_seconds = 1.0f;
    bool islands = false;       ///< Each island in its own colour.
    bool sleep_timers = false;  ///< How long a body has been slow.
    bool legend = false;        ///< What each drawn mark means.
    bool broad_phase = false;   ///< The data structure of the broad phase.
    bool grid = true;
    bool verdicts = true;     ///< While playback is paused.
    bool body_names = false;  ///< Ids from the scene file.
    bool selection_only = false;
    float arrow_scale = 1.0f;
};

enum class LeftTab { Scenes, Lesson };
enum class RightTab { Settings, Draw, Sweep };
enum class BottomTab { Statistics, Profile, Log, Toi, Broad, Gjk, Contacts, Compare, Last = Compare };

/// Whether tabs of the bottom panel stand on the right half of the window, beside a square world.
struct TabPlaces {
    bool pair_at_right = true;     ///< GJK and TOI, which show the world beside a picture of their own.
    bool others_at_right = false;  ///< All other tabs.

    /// Which of the two says where the tab stands.
    [[nodiscard]] bool& place_of(BottomTab tab) { return shows_pair(tab) ? pair_at_right : others_at_right; }
    [[nodiscard]] bool is_at_right(BottomTab tab) const {
        return shows_pair(tab) ? pair_at_right : others_at_right;
    }

private:
    static constexpr bool shows_pair(BottomTab tab) { return tab == BottomTab::Gjk || tab == BottomTab::Toi; }
};

/// State of the pictures in the GJK tab.
struct GjkPictures {
    InsetView world;
    InsetView difference;                          ///< A − B.
    std::optional<DistanceInspector::Shape> held;  ///< The shape that is being dragged.
};

/// Panes side by side. Panels request changes here; the sandbox carries them out at the start of a frame.
struct CompareState {
    std::vector<PaneSetup> panes;                ///< The first is the session; empty: there is no comparison.
    std::vector<SettingDifference> differences;  ///< Between the panes.
    std::size_t alone = 0;                       ///< Number of the pane shown alone, from 1; 0: all.
    std::optional<PaneArrangement> arrangement;  ///< Chosen by the user; nullopt: by the scene.

    bool moves_start = false;  ///< The user looks for another start of a body.

    bool opens = false;   ///< Request: start the comparison that `toggle` starts, in place of any other.
    bool toggle = false;  ///< Request: end the comparison, or start it with the panes it had last.
    /// Request: compare these panes; a single one ends the comparison and becomes the session's variant.
    std::optional<std::vector<PaneSetup>> wanted;

    [[nodiscard]] bool is_active() const { return !panes.empty(); }
};

/// The runs of a sweep of the open scene, counted while the session stands at their start.
struct ShownCrowd {
    Crowd runs;
    int start = 0;  ///< Session::start_count().
    WorldSettings settings{};
    std::optional<Camera> camera{};    ///< Chosen by the user; nullopt: shows the runs.
    std::optional<std::size_t> lit{};  ///< The run that the mouse points at.
};

/// The popup that searches scenes, commands, settings and quantities.
struct SearchPopup {
    bool opens = false;  ///< Request: open the popup in this frame.
    bool is_open = false;
    std::string text;
    std::size_t row = 0;        ///< Index of the chosen row, of all groups.
    bool is_row_moved = false;  ///< Whether the user has chosen it; otherwise it is the best one.
    std::string row_name;       ///< Name of the chosen row in the last frame.
    bool has_keyboard = false;  ///< Whether the text field is active.
};

/// Projector mode: the world above, what is asked below, and nothing else.
struct ProjectorMode {
    bool is_on = false;
    /// The theme of the mode that is not shown: of projector mode, or while it is on, of the window with
    /// panels.
    ThemeKind other_theme = ThemeKind::Projector;
};

/// What the window showed before a lesson; it shows that again after the lesson.
struct ShownBefore {
    DrawChoices draw;
    bool shows_left = false;
    bool shows_right = false;
    bool shows_bottom = false;
    LeftTab left = LeftTab::Scenes;
    RightTab right = RightTab::Settings;
    BottomTab bottom = BottomTab::Statistics;
};

/// State of the user interface that belongs to neither the session nor the renderer.
struct UiState {
    ThemeKind theme = ThemeKind::Dark;  ///< Of the mode that is shown; see ProjectorMode.
    ProjectorMode projector;
    float ui_scale = 1.0f;
    bool shows_left = false;  ///< Each panel, outside projector mode.
    bool shows_right = false;
    bool shows_bottom = false;
    PanelSizes panel_sizes;
    TabPlaces tab_places;
    bool shows_run_details = false;  ///< Real-time factor and state hash in the status bar.
    LeftTab left = LeftTab::Scenes;
    RightTab right = RightTab::Settings;
    BottomTab bottom = BottomTab::Statistics;
    DrawChoices draw;
    bool fans_out_crowd = true;    ///< Whether each run of a crowd is drawn on a line of its own.
    bool reduces_motion = false;   ///< Nothing fades or glides.
    bool shows_hint_cards = true;  ///< Whether current_question() asks.
    /// The policy that the switch "continuous" turns on: the last one that the user chose.
    ContinuousPolicy policy_when_on = ContinuousPolicy::SubstepAtImpact;

    // Not saved between runs.
    LessonState lesson;
    FailureCauses failure_causes;
    std::optional<ShownBefore> before_lesson;  ///< nullopt: no lesson is open.
    CompareState compare;
    std::optional<ShownCrowd> crowd;
    SweepTab sweep;
    BrowserState browser;  ///< Part of it is saved.
    SearchPopup search_popup;
    std::vector<KeyChord> requested_keys;  ///< Request: apply these shortcuts in the next frame.
    VerdictFade verdict_fade;
    Fonts fonts;  ///< Of this frame.
    bool shows_key_overlay = false;
    bool quit = false;
    bool saves_settings = false;  ///< Request: write the settings now.
    ImVec2 question_card_size{};  ///< In the last frame, points.
    /// Of the controls that keep their width, in the last frame, points.
    float toolbar_controls_width = 0.0f;
    bool fit_scene = false;  ///< A scene was opened or restarted: show the scene's view.
    bool fit_all = false;    ///< Home was pressed: fit the view to everything.
    bool fit_selection = false;
    int pending_left_tab = -1;  ///< A tab to bring to the front in this frame, or −1.
    int pending_right_tab = -1;
    int pending_bottom_tab = -1;
    /// A policy that was turned off because the chosen solver does not handle impacts. Restored when a solver
    /// that handles them is chosen.
    std::optional<ContinuousPolicy> suspended_policy;
    /// The policy that was turned off in the open scene, which may be the scene's own; the switch turns it on
    /// again.
    std::optional<ContinuousPolicy> policy_turned_off;
    NumberEntry number_entry;  ///< The number that the user is typing.
    PlotView toi_plot;
    PlotView broad_phase_plot;
    BroadPhaseFocus broad_phase_focus;  ///< What the mouse points at in the Broad phase tab in this frame.
    GjkPictures gjk;
    std::uint64_t loop_from = 0;  ///< Frame at which the drag that sets a loop on the timeline started.
    std::string search;
    std::vector<SceneListing> scenes;
    scene::Diagnostics problems;   ///< Errors of the last scene that did not load.
    std::string problem_path;      ///< File of the scene that did not load.
    std::string notice;            ///< Shown over the world until it is cleared; empty: none.
    int notice_count = 0;          ///< Of the notices so far.
    std::string refusal;           ///< Why the last key could not act; empty: it acted. Also the notice.
    std::vector<std::string> log;  ///< Oldest first.

    [[nodiscard]] Look look() const { return {palette_of(theme), fonts}; }
};

/// Adds a line to the log, which keeps the last 500.
void log_line(UiState& ui, std::string text);
/// Shows a notice over the world, and logs it.
void show_notice(UiState& ui, const std::string& text);
/// Shows why a key or command cannot act now, until the next key that acts. A repeated refusal is logged
/// once.
void show_refusal(UiState& ui, const std::string& text);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"
#include "toibox/dynamics/debug_draw.h"
#include "toibox/scene/diagnostic.h"

#include "app/panels/gjk_pictures.h"
#include "app/panels/plot.h"
#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/session/scene_library.h"
#include "app/session/sweep_lists.h"

#include <string>
#include <vector>

namespace toibox::app {

/// What is drawn over the world, beyond what the engine's debug_draw knows.
struct DrawChoices {
    DrawOptions world;
    bool simplices = false;    ///< GJK simplex and closest points of the selected pair.
    bool pair_search = false;  ///< The structure of the broad phase.
    bool grid = true;
    bool labels = false;  ///< Body ids.
    bool selection_only = false;
    float arrow_scale = 1.0f;
};

enum class LeftTab { Scenes, Lesson };
enum class RightTab { Settings, Draw };
enum class BottomTab { Statistics, Profile, Log, Toi, Broad, Gjk, Contacts };

/// Everything of the window that is neither the session's nor the renderer's. Kept between runs, but for what
/// stands last.
struct UiState {
    ThemeKind theme = ThemeKind::Dark;
    float ui_scale = 1.0f;
    bool panels_visible = true;  ///< Tab: projector mode hides all but the world.
    bool bottom_visible = true;
    LeftTab left = LeftTab::Scenes;
    RightTab right = RightTab::Settings;
    BottomTab bottom = BottomTab::Statistics;
    DrawChoices draw;
    bool shows_hint_cards = true;  ///< The welcome card and its hints.
    ContinuousPolicy policy_when_on =
        ContinuousPolicy::SubstepAtImpact;  ///< What the switch "continuous" turns on.

    // Of this run only.
    Fonts fonts;  ///< Of this frame.
    bool key_overlay = false;
    bool quit = false;
    bool fit_scene = false;  ///< A scene was opened.
    bool fit_all = false;    ///< Home was asked for.
    bool fit_selection = false;
    int pending_left_tab = -1;  ///< A tab to bring to the front this frame, or −1.
    int pending_right_tab = -1;
    int pending_bottom_tab = -1;
    std::optional<ContinuousPolicy>
        suspended_policy;  ///< By the choice of a solver that answers no impacts; comes back with another.
    PlotView toi_plot;     ///< Of the TOI panel.
    PlotView broad_phase_plot;          ///< Of the broad phase panel.
    BroadPhaseFocus broad_phase_focus;  ///< What that panel points at in this frame.
    GjkPictures gjk;                    ///< Of the GJK panel.
    std::uint64_t loop_from = 0;        ///< Where a drag for a loop on the time line has begun, frames.
    std::string search;
    std::vector<SceneListing> scenes;
    scene::Diagnostics problems;   ///< Of the last scene that did not load.
    std::string problem_path;      ///< That file, if it is another than the open one.
    std::string notice;            ///< What the user should read now; also the log's last line.
    std::vector<std::string> log;  ///< Oldest first.
};

/// Adds a line to the log, keeping the last 500.
void log_line(UiState& ui, std::string text);
/// Shows a notice over the world, and logs it.
void show_notice(UiState& ui, const std::string& text);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"
#include "app/panels/ui_state.h"
#include "app/platform/fonts.h"
#include "app/platform/input.h"
#include "app/platform/settings_store.h"
#include "app/platform/window_options.h"
#include "app/render/renderer.h"
#include "app/session/comparison/comparison.h"
#include "app/session/session.h"
#include "app/views/crowd/crowd_view.h"
#include "app/window/browser_pictures.h"
#include "app/window/layout.h"
#include "app/window/shortcuts.h"
#include "app/window/view_fitting.h"
#include "app/window/world/compare_view.h"
#include "app/window/world/world_view.h"
#include "app/window/world_mouse.h"

#include <string>

namespace toibox::app {

/// Input of one frame.
struct FrameContext {
    const FrameInput& input;
    const Palette& palette;
    const Fonts& fonts;
    Extent points;  ///< Size of the window.
    float pixel_ratio = 1.0f;
    float scale = 1.0f;     ///< Points per design point.
    double seconds = 0.0;   ///< Real time since the last frame.
    double frame_ms = 0.0;  ///< Duration of the last frame, from its start to the start of this frame.
    bool rewinds = false;   ///< Backspace is held.
};

/// The sandbox without its window: session, panels and view. The main loop (run_window) owns SDL, OpenGL and
/// the clock.
class Sandbox {
public:
    Sandbox(const WindowOptions& options, SettingsStore& store, std::string scenes_folder);

    /// Why the program cannot start.
    struct StartError {
        std::string text;   ///< For stderr.
        int exit_code = 3;  ///< See run_window.
    };
    /// Opens the scene named in the options, else the scene of the last run, else the default scene. Goes to
    /// the step and selects the bodies that the options name.
    Result<Unit, StartError> open_initial_scene(const WindowOptions& options);
    /// Applies input, advances time, and builds the panels and the batches of the world. Call between
    /// new_frame and render of the ImGui layer.
    void frame(const FrameContext& context);
    /// Draws the world. Call before the ImGui layer renders.
    void draw_world(Renderer& renderer);
    /// The file to reload when it changes on disk: the open scene, or the scene that failed to open. Empty
    /// for a recording.
    [[nodiscard]] const std::string& watched_path() const;
    void reload();
    /// Shows a notice over the world.
    void notify(const std::string& text) { show_notice(ui_, text); }
    /// Saves UI state, camera and scene path to the settings store.
    void save_state();

    [[nodiscard]] const UiState& ui() const { return ui_; }
    [[nodiscard]] Session& session() { return session_; }
    [[nodiscard]] const ShortcutEffects& effects() const { return effects_; }
    [[nodiscard]] std::string title() const;
    /// File name of a screenshot taken by key, in the working folder: "03-bullet-step-60.png".
    [[nodiscard]] std::string picture_name() const;
    /// The value of a key in UI scripts: "paused", "step", "continuous", "scene", or a quantity of the scene
    /// such as "ball.x". Empty for an unknown key.
    [[nodiscard]] std::string query(std::string_view key) const;

private:
    void apply_options(const WindowOptions& options);
    void open_library(const WindowOptions& options, const std::string& scenes_folder);
    void panels(const FrameContext& context, const Layout& layout);
    /// Toolbar, timeline and status bar.
    void bars(const FrameContext& context, const Layout& layout);
    [[nodiscard]] Layout layout_of(const FrameContext& context, float menu_height) const;
    /// Returns the height of the menu bar, points.
    float main_menu(float scale);
    void panel_windows(const Layout& layout);
    /// The edges between panels and world, which the user can drag.
    void splitters(const Layout& layout, float scale);
    void left_tabs();
    void right_tabs();
    void bottom_tabs();
    /// The scene browser in place of world and panels.
    void browse(const FrameContext& context, const Layout& layout);
    void overlay_cards(const Layout& layout, const std::optional<Question>& asked);
    /// The lower part of projector mode.
    void question(const FrameContext& context, const Layout& layout, const std::optional<Question>& asked);
    /// The tab of the bottom panel, also if it only comes to the front in this frame.
    [[nodiscard]] BottomTab bottom_tab() const;
    /// Whether the bottom panel shows the tab, or would without projector mode.
    [[nodiscard]] bool is_shown(BottomTab tab) const;
    [[nodiscard]] bool shows_broad_phase() const;
    [[nodiscard]] bool shows_lesson() const;
    /// The question that stands in the window.
    [[nodiscard]] std::optional<Question> question_to_ask() const;
    /// Whether the scene asks questions, now or later.
    [[nodiscard]] bool may_ask() const;
    /// Shows what a page of a lesson asks for.
    void apply_page_display();
    void apply_page_panel(const scene::PageDisplay& display);
    void apply_page_method(const std::string& method);
    /// Carries out further runs of the crowd, or drops it once the session has left the state that it is
    /// about.
    void update_crowd();
    /// Whether the world area shows the picture of the crowd.
    [[nodiscard]] bool shows_crowd() const;
    [[nodiscard]] CrowdShown shown_crowd() const;
    /// Applies the mouse, and the commands that move the camera, to the picture of the crowd.
    void move_crowd(const FrameContext& context);
    /// Opens one run of the crowd as the session, and plays it.
    void open_crowd_run(std::size_t run);
    /// Values of the crowd by their keys in UI scripts; empty for another key.
    [[nodiscard]] std::string crowd_value(std::string_view key) const;
    void name_crowd_runs() const;
    /// The view that the world area shows, without panes.
    [[nodiscard]] const View& shown_view() const { return shows_crowd() ? crowd_view_.view() : view_; }
    /// Presses the first button of the question, or else plays or pauses.
    void answer_question();
    [[nodiscard]] float bottom_margin() const;
    [[nodiscard]] InspectionView inspected() const;
    void highlight_hovered_ghost();
    void apply_trace_keys();
    /// Shows the session's message as a notice. Removes a notice once the scene has restarted, or has moved
    /// on since the notice appeared while paused.
    void update_notice();
    void move_camera(const FrameContext& context);
    void move_with_mouse(const FrameContext& context);
    /// Carries out the requests of the panels and brings all panes to the state of the session.
    void update_comparison();
    void compare(const std::vector<PaneSetup>& panes);
    /// Compares variants named on the command line; a recording is the first pane.
    void compare_variants(const std::vector<std::string>& variants);
    /// The panes that F7 opens in a scene that had no comparison before.
    [[nodiscard]] std::vector<PaneSetup> default_panes() const;
    void build_world(const FrameContext& context);
    void draw_world_text(const FrameContext& context);
    /// State chips and title of the scene; no label stands on them.
    void draw_titles(const FrameContext& context, const Layout& layout);
    void name_panes() const;
    /// Fonts of the headers of panes.
    [[nodiscard]] Fonts pane_fonts() const;
    [[nodiscard]] float pane_header() const;
    void arrange_panes();
    /// Draws the playback state over the world, below the headers of the upper panes.
    UiRect draw_state_chips(const FrameContext& context, const Layout& layout);
    /// Values of the view by their keys in UI scripts; empty for another key.
    [[nodiscard]] std::string view_value(std::string_view key) const;
    [[nodiscard]] std::string compare_value(std::string_view key) const;
    [[nodiscard]] std::string lesson_value(std::string_view key) const;
    /// Whether verdicts fade in and the camera glides; never in a run without a user, whose pictures must not
    /// depend on the time.
    [[nodiscard]] bool animates() const { return !is_unattended_ && !ui_.reduces_motion; }
    /// The camera of the page of a lesson, or of the scene.
    /// What the open page shows; nullopt: no page is open, or it leaves that to the scene.
    [[nodiscard]] std::optional<scene::View> page_view() const;
    [[nodiscard]] Camera opening_camera() const;
    /// Moves the camera of `aimed` as keys and menus request.
    void aim_camera(View& aimed);
    void switch_scene_camera();
    void save_scene_camera();
    /// Multiplies the scale of the camera by `factor`.
    void scale_camera(double factor);
    /// The zoom relative to the scene's view stays the same when the viewport changes its size.
    void set_viewport(const Viewport& area);
    void name_bodies() const;

    SettingsStore& store_;
    Session session_;
    Comparison comparison_{session_};
    UiState ui_;
    View view_;
    WorldView world_view_;
    CompareView compare_view_;
    CrowdView crowd_view_;
    UiRect title_area_;  ///< Of the scene's title in the last frame; empty: it was not drawn.
    CompareView::Arrangement arrangement_;  ///< Of the panes in this frame.
    std::size_t mouse_pane_ = 0;            ///< Index into the shown panes.
    /// Panes of the last comparison and the scene they belong to.
    std::vector<PaneSetup> last_panes_;
    std::string last_panes_scene_;
    bool tabs_are_at_right_ = false;  ///< Where the bottom panel stands in this frame.
    bool opened_bottom_ = false;      ///< Whether the comparison opened the bottom panel.
    WorldMouse world_mouse_;
    std::optional<CameraMove> camera_move_;  ///< Move by the scene's script, until the user moves the camera.
    std::optional<CameraGlide> glide_;       ///< Move by a command of the user.
    bool is_unattended_ = false;
    ToiInspector toi_;
    DistanceInspector distance_;
    ContactInspector contacts_;
    ShortcutEffects effects_;
    FrameTimes times_;
    int shown_notice_ = 0;          ///< UiState::notice_count in the last frame.
    std::int64_t notice_step_ = 0;  ///< Step at which the notice appeared.
    bool notice_while_paused_ = false;
    BrowserPictures pictures_;
    std::string shown_scene_;  ///< Path of the scene that the current camera belongs to.
    /// The last camera that the user chose and that shows the scene, saved when the scene is closed. nullopt
    /// after Home and a restart: the scene then opens with its own view.
    std::optional<Camera> own_camera_;
};

}  // namespace toibox::app

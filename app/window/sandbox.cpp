// SPDX-License-Identifier: MIT
#include "app/window/sandbox.h"

#include "toibox/replay/recording_file.h"

#include "app/platform/clock.h"
#include "app/platform/imgui_compat.h"
#include "app/platform/theme.h"
#include "app/views/playback_state_view.h"
#include "app/views/toi_view.h"
#include "app/window/persisted_ui.h"
#include "app/window/view_fitting.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr ImGuiWindowFlags fixed_window =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

constexpr float ghost_reach = 6.0f;  ///< Distance from the mouse at which a ghost is highlighted, points.

/// Whether the contents of the tab are side by side and need a large panel.
constexpr bool is_large(BottomTab tab) {
    return tab == BottomTab::Toi || tab == BottomTab::Broad || tab == BottomTab::Gjk ||
           tab == BottomTab::Contacts;
}

/// Draws a panel as a window at a fixed position, filled by `content`.
template <class Content>
void place_window(const char* name, const UiRect& rect, ImGuiWindowFlags extra, Content&& content) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin(name, nullptr, fixed_window | extra);
    content();
    ImGui::End();
}

/// Draws a tab with scrolling content. Brings the tab to the front if it is `pending`; sets `selected` if the
/// tab is open.
template <class Tab, class Content>
void tab(const char* label, Tab id, Tab& selected, int& pending, Content&& content) {
    // A pending tab opens one frame later; until then `selected` does not change.
    const bool is_pending = pending == static_cast<int>(id);
    const bool open = ImGui::BeginTabItem(
        label, nullptr, is_pending ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None);
    name_widget("tab", label);
    if (!open) return;
    if (is_pending) pending = -1;
    if (pending < 0) selected = id;
    compat::begin_child(label, {0.0f, 0.0f}, false);
    content();
    ImGui::EndChild();
    ImGui::EndTabItem();
}

}  // namespace

Sandbox::Sandbox(const WindowOptions& options, SettingsStore& store, std::string scenes_folder)
    : store_(store) {
    ui_.scenes = list_scenes(scenes_folder);
    restore_ui(store_, ui_);
    apply_options(options);
    session_.set_meta(options.meta);
    session_.set_clock(steady_nanoseconds);
}

void Sandbox::apply_options(const WindowOptions& options) {
    if (options.theme) ui_.theme = *options.theme;
    if (options.ui_scale > 0.0f) ui_.ui_scale = options.ui_scale;
    for (const std::string& panel : options.open)
        show_panel(ui_, panel);
    for (const std::string& name : options.draw)
        show_overlay(ui_, name);
}

Result<Unit, Sandbox::StartError> Sandbox::open_initial_scene(const WindowOptions& options) {
    std::string path = options.scene.empty() ? store_.text("scene") : options.scene;
    if (path.empty() || (options.scene.empty() && !std::filesystem::exists(path)))
        path = default_scene_path(ui_.scenes);
    if (path.empty())
        return Err{StartError{
            "toibox: no scenes found: name a scene file, or set TOIBOX_SCENES to a folder of scenes\n"}};
    if (replay::is_recording_file(path)) {
        if (auto opened = session_.open_recording(full_path(path)); !opened)
            return Err{StartError{"toibox: " + opened.error() + "\n"}};
    } else if (auto opened = session_.open(full_path(path), options.variant, options.overrides); !opened) {
        return Err{StartError{scene::format(opened.error())}};
    }
    session_.set_record_exchanges(shows_broad_phase());
    if (session_.is_replay()) {
        session_.go_to_step(options.at_step.value_or(0));
    } else {
        for (std::int64_t i = 0; i < options.at_step.value_or(0); ++i)
            session_.step_once();
    }
    for (const std::string& id : options.select) {
        const BodyHandle body = session_.run().body(id);
        if (body.is_null())
            return Err{StartError{"toibox: --select: the scene has no body \"" + id + "\"\n", 2}};
        session_.select_body(body);
    }
    session_.set_playing(!options.unattended() && !options.at_step);
    return Unit{};
}

const std::string& Sandbox::watched_path() const {
    static const std::string no_path;
    const bool failed_to_open = !ui_.problems.empty() && !ui_.problem_path.empty();
    if (failed_to_open) return ui_.problem_path;
    // A recording contains its scene and does not depend on the file.
    return session_.is_replay() ? no_path : session_.document().path();
}

void Sandbox::reload() {
    if (const std::string path = watched_path(); path != session_.document().path()) {
        open_scene(session_, ui_, path);
        return;
    }
    const bool playing = session_.is_playing();
    if (const auto result = session_.reload(); !result) {
        ui_.problems = result.error();
        return;
    }
    ui_.problems.clear();
    log_line(ui_, "Reloaded: " + session_.document().path());
    session_.set_playing(playing);
}

void Sandbox::save_state() {
    if (!session_.is_open()) return;
    save_ui(store_, ui_);
    save_scene_camera();
    // The path of a recorded scene is only a name, not a file to open.
    if (!session_.is_replay()) store_.set("scene", session_.document().path());
}

std::string Sandbox::title() const {
    return session_.is_open() ? session_.run().scene().title + " – toibox" : std::string("toibox");
}

std::string Sandbox::picture_name() const {
    std::string name = std::filesystem::path(session_.document().path()).filename().string();
    name = name.substr(0, name.find('.'));
    return fmt::format("{}-step-{}.png", name.empty() ? "toibox" : name, session_.run().steps());
}

void Sandbox::remove_old_notice() {
    const std::int64_t step = session_.run().steps();
    if (ui_.notice != shown_notice_) {
        notice_step_ = step;
        notice_while_paused_ = !session_.is_playing();
    }
    const bool has_moved_on = notice_while_paused_ && (session_.is_playing() || step != notice_step_);
    if (step < notice_step_ || has_moved_on) ui_.notice.clear();
    shown_notice_ = ui_.notice;
}

void Sandbox::panels(const FrameContext& context, const Layout& layout) {
    if (layout.shows_panels) {
        place_window("toolbar", layout.toolbar, ImGuiWindowFlags_NoScrollbar,
                     [&] { toolbar(session_, ui_); });
        place_window("left", layout.left, 0, [&] { left_tabs(); });
        place_window("right", layout.right, 0, [&] { right_tabs(); });
        const float padding = 0.5f * (layout.status.height - ImGui::GetFontSize());
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                            {ImGui::GetStyle().WindowPadding.x, std::max(padding, 0.0f)});
        place_window("status", layout.status, ImGuiWindowFlags_NoScrollbar, [&] {
            status_bar(session_, ui_,
                       {.cursor = world_mouse_.position_world(),
                        .pixels_per_meter = static_cast<float>(view_.camera.scale) * context.pixel_ratio,
                        .cursor_in_world = world_mouse_.is_over_world()});
        });
        ImGui::PopStyleVar();
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {spacing::unit, spacing::half * 0.5f});
    place_window("timeline", layout.timeline, ImGuiWindowFlags_NoScrollbar,
                 [&] { timeline_panel(session_, ui_); });
    ImGui::PopStyleVar();
    if (layout.shows_bottom) place_window("bottom", layout.bottom, 0, [&] { bottom_tabs(); });
    overlay_cards(layout);
}

void Sandbox::left_tabs() {
    if (!ImGui::BeginTabBar("left tabs")) return;
    tab("Scenes", LeftTab::Scenes, ui_.left, ui_.pending_left_tab, [&] { scenes_panel(session_, ui_); });
    tab("Lesson", LeftTab::Lesson, ui_.left, ui_.pending_left_tab, [&] { lesson_panel(session_, ui_); });
    ImGui::EndTabBar();
}

void Sandbox::right_tabs() {
    if (!ImGui::BeginTabBar("right tabs")) return;
    tab("Settings", RightTab::Settings, ui_.right, ui_.pending_right_tab,
        [&] { settings_panel(session_, ui_); });
    tab("Draw", RightTab::Draw, ui_.right, ui_.pending_right_tab, [&] { draw_panel(ui_); });
    ImGui::EndTabBar();
}

void Sandbox::bottom_tabs() {
    if (!ImGui::BeginTabBar("bottom tabs")) return;
    tab("Statistics", BottomTab::Statistics, ui_.bottom, ui_.pending_bottom_tab,
        [&] { statistics_panel(session_, ui_); });
    tab("GJK", BottomTab::Gjk, ui_.bottom, ui_.pending_bottom_tab,
        [&] { gjk_panel(session_, ui_, distance_); });
    tab("TOI", BottomTab::Toi, ui_.bottom, ui_.pending_bottom_tab, [&] { toi_panel(session_, ui_, toi_); });
    tab("Broad phase", BottomTab::Broad, ui_.bottom, ui_.pending_bottom_tab,
        [&] { broad_panel(session_, ui_); });
    tab("Contacts", BottomTab::Contacts, ui_.bottom, ui_.pending_bottom_tab, [&] {
        contacts_.refresh(session_);
        contacts_panel(session_, ui_, contacts_);
    });
    tab("Profile", BottomTab::Profile, ui_.bottom, ui_.pending_bottom_tab,
        [&] { profile_panel(session_, ui_, times_); });
    tab("Log", BottomTab::Log, ui_.bottom, ui_.pending_bottom_tab, [&] { log_panel(ui_); });
    ImGui::EndTabBar();
}

bool Sandbox::is_shown(BottomTab tab) const {
    return ui_.shows_panels && ui_.shows_bottom && ui_.bottom == tab;
}

bool Sandbox::shows_broad_phase() const {
    const bool is_pending = ui_.pending_bottom_tab == static_cast<int>(BottomTab::Broad);
    return ui_.draw.broad_phase || is_shown(BottomTab::Broad) || is_pending;
}

/// Height that the projections of the broad phase take at the lower edge of the view, points.
float Sandbox::bottom_margin() const {
    return ui_.draw.broad_phase ? projection_margins(session_.world()).lower : 0.0f;
}

InspectionView Sandbox::inspected() const {
    // Without a pair, bodies keep their colours.
    const bool has_toi = is_shown(BottomTab::Toi) && toi_.pair() != nullptr;
    const bool has_gjk = is_shown(BottomTab::Gjk) && distance_.pair() != nullptr;
    return {.toi = has_toi ? &toi_ : nullptr,
            .gjk = has_gjk ? &distance_ : nullptr,
            .broad_phase = &ui_.broad_phase_focus};
}

/// Applies the arrow keys, which go through the steps of the distance method.
void Sandbox::apply_trace_keys() {
    const bool shown = is_shown(BottomTab::Gjk);
    if (!shown) distance_.close();
    if (effects_.trace_steps == 0) return;
    if (!shown || distance_.pair() == nullptr)
        return show_refusal(ui_,
                            "The arrow keys go through the steps of a method in the GJK tab (F4), once it "
                            "shows a pair.");
    const bool back = effects_.trace_steps < 0;
    const int end = back ? 0 : distance_.steps() - 1;
    if (distance_.step() == end)
        return show_refusal(
            ui_, back ? "This is the first step of the method." : "This is the last step of the method.");
    distance_.go_to(effects_.goes_to_trace_end ? end : distance_.step() + effects_.trace_steps);
}

/// Highlights the mark in the plot whose ghost is under the mouse.
void Sandbox::highlight_hovered_ghost() {
    if (!is_shown(BottomTab::Toi)) return toi_.close();
    if (world_mouse_.is_over_world()) {
        toi_.highlighted = mark_of_ghost_at(toi_, world_mouse_.position_world(), view_.meters(ghost_reach));
    } else if (!toi_.cursor_t) {
        toi_.highlighted = -1;
    }
}

void Sandbox::overlay_cards(const Layout& layout) {
    const AvailableSize room{layout.world.width - 2.0f * spacing::wide, layout.world.height};
    ImGui::SetNextWindowPos({layout.world.x + spacing::wide, layout.world.y + spacing::wide});
    if (!inspected().has_pair()) {
        verdict_card(session_, ui_, world_view_.card_anchor(view_),
                     {layout.world.x, layout.world.y, layout.world.width, layout.world.height});
    }
    ImGui::SetNextWindowPos({layout.world.x + 0.5f * layout.world.width,
                             layout.world.y + layout.world.height - bottom_margin() - spacing::wide},
                            ImGuiCond_Always, {0.5f, 1.0f});
    notice_card(ui_, room);
    key_overlay(ui_);
    problems_card(ui_);
}

void Sandbox::frame(const FrameContext& context) {
    times_.frame_ms = context.frame_ms;
    ui_.fonts = context.fonts;
    for (const std::string& file : context.input.dropped_files)
        open_scene(session_, ui_, file);
    session_.set_record_searches(is_shown(BottomTab::Toi));
    if (!context.input.keys.empty() || ImGui::IsMouseClicked(ImGuiMouseButton_Left)) session_.begin_gesture();
    effects_ = apply_shortcuts(context.input, session_, ui_);
    if (effects_.cancel) compat::close_popups();
    session_.tick(context.seconds);
    if (context.rewinds) session_.rewind(context.seconds);
    if (const std::string message = session_.take_message(); !message.empty()) show_notice(ui_, message);
    remove_old_notice();

    float menu_height = 0.0f;
    if (ui_.shows_panels && ImGui::BeginMainMenuBar()) {
        menu_bar(session_, ui_);
        menu_height = ImGui::GetWindowSize().y;
        ImGui::EndMainMenuBar();
    }
    const BottomTab bottom_tab =
        ui_.pending_bottom_tab >= 0 ? static_cast<BottomTab>(ui_.pending_bottom_tab) : ui_.bottom;
    const Layout layout = make_layout({.width = static_cast<float>(context.points.width),
                                       .height = static_cast<float>(context.points.height),
                                       .menu_height = menu_height,
                                       .scale = context.scale,
                                       .shows_panels = ui_.shows_panels,
                                       .shows_bottom = ui_.shows_bottom,
                                       .is_bottom_large = is_large(bottom_tab)});
    // The visible height of the world stays the same when a panel changes the height of the viewport.
    if (!shown_scene_.empty()) scale_camera(layout.world.height / view_.viewport.height);
    view_.viewport = layout.world;
    view_.pixel_ratio = context.pixel_ratio;
    switch_scene_camera();
    ui_.broad_phase_focus = {};
    session_.set_record_exchanges(shows_broad_phase());
    panels(context, layout);
    if (const std::string refusal = ui_.number_entry.take_refusal(); !refusal.empty())
        show_refusal(ui_, refusal);
    move_camera(context);
    highlight_hovered_ghost();
    apply_trace_keys();
    name_widget("world", {layout.world.x, layout.world.y, layout.world.width, layout.world.height});
    name_bodies();

    if (ui_.draw.simplices) session_.refresh_pair();
    const std::uint64_t start = steady_nanoseconds();
    world_view_.build(session_, ui_.draw, context.palette, view_, inspected());
    times_.build_ms = 1e-6 * static_cast<double>(steady_nanoseconds() - start);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    world_view_.draw_text(list, context.palette, view_);
    draw_playback_state(list, session_, context.palette, layout.world, bottom_margin());
    if (!layout.shows_panels) draw_scene_title(list, session_, ui_.fonts, context.palette, layout.world);
}

void Sandbox::name_bodies() const {
    if (!wants_widget_names()) return;
    for (const scene::BodyEntry& entry : session_.run().scene().bodies) {
        const auto body = session_.world().find(session_.run().body(entry.id));
        if (!body) continue;
        const Vec2 at = view_.to_points(body->center());
        name_widget("body " + entry.id, {at.x - 1.0f, at.y - 1.0f, 2.0f, 2.0f});
    }
}

void Sandbox::draw_world(Renderer& renderer) {
    const std::uint64_t start = steady_nanoseconds();
    world_view_.upload(renderer);
    times_.upload_ms = 1e-6 * static_cast<double>(steady_nanoseconds() - start);
}

}  // namespace toibox::app

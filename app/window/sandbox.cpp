// SPDX-License-Identifier: MIT
#include "app/window/sandbox.h"

#include "toibox/replay/recording_file.h"

#include "app/panels/lesson_flow.h"
#include "app/panels/library/browser_entries.h"
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
#include <system_error>

namespace toibox::app {

namespace {

constexpr float ghost_reach = 6.0f;  ///< Distance from the mouse at which a ghost is highlighted, points.

/// Whether the contents of the tab are side by side and need a large panel.
constexpr bool is_large(BottomTab tab) {
    return tab == BottomTab::Toi || tab == BottomTab::Broad || tab == BottomTab::Gjk ||
           tab == BottomTab::Contacts;
}

}  // namespace

Sandbox::Sandbox(const WindowOptions& options, SettingsStore& store, std::string scenes_folder)
    : store_(store), is_unattended_(options.unattended()) {
    ui_.scenes = list_scenes(scenes_folder);
    restore_ui(store_, ui_);
    open_library(options, scenes_folder);
    apply_options(options);
    session_.set_meta(options.meta);
    session_.set_clock(steady_nanoseconds);
}

/// Reads the courses, and what is known about the claims of the scenes.
void Sandbox::open_library(const WindowOptions& options, const std::string& scenes_folder) {
    BrowserState& browser = ui_.browser;
    browser.folder = full_path(scenes_folder);
    const std::filesystem::path courses =
        std::filesystem::path(browser.folder) / std::string(scene::courses_file_name);
    std::error_code ignored;
    if (std::filesystem::exists(courses, ignored)) {
        if (auto read = scene::load_courses(courses.string())) {
            browser.courses = *std::move(read);
        } else {
            log_line(ui_, scene::format(read.error()));
            show_notice(ui_, "The courses cannot be read: " + courses.string() + ". The log says why.");
        }
    }
    order_by_course(ui_.scenes, browser);
    const std::string settings = options.unattended() ? std::string() : SettingsStore::default_path();
    const auto claims = std::filesystem::path(settings).parent_path() / "claims.txt";
    browser.claims = ClaimBoard(settings.empty() ? std::string() : claims.string(), options.meta);
}

void Sandbox::apply_options(const WindowOptions& options) {
    if (options.ui_scale > 0.0f) ui_.ui_scale = options.ui_scale;
    for (const std::string& panel : options.open)
        show_panel(ui_, panel);
    if (options.theme) ui_.theme = *options.theme;  // of projector mode, if that is open
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
    if (!session_.is_replay()) remember_opened(ui_.browser, session_.document().path());
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
    if (!options.compare.empty()) {
        compare_variants(options.compare);
        apply_options(options);  // --open has precedence over the tab that a comparison opens
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
    reload_scene(session_, ui_);
}

void Sandbox::save_state() {
    if (!session_.is_open()) return;
    save_ui(store_, ui_);
    save_scene_camera();
    // The path of a recorded scene is only a name, not a file to open.
    if (!session_.is_replay()) store_.set("scene", session_.document().path());
}

std::string Sandbox::title() const {
    return session_.is_open() ? session_.title() + " – toibox" : std::string("toibox");
}

std::string Sandbox::picture_name() const {
    std::string name = std::filesystem::path(session_.document().path()).filename().string();
    name = name.substr(0, name.find('.'));
    return fmt::format("{}-step-{}.png", name.empty() ? "toibox" : name, session_.run().steps());
}

void Sandbox::update_notice() {
    if (const std::string message = session_.take_message(); !message.empty()) show_notice(ui_, message);
    const std::int64_t step = session_.run().steps();
    if (ui_.notice_count != shown_notice_) {
        notice_step_ = step;
        notice_while_paused_ = !session_.is_playing();
    }
    const bool has_moved_on = notice_while_paused_ && (session_.is_playing() || step != notice_step_);
    if (step < notice_step_ || has_moved_on) ui_.notice.clear();
    shown_notice_ = ui_.notice_count;
}

BottomTab Sandbox::bottom_tab() const {
    return ui_.pending_bottom_tab >= 0 ? static_cast<BottomTab>(ui_.pending_bottom_tab) : ui_.bottom;
}

bool Sandbox::shows_lesson() const {
    const auto tab = ui_.pending_left_tab >= 0 ? static_cast<LeftTab>(ui_.pending_left_tab) : ui_.left;
    return ui_.shows_left && tab == LeftTab::Lesson;
}

bool Sandbox::is_shown(BottomTab tab) const {
    return ui_.shows_bottom && bottom_tab() == tab;
}

std::optional<Question> Sandbox::question_to_ask() const {
    return inspected().has_pair() ? std::nullopt : current_question(session_, comparison_, ui_);
}

bool Sandbox::may_ask() const {
    if (ui_.lesson.is_open()) return true;
    const scene::Scene& scene = session_.run().scene();
    return ui_.shows_hint_cards && !inspected().has_pair() &&
           (ui_.crowd || scene.ending == scene::Ending::AtVerdict || scene.next);
}

void Sandbox::answer_question() {
    if (ui_.lesson.is_open()) return press_primary(session_, ui_);
    const auto question = question_to_ask();
    if (!question) return session_.set_playing(!session_.is_playing());
    if (question->has_primary && ui_.verdict_fade.card() > 0.0f)
        answer(question->buttons.front().action, session_, ui_);
}

bool Sandbox::shows_broad_phase() const {
    return ui_.draw.broad_phase || is_shown(BottomTab::Broad);
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

/// Applies the arrow keys, which go through the steps of the distance method or the iterations of the TOI
/// method.
void Sandbox::apply_trace_keys() {
    if (!is_shown(BottomTab::Gjk)) distance_.close();
    if (effects_.trace_steps == 0) return;
    const bool in_toi = is_shown(BottomTab::Toi) && toi_.iterations() > 0;
    const bool in_gjk = is_shown(BottomTab::Gjk) && distance_.pair() != nullptr;
    if (!in_toi && !in_gjk)
        return show_refusal(ui_,
                            "The arrow keys go through the steps of a method in the GJK tab (F4) or the TOI "
                            "tab (F6), once it shows a pair.");
    const int current = in_toi ? toi_.chosen_iteration() : distance_.step();
    const bool back = effects_.trace_steps < 0;
    const int end = back ? 0 : (in_toi ? toi_.iterations() : distance_.steps()) - 1;
    if (current == end)
        return show_refusal(
            ui_, back ? "This is the first step of the method." : "This is the last step of the method.");
    const int target = effects_.goes_to_trace_end ? end : current + effects_.trace_steps;
    if (in_toi) {
        toi_.go_to(target);
    } else {
        distance_.go_to(target);
    }
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

Layout Sandbox::layout_of(const FrameContext& context, float menu_height) const {
    return make_layout({.width = static_cast<float>(context.points.width),
                        .height = static_cast<float>(context.points.height),
                        .menu_height = menu_height,
                        .scale = ui_.projector.is_on ? ui_.ui_scale : context.scale,
                        .is_projected = ui_.projector.is_on,
                        .asks = may_ask(),
                        .shows_lesson = shows_lesson(),
                        .shows_left = ui_.shows_left,
                        .shows_right = ui_.shows_right,
                        .shows_bottom = ui_.shows_bottom,
                        .is_bottom_at_right = ui_.tab_places.is_at_right(bottom_tab()),
                        .is_bottom_large = is_large(bottom_tab()),
                        .is_right_wide = ui_.right == RightTab::Sweep,
                        .sizes = ui_.panel_sizes});
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
    if (effects_.answers) answer_question();
    if (!ui_.browser.is_open) session_.tick(context.seconds);
    update_crowd();
    const bool may_rewind = !ui_.browser.is_open && !is_locked(session_, ui_);
    if (context.rewinds && may_rewind) session_.rewind(context.seconds);
    update_comparison();
    update_lesson(session_, ui_);
    if (std::exchange(ui_.saves_settings, false) && !is_unattended_) save_state();
    update_notice();
    ui_.verdict_fade.update(session_, context.seconds, !animates());

    float menu_height = 0.0f;
    if (!ui_.projector.is_on) menu_height = main_menu(context.scale);
    const Layout layout = layout_of(context, menu_height);
    tabs_are_at_right_ = layout.is_bottom_at_right;
    set_viewport(layout.world);
    view_.pixel_ratio = context.pixel_ratio;
    view_.mark_scale = layout.is_projected ? projector_mark_scale * ui_.ui_scale : ui_.ui_scale;
    switch_scene_camera();
    if (ui_.browser.is_open) return browse(context, layout);
    apply_page_display();
    ui_.broad_phase_focus = {};
    session_.set_record_exchanges(shows_broad_phase());
    panels(context, layout);
    if (const auto refusal = ui_.number_entry.take_refusal()) {
        if (ui_.notice == ui_.refusal) ui_.notice.clear();
        ui_.refusal.clear();
        if (!refusal->empty()) show_refusal(ui_, *refusal);
    }
    move_camera(context);
    highlight_hovered_ghost();
    apply_trace_keys();
    name_widget("world", {layout.world.x, layout.world.y, layout.world.width, layout.world.height});
    update_comparison();

    if (ui_.draw.simplices) session_.refresh_pair();
    ui_.verdict_fade.update(session_, 0.0, !animates());  // a panel may have moved the session
    keep_past_poses(comparison_, ui_.draw);
    const std::uint64_t start = steady_nanoseconds();
    build_world(context);
    times_.build_ms = 1e-6 * static_cast<double>(steady_nanoseconds() - start);
    name_bodies();
    draw_titles(context, layout);
    compat::push_font(ui_.fonts.label);
    draw_world_text(context);
    ImGui::PopFont();
}

void Sandbox::draw_titles(const FrameContext& context, const Layout& layout) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const UiRect chips = layout.is_projected ? UiRect{} : draw_state_chips(context, layout);
    title_area_ = {};
    if (comparison_.is_active()) return;
    if (!layout.is_projected && !layout.shows_left) {
        title_area_ = draw_scene_title(list, session_, ui_.fonts, context.palette, layout.world, chips);
        world_view_.keep_clear(title_area_);
    }
    if (layout.is_projected && (ui_.lesson.is_open() || question_to_ask()))
        world_view_.keep_clear(projected_title_area(session_, ui_.fonts, layout.world));
}

void Sandbox::name_bodies() const {
    if (!wants_widget_names()) return;
    if (shows_crowd()) return name_crowd_runs();
    for (const scene::BodyEntry& entry : session_.run().scene().bodies) {
        const auto body = session_.world().find(session_.run().body(entry.id));
        if (!body) continue;
        const View& view = comparison_.is_active() ? arrangement_.view(0) : view_;
        const Vec2 at = view.to_points(body->center());
        name_widget("body " + entry.id, {at.x - 1.0f, at.y - 1.0f, 2.0f, 2.0f});
    }
}

void Sandbox::draw_world(Renderer& renderer) {
    const std::uint64_t start = steady_nanoseconds();
    if (ui_.browser.is_open) {
        pictures_.draw(renderer, ui_);
    } else if (comparison_.is_active()) {
        compare_view_.upload(renderer);
    } else {
        if (!shows_crowd() || !ui_.fans_out_crowd) world_view_.upload(renderer);
        if (shows_crowd()) crowd_view_.upload(renderer);
    }
    times_.upload_ms = 1e-6 * static_cast<double>(steady_nanoseconds() - start);
}

}  // namespace toibox::app

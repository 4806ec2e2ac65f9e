// SPDX-License-Identifier: MIT
// Comparisons in the sandbox: the requests of the panels, and the panes.
#include "app/panels/lesson_flow.h"
#include "app/views/playback_state_view.h"
#include "app/window/sandbox.h"

#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

void Sandbox::update_comparison() {
    CompareState& state = ui_.compare;
    const bool opens = std::exchange(state.opens, false);
    if (std::exchange(state.toggle, false) || opens) {
        const bool has_last = last_panes_scene_ == session_.document().path();
        if (comparison_.is_active() && !opens) {
            comparison_.stop();
        } else {
            compare(has_last ? last_panes_ : default_panes());
        }
    }
    if (const auto wanted = std::exchange(state.wanted, std::nullopt)) compare(*wanted);
    if (const auto updated = comparison_.update(); !updated) ui_.problems = updated.error();
    if (const std::string message = comparison_.take_message(); !message.empty()) show_notice(ui_, message);
    state.panes.clear();
    state.differences.clear();
    if (!comparison_.is_active()) {
        state.alone = 0;
        state.moves_start = false;
        // The panel that the comparison opened closes with it, unless it shows something else by now.
        if (std::exchange(opened_bottom_, false) && bottom_tab() == BottomTab::Compare)
            ui_.shows_bottom = false;
        return;
    }
    for (std::size_t i = 0; i < comparison_.size(); ++i)
        state.panes.push_back(comparison_.setup(i));
    state.differences = setting_differences(comparison_);
}

void Sandbox::compare(const std::vector<PaneSetup>& panes) {
    if (panes.front().variant != session_.variant()) {
        const bool playing = session_.is_playing();
        if (const auto chosen = session_.choose_variant(panes.front().variant); !chosen) {
            ui_.problems = chosen.error();
            return;
        }
        session_.set_playing(playing);
    }
    if (panes.size() < 2) return comparison_.stop();
    last_panes_ = panes;
    last_panes_scene_ = session_.document().path();
    const bool was_active = comparison_.is_active();
    if (const auto started = comparison_.start({panes.begin() + 1, panes.end()}); !started) {
        ui_.problems = started.error();
    } else if (!was_active) {
        opened_bottom_ = !ui_.shows_bottom;
        ui_.shows_bottom = true;
        ui_.pending_bottom_tab = static_cast<int>(BottomTab::Compare);
    }
}

void Sandbox::compare_variants(const std::vector<std::string>& variants) {
    std::vector<PaneSetup> panes;
    if (session_.is_replay()) panes.push_back({session_.variant()});
    for (const std::string& variant : variants)
        panes.push_back({variant});
    compare(panes);
}

std::vector<PaneSetup> Sandbox::default_panes() const {
    const PaneSetup current{session_.variant()};
    std::vector<std::string> others{""};
    for (const scene::VariantEntry& entry : session_.run().scene().variants)
        others.push_back(entry.name);
    // The first variant with other settings. Variants that differ only in their bodies come after them.
    std::optional<std::string> fallback;
    for (const std::string& variant : others) {
        if (variant == current.variant) continue;
        const auto scene = session_.document().resolve(variant, session_.overrides());
        if (!scene) continue;
        if (scene->settings != session_.scene_settings()) return {current, {variant}};
        if (!fallback) fallback = variant;
    }
    if (fallback) return {current, {*fallback}};
    // A scene without variants, with and without continuous collision.
    const bool is_off = session_.scene_settings().continuous == ContinuousPolicy::Off;
    return {current,
            {current.variant, {{"/world/continuous", is_off ? "\"substep-at-impact\"" : "\"off\""}}}};
}

void Sandbox::arrange_panes() {
    std::optional<Vec2> size;
    if (const std::optional<scene::View> shown = page_view()) size = Vec2{shown->width, shown->height};
    arrangement_ = CompareView::arrange(comparison_, ui_.compare, view_, pane_header(), size);
}

void Sandbox::move_with_mouse(const FrameContext& context) {
    if (shows_crowd()) return;  // move_crowd()
    const bool is_mouse_free = !ImGui::GetIO().WantCaptureMouse;
    const bool may_grab = !is_locked(session_, ui_);
    if (!comparison_.is_active()) {
        if (!may_grab) return world_mouse_.update_view(view_, is_mouse_free, context.input.wheel);
        return world_mouse_.update(comparison_, 0, view_, is_mouse_free, context.input.wheel);
    }
    arrange_panes();
    const bool is_dragging = session_.is_dragging() || world_mouse_.is_panning();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!is_dragging || mouse_pane_ >= arrangement_.panes.size())
        mouse_pane_ = arrangement_.at({mouse.x, mouse.y});
    View pane = arrangement_.view(mouse_pane_);
    const Camera before = pane.camera;
    if (may_grab) {
        world_mouse_.update(comparison_, arrangement_.panes[mouse_pane_], pane, is_mouse_free,
                            context.input.wheel);
    } else {
        world_mouse_.update_view(pane, is_mouse_free, context.input.wheel);
    }
    // Without a change, rounding must not look like a move by the user.
    if (pane.camera != before) view_.camera = {pane.camera.center, pane.camera.scale / arrangement_.zoom};
    arrangement_.whole = view_;
}

Fonts Sandbox::pane_fonts() const {
    Fonts fonts = ui_.fonts;
    if (ui_.projector.is_on) {
        fonts.body = fonts.label;
        fonts.bold = fonts.label_bold;
    }
    return fonts;
}

float Sandbox::pane_header() const {
    return pane_header_height(pane_fonts().body->FontSize * ImGui::GetIO().FontGlobalScale);
}

void Sandbox::build_world(const FrameContext& context) {
    InspectionView shown = inspected();
    shown.marks = page_marks(session_, ui_);
    if (shows_crowd()) {
        crowd_view_.build(shown_crowd(), ui_.fonts, context.palette, view_);
        return world_view_.build(session_, ui_.draw, context.palette, crowd_view_.view(), shown);
    }
    if (!comparison_.is_active()) return world_view_.build(session_, ui_.draw, context.palette, view_, shown);
    arrange_panes();
    name_panes();
    compare_view_.build(comparison_, arrangement_, ui_.draw, context.palette, shown);
}

void Sandbox::draw_world_text(const FrameContext& context) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const bool shows_scale = !ui_.projector.is_on;
    const float opacity = ui_.verdict_fade.chips();
    if (shows_crowd()) {
        if (!ui_.fans_out_crowd)
            world_view_.draw_text(list, ui_.fonts, context.palette, crowd_view_.view(),
                                  {.shows_scale = shows_scale, .verdict_opacity = opacity});
        return crowd_view_.draw_text(list, shown_crowd(), ui_.fonts, context.palette);
    }
    if (!comparison_.is_active()) {
        return world_view_.draw_text(list, ui_.fonts, context.palette, view_,
                                     {.shows_scale = shows_scale, .verdict_opacity = opacity});
    }
    compare_view_.draw_text(list, comparison_, arrangement_, ui_.compare.differences,
                            {pane_fonts(), context.palette, shows_scale, opacity});
}

UiRect Sandbox::draw_state_chips(const FrameContext& context, const Layout& layout) {
    const bool compares = comparison_.is_active();
    const Viewport world = compares ? arrangement_.below_headers() : layout.world;
    if (shows_crowd())
        return crowd_view_.draw_state(*ImGui::GetBackgroundDrawList(), shown_crowd(), ui_.fonts,
                                      context.palette);
    const UiRect chips =
        draw_playback_state(*ImGui::GetBackgroundDrawList(), session_,
                            {.toi = inspected().toi, .waits_for_answer = is_locked(session_, ui_)}, ui_.fonts,
                            context.palette, world);
    if (compares) {
        compare_view_.keep_clear(chips);
    } else {
        world_view_.keep_clear(chips);
    }
    return chips;
}

void Sandbox::name_panes() const {
    if (!wants_widget_names()) return;
    for (std::size_t n = 0; n < arrangement_.panes.size(); ++n) {
        const Viewport& world = arrangement_.areas[n].world;
        name_widget(fmt::format("pane {}", arrangement_.panes[n] + 1),
                    {world.x, world.y, world.width, world.height});
    }
}

std::string Sandbox::compare_value(std::string_view key) const {
    if (key == "panes") return std::to_string(ui_.compare.panes.size());
    if (key == "alone") return std::to_string(ui_.compare.alone);
    if (key == "differences") {
        std::string names;
        for (const SettingDifference& difference : ui_.compare.differences)
            names += (names.empty() ? "" : ", ") + difference.name;
        return names;
    }
    // "2.step", "2.hash", "2.ball.x": a value of pane 2.
    const std::size_t dot = key.find('.');
    if (dot != 1 || key[0] < '1' || key[0] > '4') return {};
    const auto index = static_cast<std::size_t>(key[0] - '1');
    if (index >= comparison_.size()) return {};
    const Session& pane = comparison_.pane(index);
    const std::string_view name = key.substr(2);
    if (name == "step") return std::to_string(pane.run().steps());
    if (name == "hash") return fmt::format("{:016x}", pane.world().hash());
    if (name == "variant") return pane.variant().empty() ? "base" : pane.variant();
    const auto value = pane.run().quantity(std::string(name));
    return value ? fmt::format("{}", *value) : std::string();
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
// The panels and cards as windows of ImGui at fixed positions.
#include "app/platform/imgui_compat.h"
#include "app/platform/theme.h"
#include "app/window/sandbox.h"

#include <algorithm>

namespace toibox::app {

namespace {

constexpr ImGuiWindowFlags fixed_window =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

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
                 [&] { timeline_panel(session_, comparison_, ui_); });
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
    tab("Compare", BottomTab::Compare, ui_.bottom, ui_.pending_bottom_tab,
        [&] { compare_panel(comparison_, ui_); });
    tab("Statistics", BottomTab::Statistics, ui_.bottom, ui_.pending_bottom_tab,
        [&] { statistics_panel(session_, ui_, toi_); });
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

void Sandbox::overlay_cards(const Layout& layout) {
    const AvailableSize room{layout.world.width - 2.0f * spacing::wide, layout.world.height};
    if (!inspected().has_pair() && !comparison_.is_active()) {
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

}  // namespace toibox::app

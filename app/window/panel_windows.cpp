// SPDX-License-Identifier: MIT
// The panels and cards as windows of ImGui at fixed positions.
#include "app/panels/lesson_flow.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/imgui_compat.h"
#include "app/platform/theme.h"
#include "app/views/playback_state_view.h"
#include "app/window/sandbox.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {

namespace {

constexpr ImGuiWindowFlags fixed_window =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

// Of each frame while the browser is open.
constexpr double claim_seconds = 0.004;
constexpr double picture_seconds = 0.004;

/// Draws a window at a fixed position, filled by `content`.
template <class Content>
void place_window(const char* name, const UiRect& rect, ImGuiWindowFlags flags, Content&& content) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin(name, nullptr, flags);
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
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - 2.0f}, high,
                                              ImGui::GetColorU32(ImGuiCol_CheckMark));
    if (is_pending) pending = -1;
    if (pending < 0) selected = id;
    compat::begin_child(label, {0.0f, 0.0f}, false);
    content();
    ImGui::EndChild();
    ImGui::EndTabItem();
}

/// The button at the end of the tab row: moves the tabs from the bottom to the right half, or back.
/// `has_room`: false if they should stand there, but stand at the bottom.
void move_tabs_button(bool& is_at_right, bool has_room) {
    ImGui::BeginDisabled(!has_room);
    // Spaces as wide as an icon.
    const bool is_clicked =
        ImGui::TabItemButton("     ##move", ImGuiTabItemFlags_Trailing | ImGuiTabItemFlags_NoTooltip);
    name_widget("move tabs");
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float side = 16.0f * design_scale();
    draw_icon(*ImGui::GetWindowDrawList(), is_at_right && has_room ? Icon::PanelBottom : Icon::PanelRight,
              {std::floor(0.5f * (low.x + high.x - side)), std::floor(0.5f * (low.y + high.y - side))}, side,
              ImGui::GetColorU32(ImGuiCol_Text));
    ImGui::EndDisabled();
    if (!has_room) return help_tip("There is no room on the right half: hide a side panel");
    help_tip(is_at_right ? "Move GJK and TOI, or else the other tabs, to the bottom"
                         : "Move GJK and TOI, or else the other tabs, to the right half");
    if (is_clicked) is_at_right = !is_at_right;
}

constexpr float splitter_reach = 3.0f;  ///< Of a splitter on each side of its edge, points.

/// The edge between a panel and the world: a line that can be dragged. A double click gives the panel the
/// size of the design. `direction`: +1 if the panel grows when the mouse moves right or down.
struct Splitter {
    const char* name;
    UiRect edge;
    bool is_vertical;
    float direction;
    float shown;  ///< Current size of the panel, points.
};

void splitter(const Splitter& splitter, float& size, float scale) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
    const UiRect& edge = splitter.edge;
    // Other than panels, a splitter stays in front of them: ImGui puts new windows that do not come to the
    // front behind all others.
    constexpr ImGuiWindowFlags flags = (fixed_window & ~ImGuiWindowFlags_NoBringToFrontOnFocus) |
                                       ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar;
    place_window(splitter.name, edge, flags, [&] {
        ImGui::InvisibleButton("edge", {edge.width, edge.height});
        name_widget(splitter.name);
        const bool is_lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
        if (is_lit)
            ImGui::SetMouseCursor(splitter.is_vertical ? ImGuiMouseCursor_ResizeEW
                                                       : ImGuiMouseCursor_ResizeNS);
        if (ImGui::IsItemActive()) {
            const ImVec2 delta = ImGui::GetIO().MouseDelta;
            const float moved = splitter.direction * (splitter.is_vertical ? delta.x : delta.y);
            if (moved != 0.0f) size = (splitter.shown + moved) / scale;
        }
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) size = 0.0f;
        const ImVec2 middle(edge.x + 0.5f * edge.width, edge.y + 0.5f * edge.height);
        const ImVec2 half =
            splitter.is_vertical ? ImVec2(0.5f, 0.5f * edge.height) : ImVec2(0.5f * edge.width, 0.5f);
        ImGui::GetWindowDrawList()->AddRectFilled(
            {middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y},
            ImGui::GetColorU32(is_lit ? ImGuiCol_CheckMark : ImGuiCol_Border));
    });
    ImGui::PopStyleVar(2);
}

}  // namespace

void Sandbox::panels(const FrameContext& context, const Layout& layout) {
    const auto asked = question_to_ask();
    if (layout.is_projected) {
        question(context, layout, asked);
    } else {
        bars(context, layout);
        panel_windows(layout);
        splitters(layout, context.scale);
    }
    overlay_cards(layout, asked);
    search_popup(session_, ui_, layout.world.y + spacing::wide);
}

void Sandbox::browse(const FrameContext& context, const Layout& layout) {
    bars(context, layout);
    const float top = layout.toolbar.y + layout.toolbar.height;
    const UiRect area{0.0f, top, layout.toolbar.width, layout.timeline.y - top};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    place_window("browser", area, fixed_window | ImGuiWindowFlags_NoScrollbar,
                 [&] { scene_browser(session_, ui_); });
    ImGui::PopStyleVar();
    ui_.browser.claims.advance(claim_seconds);
    pictures_.advance(ui_, context.pixel_ratio, picture_seconds);
    problems_card(ui_);
    search_popup(session_, ui_, top + spacing::wide);
}

void Sandbox::bars(const FrameContext& context, const Layout& layout) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {spacing::unit, spacing::unit * context.scale});
    place_window("toolbar", layout.toolbar, fixed_window | ImGuiWindowFlags_NoScrollbar,
                 [&] { toolbar(session_, comparison_, ui_); });
    ImGui::PopStyleVar();
    const float padding = 0.5f * (layout.status.height - ImGui::GetFontSize());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        {ImGui::GetStyle().WindowPadding.x, std::max(padding, 0.0f)});
    place_window("status", layout.status, fixed_window | ImGuiWindowFlags_NoScrollbar, [&] {
        if (ui_.browser.is_open) return browser_status(ui_);
        status_bar(session_, ui_,
                   {.cursor = world_mouse_.position_world(),
                    .pixels_per_meter = static_cast<float>(shown_view().camera.scale) * context.pixel_ratio,
                    .cursor_in_world = world_mouse_.is_over_world()});
    });
    ImGui::PopStyleVar();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {spacing::unit, spacing::half * 0.5f});
    place_window("timeline", layout.timeline, fixed_window | ImGuiWindowFlags_NoScrollbar,
                 [&] { timeline_panel(session_, comparison_, ui_); });
    ImGui::PopStyleVar();
}

void Sandbox::question(const FrameContext& context, const Layout& layout,
                       const std::optional<Question>& asked) {
    // The panels that show a pair are hidden, but the world shows it.
    if (is_shown(BottomTab::Toi)) toi_.refresh(session_, nullptr);
    if (is_shown(BottomTab::Gjk)) distance_.refresh(session_);
    const float scale = ui_.ui_scale;
    if (ui_.lesson.is_open() && !comparison_.is_active())
        draw_projected_title(*ImGui::GetBackgroundDrawList(), session_, ui_.fonts, context.palette,
                             layout.world);
    if (asked) {
        projected_card(*asked, session_, ui_, layout.question, scale);
        draw_projected_title(*ImGui::GetBackgroundDrawList(), session_, ui_.fonts, context.palette,
                             layout.world);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    place_window("question area", layout.question, fixed_window | ImGuiWindowFlags_NoScrollbar, [&] {
        question_panel(session_, ui_, asked ? &*asked : nullptr, scale);
        projected_page(session_, ui_, layout.question, progress_row_height(scale));
    });
    ImGui::PopStyleVar();
}

float Sandbox::main_menu(float scale) {
    float height = 0.0f;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {spacing::unit * scale, 6.0f * scale});
    if (ImGui::BeginMainMenuBar()) {
        menu_bar(session_, ui_);
        height = ImGui::GetWindowSize().y;
        ImGui::EndMainMenuBar();
    }
    ImGui::PopStyleVar();
    return height;
}

void Sandbox::panel_windows(const Layout& layout) {
    if (layout.shows_left) place_window("left", layout.left, fixed_window, [&] { left_tabs(); });
    if (layout.shows_right) place_window("right", layout.right, fixed_window, [&] { right_tabs(); });
    if (layout.shows_bottom) place_window("bottom", layout.bottom, fixed_window, [&] { bottom_tabs(); });
}

void Sandbox::splitters(const Layout& layout, float scale) {
    PanelSizes& sizes = ui_.panel_sizes;
    const UiRect& left = layout.left;
    const UiRect& right = layout.right;
    const UiRect& bottom = layout.bottom;
    if (layout.shows_left)
        splitter({"splitter left",
                  {left.x + left.width - splitter_reach, left.y, 2.0f * splitter_reach, left.height},
                  true,
                  1.0f,
                  left.width},
                 shows_lesson() ? sizes.lesson : sizes.left, scale);
    if (layout.shows_right)
        splitter({"splitter right",
                  {right.x - splitter_reach, right.y, 2.0f * splitter_reach, right.height},
                  true,
                  -1.0f,
                  right.width},
                 sizes.right, scale);
    if (layout.shows_bottom && layout.is_bottom_at_right)
        splitter({"splitter half",
                  {bottom.x - splitter_reach, bottom.y, 2.0f * splitter_reach, bottom.height},
                  true,
                  -1.0f,
                  bottom.width},
                 sizes.half, scale);
    else if (layout.shows_bottom)
        splitter({"splitter bottom",
                  {bottom.x, bottom.y - splitter_reach, bottom.width, 2.0f * splitter_reach},
                  false,
                  -1.0f,
                  bottom.height},
                 sizes.bottom, scale);
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
    tab("Sweep", RightTab::Sweep, ui_.right, ui_.pending_right_tab, [&] { sweep_panel(session_, ui_); });
    ImGui::EndTabBar();
}

void Sandbox::bottom_tabs() {
    if (is_locked(session_, ui_) && open_page_of(session_, ui_)->set_up.display.panel.empty())
        return hint_text(lock_text);
    if (!ImGui::BeginTabBar("bottom tabs")) return;
    // While a page asks, only the tab that it shows is open.
    const auto tab_of = [&](const char* title, BottomTab place, auto&& contents) {
        if (!is_locked(session_, ui_) || place == bottom_tab())
            tab(title, place, ui_.bottom, ui_.pending_bottom_tab, contents);
    };
    tab_of("Compare", BottomTab::Compare, [&] { compare_panel(comparison_, ui_); });
    tab_of("Statistics", BottomTab::Statistics, [&] { statistics_panel(session_, ui_, toi_); });
    tab_of("GJK", BottomTab::Gjk, [&] { gjk_panel(session_, ui_, distance_); });
    tab_of("TOI", BottomTab::Toi, [&] { toi_panel(session_, ui_, toi_); });
    tab_of("Broad phase", BottomTab::Broad, [&] { broad_panel(session_, ui_); });
    tab_of("Contacts", BottomTab::Contacts, [&] {
        contacts_.refresh(session_);
        contacts_panel(session_, ui_, contacts_);
    });
    tab_of("Profile", BottomTab::Profile, [&] { profile_panel(session_, ui_, times_); });
    tab_of("Log", BottomTab::Log, [&] { log_panel(ui_); });
    bool& wants_right = ui_.tab_places.place_of(bottom_tab());
    move_tabs_button(wants_right, tabs_are_at_right_ || !wants_right);
    ImGui::EndTabBar();
}

void Sandbox::overlay_cards(const Layout& layout, const std::optional<Question>& asked) {
    const AvailableSize room{layout.world.width - 2.0f * spacing::wide, layout.world.height};
    if (asked && !layout.is_projected) {
        // A question about one verdict stands beside it, any other in the lower right corner.
        if (comparison_.is_active() || ui_.crowd) {
            const ImVec2 corner(layout.world.x + layout.world.width - spacing::wide,
                                layout.world.y + layout.world.height - spacing::wide);
            question_card(*asked, session_, ui_, corner, {1.0f, 1.0f}, room.width);
        } else {
            const ImVec2 size = ui_.question_card_size;
            const UiRect place = world_view_.verdicts().place_card(view_, {size.x, size.y});
            question_card(*asked, session_, ui_, {place.x, place.y}, {0.0f, 0.0f}, room.width);
        }
    }
    ImGui::SetNextWindowPos({layout.world.x + 0.5f * layout.world.width,
                             layout.world.y + layout.world.height - bottom_margin() - spacing::wide},
                            ImGuiCond_Always, {0.5f, 1.0f});
    notice_card(ui_, room);
    key_overlay(ui_);
    problems_card(ui_);
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
// The left side of the scene browser, courses and collections, and its search field with tags.
#include "app/panels/browser/browser_parts.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/imgui_compat.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace toibox::app {

namespace {

void set_tag(BrowserState& browser, std::string tag) {
    browser.tag = std::move(tag);
    browser.takes_keyboard = true;
}

/// A row of the left list. True if it was clicked.
bool shelf_row(const UiState& ui, const Shelf& shelf, bool is_chosen) {
    const float scale = design_scale();
    const Palette& palette = ui.look().palette;
    const bool is_course = shelf.kind == Shelf::Kind::Course;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(ImGui::GetContentRegionAvail().x, (is_course ? 46.0f : 32.0f) * scale);
    const bool is_clicked = ImGui::InvisibleButton(shelf.title.c_str(), size);
    name_widget("shelf", shelf.title);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 high(low.x + size.x, low.y + size.y);
    if (is_chosen) {
        list.AddRectFilled(low, high, to_imgui(with_alpha(palette.accent, chosen_fill)));
    } else if (ImGui::IsItemHovered()) {
        list.AddRectFilled(low, high, to_imgui(palette.field_hover));
    }
    const float icon = 16.0f * scale;
    draw_icon(list, shelf.icon, {low.x + browser_padding * scale, std::floor(low.y + 0.5f * (size.y - icon))},
              icon, to_imgui(is_chosen ? palette.accent : palette.text_dim));
    const float left = low.x + 42.0f * scale;
    ImFont* font = is_chosen ? ui.fonts.bold : ui.fonts.body;
    const float line = font->FontSize * ImGui::GetIO().FontGlobalScale;
    const float top = is_course ? low.y + 6.0f * scale : std::floor(low.y + 0.5f * (size.y - line));
    list.AddText(font, line, {left, top}, to_imgui(palette.text), shelf.title.c_str());
    compat::push_font(ui.fonts.small);
    if (is_course) list.AddText({left, top + line}, to_imgui(palette.text_dim), shelf.detail.c_str());
    const float middle = std::floor(low.y + 0.5f * (size.y - ImGui::GetFontSize()));
    const float right = high.x - browser_padding * scale - ImGui::CalcTextSize(shelf.count.c_str()).x;
    list.AddText({right, middle}, to_imgui(palette.text_dim), shelf.count.c_str());
    ImGui::PopFont();
    return is_clicked;
}

/// "1 claim fails": what is wrong with the user's own scenes; empty: nothing.
std::string failures_of_own(const BrowserState& browser) {
    int failed = 0;
    for (const SceneListing& scene : browser.own) {
        const CheckedClaims* checked = browser.claims.find(scene.path);
        if (checked != nullptr) failed += checked->result.failed + checked->result.aborted;
    }
    if (failed == 0) return {};
    return failed == 1 ? "1 claim fails" : fmt::format("{} claims fail", failed);
}

void draw_own_failures(const UiState& ui) {
    const std::string text = failures_of_own(ui.browser);
    if (text.empty()) return;
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float scale = design_scale();
    const ImU32 color = to_imgui(ui.look().palette.bad);
    compat::push_font(ui.fonts.small);
    const float x = high.x - (browser_padding + 30.0f) * scale - ImGui::CalcTextSize(text.c_str()).x;
    const float y = std::floor(0.5f * (low.y + high.y - ImGui::GetFontSize()));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({x, y}, color, text.c_str());
    draw_icon(list, Icon::Cross, {std::floor(x - 16.0f * scale), y}, 12.0f * scale, color);
    ImGui::PopFont();
}

}  // namespace

void browser_shelves(UiState& ui, std::span<const Shelf> shelves) {
    const float scale = design_scale();
    ImGui::Dummy({0.0f, 6.0f * scale});
    ImGui::Indent(browser_padding * scale);
    compat::push_font(ui.fonts.name);
    ImGui::TextUnformatted("Scenes");
    ImGui::PopFont();
    ImGui::Unindent(browser_padding * scale);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 2.0f * scale});
    for (std::size_t i = 0; i < shelves.size(); ++i) {
        const bool is_first = i == 0 || (shelves[i].kind == Shelf::Kind::Course) !=
                                            (shelves[i - 1].kind == Shelf::Kind::Course);
        if (is_first) {
            ImGui::Dummy({0.0f, 6.0f * scale});
            ImGui::Indent(browser_padding * scale);
            section_head(ui.fonts, shelves[i].kind == Shelf::Kind::Course ? "Courses" : "Collections");
            ImGui::Unindent(browser_padding * scale);
        }
        if (shelf_row(ui, shelves[i], i == ui.browser.shelf)) {
            ui.browser.shelf = i;
            ui.browser.tag.clear();
            ui.browser.chosen.clear();
            ui.browser.takes_keyboard = true;
        }
        if (shelves[i].kind == Shelf::Kind::Own) draw_own_failures(ui);
    }
    ImGui::PopStyleVar();
}

void browser_search(UiState& ui) {
    BrowserState& browser = ui.browser;
    const float scale = design_scale();
    const float height = 34.0f * scale;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const float width = std::min(302.0f * scale, room);
    std::array<char, 128> buffer{};
    std::strncpy(buffer.data(), browser.text.c_str(), buffer.size() - 1);
    if (std::exchange(browser.takes_keyboard, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(width);
    const float line = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {36.0f * scale, std::floor(0.5f * (height - line))});
    if (ImGui::InputTextWithHint("##text", "Title, lesson text or tag", buffer.data(), buffer.size())) {
        browser.text = buffer.data();
        browser.scrolls_to_chosen = true;
    }
    ImGui::PopStyleVar();
    name_widget("browser search");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 high = ImGui::GetItemRectMax();
    if (ImGui::IsItemActive())
        compat::add_rect(list, low, high, to_imgui(ui.look().palette.accent), ImGui::GetStyle().FrameRounding,
                         1.5f * scale);
    draw_icon(list, Icon::Search, {low.x + 10.0f * scale, low.y + 9.0f * scale}, 16.0f * scale,
              to_imgui(ui.look().palette.text_dim));
    for (const std::string& tag : tags_of_shelf(browser, ui.scenes)) {
        ImGui::SameLine(0.0f, 8.0f * scale);
        const float left = ImGui::GetCursorScreenPos().x - low.x;
        compat::push_font(ui.fonts.small);
        const float chip = ImGui::CalcTextSize(tag.c_str()).x + 20.0f * scale;
        ImGui::PopFont();
        if (left + chip > room) break;
        ImGui::SetCursorScreenPos({low.x + left, low.y + 6.0f * scale});
        const bool is_lit = browser.tag == tag;
        if (chip_button(ui.look(), tag.c_str(), is_lit)) set_tag(browser, is_lit ? std::string() : tag);
        name_widget("tag", tag);
    }
    ImGui::SetCursorScreenPos({low.x, high.y + 8.0f * scale});
}

}  // namespace toibox::app

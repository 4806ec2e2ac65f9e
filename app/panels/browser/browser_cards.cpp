// SPDX-License-Identifier: MIT
// The middle of the scene browser: one card for each page or scene.
#include "app/panels/browser/browser_parts.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/imgui_compat.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/text_wrap.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace toibox::app {

namespace {

// Design points.
constexpr PictureSize card_picture{154.0f, 77.0f};
constexpr PictureSize detail_picture{288.0f, 180.0f};
constexpr float card_height = 140.0f;
constexpr float card_gap = 14.0f;
constexpr float small_icon = 12.0f;

/// The title on at most two lines, as wide as the card.
std::string two_lines(const std::string& text, float width) {
    const std::string broken = with_line_breaks(text, width);
    const std::size_t first = broken.find('\n');
    if (first == std::string::npos || broken.find('\n', first + 1) == std::string::npos) return broken;
    std::string rest = broken.substr(first + 1);
    std::ranges::replace(rest, '\n', ' ');
    return broken.substr(0, first + 1) + elide(rest, width);
}

/// The result, or which of several pages of its scene the card is.
void draw_progress(ImDrawList& list, const UiState& ui, const BrowserEntry& entry, ImVec2 right_top) {
    if (entry.page == nullptr) return;
    const Palette& palette = ui.look().palette;
    const auto result = ui.browser.progress.find(entry.page->key());
    const bool done = result != ui.browser.progress.end();
    const bool is_right = done && result->second == PageResult::Right;
    std::string text;
    Color color = palette.text_faint;
    if (done) {
        text = is_right ? "right" : result->second == PageResult::Wrong ? "wrong" : "skipped";
        color = is_right ? palette.good : palette.text_dim;
    } else if (entry.parts > 1) {
        text = fmt::format("page {} of {}", entry.part, entry.parts);
    }
    if (text.empty()) return;
    const float x = right_top.x - ImGui::CalcTextSize(text.c_str()).x;
    list.AddText({x, right_top.y}, to_imgui(color), text.c_str());
    const float scale = ui.fonts.body->FontSize * ImGui::GetIO().FontGlobalScale / 16.0f;
    if (is_right)
        draw_icon(list, Icon::Tick, {std::floor(x - (small_icon + 4.0f) * scale), right_top.y},
                  small_icon * scale, to_imgui(color));
}

/// Draws what stands on a card whose upper left corner is `low`.
void draw_card(ImDrawList& list, const UiState& ui, const BrowserEntry& entry, ImVec2 low) {
    const float scale = design_scale();
    const Palette& palette = ui.look().palette;
    const float pad = 9.0f * scale;
    draw_scene_picture(list, ui, entry.scene->path, false, low);
    const float top = low.y + (card_picture.height + 7.0f) * scale;
    const std::string number = entry.number + "  ";
    const std::string title = (entry.scene->has_errors ? "! " : "") + entry.scene->title;
    const float width = card_picture.width * scale - 2.0f * pad;
    compat::push_font(ui.fonts.label);
    const float left = low.x + pad + ImGui::CalcTextSize(number.c_str()).x;
    const std::string text = two_lines(title, width - (left - low.x - pad));
    const std::size_t first = std::min(text.find('\n'), text.size());
    list.AddText({low.x + pad, top}, to_imgui(palette.text_dim), number.c_str());
    list.AddText({left, top}, to_imgui(palette.text), text.data(), text.data() + first);
    if (first < text.size())
        list.AddText({left, top + ImGui::GetFontSize()}, to_imgui(palette.text), text.data() + first + 1);
    ImGui::PopFont();
    const float bottom = low.y + (card_height - 21.0f) * scale;
    compat::push_font(ui.fonts.small);
    draw_claims(list, ui, *entry.scene, {low.x + pad, bottom}, false);
    draw_progress(list, ui, entry, {low.x + card_picture.width * scale - pad, bottom});
    ImGui::PopFont();
}

/// A card at the cursor.
BrowserAction card(UiState& ui, const BrowserEntry& entry) {
    BrowserState& browser = ui.browser;
    const float scale = design_scale();
    const Palette& palette = ui.look().palette;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(card_picture.width * scale, card_height * scale);
    const bool is_clicked = ImGui::InvisibleButton(entry.key.c_str(), size);
    const bool is_double_click = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    name_widget("card", entry.name());
    if (is_clicked) {
        browser.chosen = entry.key;
        browser.takes_keyboard = true;
    }
    const bool is_chosen = browser.chosen == entry.key;
    if (is_chosen && browser.scrolls_to_chosen) {
        ImGui::SetScrollHereY(0.5f);
        browser.scrolls_to_chosen = false;
    }
    if (ImGui::IsRectVisible(low, {low.x + size.x, low.y + size.y})) {
        if (std::ranges::find(browser.wanted, entry.scene->path) == browser.wanted.end())
            browser.wanted.push_back(entry.scene->path);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float rounding = 6.0f * scale;
        const ImVec2 high(low.x + size.x, low.y + size.y);
        const bool is_lit = is_chosen || ImGui::IsItemHovered();
        list.AddRectFilled(low, high, to_imgui(is_lit ? palette.field : palette.panel_raised), rounding);
        draw_card(list, ui, entry, low);
        compat::add_rect(list, low, high, to_imgui(is_chosen ? palette.accent : palette.border), rounding,
                         is_chosen ? 2.0f * scale : 1.0f);
    }
    return is_double_click ? BrowserAction::StartLesson : BrowserAction::None;
}

void group_head(const UiState& ui, const BrowserGroup& group) {
    compat::push_font(ui.fonts.bold);
    ImGui::TextUnformatted(group.title.c_str());
    ImGui::PopFont();
    if (group.minutes == 0) return;
    ImGui::SameLine(0.0f, 10.0f * design_scale());
    ImGui::TextDisabled("%d min", group.minutes);
}

}  // namespace

PictureSizes picture_sizes_of(float scale) {
    return {.card = {std::round(card_picture.width * scale), std::round(card_picture.height * scale)},
            .detail = {std::round(detail_picture.width * scale), std::round(detail_picture.height * scale)}};
}

void draw_scene_picture(ImDrawList& list, const UiState& ui, const std::string& path, bool is_detail,
                        ImVec2 low) {
    const PictureSizes& sizes = ui.browser.picture_sizes;
    const PictureSize& size = is_detail ? sizes.detail : sizes.card;
    const ImVec2 high(low.x + size.width, low.y + size.height);
    const float rounding = is_detail ? 0.0f : 6.0f * size.height / card_picture.height;
    const ImDrawFlags corners = is_detail ? ImDrawFlags_RoundCornersNone : ImDrawFlags_RoundCornersTop;
    const auto found = ui.browser.pictures.find(path);
    if (found == ui.browser.pictures.end()) {
        list.AddRectFilled(low, high, to_imgui(ui.look().palette.canvas), rounding, corners);
    } else {
        const std::uint32_t texture = is_detail ? found->second.detail : found->second.card;
        compat::add_texture(list, texture, low, high, rounding, corners);
    }
}

float draw_claims(ImDrawList& list, const UiState& ui, const SceneListing& scene, ImVec2 at, bool is_long) {
    const Palette& palette = ui.look().palette;
    const float scale = ui.fonts.body->FontSize * ImGui::GetIO().FontGlobalScale / 16.0f;
    const CheckedClaims* checked = ui.browser.claims.find(scene.path);
    if (checked == nullptr) {
        const char* text = is_long ? "being checked" : "…";
        list.AddText(at, to_imgui(palette.text_faint), text);
        return at.x + ImGui::CalcTextSize(text).x;
    }
    const ClaimResult& result = checked->result;
    const Color color = result.good() ? palette.good : palette.bad;
    const float y = std::floor(at.y + 0.5f * (ImGui::GetFontSize() - small_icon * scale));
    draw_icon(list, result.good() ? Icon::Tick : Icon::Cross, {at.x, y}, small_icon * scale, to_imgui(color));
    const float x = at.x + (small_icon + 5.0f) * scale;
    const std::string text = is_long ? fmt::format("{} of {} pass", result.passed, result.total())
                                     : fmt::format("{} / {}", result.passed, result.total());
    list.AddText({x, at.y}, to_imgui(result.good() ? palette.text_dim : color), text.c_str());
    return x + ImGui::CalcTextSize(text.c_str()).x;
}

BrowserAction browser_cards(UiState& ui, std::span<const BrowserGroup> groups) {
    BrowserState& browser = ui.browser;
    const float scale = design_scale();
    const float width = card_picture.width * scale;
    const float gap = card_gap * scale;
    const float room = ImGui::GetContentRegionAvail().x;
    const auto columns = static_cast<std::size_t>(std::max((room + gap) / (width + gap), 1.0f));
    BrowserAction action = BrowserAction::None;
    browser.rows.clear();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 10.0f * scale});
    for (const BrowserGroup& group : groups) {
        group_head(ui, group);
        for (std::size_t i = 0; i < group.entries.size(); ++i) {
            if (i % columns == 0) {
                browser.rows.emplace_back();
            } else {
                ImGui::SameLine(0.0f, gap);
            }
            browser.rows.back().push_back(group.entries[i].key);
            if (const BrowserAction wanted = card(ui, group.entries[i]); wanted != BrowserAction::None)
                action = wanted;
        }
    }
    ImGui::PopStyleVar();
    if (groups.empty())
        hint_text(browser.text.empty() && browser.tag.empty()
                      ? "No scenes yet. Drop a .toi.json file on the window."
                      : "No scene matches the search.");
    return action;
}

}  // namespace toibox::app

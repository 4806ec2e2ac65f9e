// SPDX-License-Identifier: MIT
#include "app/panels/search/search_drawing.h"

#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float row_height = 36.0f;
constexpr float icon_size = 16.0f;
constexpr float margin = 12.0f;  ///< Between the parts of a row, and at its ends.

/// A text whose found words are bold and underlined. Returns the x of its end.
class MarkedText {
public:
    MarkedText(ImDrawList& list, const UiState& ui, ImVec2 row_low, float height)
        : list_(list), ui_(ui), top_(row_low.y), height_(height) {}

    float draw(float x, std::string_view text, const SearchQuery& query, Color color) const {
        std::size_t from = 0;
        for (const TextRange& range : query.ranges_in(text)) {
            x = draw_part(x, text.substr(from, range.first - from), ui_.fonts.body, color);
            const float start = x;
            x = draw_part(x, text.substr(range.first, range.last - range.first), ui_.fonts.bold,
                          ui_.look().palette.text);
            const float y = std::floor(top_ + 0.5f * (height_ + ImGui::GetFontSize())) - 0.5f;
            list_.AddLine({start, y}, {x, y}, to_imgui(ui_.look().palette.accent), 1.5f * design_scale());
            from = range.last;
        }
        return draw_part(x, text.substr(from), ui_.fonts.body, color);
    }
    float draw_plain(float x, std::string_view text, Color color) const {
        return draw_part(x, text, ui_.fonts.body, color);
    }
    /// Ends at `right`. Returns the x of its start.
    float draw_right(float right, const std::string& text, ImFont* font, Color color) const {
        compat::push_font(font);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        ImGui::PopFont();
        draw_part(right - width, text, font, color);
        return right - width;
    }

private:
    float draw_part(float x, std::string_view text, ImFont* font, Color color) const {
        compat::push_font(font);
        const float size = ImGui::GetFontSize();
        list_.AddText(ImGui::GetFont(), size, {x, std::floor(top_ + 0.5f * (height_ - size))},
                      to_imgui(color), text.data(), text.data() + text.size());
        const float width = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
        ImGui::PopFont();
        return x + width;
    }

    ImDrawList& list_;
    const UiState& ui_;
    float top_;
    float height_;
};

/// Draws what stands at the right of a row without a control. Returns its left edge.
float draw_result(ImDrawList& list, const SearchRow& row, const UiState& ui, const MarkedText& text,
                  ImVec2 top_right, bool is_chosen) {
    const Look look = ui.look();
    const float scale = design_scale();
    const float height = row_height * scale;
    const bool is_quantity = row.icon == Icon::Flask;
    float right = top_right.x;
    const std::string key = is_chosen && row.key.empty() ? "Enter" : row.key;
    if (!key.empty()) {
        right -= key_cap_width(look, key.c_str());
        draw_key_cap(list, look, {right, top_right.y}, height, key.c_str());
        right -= margin * scale;
    }
    if (is_quantity && is_chosen)
        right = text.draw_right(right, "copy name", look.fonts.small, look.palette.text_dim) - margin * scale;
    if (!row.value.empty())
        right = text.draw_right(right, row.value, is_quantity ? look.fonts.bold : look.fonts.small,
                                is_quantity ? look.palette.text : look.palette.text_dim) -
                margin * scale;
    return right;
}

/// Returns the left edge of the control of a setting, with a margin.
float draw_control(const SearchRow& row, const SettingRows::LoneControl& at, Session& session, UiState& ui) {
    // The rows of the popup have no gaps, but a list of options has.
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, 0.5f * gap});
    const float left = draw_setting(*row.setting, at, session, ui);
    ImGui::PopStyleVar();
    return left - margin * design_scale();
}

}  // namespace

RowPress draw_search_row(const SearchRow& row, const SearchQuery& query, RowState state, Session& session,
                         UiState& ui) {
    const Palette& palette = ui.look().palette;
    const float scale = design_scale();
    const float height = row_height * scale;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 high(low.x + width, low.y + height);
    const ImVec2 top_right(high.x - margin * scale, low.y);
    ImGui::PushID(row.name.c_str());
    // The control of a setting lies over the row.
    const bool is_clicked = ImGui::InvisibleButton("row", {width, height});
    ImGui::SetItemAllowOverlap();
    name_widget("found", row.name);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (state.is_chosen) {
        list.AddRectFilled(low, high, to_imgui(with_alpha(palette.accent, lit_fill)), 4.0f * scale);
    } else if (ImGui::IsItemHovered()) {
        list.AddRectFilled(low, high, to_imgui(palette.field_hover), 4.0f * scale);
    }
    const RowPress press =
        is_clicked ? (ImGui::GetIO().KeyCtrl ? RowPress::RunBeside : RowPress::Run) : state.key;
    draw_icon(list, row.icon, {low.x + margin * scale, low.y + 0.5f * (height - icon_size * scale)},
              icon_size * scale, to_imgui(palette.text_dim));
    const MarkedText text(list, ui, low, height);
    const float right = row.setting
                            ? draw_control(row, {top_right, height, press != RowPress::None}, session, ui)
                            : draw_result(list, row, ui, text, top_right, state.is_chosen);
    float x = text.draw(low.x + 40.0f * scale, row.name, query, palette.text) + margin * scale;
    if (right - x > 4.0f * ImGui::GetFontSize()) {
        x = text.draw_plain(x, row.source, palette.text_dim);
        text.draw(x, elide(row.detail, right - x), query, palette.text_dim);
    }
    ImGui::PopID();
    ImGui::SetCursorScreenPos({low.x, high.y});
    return row.setting ? RowPress::None : press;
}

void draw_group_head(const Fonts& fonts, const SearchGroup& group) {
    const float scale = design_scale();
    ImGui::Dummy({0.0f, 6.0f * scale});
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + margin * scale);
    section_head(fonts, group.name);
    const std::string count = group.rows.size() < group.total
                                  ? fmt::format("{} of {}", group.rows.size(), group.total)
                                  : fmt::format("{}", group.total);
    compat::push_font(fonts.small);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(count.c_str()).x -
                    margin * scale);
    ImGui::TextDisabled("%s", count.c_str());
    ImGui::PopFont();
    ImGui::Dummy({0.0f, 4.0f * scale});
}

void draw_search_keys(const Fonts& fonts) {
    const float scale = design_scale();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + margin * scale);
    compat::push_font(fonts.small);
    ImGui::TextDisabled("Up, Down choose    Enter opens or changes    Ctrl+Enter opens beside");
    name_widget("search keys");
    constexpr const char* prefixes = ">  commands    #  tags    =  settings";
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(prefixes).x - margin * scale);
    ImGui::TextDisabled("%s", prefixes);
    ImGui::PopFont();
}

}  // namespace toibox::app

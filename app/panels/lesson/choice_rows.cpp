// SPDX-License-Identifier: MIT
#include "app/panels/lesson/choice_rows.h"

#include "app/panels/widgets/number_field.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/markdown_view.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <string>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float revealed_fill = 0.16f;  ///< Opacity of the fill of a marked row.
constexpr float vote_fill = 0.22f;      ///< Likewise of the bar of its votes.

/// How a row looks at the current stage.
struct RowStyle {
    Color outline;  ///< Also of the note.
    Color text;
    const char* note = "";  ///< "your answer", "right"
    std::optional<Icon> icon;
    bool is_marked = false;  ///< Filled lightly with the colour of the outline.
};

RowStyle style_of(const scene::Page& page, const UiState& ui, std::size_t row) {
    const Palette& palette = palette_of(ui.theme);
    const LessonState& lesson = ui.lesson;
    const bool is_chosen = lesson.choice == row;
    if (lesson.stage != PageStage::Revealed) {
        if (!is_chosen) return {palette.field, palette.text, "", std::nullopt, false};
        return {palette.accent, palette.text, "your answer", std::nullopt, true};
    }
    if (row == page.right_choice())
        return {palette.good, palette.text, is_chosen ? "your answer, right" : "right", Icon::Tick, true};
    if (is_chosen) return {palette.bad, palette.text, "your answer", Icon::Cross, true};
    return {palette.field, palette.text_faint, "", std::nullopt, false};
}

/// Sizes in points.
struct RowLayout {
    RowLayout(const scene::PageChoice& choice, const RowStyle& style, const UiState& ui,
              const ChoiceLook& look)
        : em(look.font->FontSize * ImGui::GetIO().FontGlobalScale),
          votes(ui.lesson.votes.empty() ? 0.0f : votes_width * em),
          right(width_of_note(style, look)),
          text(choice.text, markdown_fonts(ui.fonts, look.font),
               std::max(look.width - left * em - right - votes, 4.0f * em)),
          height(std::floor(std::max(look.min_height, text.size().y + em))) {}

    // Widths, em.
    static constexpr float left = 3.0f;         ///< Of the key, with gaps.
    static constexpr float margin = 0.8f;       ///< At the right edge.
    static constexpr float icon_width = 1.6f;   ///< With its gap.
    static constexpr float votes_width = 6.0f;  ///< Of the field beside the row.

    float em;
    float votes;
    float right;  ///< Kept free for note and icon.
    MarkdownView text;
    float height;

private:
    [[nodiscard]] float width_of_note(const RowStyle& style, const ChoiceLook& look) const {
        const float icon = style.icon ? icon_width * em : 0.0f;
        if (*style.note == '\0') return margin * em + icon;
        compat::push_font(look.small);
        const float note = ImGui::CalcTextSize(style.note).x;
        ImGui::PopFont();
        return 2.0f * margin * em + icon + note;
    }
};

void draw_key(ImDrawList& list, ImVec2 low, const RowLayout& row, std::size_t index, const Palette& palette) {
    const float side = std::floor(1.5f * row.em);
    const ImVec2 corner(std::floor(low.x + 0.8f * row.em), std::floor(low.y + 0.5f * (row.height - side)));
    compat::add_rect(list, corner, {corner.x + side, corner.y + side}, to_imgui(palette.border),
                     0.2f * row.em, 1.0f);
    const std::string key = std::to_string(index + 1);
    const ImVec2 size = ImGui::CalcTextSize(key.c_str());
    list.AddText(
        {std::floor(corner.x + 0.5f * (side - size.x)), std::floor(corner.y + 0.5f * (side - size.y))},
        to_imgui(palette.text_dim), key.c_str());
}

/// The note and icon at the right edge of a row.
void draw_note(ImDrawList& list, ImVec2 high, const RowLayout& row, const RowStyle& style,
               const ChoiceLook& look) {
    float x = high.x - RowLayout::margin * row.em;
    const float middle = high.y - 0.5f * row.height;
    if (style.icon) {
        draw_icon(list, *style.icon, {std::floor(x - row.em), std::floor(middle - 0.5f * row.em)}, row.em,
                  to_imgui(style.outline));
        x -= RowLayout::icon_width * row.em;
    }
    if (*style.note == '\0') return;
    compat::push_font(look.small);
    const ImVec2 size = ImGui::CalcTextSize(style.note);
    x -= size.x;
    list.AddText({std::floor(x), std::floor(middle - 0.5f * size.y)}, to_imgui(style.outline), style.note);
    ImGui::PopFont();
}

/// The bar and the fraction of the votes of a row, behind its text.
void draw_votes(ImDrawList& list, ImVec2 low, ImVec2 high, const UiState& ui, std::size_t index,
                const RowStyle& style) {
    const std::vector<int>& votes = ui.lesson.votes;
    const int total = std::accumulate(votes.begin(), votes.end(), 0);
    if (total == 0 || ui.lesson.stage != PageStage::Revealed) return;
    const float fraction = static_cast<float>(votes[index]) / static_cast<float>(total);
    list.AddRectFilled(
        low, {low.x + fraction * (high.x - low.x), high.y},
        to_imgui(with_alpha(style.is_marked ? style.outline : palette_of(ui.theme).text_faint, vote_fill)),
        ImGui::GetStyle().FrameRounding);
}

/// The field in which the hands of the audience are counted; after the reveal, their fraction.
void vote_field(UiState& ui, std::size_t index, ImVec2 at, float width) {
    std::vector<int>& votes = ui.lesson.votes;
    ImGui::SetCursorScreenPos(at);
    const int total = std::accumulate(votes.begin(), votes.end(), 0);
    if (ui.lesson.stage == PageStage::Revealed) {
        if (total == 0) return;
        const float percent = 100.0f * static_cast<float>(votes[index]) / static_cast<float>(total);
        const std::string text = fmt::format("{:.0f} % of {}", percent, total);
        ImGui::TextUnformatted(text.c_str());
        return;
    }
    ImGui::SetNextItemWidth(width);
    drag_number(ui.number_entry, fmt::format("##votes {}", index).c_str(), votes[index], 0.1f,
                {0.0f, 1000.0f, "%d hands"});
    name_widget(fmt::format("votes {}", index + 1));
}

}  // namespace

float choice_rows_height(const scene::Page& page, const UiState& ui, const ChoiceLook& look) {
    float height = 0.0f;
    for (std::size_t i = 0; i < page.choices.size(); ++i)
        height += RowLayout(page.choices[i], style_of(page, ui, i), ui, look).height + look.gap;
    return std::max(height - look.gap, 0.0f);
}

std::optional<std::size_t> choice_rows(const scene::Page& page, UiState& ui, const ChoiceLook& look) {
    const Palette& palette = palette_of(ui.theme);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::optional<std::size_t> clicked;
    // The file may have got other choices since the vote began.
    if (!ui.lesson.votes.empty()) ui.lesson.votes.resize(page.choices.size());
    const bool can_choose = ui.lesson.stage == PageStage::Asking;
    ImVec2 low = ImGui::GetCursorScreenPos();
    compat::push_font(look.font);
    for (std::size_t i = 0; i < page.choices.size(); ++i) {
        const RowStyle style = style_of(page, ui, i);
        const RowLayout row(page.choices[i], style, ui, look);
        const ImVec2 high(low.x + look.width - row.votes, low.y + row.height);
        ImGui::SetCursorScreenPos(low);
        ImGui::PushID(static_cast<int>(i));
        const bool pressed = ImGui::InvisibleButton("##choice", {high.x - low.x, row.height});
        ImGui::PopID();
        name_widget(fmt::format("choice {}", i + 1));
        if (pressed && can_choose) clicked = i;
        const bool is_hovered = ImGui::IsItemHovered() && can_choose;
        Color fill = is_hovered ? palette.field_hover : palette.field;
        if (style.is_marked) fill = mix(palette.panel, style.outline, revealed_fill);
        list.AddRectFilled(low, high, to_imgui(fill), ImGui::GetStyle().FrameRounding);
        draw_votes(list, low, high, ui, i, style);
        if (style.is_marked)
            compat::add_rect(list, low, high, to_imgui(style.outline), ImGui::GetStyle().FrameRounding, 1.0f);
        draw_key(list, low, row, i, palette);
        row.text.draw(
            list,
            {low.x + RowLayout::left * row.em, std::floor(low.y + 0.5f * (row.height - row.text.size().y))},
            to_imgui(style.text));
        draw_note(list, high, row, style, look);
        if (row.votes > 0.0f)
            vote_field(ui, i, {high.x + 0.6f * row.em, low.y + 0.5f * (row.height - 1.8f * row.em)},
                       row.votes - 0.6f * row.em);
        low.y = high.y + look.gap;
    }
    ImGui::PopFont();
    ImGui::SetCursorScreenPos({low.x, low.y - look.gap});
    ImGui::Dummy({look.width, 0.0f});
    return clicked;
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
// The page of a lesson in projector mode: the question on the left, the choices on the right, large.
#include "app/panels/lesson/choice_rows.h"
#include "app/panels/lesson/failure_notice.h"
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/markdown_view.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float side_margin = 48.0f;
constexpr float upper_margin = 24.0f;
constexpr float choice_height = 66.0f;
constexpr float choice_gap = 16.0f;
constexpr float narrow_gap = 8.0f;
constexpr float left_fraction = 0.42f;  ///< Of the width, for the question.

/// The question and its sentence; after the reveal, what contradicts the page, and the reason. Smaller if
/// there is no room.
void draw_words(const scene::Page& page, const Session& session, UiState& ui, ImVec2 low, ImVec2 size) {
    const Palette& palette = palette_of(ui.theme);
    const bool is_revealed = ui.lesson.stage == PageStage::Revealed && !page.choices.empty();
    const std::string& above = page.ask.empty() ? page.text : page.ask;
    const std::string notice = is_revealed ? failure_notice(session, ui) : std::string();
    const std::string reason = notice.empty() ? page.reveal.text : notice + "\n\n" + page.reveal.text;
    const std::string below = page.ask.empty() ? "" : is_revealed ? reason : page.text;
    const float gap = 12.0f * ui.ui_scale;
    struct Sizes {
        ImFont* above;
        ImFont* below;
    };
    const std::array sizes{Sizes{ui.fonts.heading, ui.fonts.card}, Sizes{ui.fonts.name, ui.fonts.card},
                           Sizes{ui.fonts.name, ui.fonts.status}};
    for (const Sizes& fonts : sizes) {
        const MarkdownView head(above, markdown_fonts(ui.fonts, fonts.above), size.x);
        const MarkdownView rest(below, markdown_fonts(ui.fonts, fonts.below), size.x);
        const float height = head.size().y + (below.empty() ? 0.0f : gap + rest.size().y);
        if (height > size.y && fonts.below != sizes.back().below) continue;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        head.draw(list, low, to_imgui(palette.text));
        rest.draw(list, {low.x, low.y + head.size().y + gap},
                  to_imgui(is_revealed ? palette.text : palette.text_dim));
        name_widget("page words", {low.x, low.y, size.x, height});
        return;
    }
}

/// The rows as high as there is room.
ChoiceLook fitted_rows(const scene::Page& page, const UiState& ui, float width, float height) {
    ChoiceLook look{.font = ui.fonts.card, .small = ui.fonts.status, .width = width};
    const std::array fonts{ui.fonts.card, ui.fonts.status, ui.fonts.body};
    for (ImFont* font : fonts) {
        look.font = font;
        for (const float gap : {choice_gap, narrow_gap}) {
            look.gap = gap * ui.ui_scale;
            const float count = static_cast<float>(page.choices.size());
            look.min_height = std::min(choice_height * ui.ui_scale, (height + look.gap) / count - look.gap);
            if (choice_rows_height(page, ui, look) <= height + 1.0f) return look;
        }
    }
    return look;
}

/// What an audience should do after a vote that is split: discuss it and vote again.
std::string vote_hint(const scene::Page& page, const UiState& ui) {
    const std::vector<int>& votes = ui.lesson.votes;
    const int total = std::accumulate(votes.begin(), votes.end(), 0);
    if (total == 0 || ui.lesson.stage != PageStage::Asking || votes.size() != page.choices.size()) return "";
    const int right = votes[page.right_choice()];
    if (10 * right < 3 * total || 10 * right > 7 * total) return "";
    return "Opinions differ: discuss in pairs for two minutes, then vote again.";
}

}  // namespace

std::string page_keys_text(const Session& session, const UiState& ui) {
    const PageButton primary = primary_button_of(session, ui);
    std::string next(primary.label);
    next[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(next[0])));
    const std::string back = has_previous_page(session, ui) ? "    Page Up: back" : "";
    if (ui.lesson.stage == PageStage::Running) return "Running" + back;
    return "Page Down: " + next + back;
}

void projected_page(Session& session, UiState& ui, const UiRect& area, float footer) {
    const scene::Page* found = open_page_of(session, ui);
    if (found == nullptr) return;
    const scene::Page page = *found;
    const float scale = ui.ui_scale;
    const float top = area.y + upper_margin * scale;
    const float height = area.y + area.height - footer - top;
    const float left = area.x + side_margin * scale;
    const float width = area.width - 2.0f * side_margin * scale;
    const bool has_choices = !page.choices.empty();
    const float words = has_choices ? std::floor(left_fraction * width) - side_margin * scale : width;
    const std::string hint = has_choices ? vote_hint(page, ui) : std::string();
    draw_words(page, session, ui, {left, top}, {words, height});
    if (!has_choices) return;
    const float choices_left = left + words + side_margin * scale;
    const float hint_height = hint.empty() ? 0.0f : 28.0f * scale;
    const ChoiceLook look = fitted_rows(page, ui, left + width - choices_left, height - hint_height);
    ImGui::SetCursorScreenPos({choices_left, top});
    if (const auto clicked = choice_rows(page, ui, look)) choose_answer(session, ui, *clicked);
    if (hint.empty()) return;
    compat::push_font(ui.fonts.status);
    ImGui::SetCursorScreenPos({choices_left, top + height - hint_height + 4.0f * scale});
    hint_text(hint.c_str(), look.width);
    ImGui::PopFont();
}

}  // namespace toibox::app

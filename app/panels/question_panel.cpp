// SPDX-License-Identifier: MIT
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float question_margin = 48.0f;
constexpr float progress_height = 8.0f;
constexpr float progress_gap = 24.0f;
constexpr float status_height = 20.0f;       ///< Of the texts of the progress row.
constexpr float min_progress_width = 80.0f;  ///< With less room, the bar is left out.
constexpr float border = 2.0f;               ///< Between world and question, points.

/// How far the run or the lesson has come.
struct Progress {
    std::int64_t step;
    std::int64_t end;  ///< Of the recording, of the scene, or of the lesson in pages.
};

Progress progress_of(const Session& session, const UiState& ui) {
    if (ui.lesson.is_open())
        return {static_cast<std::int64_t>(place_of_page(session, ui)) + 1,
                std::ssize(pages_in_order(session, ui))};
    if (session.is_replay())
        return {static_cast<std::int64_t>(session.history().frame()),
                static_cast<std::int64_t>(session.history().end())};
    return {session.run().steps(), session.run().scene().duration_steps()};
}

/// "Step 1 of 60 · paused".
std::string progress_text(const Session& session, const UiState& ui, const Progress& progress) {
    if (ui.lesson.is_open()) return fmt::format("{} of {}", progress.step, progress.end);
    std::string text = fmt::format("{} {}", session.is_replay() ? "Replay" : "Step", progress.step);
    if (progress.step <= progress.end) text += fmt::format(" of {}", progress.end);
    const double speed = session.effective_speed();
    if (speed != 1.0) text += " · speed " + speed_text(speed);
    if (!session.is_playing()) text += " · paused";
    return text;
}

/// What the keys of a presenter do now.
std::string presenter_keys_text(const Session& session, const UiState& ui, const Question* question) {
    if (ui.lesson.is_open()) return page_keys_text(session, ui);
    std::string next = session.is_playing() ? "pause" : "play";
    if (question != nullptr && !question->has_primary) return "Page Up: restart";
    if (question != nullptr) {
        next = question->buttons.front().label;
        next[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(next[0])));
    }
    return "Page Down: " + next + "    Page Up: restart";
}

void draw_progress_row(const Session& session, const UiState& ui, const Question* question, float scale) {
    const Palette& palette = palette_of(ui.theme);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    compat::push_font(ui.fonts.status);
    const float line = ImGui::GetFontSize();
    const float top = std::floor(low.y + size.y - progress_gap * scale - line);
    const Progress progress = progress_of(session, ui);
    const std::string state = progress_text(session, ui, progress);
    const std::string keys = presenter_keys_text(session, ui, question);
    const float left = low.x + question_margin * scale;
    const float keys_left = low.x + size.x - question_margin * scale - ImGui::CalcTextSize(keys.c_str()).x;
    list.AddText({left, top}, to_imgui(palette.text_dim), state.c_str());
    list.AddText({std::floor(keys_left), top}, to_imgui(palette.text_dim), keys.c_str());
    const float bar_left = left + ImGui::CalcTextSize(state.c_str()).x + progress_gap * scale;
    ImGui::PopFont();
    const float width = keys_left - progress_gap * scale - bar_left;
    if (width < min_progress_width * scale) return;
    const float height = progress_height * scale;
    const float bar_top = std::floor(top + 0.5f * (line - height));
    const float fraction = std::clamp(
        static_cast<float>(progress.step) / static_cast<float>(std::max<std::int64_t>(progress.end, 1)), 0.0f,
        1.0f);
    list.AddRectFilled({bar_left, bar_top}, {bar_left + width, bar_top + height}, to_imgui(palette.field),
                       0.5f * height);
    if (fraction > 0.0f)
        list.AddRectFilled({bar_left, bar_top},
                           {bar_left + std::max(fraction * width, height), bar_top + height},
                           to_imgui(palette.accent), 0.5f * height);
}

}  // namespace

float progress_row_height(float scale) {
    return (2.0f * progress_gap + status_height) * scale;
}

void projected_card(const Question& question, Session& session, UiState& ui, const UiRect& area,
                    float scale) {
    const Fonts fonts = ui.fonts;
    ui.fonts.body = fonts.card;
    ui.fonts.bold = fonts.name;
    ui.fonts.small = fonts.status;
    ui.fonts.mono = fonts.card;
    compat::push_font(fonts.card);
    // Flush with the area.
    ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 0.0f);
    ImGui::PushStyleColor(ImGuiCol_PopupBg, ImGui::GetStyleColorVec4(ImGuiCol_WindowBg));
    // The card has a margin of its own.
    const float margin = question_margin * scale - 1.2f * ImGui::GetFontSize();
    question_card(question, session, ui, {area.x + margin, area.y + border}, {0.0f, 0.0f},
                  area.width - 2.0f * margin);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    ui.fonts = fonts;
}

void question_panel(const Session& session, const UiState& ui, const Question* question, float scale) {
    const Palette& palette = palette_of(ui.theme);
    const ImVec2 low = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + size.x, low.y + border},
                                              to_imgui(palette.border));
    draw_progress_row(session, ui, question, scale);
    name_widget("question area", {low.x, low.y, size.x, size.y});
    if (question != nullptr || ui.lesson.is_open()) return;
    const float margin = question_margin * scale;
    ImGui::SetCursorScreenPos({low.x + margin, low.y + 0.8f * margin});
    const float width = size.x - 2.0f * margin;
    ImGui::BeginGroup();
    compat::push_font(ui.fonts.heading);
    paragraph(session.title(), width);
    ImGui::PopFont();
    compat::push_font(ui.fonts.card);
    dim_markdown(ui.fonts, session.run().scene().goal, width);
    ImGui::PopFont();
    ImGui::EndGroup();
}

}  // namespace toibox::app

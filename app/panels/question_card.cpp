// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/buttons.h"
#include "app/panels/widgets/card.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>

#include <imgui.h>

namespace toibox::app {

void question_card(const Question& question, Session& session, UiState& ui, ImVec2 at, ImVec2 pivot,
                   float max_width) {
    const float opacity = ui.verdict_fade.card();
    if (opacity == 0.0f) return;
    const float em = ImGui::GetFontSize();
    ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
    push_card_style();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {1.2f * em, 1.2f * em});
    ImGui::Begin("question", nullptr, card_flags);
    const float width = max_width - 2.4f * em;  // without the padding
    compat::push_font(ui.fonts.heading);
    markdown(ui.fonts, question.title, width);
    ImGui::PopFont();
    if (!question.text.empty()) dim_markdown(ui.fonts, question.text, std::min(30.0f * em, width));
    ImGui::Dummy({0.0f, 0.3f * em});
    std::optional<QuestionAction> chosen;
    for (std::size_t i = 0; i < question.buttons.size(); ++i) {
        const QuestionButton& button = question.buttons[i];
        if (i > 0) ImGui::SameLine();
        ImGui::PushID(static_cast<int>(i));
        const bool pressed = i == 0 && question.has_primary
                                 ? primary_button(ui.look(), button.icon, button.label.c_str())
                                 : plain_button(ui.look(), button.icon, button.label.c_str(), button.key);
        ImGui::PopID();
        name_widget("answer " + button.label);
        if (pressed) chosen = button.action;
    }
    ui.question_card_size = ImGui::GetWindowSize();
    fade_window(opacity);
    ImGui::End();
    ImGui::PopStyleVar();
    pop_card_style();
    if (chosen) answer(*chosen, session, ui);
}

}  // namespace toibox::app

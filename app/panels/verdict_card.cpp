// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/buttons.h"
#include "app/panels/widgets/card.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

/// What the card says about a verdict.
struct CardText {
    const char* title;
    std::string text;
    bool offers_continuous = false;  ///< Whether the primary button turns continuous collision on.
};

std::optional<CardText> text_of(const Session& session, const scene::Verdict& verdict) {
    const std::int64_t step = session.run().steps();
    const bool is_off = session.settings().continuous == ContinuousPolicy::Off;
    switch (verdict.kind) {
        case scene::VerdictKind::Tunnelled:
            return CardText{
                "Why did it pass through?",
                is_off
                    ? fmt::format("The engine checked for contact at step {} and at step {}.", step - 1, step)
                    : std::string("Continuous collision is on, but this pair was not searched."),
                is_off};
        case scene::VerdictKind::PushedThrough:
            return CardText{"Why did it come out on the far side?",
                            "A sampled pose touched, and the overlap was resolved.", is_off};
        case scene::VerdictKind::Stopped:
            if (is_off) return std::nullopt;
            return CardText{"It stopped. What was different?",
                            verdict.t > 0.0
                                ? fmt::format("The impact was found at {:.3f} of the step.", verdict.t)
                                : std::string("The impact was found within the step."),
                            false};
        default:
            return std::nullopt;
    }
}

}  // namespace

void verdict_card(Session& session, UiState& ui, Vec2 at, const UiRect& world) {
    const bool asks = session.run().scene().ending == scene::Ending::AtVerdict && !session.is_playing();
    if (!ui.shows_hint_cards || !asks) return;
    const std::vector<scene::Verdict>& verdicts = session.run().verdicts();
    const std::optional<CardText> card = verdicts.empty() ? std::nullopt : text_of(session, verdicts.front());
    if (!card) return;
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ui.verdict_card_size;
    ImGui::SetNextWindowPos(
        {std::clamp(at.x, world.x + spacing::wide,
                    std::max(world.x + world.width - size.x - spacing::wide, world.x + spacing::wide)),
         std::clamp(at.y, world.y + spacing::wide,
                    std::max(world.y + world.height - size.y - spacing::wide, world.y + spacing::wide))});
    push_card_style();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {1.2f * em, 1.2f * em});
    ImGui::Begin("verdict card", nullptr, card_flags);
    compat::push_font(ui.fonts.heading);
    ImGui::TextUnformatted(card->title);
    ImGui::PopFont();
    ImGui::PushTextWrapPos(std::min(30.0f * em, world.width - 4.0f * spacing::wide));
    hint_text(card->text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0.0f, 0.3f * em});
    bool plays = false;
    if (card->offers_continuous) {
        if (primary_button(ui.look(), Icon::Stopped, "Same shot with continuous on")) {
            toggle_continuous(session, ui);
            plays = true;
        }
        name_widget("same shot");
        ImGui::SameLine();
    }
    if (plain_button(ui.look(), Icon::Restart, "Play again", "R")) plays = true;
    name_widget("play again");
    ui.verdict_card_size = ImGui::GetWindowSize();
    ImGui::End();
    ImGui::PopStyleVar();
    pop_card_style();
    if (!plays) return;
    restart(session, ui);
    session.set_playing(true);
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/views/playback_state_view.h"

#include "app/platform/markdown_view.h"
#include "app/platform/text_wrap.h"
#include "app/platform/theme.h"
#include "app/render/chip.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

/// "Past, branch 2"; empty at the end of a branch that shares no frame with another one: a run of its own.
std::string branch_status_text(const Session& session) {
    const replay::History& history = session.history();
    const std::uint32_t branch = history.position().branch;
    const std::string_view state = !history.is_in_past() ? "" : session.is_replay() ? "Replay" : "Past";
    if (history.recording().branches[branch].first_frame() == 0) return std::string(state);
    return fmt::format("{}{}branch {}", state, state.empty() ? "" : ", ", branch);
}

/// Whether the world shows an iteration of a TOI method.
bool is_inside_step(const ToiInspector* toi) {
    return toi != nullptr && toi->iteration() >= 0;
}

}  // namespace

std::string state_text(const Session& session, const ShownState& shown) {
    if (shown.waits_for_answer) return "Waiting for your answer";
    if (is_inside_step(shown.toi)) {
        const std::int64_t step = session.run().steps();
        switch (shown.toi->pair()->source) {
            case ToiPair::Source::Search:
                return fmt::format("Inside step {}", step);
            case ToiPair::Source::Predicted:
                return fmt::format("Inside step {}", step + 1);
            case ToiPair::Source::Query:
                return "Inside the motion";
        }
    }
    if (session.is_playing()) return {};
    return session.pause_reason() == Session::PauseReason::AtVerdict ? "Paused at the verdict" : "Paused";
}

UiRect draw_playback_state(ImDrawList& list, const Session& session, const ShownState& shown,
                           const Fonts& fonts, const Palette& palette, const Viewport& world) {
    const float right = world.x + world.width - spacing::wide;
    float height = 0.0f;
    ImVec2 corner(world.x + world.width - spacing::wide, world.y + spacing::wide);
    const auto add_chip = [&](Icon icon, const std::string& word, Color color) {
        const Chip chip{.icon = icon, .word = word.c_str(), .color = color};
        corner.x -= chip_size(fonts, chip).x;
        height = chip_size(fonts, chip).y;
        draw_chip(list, fonts, palette, corner, chip);
        corner.x -= spacing::unit;
    };
    if (const std::string state = state_text(session, shown); !state.empty()) {
        const bool is_inside = !shown.waits_for_answer && is_inside_step(shown.toi);
        const Color color = shown.waits_for_answer ? palette.accent
                            : is_inside            ? palette.body_kinematic
                                                   : palette.warning;
        compat::add_rect(list, {world.x + 1.0f, world.y + 1.0f},
                         {world.x + world.width - 1.0f, world.y + world.height - 1.0f},
                         to_imgui(with_alpha(color, 0.6f)), 0.0f, 2.0f);
        add_chip(shown.waits_for_answer ? Icon::Lock
                 : is_inside            ? Icon::Maximise
                                        : Icon::Pause,
                 state, color);
    }
    if (const std::string branch_status = branch_status_text(session); !branch_status.empty())
        add_chip(Icon::PreviousEvent, branch_status, palette.accent);
    if (session.loop())
        add_chip(Icon::Restart, fmt::format("Loop {} – {}", session.loop()->from, session.loop()->to),
                 palette.accent);
    if (session.is_recording()) add_chip(Icon::Record, "REC", palette.bad);
    return {corner.x, corner.y, right - corner.x, height};
}

UiRect draw_scene_title(ImDrawList& list, const Session& session, const Fonts& fonts, const Palette& palette,
                        const Viewport& world, const UiRect& chips) {
    const float em = ImGui::GetFontSize();
    const float room = chips.width > 0.0f ? chips.x - spacing::wide - world.x : world.width;
    const float wrap = std::min(36.0f * em, room - 2.0f * spacing::wide);
    const scene::Scene& scene = session.run().scene();
    const ImVec2 at(world.x + spacing::wide, world.y + spacing::wide);
    compat::push_font(fonts.bold);
    const std::string title = with_line_breaks(session.title(), wrap);
    list.AddText(at, to_imgui(palette.text), title.c_str());
    const ImVec2 title_size = ImGui::CalcTextSize(title.c_str());
    ImGui::PopFont();
    const float goal_y = at.y + title_size.y + 0.5f * em;
    const MarkdownView goal(scene.goal, markdown_fonts(fonts, fonts.body), wrap);
    goal.draw(list, {at.x, goal_y}, to_imgui(palette.text_dim));
    return {at.x, at.y, std::max(title_size.x, goal.size().x), goal_y + goal.size().y - at.y};
}

UiRect draw_pause_text(ImDrawList& list, const std::string& text, const Fonts& fonts, const Palette& palette,
                       const Viewport& world) {
    compat::push_font(fonts.card);
    const float em = ImGui::GetFontSize();
    const float wrap = std::min(36.0f * em, world.width - 4.0f * spacing::wide);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
    const UiRect card{std::floor(world.x + 0.5f * (world.width - size.x) - spacing::wide),
                      std::floor(world.y + world.height - size.y - 3.0f * spacing::wide),
                      size.x + 2.0f * spacing::wide, size.y + 2.0f * spacing::unit};
    const ImVec2 high(card.x + card.width, card.y + card.height);
    list.AddRectFilled({card.x, card.y}, high, to_imgui(palette.panel), spacing::unit);
    compat::add_rect(list, {card.x, card.y}, high, to_imgui(palette.border), spacing::unit, 1.0f);
    list.AddText(ImGui::GetFont(), em, {card.x + spacing::wide, card.y + spacing::unit},
                 to_imgui(palette.text), text.c_str(), nullptr, wrap);
    ImGui::PopFont();
    return card;
}

void draw_projected_title(ImDrawList& list, const Session& session, const Fonts& fonts,
                          const Palette& palette, const Viewport& world) {
    const UiRect area = projected_title_area(session, fonts, world);
    compat::push_font(fonts.title);
    list.AddText({area.x, area.y}, to_imgui(palette.text), session.title().c_str());
    ImGui::PopFont();
}

UiRect projected_title_area(const Session& session, const Fonts& fonts, const Viewport& world) {
    compat::push_font(fonts.title);
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(session.title().c_str());
    ImGui::PopFont();
    return {std::floor(world.x + 1.5f * em), std::floor(world.y + em), size.x, size.y};
}

}  // namespace toibox::app

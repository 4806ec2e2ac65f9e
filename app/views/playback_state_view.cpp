// SPDX-License-Identifier: MIT
#include "app/views/playback_state_view.h"

#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

/// Draws a chip: a rounded rectangle with an icon and a text. `corner`: the lower right corner of the chip.
/// Returns the left edge of the chip.
template <class Icon>
float draw_chip(ImDrawList& list, ImVec2 corner, const char* text, ImU32 color, ImU32 background,
                Icon&& icon) {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float height = 1.8f * em;
    const float left = std::floor(corner.x - size.x - 2.4f * em);
    const float top = std::floor(corner.y - height);
    list.AddRectFilled({left, top}, {corner.x, top + height}, background, 0.5f * height);
    compat::add_rect(list, {left, top}, {corner.x, top + height}, color, 0.5f * height, 1.5f);
    icon(ImVec2(left + em, top + 0.5f * height), 0.36f * em);
    list.AddText({left + 1.7f * em, std::floor(top + 0.5f * (height - size.y))}, color, text);
    return left;
}

/// "Past, branch 2"; empty at the end of the main branch.
std::string branch_status_text(const Session& session) {
    const replay::History& history = session.history();
    const std::uint32_t branch = history.position().branch;
    const std::string_view state = !history.is_in_past() ? "" : session.is_replay() ? "Replay" : "Past";
    if (branch == 0) return std::string(state);
    return fmt::format("{}{}branch {}", state, state.empty() ? "" : ", ", branch);
}

}  // namespace

void draw_playback_state(ImDrawList& list, const Session& session, const Palette& palette,
                         const Viewport& world, float bottom_margin) {
    const ImU32 color = to_imgui(palette.warning);
    const ImU32 background = to_imgui(palette.panel_raised);
    ImVec2 corner(world.x + world.width - spacing::wide,
                  world.y + world.height - bottom_margin - spacing::wide);
    if (!session.is_playing()) {
        compat::add_rect(list, {world.x + 1.0f, world.y + 1.0f},
                         {world.x + world.width - 1.0f, world.y + world.height - 1.0f},
                         to_imgui(with_alpha(palette.warning, 0.6f)), 0.0f, 2.0f);
        corner.x = draw_chip(list, corner, "Paused", color, background,
                             [&](ImVec2 at, float r) {
                                 list.AddRectFilled({at.x - r, at.y - r}, {at.x - 0.3f * r, at.y + r}, color);
                                 list.AddRectFilled({at.x + 0.3f * r, at.y - r}, {at.x + r, at.y + r}, color);
                             }) -
                   spacing::unit;
    }
    if (const std::string branch_status = branch_status_text(session); !branch_status.empty()) {
        const ImU32 accent = to_imgui(palette.accent);
        corner.x = draw_chip(list, corner, branch_status.c_str(), accent, background,
                             [&](ImVec2 at, float r) {
                                 list.AddTriangleFilled({at.x + r, at.y - r}, {at.x + r, at.y + r},
                                                        {at.x - r, at.y}, accent);
                             }) -
                   spacing::unit;
    }
    if (session.loop()) {
        const std::string text = fmt::format("Loop {} – {}", session.loop()->from, session.loop()->to);
        const ImU32 accent = to_imgui(palette.accent);
        corner.x = draw_chip(list, corner, text.c_str(), accent, background,
                             [&](ImVec2 at, float r) { list.AddCircle(at, r, accent, 20, 1.5f); }) -
                   spacing::unit;
    }
    if (session.is_recording()) {
        const ImU32 red = to_imgui(palette.bad);
        corner.x = draw_chip(list, corner, "REC", red, background,
                             [&](ImVec2 at, float r) { list.AddCircleFilled(at, r, red); }) -
                   spacing::unit;
    }
    const double effective_speed = session.effective_speed();
    if (effective_speed == 1.0) return;
    const std::string text = effective_speed < 1.0
                                 ? fmt::format("Slow motion 1/{:.0f}", 1.0 / effective_speed)
                                 : fmt::format("{:.0f}× real time", effective_speed);
    draw_chip(list, corner, text.c_str(), color, background, [&](ImVec2 at, float r) {
        list.AddCircle(at, r, color, 20, 1.5f);
        list.AddLine(at, {at.x, at.y - 0.7f * r}, color, 1.5f);
        list.AddLine(at, {at.x + 0.5f * r, at.y}, color, 1.5f);
    });
}

void draw_scene_title(ImDrawList& list, const Session& session, const Fonts& fonts, const Palette& palette,
                      const Viewport& world) {
    const float em = ImGui::GetFontSize();
    const float wrap = std::min(36.0f * em, 0.6f * world.width);
    const scene::Scene& scene = session.run().scene();
    const ImVec2 at(world.x + spacing::wide, world.y + spacing::wide);
    compat::push_font(fonts.bold);
    list.AddText(at, to_imgui(palette.text), session.title().c_str());
    ImGui::PopFont();
    list.AddText(ImGui::GetFont(), em, {at.x, at.y + 1.5f * em}, to_imgui(palette.text_dim),
                 scene.goal.c_str(), nullptr, wrap);
}

}  // namespace toibox::app

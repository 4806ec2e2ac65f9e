// SPDX-License-Identifier: MIT
#include "app/panels/gjk_readout.h"
#include "app/panels/panels.h"
#include "app/panels/slider.h"
#include "app/panels/widgets.h"
#include "app/platform/theme.h"
#include "app/platform/ui_marks.h"

#include <algorithm>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

using Method = GjkInspector::Method;

// Widths of a letter.
constexpr float numbers_width = 21.0f;
constexpr float code_width = 16.5f;
constexpr float sat_numbers_width = 19.0f;
constexpr float least_picture = 10.0f;
constexpr float pair_width = 15.0f;
constexpr float slider_width = 7.0f;

const char* title_of(ShapePair::Source source) {
    switch (source) {
        case ShapePair::Source::Near:
            return "Of the selected body, or the nearest of all";
        case ShapePair::Source::Contact:
            return "Boxes overlap";
        case ShapePair::Source::Query:
            break;
    }
    return "Queries of the scene";
}

std::string entry_of(const ShapePair& pair) {
    return fmt::format("{}: {}", pair.label, measured(pair.separation));
}

void pair_list(GjkInspector& gjk) {
    ImGui::SetNextItemWidth(pair_width * ImGui::GetFontSize());
    const bool open = ImGui::BeginCombo("##pair", entry_of(*gjk.pair()).c_str(), ImGuiComboFlags_HeightLarge);
    ui_mark("gjk pair");
    help_tip("Which two shapes, and their separation. A is drawn blue, B orange.");
    if (!open) return;
    std::optional<ShapePair::Source> group;
    std::optional<ShapePair> chosen;
    for (const ShapePair& pair : gjk.pairs()) {
        if (group != pair.source) ImGui::TextDisabled("%s", title_of(pair.source));
        group = pair.source;
        ImGui::PushID(pair.key.c_str());
        if (ImGui::Selectable(entry_of(pair).c_str(), pair.key == gjk.pair()->key)) chosen = pair;
        ui_mark("pair", pair.label);
        ImGui::PopID();
    }
    ImGui::EndCombo();
    if (chosen) gjk.choose(*chosen);
}

/// Beside the last item if there is room, else below it.
void next_to(float width) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float gap = 1.5f * ImGui::GetStyle().ItemSpacing.x;
    if (ImGui::GetItemRectMax().x + gap + width <= right) ImGui::SameLine(0.0f, gap);
}

float width_of(const std::string& text) {
    return ImGui::CalcTextSize(text.c_str()).x + ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x;
}

void choice(const std::string& text, const char* mark, bool chosen, const char* help, auto&& choose) {
    if (radio(text.c_str(), chosen)) choose();
    ui_mark(mark);
    help_tip(help);
}

void method_choice(GjkInspector& gjk) {
    next_to(width_of("GJK") + width_of("SAT"));
    choice("GJK", "gjk method", gjk.method() == Method::Gjk, "Walks a simplex towards the origin of A − B.",
           [&] { gjk.choose_method(Method::Gjk); });
    ImGui::SameLine();
    choice("SAT", "sat method", gjk.method() == Method::Sat, "Tries every axis that could part the shapes.",
           [&] { gjk.choose_method(Method::Sat); });
}

void start_choice(GjkInspector& gjk) {
    const std::string cold = fmt::format("Cold: {}", gjk.study(false).result.iterations);
    const std::string warm = fmt::format("Warm: {}", gjk.study(true).result.iterations);
    next_to(width_of(cold) + width_of(warm));
    choice(cold, "gjk cold", !gjk.warm(), "Starts from one support point; the number of iterations.",
           [&] { gjk.start_warm(false); });
    ImGui::SameLine();
    choice(warm, "gjk warm", gjk.warm(),
           "Starts from the simplex that answered one step before (of a what-if: from the live pair's). "
           "That is how a search for a time of impact asks again.",
           [&] { gjk.start_warm(true); });
}

void step_buttons(GjkInspector& gjk) {
    const float em = ImGui::GetFontSize();
    next_to(4.0f * ImGui::GetFrameHeight() * 1.3f + slider_width * em);
    const int last = gjk.steps() - 1;
    const auto button = [&](const char* text, const char* mark, const char* help, int to) {
        ImGui::BeginDisabled(to == gjk.step() || to < 0 || to > last);
        if (ImGui::Button(text, {1.3f * ImGui::GetFrameHeight(), 0.0f})) gjk.go_to(to);
        ui_mark(mark);
        help_tip(help);
        ImGui::EndDisabled();
    };
    const auto beside = [] { ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x); };
    button("⇤", "gjk first", "First iteration  [Shift+←]", 0);
    beside();
    button("←", "gjk back", "Iteration back  [←]", gjk.step() - 1);
    beside();
    ImGui::SetNextItemWidth(slider_width * em);
    int shown = gjk.step() + 1;
    ImGui::BeginDisabled(last == 0);
    if (slider("##iteration", shown, 1, gjk.steps(), fmt::format("%d of {}", gjk.steps()).c_str()))
        gjk.go_to(shown - 1);
    ImGui::EndDisabled();
    ui_mark("gjk iteration");
    help_tip("Which iteration is shown.");
    beside();
    button("→", "gjk next", "Next iteration  [→]", gjk.step() + 1);
    beside();
    button("⇥", "gjk last", "Last iteration  [Shift+→]", last);
}

void controls(UiState& ui, GjkInspector& gjk) {
    pair_list(gjk);
    method_choice(gjk);
    if (gjk.method() == Method::Gjk) {
        start_choice(gjk);
        step_buttons(gjk);
        next_to(width_of("Hull"));
        checkbox("Hull", gjk.hull);
        ui_mark("gjk hull");
        help_tip("Draws A − B: every point of A less every point of B. GJK never builds it.");
    }
    next_to(width_of("Reset to live"));
    ImGui::BeginDisabled(!gjk.is_what_if());
    if (ImGui::Button("Reset to live")) {
        gjk.reset();
        ui.gjk = {};
    }
    ui_mark("gjk reset");
    help_tip(
        "Drag a shape in a picture to ask what if; Shift and the wheel turn it. The world stays as it is.");
    ImGui::EndDisabled();
}

/// A column beside the last one.
template <class Content>
void column(const char* name, float width, float height, Content&& content) {
    ImGui::SameLine();
    compat::begin_child(name, {width, height}, false);
    content();
    ImGui::EndChild();
}

void gjk_contents(UiState& ui, GjkInspector& gjk, const Palette& palette, ImVec2 room) {
    const float em = ImGui::GetFontSize();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float beside = 0.5f * (room.x - (numbers_width + code_width) * em - 3.0f * gap);
    const bool wide = beside >= least_picture * em;
    const float beside_numbers = 0.5f * (room.x - numbers_width * em - 2.0f * gap);
    const bool half_wide = !wide && beside_numbers >= least_picture * em;
    const float width = wide ? beside : half_wide ? beside_numbers : 0.5f * (room.x - gap);
    const float height = wide || half_wide ? room.y : std::max(room.y, least_picture * em);
    const bool on_world = gjk_world_picture(gjk, ui.gjk, palette, {width, height});
    ImGui::SameLine();
    const bool on_difference = gjk_difference_picture(gjk, ui.gjk, palette, {width, height});
    if (!on_world && !on_difference) gjk.lit = {};
    if (wide) {
        column("numbers", numbers_width * em, height, [&] { gjk_numbers(gjk, ui.fonts, palette); });
        column("code", code_width * em, height, [&] { gjk_pseudocode(gjk, ui.fonts, palette); });
        return;
    }
    if (half_wide) {
        column("numbers", numbers_width * em, height, [&] {
            gjk_numbers(gjk, ui.fonts, palette);
            gjk_pseudocode(gjk, ui.fonts, palette);
        });
        return;
    }
    gjk_numbers(gjk, ui.fonts, palette);
    gjk_pseudocode(gjk, ui.fonts, palette);
}

void sat_contents(UiState& ui, GjkInspector& gjk, const Palette& palette, ImVec2 room) {
    const float em = ImGui::GetFontSize();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float beside = 0.5f * (room.x - sat_numbers_width * em - 2.0f * gap);
    const bool wide = beside >= least_picture * em;
    const float width = wide ? beside : 0.5f * (room.x - gap);
    const float height = wide ? room.y : std::max(room.y, least_picture * em);
    gjk_world_picture(gjk, ui.gjk, palette, {width, height});
    column("bars", width, height, [&] { sat_bars(gjk, ui.fonts, palette); });
    if (wide)
        column("sat numbers", sat_numbers_width * em, height, [&] { sat_numbers(gjk, ui.fonts, palette); });
    else
        sat_numbers(gjk, ui.fonts, palette);
}

void nothing_yet(const UiState& ui) {
    title_text(ui.fonts, "How far apart are two shapes?");
    hint_text(
        "Select a body to look at it and its nearest neighbour. GJK finds their distance by walking a "
        "simplex towards the origin of A − B, and each of its iterations can be seen here; SAT tries every "
        "axis that could part them.");
}

}  // namespace

void gjk_panel(const Session& session, UiState& ui, GjkInspector& gjk) {
    const ShapePair* before = gjk.pair();
    const std::string key = before != nullptr ? before->key : std::string();
    gjk.refresh(session);
    if (gjk.pair() == nullptr) return nothing_yet(ui);
    controls(ui, gjk);
    gjk.refresh(session);
    if (gjk.pair()->key != key) ui.gjk = {};
    const Palette& palette = palette_of(ui.theme);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (gjk.method() == Method::Gjk)
        gjk_contents(ui, gjk, palette, room);
    else
        sat_contents(ui, gjk, palette, room);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) ui.gjk.held.reset();
}

std::string gjk_value(const GjkInspector& gjk, std::string_view key) {
    const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
    if (key == "pairs") return std::to_string(gjk.pairs().size());
    if (key == "pair") return gjk.pair() != nullptr ? gjk.pair()->label : "none";
    if (gjk.pair() == nullptr) return {};
    const GjkStudy& study = gjk.study();
    const GjkStep& step = gjk.shown();
    if (key == "method") return gjk.method() == Method::Gjk ? "gjk" : "sat";
    if (key == "warm") return truth(gjk.warm());
    if (key == "cold_iterations") return std::to_string(gjk.study(false).result.iterations);
    if (key == "warm_iterations") return std::to_string(gjk.study(true).result.iterations);
    if (key == "step") return std::to_string(gjk.step() + 1);
    if (key == "steps") return std::to_string(gjk.steps());
    if (key == "exit") return std::string(label(study.result.exit));
    if (key == "separation") return fmt::format("{}", study.separation);
    if (key == "distance") return fmt::format("{}", study.result.distance);
    if (key == "upper") return fmt::format("{}", step.upper);
    if (key == "lower") return fmt::format("{}", step.lower);
    if (key == "kept") return std::to_string(step.kept.size());
    if (key == "dropped") return std::to_string(step.dropped.size());
    if (key == "line") return std::string(text_of(step.decides));
    if (key == "hull") return truth(gjk.hull);
    if (key == "what_if") return truth(gjk.is_what_if());
    if (key == "lit") return gjk.lit.any() ? fmt::format("{} {}", gjk.lit.a, gjk.lit.b) : "none";
    if (key == "axes") return std::to_string(gjk.axes().size());
    if (key == "axis") return std::to_string(gjk.axis());
    if (key == "sat") return fmt::format("{}", gjk.sat().separation);
    return {};
}

}  // namespace toibox::app

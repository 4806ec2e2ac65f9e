// SPDX-License-Identifier: MIT
#include "app/panels/gjk/gjk_controls.h"

#include "app/panels/gjk/gjk_readout.h"
#include "app/panels/widgets/slider.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Widths in em.
constexpr float pair_width = 15.0f;
constexpr float method_width = 12.5f;
constexpr float summary_width = 26.0f;
constexpr float slider_width = 5.0f;

const char* title_of(ShapePair::Source source) {
    switch (source) {
        case ShapePair::Source::Near:
            return "Nearest pairs of the selected body (without a selection: of all shapes)";
        case ShapePair::Source::Contact:
            return "Pairs with overlapping bounding boxes";
        case ShapePair::Source::Query:
            break;
    }
    return "Queries of the scene";
}

std::string pair_entry_text(const ShapePair& pair) {
    return fmt::format("{}: {}", pair.label, precise_length_text(pair.separation));
}

void pair_list(DistanceInspector& inspector) {
    ImGui::SetNextItemWidth(pair_width * ImGui::GetFontSize());
    const bool open =
        ImGui::BeginCombo("##pair", pair_entry_text(*inspector.pair()).c_str(), ImGuiComboFlags_HeightLarge);
    name_widget("gjk pair");
    help_tip("The two shapes to inspect, and their separation. A is drawn blue, B orange.");
    if (!open) return;
    std::optional<ShapePair::Source> group;
    std::optional<ShapePair> chosen;
    for (const ShapePair& pair : inspector.pairs()) {
        if (group != pair.source) ImGui::TextDisabled("%s", title_of(pair.source));
        group = pair.source;
        ImGui::PushID(pair.key.c_str());
        if (ImGui::Selectable(pair_entry_text(pair).c_str(), pair.key == inspector.pair()->key))
            chosen = pair;
        name_widget("pair", pair.label);
        ImGui::PopID();
    }
    ImGui::EndCombo();
    if (chosen) inspector.choose(*chosen);
}

/// Continues on the same line if `width` fits.
void same_line_if_fits(float width) {
    app::same_line_if_fits(width, 1.5f * ImGui::GetStyle().ItemSpacing.x);
}

float width_of(const std::string& text) {
    return ImGui::CalcTextSize(text.c_str()).x + ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x;
}

void radio_choice(const std::string& text, const char* name, bool chosen, const char* help, auto&& choose) {
    if (radio(text.c_str(), chosen)) choose();
    name_widget(name);
    help_tip(help);
}

void method_list(DistanceInspector& inspector) {
    const float em = ImGui::GetFontSize();
    const DistanceMethodInfo& current = info(inspector.method());
    same_line_if_fits(method_width * em);
    ImGui::SetNextItemWidth(method_width * em);
    const bool open = ImGui::BeginCombo("##method", current.label.data(), ImGuiComboFlags_HeightLargest);
    name_widget("distance method");
    help_tip(current.summary.data());
    if (!open) return;
    for (const DistanceMethodInfo& row : distance_methods()) {
        if (ImGui::Selectable(row.label.data(), row.method == inspector.method()))
            inspector.choose_method(row.method);
        name_widget("method", row.name);
        ImGui::PushTextWrapPos(summary_width * em);
        ImGui::TextDisabled("%s", row.summary.data());
        ImGui::PopTextWrapPos();
    }
    ImGui::EndCombo();
}

/// Tooltips for cold and warm starts of a method.
struct StartTips {
    const char* cold;
    const char* warm;
};
StartTips start_tips(DistanceMethod method) {
    if (method == DistanceMethod::FeatureWalk)
        return {"Starts from the first vertices, A0 and B0. The number counts feature pairs tested.",
                "Starts from the final features of the previous step. In what-if mode: from the final "
                "features of the live pair."};
    if (method == DistanceMethod::CachedAxis)
        return {
            "Starts from the line through the first vertices, A0 and B0. The number counts axes tested.",
            "Starts from the best axis of the previous step. In what-if mode: from the best axis of the live "
            "pair."};
    return {
        "Starts from one support point. The number counts iterations.",
        "Starts from the final simplex of the previous step, as repeated queries of a time-of-impact method "
        "do. In what-if mode: from the final simplex of the live pair."};
}

/// Lets the user choose a cold or a warm start, for methods with a cache.
void warm_start_choice(DistanceInspector& inspector) {
    const auto count = [&](bool warm) {
        const MethodStudy* method_study = inspector.method_study(warm);
        return method_study != nullptr ? method_study->answer.iterations
                                       : inspector.study(warm).result.iterations;
    };
    const StartTips tips = start_tips(inspector.method());
    const std::string cold = fmt::format("Cold: {}", count(false));
    const std::string warm = fmt::format("Warm: {}", count(true));
    same_line_if_fits(width_of(cold) + width_of(warm));
    radio_choice(cold, "gjk cold", !inspector.warm(), tips.cold, [&] { inspector.set_warm_start(false); });
    ImGui::SameLine();
    radio_choice(warm, "gjk warm", inspector.warm(), tips.warm, [&] { inspector.set_warm_start(true); });
}

void step_buttons(DistanceInspector& inspector) {
    const float em = ImGui::GetFontSize();
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const int last = inspector.steps() - 1;
    const std::string text = fmt::format("{} of {}", inspector.step() + 1, inspector.steps());
    // As wide as the widest text, so that the buttons do not move from step to step.
    const float text_width = ImGui::CalcTextSize(fmt::format("{0} of {0}", inspector.steps()).c_str()).x;
    const float button_width = 1.3f * ImGui::GetFrameHeight();
    same_line_if_fits(4.0f * button_width + slider_width * em + text_width + 5.0f * gap);
    const auto button = [&](const char* glyph, const char* name, const char* help, int to) {
        ImGui::BeginDisabled(to == inspector.step() || to < 0 || to > last);
        if (ImGui::Button(glyph, {button_width, 0.0f})) inspector.go_to(to);
        name_widget(name);
        help_tip(help);
        ImGui::EndDisabled();
    };
    const auto beside = [&] { ImGui::SameLine(0.0f, gap); };
    button("⇤", "gjk first", "First step  [Shift+←]", 0);
    beside();
    button("←", "gjk back", "Step back  [←]", inspector.step() - 1);
    beside();
    ImGui::SetNextItemWidth(slider_width * em);
    int shown = inspector.step() + 1;
    ImGui::BeginDisabled(last == 0);
    if (slider_without_text("##iteration", shown, 1, inspector.steps())) inspector.go_to(shown - 1);
    ImGui::EndDisabled();
    name_widget("gjk iteration");
    help_tip("The shown step of the method.");
    beside();
    const float right = ImGui::GetCursorPosX() + text_width;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    ImGui::SameLine(right, gap);
    button("→", "gjk next", "Next step  [→]", inspector.step() + 1);
    beside();
    button("⇥", "gjk last", "Last step  [Shift+→]", last);
}

void outline_choice(DistanceInspector& inspector) {
    same_line_if_fits(width_of("Outline"));
    checkbox("Outline", inspector.shows_outline);
    name_widget("gjk outline");
    help_tip("Draws the Minkowski difference A − B. No method computes this polygon explicitly.");
}

}  // namespace

bool uses_minkowski_difference(DistanceMethod method) {
    return method == DistanceMethod::Gjk || method == DistanceMethod::BooleanGjk ||
           method == DistanceMethod::Epa;
}

void gjk_controls(UiState& ui, DistanceInspector& inspector) {
    pair_list(inspector);
    method_list(inspector);
    if (info(inspector.method()).uses_cache) warm_start_choice(inspector);
    if (inspector.method() != DistanceMethod::SeparatingAxes) step_buttons(inspector);
    if (uses_minkowski_difference(inspector.method())) outline_choice(inspector);
    same_line_if_fits(width_of("Reset"));
    ImGui::BeginDisabled(!inspector.is_what_if());
    if (ImGui::Button("Reset")) {
        inspector.reset();
        ui.gjk = {};
    }
    name_widget("gjk reset");
    help_tip(
        "Returns to the live pair. Drag a shape to try other poses (what-if mode); Shift+wheel rotates a "
        "shape. The world is not changed.");
    ImGui::EndDisabled();
}

}  // namespace toibox::app

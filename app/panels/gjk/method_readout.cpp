// SPDX-License-Identifier: MIT
#include "app/panels/gjk/gjk_readout.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

std::string headline(const MethodStudy& study) {
    const double separation = study.answer.separation;
    switch (study.answer.state) {
        case DistanceState::Apart:
            if (study.limitation == Limitation::MissedCrossing)
                return "✗ Reports a distance of " + precise_length_text(separation);
            return study.is_exact() ? "Distance " + precise_length_text(separation) : "Apart";
        case DistanceState::Overlapping:
            if (!study.is_exact()) return "Overlap";
            return separation == 0.0 ? "Touching"
                                     : fmt::format("Overlap, {} deep", precise_length_text(-separation));
        case DistanceState::Exhausted:
        case DistanceState::Invalid:
            break;
    }
    return "No result: " + std::string(to_string(study.answer.state));
}

void show_answer(DistanceInspector& inspector, const Fonts& fonts, const Palette& palette) {
    const MethodStudy& study = *inspector.method_study();
    const bool is_wrong = study.limitation == Limitation::MissedCrossing;
    if (is_wrong) ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(palette.bad));
    title_text(fonts, ((inspector.is_what_if() ? "What-if: " : "") + headline(study)).c_str());
    if (is_wrong) ImGui::PopStyleColor();
    if (study.limitation == Limitation::None) return;
    hint_text(std::string(text_of(study.limitation)).c_str());
    ImGui::TextDisabled("Use");
    ImGui::SameLine();
    method_button(inspector, alternative_method(study.limitation));
}

void number_table(const TraceStep& step, const Fonts& fonts) {
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.3f * em, 0.0f});
    if (ImGui::BeginTable("lengths", 2, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("length", ImGuiTableColumnFlags_WidthFixed, 6.0f * em);
        for (const TraceNumber& number : step.numbers) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(number.name.data());
            help_tip(number.help.data());
            ImGui::TableNextColumn();
            number_cell(fonts, precise_length_text(number.meters));
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
}

std::string size_text(double size, bool is_squared) {
    return is_squared ? fmt::format("{:.3g} m²", size) : precise_length_text(size);
}

std::string text_of(const TraceCheck& check) {
    std::string text = check.label;
    if (check.value) text = fmt::format("{} = {}", text, size_text(*check.value, check.is_squared));
    if (!check.bound.empty()) text = fmt::format("{} {} {}", text, check.relation, check.bound);
    if (check.limit) text = fmt::format("{} = {}", text, size_text(*check.limit, check.is_squared));
    return text;
}

void check_row(const TraceCheck& check, const Palette& palette) {
    ImGui::TextUnformatted(text_of(check).c_str());
    ImGui::SameLine();
    if (check.holds)
        ImGui::TextColored(to_vec4(palette.good), "✓ %s", check.verdict.data());
    else
        ImGui::TextColored(to_vec4(palette.text_dim), "✗ %s", check.value ? "not yet" : "no");
}

void normal_row(const DistanceEvent& event) {
    if (event.direction == Vec2d{}) return;
    ImGui::TextUnformatted(
        fmt::format("n ({}, {})", fixed_text(event.direction.x), fixed_text(event.direction.y)).c_str());
    help_tip("Unit vector from A to B.");
}

}  // namespace

void method_numbers(DistanceInspector& inspector, const Fonts& fonts, const Palette& palette) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {ImGui::GetStyle().ItemSpacing.x, 0.25f * ImGui::GetFontSize()});
    show_answer(inspector, fonts, palette);
    const TraceStep* step = inspector.shown_trace_step();
    if (step != nullptr) {
        ImGui::TextUnformatted(fmt::format("Step {} of {}", inspector.step() + 1, inspector.steps()).c_str());
        hint_text(step->reason.c_str());
        if (step->simplex) {
            vertex_table(*step->simplex, fonts, palette);
            if (inspector.method() == DistanceMethod::BooleanGjk) bounds_bar(*step->simplex, palette);
        }
        number_table(*step, fonts);
        normal_row(step->event);
        for (const TraceCheck& check : step->checks)
            check_row(check, palette);
    }
    ImGui::PopStyleVar();
}

}  // namespace toibox::app

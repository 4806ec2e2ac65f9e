// SPDX-License-Identifier: MIT
#include "app/panels/gjk/gjk_readout.h"

#include "app/panels/gjk/gjk_pictures.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"
#include "app/render/grid.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

std::string headline(const GjkStudy& study) {
    const bool cores_overlap = study.result.exit == GjkExit::Enclosed;
    if (study.separation > 0.0) return "Distance " + precise_length_text(study.separation);
    if (study.separation == 0.0) return "Touching";
    return fmt::format("Overlap, {} deep", precise_length_text(-study.separation)) +
           (cores_overlap ? " (by SAT)" : "");
}

/// Explains the headline: subtracts the radii, or says that GJK cannot give the depth.
std::string explanation(const GjkStudy& study) {
    const double a = study.pair.a.radius;
    const double b = study.pair.b.radius;
    if (study.result.exit == GjkExit::Enclosed) return "GJK gives no depth. Use";
    if (a + b == 0.0) return {};
    return fmt::format("distance between the cores {}, minus the radii {} + {}",
                       precise_length_text(study.result.core_distance), precise_length_text(a),
                       precise_length_text(b));
}

void dim_text(const std::string& text) {
    if (!text.empty()) hint_text(text.c_str());
}

enum class Role { Kept, Dropped, Support };

void vertex_row(const GjkVertex& vertex, Role role, const Fonts& fonts, const Palette& palette) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const Color color = role == Role::Kept      ? palette.accent
                        : role == Role::Dropped ? palette.bad
                                                : palette.good;
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(color));
    ImGui::TextUnformatted(role == Role::Kept ? "●" : role == Role::Dropped ? "✗" : "s");
    ImGui::PopStyleColor();
    help_tip(role == Role::Kept      ? "In the simplex: contributes to p."
             : role == Role::Dropped ? "Dropped: does not contribute to p."
                                     : "The new support point.");
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(name_of(vertex).c_str());
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    if (role == Role::Dropped)
        ImGui::GetWindowDrawList()->AddLine({low.x, 0.5f * (low.y + high.y)},
                                            {high.x, 0.5f * (low.y + high.y)}, to_imgui(palette.bad));
    for (const double number : {vertex.w.x, vertex.w.y}) {
        ImGui::TableNextColumn();
        number_cell(fonts, fixed_text(number));
    }
    ImGui::TableNextColumn();
    number_cell(fonts, role == Role::Kept ? fmt::format("{:.3f}", vertex.weight) : "–");
}

/// The termination test "|p| − s·p/|p| ≤ ε" with its numbers, and whether it holds.
void bounds_inequality(const SimplexStep& step, const Palette& palette) {
    if (step.deciding_line == GjkLine::Enclosed) {
        const bool triangle = step.kept.size() == 3;
        const std::string text = triangle ? std::string("0 is inside the triangle S")
                                          : fmt::format("|p| ≤ ε = {:.2g} m", step.tolerance);
        ImGui::TextUnformatted(text.c_str());
        ImGui::SameLine();
        ImGui::TextColored(to_vec4(palette.good), "✓ overlap");
        return;
    }
    const std::string bounds = fmt::format("s·p/|p| {} ≤ d ≤ |p| {}", precise_length_text(step.lower),
                                           precise_length_text(step.upper));
    ImGui::TextUnformatted(bounds.c_str());
    help_tip(
        "d is the distance between the cores. Its lower bound is the distance from 0 to the line through the "
        "support point s, perpendicular to p; its upper bound is |p|.");
    const bool holds = step.gap() <= step.tolerance;
    ImGui::TextUnformatted(fmt::format("gap {} {} ε = {:.2g} m", precise_length_text(step.gap()),
                                       holds ? "≤" : ">", step.tolerance)
                               .c_str());
    help_tip(
        "GJK stops when the gap |p| − s·p/|p| between the bounds is at most ε = 16 × machine epsilon × "
        "scale. The scale is the largest sum so far of the absolute values of a vertex pair's four "
        "coordinates, measured from A's position.");
    ImGui::SameLine();
    ImGui::TextColored(to_vec4(holds ? palette.good : palette.text_dim), holds ? "✓ holds" : "✗ not yet");
}

}  // namespace

std::string precise_length_text(double meters) {
    constexpr double rounding = 1e-8;
    if (meters == 0.0) return "0 m";
    return std::abs(meters) < rounding ? fmt::format("{:.2g} m", meters) : length_text(meters);
}

void vertex_table(const SimplexStep& step, const Fonts& fonts, const Palette& palette) {
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.3f * em, 0.0f});
    if (ImGui::BeginTable("simplex", 5, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("role", ImGuiTableColumnFlags_WidthFixed, 0.9f * em);
        ImGui::TableSetupColumn("vertex", ImGuiTableColumnFlags_WidthStretch);
        for (const char* name : {"x", "y"})
            ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, 4.2f * em);
        ImGui::TableSetupColumn("weight", ImGuiTableColumnFlags_WidthFixed, 3.3f * em);
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TableNextColumn();
        ImGui::TextDisabled("vertex");
        for (const char* name : {"x, m", "y, m", "weight"})
            header_cell(name);
        for (const GjkVertex& vertex : step.kept)
            vertex_row(vertex, Role::Kept, fonts, palette);
        for (const GjkVertex& vertex : step.dropped)
            vertex_row(vertex, Role::Dropped, fonts, palette);
        if (step.support) vertex_row(*step.support, Role::Support, fonts, palette);
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
}

void bounds_bar(const SimplexStep& step, const Palette& palette) {
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = 0.5f * em;
    ImGui::Dummy({width, height});
    help_tip("The bar goes from 0 to |p|. Green: up to the lower bound. Purple: between the bounds.");
    const auto x = [&](double meters) {
        const double fraction = step.upper > 0.0 ? std::clamp(meters / step.upper, 0.0, 1.0) : 0.0;
        return at.x + static_cast<float>(fraction) * width;
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height}, to_imgui(palette.field));
    list.AddRectFilled({x(step.lower), at.y}, {x(step.upper), at.y + height}, to_imgui(palette.accent));
    list.AddRectFilled(at, {x(step.lower), at.y + height}, to_imgui(palette.good));
}

void method_button(DistanceInspector& inspector, DistanceMethod method) {
    const DistanceMethodInfo& entry = info(method);
    const bool is_long = method == DistanceMethod::SeparatingAxes;
    if (ImGui::SmallButton(is_long ? "SAT" : entry.label.data())) inspector.choose_method(method);
    name_widget("look at", entry.name);
    help_tip(entry.summary.data());
}

void gjk_numbers(DistanceInspector& inspector, const Fonts& fonts, const Palette& palette) {
    const GjkStudy& study = inspector.study();
    const SimplexStep& step = inspector.shown();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {ImGui::GetStyle().ItemSpacing.x, 0.25f * ImGui::GetFontSize()});
    title_text(fonts, ((inspector.is_what_if() ? "What-if: " : "") + headline(study)).c_str());
    dim_text(explanation(study));
    if (study.result.exit == GjkExit::Enclosed) {
        for (const DistanceMethod method : {DistanceMethod::Epa, DistanceMethod::SeparatingAxes}) {
            ImGui::SameLine();
            method_button(inspector, method);
        }
    }
    ImGui::TextUnformatted(fmt::format("Iteration {} of {}{}", inspector.step() + 1, inspector.steps(),
                                       step.is_last() ? fmt::format(": {}", label(study.result.exit)) : "")
                               .c_str());
    dim_text(std::string(reason(step)));
    vertex_table(step, fonts, palette);
    bounds_bar(step, palette);
    bounds_inequality(step, palette);
    ImGui::PopStyleVar();
}

namespace {

void code_line(std::string_view text, bool is_active, bool is_reached, const Fonts& fonts,
               const Palette& palette) {
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (is_active)
        ImGui::GetWindowDrawList()->AddRectFilled(
            {at.x - 0.2f * em, at.y}, {at.x + ImGui::GetContentRegionAvail().x, at.y + 1.15f * em},
            to_imgui(palette.accent), 3.0f);
    const Color color = is_active ? palette.accent_text : is_reached ? palette.text : palette.text_dim;
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(color));
    if (is_active) compat::push_font(fonts.bold);
    ImGui::TextUnformatted((std::string(is_active ? "▶ " : "   ") + std::string(text)).c_str());
    if (is_active) ImGui::PopFont();
    ImGui::PopStyleColor();
}

}  // namespace

void gjk_pseudocode(const DistanceInspector& inspector, const Fonts& fonts, const Palette& palette) {
    ImGui::TextDisabled("Pseudocode");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.15f * ImGui::GetFontSize()});
    if (const MethodStudy* study = inspector.method_study()) {
        const std::size_t deciding_line = inspector.shown_trace_step()->line;
        for (std::size_t i = 0; i < study->pseudocode.size(); ++i)
            code_line(study->pseudocode[i], i == deciding_line, i <= deciding_line, fonts, palette);
    } else {
        // The iteration did not reach the lines after the deciding one.
        const GjkLine deciding_line = inspector.shown().deciding_line;
        for (const GjkLine line : gjk_lines())
            code_line(text_of(line), line == deciding_line, line <= deciding_line, fonts, palette);
    }
    ImGui::PopStyleVar();
    ImGui::Spacing();
    hint_text(info(inspector.method()).summary.data());
}

}  // namespace toibox::app

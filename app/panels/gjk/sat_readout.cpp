// SPDX-License-Identifier: MIT
#include "app/panels/gjk/gjk_readout.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

/// Name of an axis: "face A2", or "A1 – B3" for the line through two vertices.
std::string name_of(const SatAxis& axis) {
    switch (axis.kind) {
        case SatAxis::Kind::FaceA:
            return fmt::format("face A{}", axis.index);
        case SatAxis::Kind::FaceB:
            return fmt::format("face B{}", axis.index);
        case SatAxis::Kind::Vertices:
            break;
    }
    return fmt::format("A{} – B{}", axis.index, axis.support);
}

/// The interval that contains the projections on all axes, so that all bars have the same scale.
struct ProjectionRange {
    double low = 1e300;
    double high = -1e300;
};
ProjectionRange projection_range(const std::vector<SatAxis>& axes) {
    ProjectionRange range;
    for (const SatAxis& axis : axes) {
        range.low = std::min({range.low, axis.low_a, axis.low_b});
        range.high = std::max({range.high, axis.high_a, axis.high_b});
    }
    return range;
}

void bars(const SatAxis& axis, const ProjectionRange& range, const Palette& palette) {
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({width, em});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto x = [&](double along) {
        return at.x +
               static_cast<float>((along - range.low) / std::max(range.high - range.low, 1e-12)) * width;
    };
    const auto bar = [&](double low, double high, float top, float bottom, Color color) {
        list.AddRectFilled({x(low), at.y + top * em}, {std::max(x(high), x(low) + 1.5f), at.y + bottom * em},
                           to_imgui(color));
    };
    const bool apart = axis.separation > 0.0;
    bar(std::min(axis.high_a, axis.low_b), std::max(axis.high_a, axis.low_b), 0.0f, 1.0f,
        with_alpha(apart ? palette.good : palette.bad, 0.25f));
    bar(axis.low_a, axis.high_a, 0.12f, 0.46f, palette.pair_a);
    bar(axis.low_b, axis.high_b, 0.54f, 0.88f, palette.pair_b);
}

/// Whether the mouse is between `top` and `bottom`, in the full width of the window.
bool is_mouse_on_row(float top, float bottom) {
    const float left = ImGui::GetWindowPos().x;
    constexpr bool clip_to_column = false;
    return ImGui::IsWindowHovered() &&
           ImGui::IsMouseHoveringRect({left, top}, {left + ImGui::GetWindowWidth(), bottom}, clip_to_column);
}

}  // namespace

void sat_bars(DistanceInspector& inspector, const Fonts& fonts, const Palette& palette) {
    const float em = ImGui::GetFontSize();
    const ProjectionRange range = projection_range(inspector.axes());
    int hovered = -1;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.3f * em, 0.12f * em});
    if (ImGui::BeginTable("axes", 3, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("axis", ImGuiTableColumnFlags_WidthFixed, 6.2f * em);
        ImGui::TableSetupColumn("bars", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("separation", ImGuiTableColumnFlags_WidthFixed, 5.6f * em);
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextDisabled("axis");
        ImGui::TableNextColumn();
        ImGui::TextDisabled("projections of A and B");
        header_cell("separation, m");
        for (std::size_t i = 0; i < inspector.axes().size(); ++i) {
            const SatAxis& axis = inspector.axes()[i];
            const bool best = inspector.sat().kind == axis.kind && inspector.sat().index == axis.index &&
                              inspector.sat().support == axis.support;
            ImGui::TableNextRow();
            if (static_cast<int>(i) == inspector.axis())
                ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, to_imgui(palette.field_hover));
            ImGui::TableNextColumn();
            const float top = ImGui::GetCursorScreenPos().y;
            ImGui::TextUnformatted((best ? "◆ " + name_of(axis) : "    " + name_of(axis)).c_str());
            name_widget("axis", std::to_string(i));
            ImGui::TableNextColumn();
            bars(axis, range, palette);
            ImGui::TableNextColumn();
            number_cell(fonts, fmt::format("{:+.4f}", axis.separation));
            if (is_mouse_on_row(top, top + 1.24f * em)) hovered = static_cast<int>(i);
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    inspector.highlighted_axis = hovered;
}

void sat_numbers(const DistanceInspector& inspector, const Fonts& fonts, const Palette& palette) {
    const SatSeparation& sat = inspector.sat();
    const bool apart = sat.separation > 0.0;
    title_text(fonts, apart ? ("Separated by " + precise_length_text(sat.separation)).c_str()
                            : ("Overlap, " + precise_length_text(-sat.separation) + " deep").c_str());
    hint_text(
        apart
            ? "An axis with a gap between the projections proves separation. The widest gap is the distance."
            : "No axis has a gap. The smallest overlap is the penetration depth.");
    if (inspector.axis() < 0) return hint_text("The shapes are coincident points: there is no axis.");
    const SatAxis& axis = inspector.axes()[static_cast<std::size_t>(inspector.axis())];
    ImGui::Spacing();
    ImGui::TextUnformatted(fmt::format("{} axes; shown: {}", inspector.axes().size(), name_of(axis)).c_str());
    ImGui::TextUnformatted(
        fmt::format("direction ({}, {})", fixed_text(axis.direction.x), fixed_text(axis.direction.y))
            .c_str());
    ImGui::TextColored(to_vec4(palette.pair_a_text), "%s",
                       fmt::format("A covers {:.4f} … {:.4f} m", axis.low_a, axis.high_a).c_str());
    ImGui::TextColored(to_vec4(palette.pair_b_text), "%s",
                       fmt::format("B covers {:.4f} … {:.4f} m", axis.low_b, axis.high_b).c_str());
    ImGui::TextUnformatted(
        fmt::format("{:.4f} − {:.4f} = {:+.4f} m", axis.low_b, axis.high_a, axis.low_b - axis.high_a)
            .c_str());
    ImGui::SameLine();
    const bool has_gap = axis.separation > 0.0;
    ImGui::TextColored(to_vec4(has_gap ? palette.good : palette.text_dim), has_gap ? "✓ gap" : "✗ no gap");
    ImGui::Spacing();
    hint_text(
        fmt::format(
            "GJK: {} after {} iteration{}.",
            inspector.study().separation > 0.0 ? precise_length_text(inspector.study().separation) : "0 m",
            inspector.study().result.iterations, inspector.study().result.iterations == 1 ? "" : "s")
            .c_str());
}

}  // namespace toibox::app

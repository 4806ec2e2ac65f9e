// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/sweep/curve_plot.h"
#include "app/panels/sweep/sweep_actions.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in em.
constexpr float label_width = 6.0f;
constexpr float field_width = 14.0f;
constexpr float plot_height = 20.0f;
constexpr float min_plot_height = 12.0f;
constexpr int max_runs = 100'000;

/// The label of a row; the next widget is its field.
void start_row(const char* label) {
    const float em = ImGui::GetFontSize();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    ImGui::SameLine(label_width * em);
    ImGui::SetNextItemWidth(std::min(field_width * em, ImGui::GetContentRegionAvail().x));
}

/// "Start (phases20)": what the sweep varies, and its name.
std::string sweep_label(const scene::Scene& scene, const scene::ParameterSweepEntry& sweep) {
    return fmt::format("{} ({})", varied_value(scene, sweep.vary).label, sweep.name);
}

void sweep_list(const Session& session, UiState& ui) {
    const scene::Scene& scene = session.run().scene();
    start_row("Vary");
    const bool is_open = ImGui::BeginCombo("##vary", sweep_label(scene, ui.sweep.sweep).c_str());
    name_widget("sweep list");
    if (!is_open) return;
    for (const scene::ParameterSweepEntry& sweep : scene.sweeps) {
        const bool is_clicked =
            ImGui::Selectable(sweep_label(scene, sweep).c_str(), sweep.name == ui.sweep.sweep.name);
        name_widget("sweep", sweep.name);
        if (is_clicked) choose_sweep(session, ui, sweep.name);
    }
    ImGui::EndCombo();
}

/// A number of the sweep.
void value_field(UiState& ui, const char* name, double& value, const std::string& unit) {
    ImGui::PushID(name);
    auto shown = static_cast<float>(value);
    const std::string format = unit.empty() ? "%.4g" : "%.4g " + unit;
    // Only a change by the user replaces the value, which has more digits.
    if (drag_number(ui.number_entry, "##value", shown, 0.01f, {-1e6f, 1e6f, format.c_str()}))
        value = static_cast<double>(shown);
    name_widget("sweep", name);
    ImGui::PopID();
}

void range_row(UiState& ui, scene::ParameterSweepEntry& sweep, const std::string& unit) {
    start_row("From, to");
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float width = 0.5f * (ImGui::CalcItemWidth() - gap);
    ImGui::SetNextItemWidth(width);
    value_field(ui, "from", sweep.from, unit);
    ImGui::SameLine(0.0f, gap);
    ImGui::SetNextItemWidth(width);
    value_field(ui, "to", sweep.to, unit);
}

void sweep_rows(const Session& session, UiState& ui) {
    const scene::Scene& scene = session.run().scene();
    scene::ParameterSweepEntry& sweep = ui.sweep.sweep;
    section_head(ui.fonts, "Parameter sweep");
    sweep_list(session, ui);
    const std::string unit = varied_value(scene, sweep.vary).unit;
    range_row(ui, sweep, unit);
    start_row("Runs");
    drag_number(ui.number_entry, "##runs", sweep.count, 1.0f, {1.0f, static_cast<float>(max_runs), "%d"});
    name_widget("sweep runs");
    start_row("Variant");
    ImGui::TextUnformatted(variant_label(scene, session.variant()).c_str());
    help_tip("All runs use the current variant, parameters and settings.");
    if (sweep.log && !(sweep.from > 0.0 && sweep.to > 0.0))
        hint_text("A logarithmic sweep needs values above zero.");
}

bool can_run(const scene::ParameterSweepEntry& sweep) {
    return !sweep.log || (sweep.from > 0.0 && sweep.to > 0.0);
}

void run_buttons(Session& session, UiState& ui) {
    const scene::CurveEntry* curve = chosen_curve(session, ui);
    const bool can = can_run(ui.sweep.sweep);
    ImGui::BeginDisabled(!can);
    const std::string run = fmt::format("Run {} runs", ui.sweep.sweep.count);
    // While runs are shown, the card over the world has the primary button.
    const bool has_primary = !ui.crowd;
    const bool is_run = has_primary ? primary_button(ui.look(), Icon::Play, run.c_str())
                                    : tool_button(ui.look(), Icon::Play, run.c_str());
    name_widget("run sweep");
    ImGui::EndDisabled();
    if (is_run && can) run_sweep(session, ui);
    if (curve == nullptr || curve->points.size() < 2) return;
    ImGui::SameLine();
    const std::string all = fmt::format("Run all {} points", curve->points.size());
    const bool is_all = has_primary ? plain_button(ui.look(), Icon::Play, all.c_str(), nullptr)
                                    : tool_button(ui.look(), Icon::Play, all.c_str());
    name_widget("run curve");
    help_tip("Runs the sweeps of all points of the curve below.");
    if (is_all) run_curve(session, ui);
}

void draw_rows(UiState& ui) {
    section_head(ui.fonts, "Draw");
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Runs");
    ImGui::SameLine(label_width * ImGui::GetFontSize());
    static constexpr const char* places[] = {"In place", "Fanned out"};
    if (const auto clicked = segments(ui.look(), "crowd", places, ui.fans_out_crowd ? 1 : 0)) {
        ui.fans_out_crowd = *clicked == 1;
        if (ui.crowd) ui.crowd->camera.reset();
    }
    if (ui.crowd) {
        ImGui::SameLine();
        if (tool_button(ui.look(), Icon::Close, "Close")) ui.crowd.reset();
        name_widget("close runs");
    }
    hint_text(ui.fans_out_crowd ? "Each run is drawn on a line of its own."
                                : "All runs are drawn in their true places.");
}

/// The title of the curve, or a list if there are several.
void curve_title(const Session& session, UiState& ui, const scene::CurveEntry& curve) {
    const std::vector<scene::CurveEntry>& curves = session.run().scene().curves;
    if (curves.size() == 1) return title_text(ui.fonts, curve.title.c_str());
    ImGui::SetNextItemWidth(-1.0f);
    const bool is_open = ImGui::BeginCombo("##curve", curve.title.c_str());
    name_widget("curve list");
    if (!is_open) return;
    for (const scene::CurveEntry& entry : curves) {
        if (ImGui::Selectable(entry.title.c_str(), entry.name == curve.name)) ui.sweep.curve = entry.name;
        name_widget("curve", entry.name);
    }
    ImGui::EndCombo();
}

void curve_legend(const UiState& ui, const scene::CurveEntry& curve) {
    const Palette& palette = palette_of(ui.theme);
    compat::push_font(ui.fonts.small);
    const float em = ImGui::GetFontSize();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto entry = [&](const std::string& text, auto&& draw_sample) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        draw_sample(ImVec2(at.x + 0.7f * em, at.y + 0.5f * em));
        ImGui::SetCursorScreenPos({at.x + 1.8f * em, at.y});
        ImGui::TextUnformatted(text.c_str());
    };
    entry("counted: " + curve.claim.text,
          [&](ImVec2 at) { list.AddCircleFilled(at, 0.3f * em, to_imgui(palette.text)); });
    if (!curve.formula.empty())
        entry(curve.formula_label.empty() ? curve.formula : curve.formula_label, [&](ImVec2 at) {
            list.AddLine({at.x - 0.6f * em, at.y}, {at.x + 0.6f * em, at.y}, to_imgui(palette.pair_a), 1.5f);
        });
    ImGui::PopFont();
}

void curve_part(Session& session, UiState& ui) {
    const scene::CurveEntry* curve = chosen_curve(session, ui);
    if (curve == nullptr) return;
    ImGui::Spacing();
    ImGui::Separator();
    curve_title(session, ui, *curve);
    curve_legend(ui, *curve);
    const ShownCurve shown{
        .curve = *curve,
        .results = ui.sweep.runs ? ui.sweep.runs->points() : std::span<const CurveRuns::Point>{},
        .chosen = current_point(session, ui),
        .step = 1.0 / session.hertz()};
    const float em = ImGui::GetFontSize();
    const float row = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y + 1.0f;
    const float table =
        (static_cast<float>(curve->points.size()) + 1.0f) * row + ImGui::GetStyle().ItemSpacing.y;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float height = std::clamp(room.y - table, min_plot_height * em, plot_height * em);
    auto clicked = curve_plot(ui.look(), shown, {room.x, height});
    if (const auto clicked_row = curve_table(ui.look(), shown)) clicked = clicked_row;
    if (clicked) open_point(session, ui, *clicked);
}

}  // namespace

void sweep_panel(Session& session, UiState& ui) {
    update_sweep_tab(session, ui);
    if (session.run().scene().sweeps.empty())
        return hint_text(
            "A parameter sweep runs a scene many times with one value changed. This scene has none: define "
            "it under \"sweeps\" in the scene file.");
    if (ui.sweep.sweep.name.empty()) return;
    sweep_rows(session, ui);
    ImGui::Spacing();
    run_buttons(session, ui);
    ImGui::Spacing();
    draw_rows(ui);
    curve_part(session, ui);
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/toi/toi_plot.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/clock.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in em.
constexpr float table_width = 45.5f;
constexpr float full_table_plot_width = 20.0f;  ///< Beside a narrower plot, the table has fewer columns.
constexpr float min_plot_width = 13.0f;         ///< If the plot would be narrower, the table goes below it.
constexpr float min_plot_height = 11.0f;
constexpr float combo_arrow_width = 3.0f;  ///< Width of the arrow and padding of a closed list.

constexpr float row_padding = 1.0f;  ///< Above and below the text of a row, points.

/// Height of a row of the table, points.
float row_height() {
    return ImGui::GetTextLineHeight() + 2.0f * row_padding;
}

const char* title_of(ToiPair::Source source) {
    switch (source) {
        case ToiPair::Source::Search:
            return "Pairs checked for impacts in the last step";
        case ToiPair::Source::Predicted:
            return "Pairs predicted for the selected body in the next step";
        case ToiPair::Source::Query:
            break;
    }
    return "Queries of the scene";
}

std::string outcome_text(ToiState state, double t) {
    if (state == ToiState::Separated || state == ToiState::Overlapped) return std::string(to_string(state));
    return fmt::format("{} at {:.3f}", to_string(state), t);
}

void pair_list(ToiInspector& toi) {
    const ToiPair& current = *toi.pair();
    const std::string text = fmt::format("{}: {}", current.label, outcome_text(current.state, current.t));
    const bool open = ImGui::BeginCombo("##pair", text.c_str(), ImGuiComboFlags_HeightLarge);
    name_widget("toi pair");
    help_tip("The two shapes to inspect. A is drawn blue, B orange.");
    if (!open) return;
    std::optional<ToiPair::Source> group;
    for (const ToiPair& pair : toi.pairs()) {
        if (group != pair.source) ImGui::TextDisabled("%s", title_of(pair.source));
        group = pair.source;
        ImGui::PushID(pair.key.c_str());
        const std::string entry = fmt::format("{}: {}", pair.label, outcome_text(pair.state, pair.t));
        if (ImGui::Selectable(entry.c_str(), pair.key == current.key)) toi.choose(pair.key);
        name_widget("pair", pair.label);
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

void finder_list(ToiInspector& toi) {
    const bool open = ImGui::BeginCombo("##finder", info(toi.root_finder()).label.data());
    name_widget("toi root finder");
    help_tip(
        "Root finder of bilateral advancement. Brute force has its own root search; the other methods have "
        "none.");
    if (!open) return;
    for (const RootFinderInfo& row : root_finders()) {
        if (ImGui::Selectable(row.label.data(), row.finder == toi.root_finder()))
            toi.choose_root_finder(row.finder);
        name_widget("root finder", row.name);
        help_tip(row.summary.data());
    }
    ImGui::EndCombo();
}

float finder_list_width() {
    float width = 0.0f;
    for (const RootFinderInfo& row : root_finders())
        width = std::max(width, ImGui::CalcTextSize(row.label.data()).x);
    return width + combo_arrow_width * ImGui::GetFontSize();
}

/// "Certified advancement" → "Certified", because the column is narrow. The toolbar has the full label.
std::string short_label(const ToiPromises& method) {
    return std::string(method.label.substr(0, method.label.find(" advancement")));
}

void controls(UiState& ui, ToiInspector& toi) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float em = ImGui::GetFontSize();
    const float buttons_width = ImGui::CalcTextSize("WholeApproachAnswer").x + 6.0f * style.FramePadding.x;
    const float finder_width = finder_list_width();
    const float other_width = finder_width + buttons_width + 4.0f * style.ItemSpacing.x;
    ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - other_width, 8.0f * em));
    pair_list(toi);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(finder_width);
    finder_list(toi);
    const ToiStudy& study = toi.study();
    const auto view_button = [&](const char* name, const char* help, bool enabled, const PlotView& view) {
        ImGui::SameLine();
        ImGui::BeginDisabled(!enabled);
        if (ImGui::Button(name)) ui.toi_plot = view;
        name_widget("toi view", name);
        help_tip(help);
        ImGui::EndDisabled();
    };
    view_button("Whole",
                "Shows the whole motion. In the plot, the wheel zooms (Shift: along t only) and a drag pans.",
                true, {});
    const bool hits = study.result.state == ToiState::Hit && study.result.t > 0.0;
    view_button("Approach", "Shows the motion from its start to the result.", hits, view_of_approach(study));
    view_button("Answer", "Zooms in to where s(t) enters the hit band (target ± tolerance).", hits,
                view_of_answer(study));
}

void cell(const UiState& ui, const std::string& text) {
    ImGui::TableNextColumn();
    number_cell(ui.fonts, text);
}

/// Shows the error of t as a fraction of the motion, or a cross and a word if the result is wrong.
void time_error_cell(const UiState& ui, const MethodAnswer& answer, const Palette& palette) {
    if (answer.verdict == MethodAnswer::Verdict::Right) {
        if (!answer.error) return cell(ui, "–");
        const bool is_visible = std::abs(*answer.error) >= 0.5e-4;
        return cell(ui, is_visible ? fmt::format("{:+.4f}", *answer.error) : "0");
    }
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(palette.bad));
    cell(ui, "× " + std::string(to_string(answer.verdict)));
    ImGui::PopStyleColor();
}

constexpr const char* ignores_rotation_text =
    "\nThis method ignores rotation; depth is measured where it stopped, with the full rotation applied.";

void method_row(const UiState& ui, ToiInspector& toi, const ToiInspector::Row& row, const Palette& palette) {
    const MethodAnswer& answer = row.answer;
    const ToiIterations& n = answer.result.iterations;
    const ToiPromises& method = promises(answer.method);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const bool clicked = ImGui::Selectable(short_label(method).c_str(), answer.method == toi.method(),
                                           ImGuiSelectableFlags_SpanAllColumns);
    name_widget("method", method.name);
    help_tip(fmt::format("{}\n{} outer iterations, {} push-backs (root searches of the inner loop){}",
                         method.summary, n.outer, n.push_back,
                         method.handles_rotation ? "" : ignores_rotation_text)
                 .c_str());
    if (clicked) toi.choose_method(answer.method);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(to_string(answer.result.state).data());
    cell(ui, fmt::format("{:.4f}", answer.result.t));
    time_error_cell(ui, answer, palette);
    for (const int count : {n.gjk, n.main_loop(), n.push_back, n.root})
        cell(ui, std::to_string(count));
    cell(ui, row.microseconds ? fmt::format("{:.3g}", *row.microseconds) : "…");
    cell(ui, touches(answer.result) ? fmt::format("{:.3g}", 1e3 * answer.depth) : "–");
}

struct MethodColumn {
    const char* name;
    float width;       ///< em.
    bool is_optional;  ///< Hidden in a narrow panel.
    const char* help;
};
constexpr MethodColumn method_columns[] = {
    {"t", 3.6f, false, "Time of impact as a fraction of the motion, 0 … 1."},
    {"error", 4.9f, false,
     "t minus the reference t of certified advancement with a very fine tolerance. Positive is late."},
    {"gjk", 2.4f, false, "Number of distance queries."},
    {"outer", 2.8f, true, "Number of iterations of the outer loop."},
    {"push", 2.5f, true,
     "Number of push-backs: root searches of the inner loop, each for the deepest points along an axis."},
    {"root", 2.5f, false, "Number of evaluations of a separation function."},
    {"µs", 3.6f, false, "Time of one call (fastest of several), measured while paused."},
    {"depth mm", 4.7f, false,
     "Overlap of the shapes where the method stops; negative for a gap. For a method that ignores rotation, "
     "measured with the full rotation applied."},
};
constexpr float cell_padding = 0.3f;  ///< On each side of a cell, em.

float optional_columns_width() {
    float width = 0.0f;
    for (const MethodColumn& column : method_columns)
        width += column.is_optional ? column.width + 2.0f * cell_padding : 0.0f;
    return width;
}

void method_table(const UiState& ui, ToiInspector& toi, const Palette& palette, float width,
                  bool all_columns) {
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {cell_padding * em, row_padding});
    // A Selectable extends half an item spacing beyond its text. It must not extend beyond its cells, or two
    // rows would be hovered at the same time.
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 2.0f * row_padding});
    if (ImGui::BeginTable("methods", 2 + static_cast<int>(std::size(method_columns)),
                          ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg, {width, 0.0f})) {
        ImGui::TableSetupColumn("method", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("outcome", ImGuiTableColumnFlags_WidthFixed, 4.9f * em);
        for (const MethodColumn& column : method_columns) {
            const int flags = all_columns || !column.is_optional ? 0 : ImGuiTableColumnFlags_Disabled;
            ImGui::TableSetupColumn(column.name, ImGuiTableColumnFlags_WidthFixed | flags, column.width * em);
        }
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextDisabled("Method");
        ImGui::TableNextColumn();
        ImGui::TextDisabled("outcome");
        for (const MethodColumn& column : method_columns) {
            header_cell(column.name);
            help_tip(column.help);
        }
        for (const ToiInspector::Row& row : toi.table())
            method_row(ui, toi, row, palette);
        ImGui::EndTable();
    }
    ImGui::PopStyleVar(2);
}

void empty_toi_panel(const UiState& ui) {
    title_text(ui.fonts, "When do two moving shapes first meet?");
    hint_text(
        "Select a body to see what it hits next, or step with continuous collision on (T) to list the pairs "
        "that the step checked for impacts. The plot then shows s(t), the distance during the step, with "
        "every evaluation of the method. The table compares all methods.");
}

}  // namespace

void toi_panel(const Session& session, UiState& ui, ToiInspector& toi) {
    const ToiPair* previous = toi.pair();
    const std::string previous_key = previous != nullptr ? previous->key : std::string();
    toi.refresh(session, steady_nanoseconds);
    if (toi.pair() == nullptr) return empty_toi_panel(ui);
    if (toi.pair()->key != previous_key) ui.toi_plot = {};
    controls(ui, toi);
    const Palette& palette = palette_of(ui.theme);
    toi_legend(toi.study(), palette, ImGui::GetContentRegionAvail().x);
    const float em = ImGui::GetFontSize();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const bool all_columns = room.x >= (table_width + full_table_plot_width) * em + gap;
    const float table_room = (all_columns ? table_width : table_width - optional_columns_width()) * em;
    const float plot_room = room.x - table_room - gap;
    if (plot_room >= min_plot_width * em) {
        ImGui::BeginGroup();
        toi_plot(toi, ui.toi_plot, palette, {plot_room, room.y});
        ImGui::EndGroup();
        ImGui::SameLine();
        method_table(ui, toi, palette, table_room, all_columns);
        return;
    }
    const float table_height = row_height() * static_cast<float>(toi.table().size() + 1) + 2.0f * gap;
    toi_plot(toi, ui.toi_plot, palette, {room.x, std::max(room.y - table_height, min_plot_height * em)});
    method_table(ui, toi, palette, room.x, true);
}

std::string toi_value(const ToiInspector& toi, std::string_view key) {
    if (key == "pairs") return std::to_string(toi.pairs().size());
    const ToiPair* pair = toi.pair();
    if (pair == nullptr) return key == "pair" ? "none" : "";
    const ToiStudy& study = toi.study();
    if (key == "pair") return pair->label;
    if (key == "method") return std::string(promises(study.method).name);
    if (key == "finder") return std::string(info(study.options.root_finder).name);
    if (key == "state") return std::string(to_string(study.result.state));
    if (key == "t") return fmt::format("{}", study.result.t);
    if (key == "gjk") return std::to_string(study.result.iterations.gjk);
    if (key == "root") return std::to_string(study.result.iterations.root);
    if (key == "curves") return std::to_string(study.curves.size());
    if (key == "marks") return std::to_string(study.marks.size());
    if (key == "ghosts") return std::to_string(toi.ghosts().size());
    if (key == "highlighted") return std::to_string(toi.highlighted);
    if (key == "cursor") return toi.cursor_t ? fmt::format("{}", *toi.cursor_t) : "none";
    if (key == "timed") {
        const auto is_timed = [](const ToiInspector::Row& row) { return row.microseconds.has_value(); };
        return std::to_string(std::ranges::count_if(toi.table(), is_timed));
    }
    return {};
}

}  // namespace toibox::app

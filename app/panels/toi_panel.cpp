// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/toi_plot.h"
#include "app/panels/widgets.h"
#include "app/platform/clock.h"
#include "app/platform/theme.h"
#include "app/platform/ui_marks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Widths of a letter.
constexpr float table_width = 45.5f;
constexpr float comfortable_plot_width = 20.0f;  ///< Below it the table goes without its spare columns.
constexpr float min_plot_width = 13.0f;          ///< Below it the table stands under the plot.
constexpr float min_plot_height = 11.0f;
constexpr float combo_arrow_width = 3.0f;  ///< What a closed list needs beside its text.

constexpr float row_padding = 1.0f;  ///< Above and below the text of a row, points.

/// Of the table, with its padding.
float row_height() {
    return ImGui::GetTextLineHeight() + 2.0f * row_padding;
}

const char* title_of(ToiPair::Source source) {
    switch (source) {
        case ToiPair::Source::Search:
            return "Searched in the last step";
        case ToiPair::Source::Predicted:
            return "Ahead of the selected body, in the next step";
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
    const ToiPair& now = *toi.pair();
    const std::string text = fmt::format("{}: {}", now.label, outcome_text(now.state, now.t));
    const bool open = ImGui::BeginCombo("##pair", text.c_str(), ImGuiComboFlags_HeightLarge);
    name_widget("toi pair");
    help_tip("Which two shapes. A is drawn blue, B orange.");
    if (!open) return;
    std::optional<ToiPair::Source> group;
    for (const ToiPair& pair : toi.pairs()) {
        if (group != pair.source) ImGui::TextDisabled("%s", title_of(pair.source));
        group = pair.source;
        ImGui::PushID(pair.key.c_str());
        const std::string entry = fmt::format("{}: {}", pair.label, outcome_text(pair.state, pair.t));
        if (ImGui::Selectable(entry.c_str(), pair.key == now.key)) toi.choose(pair.key);
        name_widget("pair", pair.label);
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

void finder_list(ToiInspector& toi) {
    const bool open = ImGui::BeginCombo("##finder", info(toi.root_finder()).label.data());
    name_widget("toi root finder");
    help_tip("By which bilateral advancement finds its roots; the others look for none.");
    if (!open) return;
    for (const RootFinderInfo& row : root_finders()) {
        if (ImGui::Selectable(row.label.data(), row.finder == toi.root_finder()))
            toi.choose_root_finder(row.finder);
        name_widget("root finder", row.name);
        help_tip(row.summary.data());
    }
    ImGui::EndCombo();
}

float widest_finder() {
    float width = 0.0f;
    for (const RootFinderInfo& row : root_finders())
        width = std::max(width, ImGui::CalcTextSize(row.label.data()).x);
    return width + combo_arrow_width * ImGui::GetFontSize();
}

/// "Certified advancement" → "Certified": the column is narrow, and the list of the toolbar has the whole.
std::string short_label(const ToiPromises& method) {
    return std::string(method.label.substr(0, method.label.find(" advancement")));
}

void controls(UiState& ui, ToiInspector& toi) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float em = ImGui::GetFontSize();
    const float buttons = ImGui::CalcTextSize("WholeApproachAnswer").x + 6.0f * style.FramePadding.x;
    const float finder = widest_finder();
    const float fixed = finder + buttons + 4.0f * style.ItemSpacing.x;
    ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - fixed, 8.0f * em));
    pair_list(toi);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(finder);
    finder_list(toi);
    const ToiStudy& study = toi.study();
    const auto view = [&](const char* name, const char* help, bool enabled, const PlotView& shown) {
        ImGui::SameLine();
        ImGui::BeginDisabled(!enabled);
        if (ImGui::Button(name)) ui.toi_plot = shown;
        name_widget("toi view", name);
        help_tip(help);
        ImGui::EndDisabled();
    };
    view("Whole", "The whole motion. In the plot: the wheel zooms (Shift: along t only), a drag pans.", true,
         {});
    const bool hits = study.result.state == ToiState::Hit && study.result.t > 0.0;
    view("Approach", "From the start of the motion to the answer.", hits, view_of_approach(study));
    view("Answer", "Where s(t) comes into the target band.", hits, view_of_answer(study));
}

void cell(const UiState& ui, const std::string& text) {
    ImGui::TableNextColumn();
    number_cell(ui.fonts, text);
}

/// How late, or by a cross and a word what is wrong.
void time_error_cell(const UiState& ui, const MethodAnswer& answer, const Palette& palette) {
    if (answer.verdict == MethodAnswer::Verdict::Right) {
        if (!answer.error) return cell(ui, "–");
        const bool shows = std::abs(*answer.error) >= 0.5e-4;
        return cell(ui, shows ? fmt::format("{:+.4f}", *answer.error) : "0");
    }
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(palette.bad));
    cell(ui, "× " + std::string(to_string(answer.verdict)));
    ImGui::PopStyleColor();
}

constexpr const char* whole_turn =
    "\nIt sees no rotation: the depth is with the whole turn applied where it stopped.";

void method_row(const UiState& ui, ToiInspector& toi, const ToiInspector::Row& row, const Palette& palette) {
    const MethodAnswer& answer = row.answer;
    const ToiIterations& n = answer.result.iterations;
    const ToiPromises& says = promises(answer.method);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const bool pressed = ImGui::Selectable(short_label(says).c_str(), answer.method == toi.method(),
                                           ImGuiSelectableFlags_SpanAllColumns);
    name_widget("method", says.name);
    help_tip(fmt::format("{}\n{} passes, {} push-backs{}", says.summary, n.outer, n.push_back,
                         says.handles_rotation ? "" : whole_turn)
                 .c_str());
    if (pressed) toi.choose_method(answer.method);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(to_string(answer.result.state).data());
    cell(ui, fmt::format("{:.4f}", answer.result.t));
    time_error_cell(ui, answer, palette);
    for (const int count : {n.gjk, n.outer, n.push_back, n.root})
        cell(ui, std::to_string(count));
    cell(ui, row.microseconds ? fmt::format("{:.3g}", *row.microseconds) : "…");
    cell(ui, touches(answer.result) ? fmt::format("{:.3g}", 1e3 * answer.depth) : "–");
}

struct MethodColumn {
    const char* name;
    float width;       ///< Widths of a letter.
    bool is_optional;  ///< Left out where there is no room.
    const char* help;
};
constexpr MethodColumn method_columns[] = {
    {"t", 3.6f, false, "Of the motion that is looked at, 0 … 1."},
    {"error", 4.9f, false,
     "t less that of certified advancement with a very fine tolerance: positive is late."},
    {"gjk", 2.4f, false, "Distance queries."},
    {"outer", 2.8f, true, "Passes of the outer loop."},
    {"push", 2.5f, true, "Push-backs: deepest points resolved on an axis."},
    {"root", 2.5f, false, "Evaluations of a separation function."},
    {"µs", 3.6f, false, "Of one call, the least of several; measured while paused."},
    {"depth mm", 4.7f, false,
     "How deep the shapes lie in each other where the method leaves them; below 0: the gap. "
     "A method that sees no rotation applies the whole turn there."},
};
constexpr float cell_padding = 0.3f;  ///< Each side of a cell, widths of a letter.

float optional_columns_width() {
    float width = 0.0f;
    for (const MethodColumn& column : method_columns)
        width += column.is_optional ? column.width + 2.0f * cell_padding : 0.0f;
    return width;
}

void method_table(const UiState& ui, ToiInspector& toi, const Palette& palette, float width, bool whole) {
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {cell_padding * em, row_padding});
    // A row that can be chosen reaches half a spacing beyond its text: no farther than its cells, or two rows
    // would lie below the mouse at once, and both would tell of themselves.
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 2.0f * row_padding});
    if (ImGui::BeginTable("methods", 2 + static_cast<int>(std::size(method_columns)),
                          ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg, {width, 0.0f})) {
        ImGui::TableSetupColumn("method", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("outcome", ImGuiTableColumnFlags_WidthFixed, 4.9f * em);
        for (const MethodColumn& column : method_columns) {
            const int flags = whole || !column.is_optional ? 0 : ImGuiTableColumnFlags_Disabled;
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
        "Select a body to see what it meets next, or step until something is searched: with continuous "
        "collision on (T), each pair that the last step asked about is listed here. Then s(t) is drawn, the "
        "distance over the time of the step, with every look that the method took, and all methods answer "
        "side by side.");
}

}  // namespace

void toi_panel(const Session& session, UiState& ui, ToiInspector& toi) {
    const ToiPair* before = toi.pair();
    const std::string key = before != nullptr ? before->key : std::string();
    toi.refresh(session, steady_nanoseconds);
    if (toi.pair() == nullptr) return empty_toi_panel(ui);
    if (toi.pair()->key != key) ui.toi_plot = {};
    controls(ui, toi);
    const Palette& palette = palette_of(ui.theme);
    toi_legend(toi.study(), palette, ImGui::GetContentRegionAvail().x);
    const float em = ImGui::GetFontSize();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const bool whole = room.x >= (table_width + comfortable_plot_width) * em + gap;
    const float table_room = (whole ? table_width : table_width - optional_columns_width()) * em;
    const float plot_room = room.x - table_room - gap;
    if (plot_room >= min_plot_width * em) {
        ImGui::BeginGroup();
        toi_plot(toi, ui.toi_plot, palette, {plot_room, room.y});
        ImGui::EndGroup();
        ImGui::SameLine();
        method_table(ui, toi, palette, table_room, whole);
        return;
    }
    const float rows = row_height() * static_cast<float>(toi.table().size() + 1) + 2.0f * gap;
    toi_plot(toi, ui.toi_plot, palette, {room.x, std::max(room.y - rows, min_plot_height * em)});
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
    if (key == "lit") return std::to_string(toi.highlighted);
    if (key == "cursor") return toi.cursor_t ? fmt::format("{}", *toi.cursor_t) : "none";
    if (key == "timed") {
        const auto is_timed = [](const ToiInspector::Row& row) { return row.microseconds.has_value(); };
        return std::to_string(std::ranges::count_if(toi.table(), is_timed));
    }
    return {};
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/broad_phase/broad_phase_lists.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"
#include "app/studies/broad_phase/broad_phase_description.h"

#include <algorithm>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Widths in em.
constexpr float description_width = 27.0f;
constexpr float count_width = 4.6f;
constexpr float min_log_width = 16.0f;
constexpr const char* times_help = "Over the last 240 steps at most, since this broad phase was selected.";
constexpr float full_legend_width = 19.0f;  ///< Plot width from which the legend has all entries.

void broad_phase_list(Session& session, UiState& ui) {
    const auto kinds = broad_phase_kinds();
    const BroadPhaseKind current = session.settings().broad_phase;
    ImGui::SetNextItemWidth(-1.0f);
    const bool open =
        ImGui::BeginCombo("##kind", enum_entry(kinds, current).label.data(), ImGuiComboFlags_HeightLarge);
    name_widget("broad phase list");
    help_tip(
        "How pairs of nearby shapes are found. Every broad phase finds the same pairs: results do not "
        "change.");
    if (!open) return;
    for (const auto& kind : kinds) {
        const bool clicked = ImGui::Selectable(kind.label.data(), kind.value == current);
        name_widget("broad phase", kind.name);
        help_tip(kind.help.data());
        if (!clicked) continue;
        WorldSettings changed = session.settings();
        changed.broad_phase = kind.value;
        apply_settings(session, ui, changed);
    }
    ImGui::EndCombo();
}

void number_row(const UiState& ui, const char* label, const std::string& value, const char* help = nullptr) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(label);
    if (help != nullptr) help_tip(help);
    ImGui::TableNextColumn();
    number_cell(ui.fonts, value);
}

void numbers(const Session& session, const UiState& ui) {
    const float em = ImGui::GetFontSize();
    if (!ImGui::BeginTable("broad phase numbers", 4, ImGuiTableFlags_SizingFixedFit)) return;
    for (int i = 0; i < 2; ++i) {
        ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("number", ImGuiTableColumnFlags_WidthFixed, count_width * em);
    }
    const StepReport& report = session.last_report();
    const StepHistory& times = session.statistics().search_times();
    number_row(ui, "boxes", fmt::format("{}", box_count(session.world())));
    number_row(ui, "moved", fmt::format("{}", report.moved_boxes),
               "Boxes updated because a shape left its enlarged box. If no box moved, no search runs.");
    number_row(ui, "box tests", fmt::format("{}", report.broad.tests),
               "Box-box tests of the broad phase in the last step.");
    number_row(ui, "node visits", fmt::format("{}", report.broad.node_visits),
               "Nodes of a tree, or cells of a grid, that the last step visited.");
    number_row(ui, "exchanges", fmt::format("{}", report.broad.exchanges),
               "Exchanges of neighbouring endpoints in a sorted list.");
    number_row(ui, "pairs found", fmt::format("{}", report.found_pairs),
               "Pairs of overlapping boxes, at least one of which had moved.");
    number_row(ui, "new pairs", fmt::format("{}", report.created_pairs));
    number_row(ui, "ended pairs", fmt::format("{}", report.destroyed_pairs));
    number_row(ui, "search time, µs", fmt::format("{:.1f}", times.latest()),
               "Measured time of the pairs stage in the last step.");
    number_row(ui, "average, µs", fmt::format("{:.1f}", times.average()), times_help);
    number_row(ui, "maximum, µs", fmt::format("{:.1f}", times.maximum()), times_help);
    for (const BroadPhaseFact& fact : broad_phase_facts(session.world()))
        number_row(ui, fact.name.data(), fact.value);
    ImGui::EndTable();
}

std::string saved_tests_text(const Session& session, std::uint64_t all_pair_count) {
    const StepReport& report = session.last_report();
    if (session.run().steps() == 0) return "No search yet: press . (period) to step once";
    if (report.moved_boxes == 0) return "No box has moved: no search was needed";
    if (report.broad.tests > all_pair_count)
        return fmt::format("{} tests, more than testing all {} pairs", report.broad.tests, all_pair_count);
    const double fraction = static_cast<double>(report.broad.tests) / static_cast<double>(all_pair_count);
    return fmt::format("{} of {} tests, {:.4g} % saved", report.broad.tests, all_pair_count,
                       100.0 * (1.0 - fraction));
}

/// The number of tests compared with testing all pairs, as a bar and as text.
void saved_tests_bar(const Session& session, const Palette& palette) {
    const std::uint64_t all_pair_count = pair_count(box_count(session.world()));
    if (all_pair_count == 0) return;
    const double fraction =
        static_cast<double>(session.last_report().broad.tests) / static_cast<double>(all_pair_count);
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = 0.5f * ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height}, to_imgui(palette.canvas));
    list.AddRectFilled(at, {at.x + width * static_cast<float>(std::min(fraction, 1.0)), at.y + height},
                       to_imgui(palette.accent));
    compat::add_rect(list, at, {at.x + width, at.y + height}, to_imgui(palette.border), 0.0f, 1.0f);
    ImGui::Dummy({width, height});
    ImGui::TextUnformatted(saved_tests_text(session, all_pair_count).c_str());
    help_tip("Testing all pairs of n boxes takes n (n − 1) / 2 tests.");
}

void description_column(Session& session, UiState& ui, const Palette& palette) {
    broad_phase_list(session, ui);
    const BroadPhaseDescription& description = broad_phase_description(session.settings().broad_phase);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(description.text.data(), description.text.data() + description.text.size());
    ImGui::PopTextWrapPos();
    hint_text(std::string(description.source).c_str());
    saved_tests_bar(session, palette);
    numbers(session, ui);
}

/// The values of the last steps as a staircase that ends at x = 0. Runs of equal values are merged.
std::vector<Vec2d> staircase_points(const StepHistory& history) {
    const std::vector<float>& values = history.values();
    std::vector<Vec2d> points;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double left = static_cast<double>(i) - static_cast<double>(values.size());
        const auto value = static_cast<double>(values[i]);
        if (!points.empty() && points.back().y == value) continue;
        if (!points.empty()) points.push_back({left, points.back().y});
        points.push_back({left, value});
    }
    if (!points.empty()) points.push_back({0.0, points.back().y});
    return points;
}

/// Optional entries of the plot's legend.
struct LegendEntries {
    bool exchanges = false;
    bool all_pairs = false;
};

/// Entries differ in the number of dashes (one, three, five), not only in colour.
void plot_legend(const Palette& palette, const LegendEntries& shown) {
    const float em = ImGui::GetFontSize();
    const auto entry = [&](const char* text, Color color, int dashes) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float dash = 2.0f * em / static_cast<float>(2 * dashes - 1);
        for (int i = 0; i < dashes; ++i) {
            const float x = at.x + 2.0f * dash * static_cast<float>(i);
            ImGui::GetWindowDrawList()->AddLine({x, at.y + 0.5f * em}, {x + dash, at.y + 0.5f * em},
                                                to_imgui(color), 2.0f);
        }
        ImGui::Dummy({2.0f * em, em});
        ImGui::SameLine(0.0f, 0.4f * em);
        ImGui::TextDisabled("%s", text);
        ImGui::SameLine(0.0f, 1.2f * em);
    };
    entry("tests", palette.accent, 1);
    if (shown.exchanges) entry("exchanges", palette.warning, 3);
    if (shown.all_pairs) entry("all pairs", palette.text_dim, 5);
    ImGui::NewLine();
}

/// Plots tests and exchanges of the last steps. A vertical line marks the step in which the current broad
/// phase was selected.
void tests_plot(const Session& session, UiState& ui, const Palette& palette, float width) {
    const Statistics& statistics = session.statistics();
    const bool has_exchanges = statistics.exchanges().maximum() > 0.0;
    plot_legend(palette,
                {.exchanges = has_exchanges, .all_pairs = width > full_legend_width * ImGui::GetFontSize()});
    const std::vector<Vec2d> tests = staircase_points(statistics.box_tests());
    const std::vector<Vec2d> exchanges = staircase_points(statistics.exchanges());
    const double max_count =
        std::max({statistics.box_tests().maximum(), statistics.exchanges().maximum(), 10.0});
    const PlotRange steps{-static_cast<double>(StepHistory::capacity), 0.0};
    Plot plot({.name = "tests plot",
               .x_label = "steps",
               .y_label = "per step",
               .x = steps,
               .y = {0.0, 1.05 * max_count}},
              {width, ImGui::GetContentRegionAvail().y}, ui.broad_phase_plot, palette);
    const std::size_t age = statistics.search_times().values().size();
    if (age < statistics.box_tests().values().size())
        plot.vertical(-static_cast<double>(age), palette.text_dim);
    const auto all_pair_count = static_cast<double>(pair_count(box_count(session.world())));
    const std::vector<Vec2d> all_pairs{{steps.low, all_pair_count}, {steps.high, all_pair_count}};
    plot.curve(all_pairs, palette.text_dim, 1.0f, true);
    if (has_exchanges) plot.curve(exchanges, palette.warning, 1.5f, true);
    plot.curve(tests, palette.accent, 1.5f);
}

/// Draws the plot; for sweep and prune, also the pair matrix (unless there are too many boxes) and the
/// exchange log, side by side with the plot if it fits.
void details(const Session& session, UiState& ui, const Palette& palette) {
    const float em = ImGui::GetFontSize();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const bool two_axes = session.settings().broad_phase == BroadPhaseKind::SweepAndPrune;
    if (!two_axes) return tests_plot(session, ui, palette, room.x);
    float remaining = room.x;
    if (box_count(session.world()) <= max_matrix_boxes) {
        const float side = std::min(room.y, 0.4f * room.x);
        compat::begin_child("matrix", {side, room.y}, false, ImGuiWindowFlags_NoScrollbar);
        pair_matrix_view(session, ui.broad_phase_focus, palette, side);
        ImGui::EndChild();
        ImGui::SameLine();
        remaining -= side + gap;
    }
    const float log_width = std::max(std::min(0.55f * remaining, 28.0f * em), min_log_width * em);
    compat::begin_child("log", {log_width, room.y}, false, ImGuiWindowFlags_NoScrollbar);
    exchange_log(session, ui.broad_phase_focus, palette);
    ImGui::EndChild();
    remaining -= log_width + gap;
    if (remaining < 10.0f * em) return;
    ImGui::SameLine();
    ImGui::BeginGroup();
    tests_plot(session, ui, palette, remaining);
    ImGui::EndGroup();
}

}  // namespace

void broad_panel(Session& session, UiState& ui) {
    const Palette& palette = palette_of(ui.theme);
    const float em = ImGui::GetFontSize();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.3f * em, 1.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, 0.5f * spacing.y});
    compat::begin_child("description", {std::min(description_width * em, 0.45f * room.x), room.y}, false);
    description_column(session, ui, palette);
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    ImGui::SameLine();
    ImGui::BeginGroup();
    endpoint_lists(session, ui.broad_phase_focus, palette);
    details(session, ui, palette);
    ImGui::EndGroup();
}

std::string broad_value(const Session& session, const UiState& ui, std::string_view key) {
    const StepReport& report = session.last_report();
    if (key == "kind")
        return std::string(enum_entry(broad_phase_kinds(), session.settings().broad_phase).name);
    if (key == "boxes") return std::to_string(box_count(session.world()));
    if (key == "moved") return std::to_string(report.moved_boxes);
    if (key == "tests") return std::to_string(report.broad.tests);
    if (key == "visits") return std::to_string(report.broad.node_visits);
    if (key == "swaps") return std::to_string(report.broad.exchanges);
    if (key == "found") return std::to_string(report.found_pairs);
    if (key == "exchanges") return std::to_string(session.last_exchanges().exchanges.size());
    if (key == "ends.x") return std::to_string(sorted_endpoints(session.world(), 0).size());
    if (key == "ends.y") return std::to_string(sorted_endpoints(session.world(), 1).size());
    if (key == "highlighted") {
        std::string names;
        for (const ProxyId box : ui.broad_phase_focus.highlighted) {
            if (!names.empty()) names += ' ';
            names += box_name(session, box);
        }
        return names.empty() ? "none" : names;
    }
    return {};
}

}  // namespace toibox::app

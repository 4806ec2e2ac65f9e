// SPDX-License-Identifier: MIT
#include "app/panels/broad_phase/broad_phase_lists.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr float max_cell_points = 34.0f;
constexpr float min_named_cell = 13.0f;  ///< Cell size from which the diagonal has names, points.

const char* axis_overlap_text(std::uint8_t flags) {
    switch (flags) {
        case PairMatrix::on_x:
            return "overlap on x only";
        case PairMatrix::on_y:
            return "overlap on y only";
        case PairMatrix::on_x | PairMatrix::on_y:
            return "overlap on x and y: a pair";
        default:
            return "do not overlap on any axis";
    }
}

/// A horizontal dash means overlap on x, a vertical dash overlap on y, a full cell both. The cells differ in
/// shape, not only in colour.
void draw_cell(ImDrawList& list, ImVec2 low, float side, std::uint8_t flags, const Palette& palette) {
    const ImVec2 high(low.x + side - 1.0f, low.y + side - 1.0f);
    list.AddRectFilled(low, high, to_imgui(palette.canvas));
    const float third = side / 3.0f;
    if (flags == PairMatrix::on_x) {
        list.AddRectFilled({low.x + 1.0f, low.y + third}, {high.x - 1.0f, high.y - third},
                           to_imgui(palette.text_dim));
    } else if (flags == PairMatrix::on_y) {
        list.AddRectFilled({low.x + third, low.y + 1.0f}, {high.x - third, high.y - 1.0f},
                           to_imgui(palette.text_dim));
    } else if (flags != 0) {
        list.AddRectFilled(low, high, to_imgui(palette.accent));
    }
}

void draw_name(ImDrawList& list, ImVec2 low, float side, const std::string& name, const Palette& palette) {
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    list.PushClipRect(low, {low.x + side, low.y + side}, true);
    list.AddText({low.x + std::max(0.5f * (side - size.x), 0.0f), low.y + 0.5f * (side - size.y)},
                 to_imgui(palette.text), name.c_str());
    list.PopClipRect();
}

void highlight_pair(const Session& session, BroadPhaseFocus& focus, ProxyId a, ProxyId b,
                    std::uint8_t flags) {
    focus = {.highlighted = {a, b}, .is_pair = true, .axis = -1, .position = 0.0};
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(
        fmt::format("{} and {} {}", box_name(session, a), box_name(session, b), axis_overlap_text(flags))
            .c_str());
    ImGui::EndTooltip();
}

void matrix_legend(const Palette& palette) {
    constexpr std::array<std::pair<std::uint8_t, const char*>, 3> entries{
        {{PairMatrix::on_x, "on x"},
         {PairMatrix::on_y, "on y"},
         {PairMatrix::on_x | PairMatrix::on_y, "pair"}}};
    const float em = ImGui::GetFontSize();
    for (const auto& [flags, text] : entries) {
        if (flags != entries.front().first) ImGui::SameLine();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        draw_cell(*ImGui::GetWindowDrawList(), {at.x, at.y + 0.15f * em}, 0.8f * em, flags, palette);
        ImGui::Dummy({0.8f * em, em});
        ImGui::SameLine(0.0f, 0.3f * em);
        ImGui::TextDisabled("%s", text);
    }
}

/// The number of exchanges of each of the four cases.
void exchange_counts(const ExchangeRecord& last) {
    std::array<std::size_t, exchange_case_count> counts{};
    for (const Exchange& exchange : last.exchanges)
        ++counts[static_cast<std::size_t>(case_of(exchange))];
    if (!ImGui::BeginTable("cases", 2, ImGuiTableFlags_SizingFixedFit)) return;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(fmt::format("{}", counts[i]).c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(label_of(static_cast<ExchangeCase>(i)).data());
    }
    ImGui::EndTable();
}

void exchange_line(const Session& session, BroadPhaseFocus& focus, const Palette& palette,
                   const Exchange& exchange) {
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(exchange.changed_pair ? palette.warning : palette.text));
    ImGui::TextUnformatted(describe(session, exchange).c_str());
    ImGui::PopStyleColor();
    if (!ImGui::IsItemHovered()) return;
    focus = {.highlighted = {exchange.passing.id(), exchange.passed.id()},
             .is_pair = true,
             .axis = exchange.axis,
             .position = static_cast<double>(exchange.passing.value)};
}

}  // namespace

void pair_matrix_view(const Session& session, BroadPhaseFocus& focus, const Palette& palette, float side) {
    const std::vector<Endpoint> endpoints_x = sorted_endpoints(session.world(), 0);
    const std::vector<Endpoint> endpoints_y = sorted_endpoints(session.world(), 1);
    const PairMatrix matrix = pair_matrix(endpoints_x, endpoints_y);
    const std::size_t count = matrix.ids.size();
    if (count == 0) return;
    matrix_legend(palette);
    const float rows = side - ImGui::GetTextLineHeightWithSpacing();
    const float cell = std::floor(std::clamp(rows / static_cast<float>(count), 3.0f, max_cell_points));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float matrix_side = cell * static_cast<float>(count);
    ImGui::InvisibleButton("pair matrix", {matrix_side, matrix_side});
    name_widget("pair matrix");
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t row = 0; row < count; ++row) {
        for (std::size_t column = row; column < count; ++column) {
            const ImVec2 at(low.x + cell * static_cast<float>(column),
                            low.y + cell * static_cast<float>(row));
            if (row == column) {
                if (cell >= min_named_cell)
                    draw_name(list, at, cell, box_name(session, matrix.ids[row]), palette);
                continue;
            }
            const std::uint8_t flags = matrix.at(row, column);
            draw_cell(list, at, cell, flags, palette);
            if (wants_widget_names()) {
                name_widget(fmt::format("pair {}-{}", box_name(session, matrix.ids[row]),
                                        box_name(session, matrix.ids[column])),
                            {at.x, at.y, cell, cell});
            }
            const bool is_under_mouse =
                mouse.x >= at.x && mouse.x < at.x + cell && mouse.y >= at.y && mouse.y < at.y + cell;
            if (!hovered || !is_under_mouse) continue;
            compat::add_rect(list, at, {at.x + cell - 1.0f, at.y + cell - 1.0f}, to_imgui(palette.selection),
                             0.0f, 2.0f);
            highlight_pair(session, focus, matrix.ids[row], matrix.ids[column], flags);
        }
    }
}

void exchange_log(const Session& session, BroadPhaseFocus& focus, const Palette& palette) {
    const ExchangeRecord& last = session.last_exchanges();
    if (last.exchanges.empty()) {
        return hint_text(
            "No exchanges yet. The endpoints of a box change only when its shape leaves the enlarged box.");
    }
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, 0.25f * spacing.y});
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ImGui::GetStyle().CellPadding.x, 0.0f});
    const std::int64_t age = session.run().steps() - last.step;
    ImGui::TextDisabled(
        "%s", fmt::format("Step {}{}: {} {}", last.step, age == 0 ? "" : fmt::format(" ({} steps ago)", age),
                          last.exchanges.size(), last.exchanges.size() == 1 ? "exchange" : "exchanges")
                  .c_str());
    exchange_counts(last);
    ImGui::Separator();
    compat::begin_child("exchanges", {0.0f, 0.0f}, false, ImGuiWindowFlags_HorizontalScrollbar);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(last.exchanges.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            exchange_line(session, focus, palette, last.exchanges[static_cast<std::size_t>(i)]);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/toi/toi_table.h"

#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in em.
constexpr float method_width = 7.0f;
constexpr float outcome_width = 5.6f;
constexpr float toi_cell_padding = 0.35f;  ///< On each side of a cell.
constexpr float row_padding = 2.0f;        ///< Above and below the text of a row, points.

struct MethodColumn {
    const char* name;
    float width;  ///< em.
    int rank;     ///< In a narrow panel, the columns with the highest rank are hidden first; 0: never.
    const char* help;
};
constexpr int most_columns = 3;  ///< Highest rank.
constexpr MethodColumn method_columns[] = {
    {"t, fraction\nof the motion", 4.5f, 0, "Time of impact as a fraction of the motion, 0 … 1."},
    {"error, fraction\nof the motion", 4.8f, 1,
     "t minus the t of certified advancement with a very fine tolerance. Positive is late."},
    {"queries", 3.2f, 0, "Number of distance queries."},
    {"outer", 2.6f, most_columns,
     "Number of iterations of the main loop. Certified advancement: steps and distance queries."},
    {"push-back", 3.8f, most_columns,
     "Number of push-backs: root searches of the inner loop, each for the deepest points along an axis."},
    {"root evals", 3.8f, 0, "Number of evaluations of a separation function."},
    {"µs", 3.2f, 2, "Time of one call (fastest of several), measured while paused."},
    {"gap left, mm", 5.0f, 0,
     "Distance of the shapes where the method stops, or how far they overlap there. For a method that "
     "ignores "
     "rotation, measured with the full rotation applied."},
};

/// Width of the columns up to a rank, points.
float columns_width(int rank) {
    float width = method_width + outcome_width + 4.0f * toi_cell_padding;
    for (const MethodColumn& column : method_columns) {
        if (column.rank <= rank) width += column.width + 2.0f * toi_cell_padding;
    }
    return width * ImGui::GetFontSize();
}

/// "Certified advancement" → "Certified", because the column is narrow. The toolbar has the full label.
std::string short_label(const ToiPromises& method) {
    return std::string(method.label.substr(0, method.label.find(" advancement")));
}

/// A number, right-aligned. Zeros and dashes are faint.
void number(const UiState& ui, const std::string& text, const Palette& palette) {
    ImGui::TableNextColumn();
    const bool is_faint = text == "0" || text == "–";
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(is_faint ? palette.text_faint : palette.text));
    number_cell(ui.fonts, text);
    ImGui::PopStyleColor();
}

std::string error_text(const MethodAnswer& answer) {
    if (!answer.error) return "–";
    const double error = *answer.error;
    if (std::abs(error) < 0.5e-4) return "0";
    return fmt::format("{}{:.4f}", error < 0.0 ? "−" : "+", std::abs(error));
}

/// "5.3", or "overlap 0.2".
std::string gap_text(const MethodAnswer& answer) {
    if (!touches(answer.result)) return "–";
    const double millimeters = 1e3 * std::abs(answer.depth);
    const std::string size = fmt::format("{:.{}f}", millimeters, millimeters < 10.0 ? 1 : 0);
    return answer.depth > 0.0 ? "overlap " + size : size;
}

Color outcome_color(const MethodAnswer& answer, const Palette& palette) {
    switch (answer.verdict) {
        case MethodAnswer::Verdict::Missed:
        case MethodAnswer::Verdict::GhostHit:
            return palette.bad;
        case MethodAnswer::Verdict::Late:
        case MethodAnswer::Verdict::Failed:
            return palette.warning;
        case MethodAnswer::Verdict::Right:
            break;
    }
    return answer.result.state == ToiState::Hit ? palette.good : palette.text_dim;
}

std::optional<Icon> outcome_icon(const MethodAnswer& answer) {
    switch (answer.verdict) {
        case MethodAnswer::Verdict::Missed:
            return Icon::Missed;
        case MethodAnswer::Verdict::GhostHit:
            return Icon::GhostHit;
        case MethodAnswer::Verdict::Late:
            return Icon::Late;
        case MethodAnswer::Verdict::Failed:
            return Icon::Warning;
        case MethodAnswer::Verdict::Right:
            break;
    }
    return answer.result.state == ToiState::Hit ? std::optional(Icon::Stopped) : std::nullopt;
}

/// Icon and word. A right answer other than a hit has no icon.
void outcome(const MethodAnswer& answer, const Palette& palette) {
    const Color color = outcome_color(answer, palette);
    const float em = ImGui::GetFontSize();
    if (const auto icon = outcome_icon(answer)) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float side = 0.875f * em;
        draw_icon(*ImGui::GetWindowDrawList(), *icon, {at.x, std::floor(at.y + 0.5f * (em - side))}, side,
                  to_imgui(color));
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.25f * em);
    }
    ImGui::TextColored(to_vec4(color), "%s", outcome_word(answer).data());
}

const char* outcome_help(const MethodAnswer& answer) {
    switch (answer.verdict) {
        case MethodAnswer::Verdict::Missed:
            return "The method says that the shapes do not meet, but they do.";
        case MethodAnswer::Verdict::GhostHit:
            return "The method reports a hit, but the shapes never meet.";
        case MethodAnswer::Verdict::Late:
            return "The method reports the hit after its time by more than the tolerance.";
        case MethodAnswer::Verdict::Failed:
            return "The method reached its limit of iterations.";
        case MethodAnswer::Verdict::Right:
            break;
    }
    return "Agrees with certified advancement with a very fine tolerance.";
}

constexpr const char* ignores_rotation_text =
    "\nThis method ignores rotation; the gap is measured where it stopped, with the full rotation applied.";

void method_row(const UiState& ui, ToiInspector& toi, const ToiInspector::Row& row, const Palette& palette) {
    const MethodAnswer& answer = row.answer;
    const ToiIterations& n = answer.result.iterations;
    const ToiPromises& method = promises(answer.method);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const bool clicked = ImGui::Selectable(short_label(method).c_str(), answer.method == toi.method(),
                                           ImGuiSelectableFlags_SpanAllColumns);
    name_widget("method", method.name);
    help_tip(fmt::format("{}{}\n{}", method.summary, method.handles_rotation ? "" : ignores_rotation_text,
                         outcome_help(answer))
                 .c_str());
    if (clicked) toi.choose_method(answer.method);
    ImGui::TableNextColumn();
    outcome(answer, palette);
    const bool has_time = answer.result.state != ToiState::Separated;
    number(ui, has_time ? fmt::format("{:.4f}", answer.result.t) : "–", palette);
    number(ui, error_text(answer), palette);
    for (const int count : {n.gjk, n.main_loop(), n.push_back, n.root})
        number(ui, std::to_string(count), palette);
    number(ui, row.microseconds ? fmt::format("{:.2f}", *row.microseconds) : "…", palette);
    number(ui, gap_text(answer), palette);
}

constexpr int head_lines = 2;

/// The grey head of a column. Texts of one line stand on the second one.
void head_cell(const std::string& text, bool is_right) {
    if (!ImGui::TableNextColumn()) return;
    const float top = ImGui::GetCursorPosY();
    const float left = ImGui::GetCursorPosX();
    const float room = ImGui::GetContentRegionAvail().x;
    const std::size_t end = text.find('\n');
    const auto offset = [&](const std::string& words) {
        return is_right ? std::max(room - ImGui::CalcTextSize(words.c_str()).x, 0.0f) : 0.0f;
    };
    if (end != std::string::npos) {
        const std::string first = text.substr(0, end);
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddText({corner.x + offset(first), corner.y},
                                            ImGui::GetColorU32(ImGuiCol_TextDisabled), first.c_str());
    }
    const std::string last = end == std::string::npos ? text : text.substr(end + 1);
    ImGui::SetCursorPos({left + offset(last), top + ImGui::GetTextLineHeight()});
    ImGui::TextDisabled("%s", last.c_str());
}

}  // namespace

float full_table_width() {
    return columns_width(most_columns);
}

float small_table_width() {
    return columns_width(most_columns - 1);
}

float table_height(const Fonts& fonts) {
    const float head =
        static_cast<float>(head_lines) * fonts.small->FontSize * ImGui::GetIO().FontGlobalScale;
    const float rows = static_cast<float>(toi_methods().size());
    return head + rows * ImGui::GetTextLineHeight() + (rows + 1.0f) * 2.0f * row_padding + 2.0f;
}

void method_table(const UiState& ui, ToiInspector& toi, const Palette& palette, float width) {
    const float em = ImGui::GetFontSize();
    int rank = most_columns;
    while (rank > 0 && columns_width(rank) > width)
        --rank;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {toi_cell_padding * em, row_padding});
    // A Selectable extends half an item spacing beyond its text. It must not extend beyond its cells, or two
    // rows would be hovered at the same time.
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 2.0f * row_padding});
    if (ImGui::BeginTable("methods", 2 + static_cast<int>(std::size(method_columns)),
                          ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH, {width, 0.0f})) {
        ImGui::TableSetupColumn("Method", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("Outcome", ImGuiTableColumnFlags_WidthFixed, outcome_width * em);
        for (const MethodColumn& column : method_columns) {
            const int flags = column.rank <= rank ? 0 : ImGuiTableColumnFlags_Disabled;
            ImGui::TableSetupColumn(column.name, ImGuiTableColumnFlags_WidthFixed | flags, column.width * em);
        }
        ImGui::TableNextRow();
        compat::push_font(ui.fonts.small);
        head_cell("Method", false);
        head_cell("Outcome", false);
        for (const MethodColumn& column : method_columns) {
            head_cell(column.name, true);
            help_tip(column.help);
        }
        ImGui::PopFont();
        for (const ToiInspector::Row& row : toi.table())
            method_row(ui, toi, row, palette);
        ImGui::EndTable();
    }
    ImGui::PopStyleVar(2);
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/toi/toi_lanes.h"
#include "app/panels/toi/toi_plot.h"
#include "app/panels/toi/toi_table.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/clock.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"
#include "app/views/toi_view.h"

#include <algorithm>
#include <cfloat>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in em.
constexpr float min_plot_width = 22.0f;    ///< If the plot would be narrower, the table goes below it.
constexpr float min_curve_height = 12.5f;  ///< Of the part of the plot that shows s(t): 200 points.
constexpr float axis_height = 1.5f;        ///< Of the t axis below the plot.
constexpr float combo_arrow_width = 3.0f;  ///< Width of the arrow and padding of a closed list.
constexpr float counter_width = 5.0f;      ///< Of "12 of 34".
constexpr float min_pair_width = 12.0f;    ///< Of the list of pairs, beside all other controls.

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

/// Writes texts one after the other into the preview of a closed list.
class PreviewText {
public:
    PreviewText(ImVec2 at, float right) : list_(*ImGui::GetWindowDrawList()), at_(at), right_(right) {}
    void add(const std::string& text, Color color, ImFont* font) {
        list_.PushClipRect(at_, {right_, at_.y + 2.0f * ImGui::GetFontSize()}, true);
        list_.AddText(font, ImGui::GetFontSize(), at_, to_imgui(color), text.c_str());
        list_.PopClipRect();
        at_.x += font->CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0.0f, text.c_str()).x;
    }

private:
    ImDrawList& list_;
    ImVec2 at_;
    float right_;
};

/// "A blade and B peg" in the colours of the shapes, or the name of the query.
void pair_preview(const UiState& ui, const ToiPair& pair) {
    const Palette& palette = palette_of(ui.theme);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    PreviewText preview({low.x + padding.x, low.y + padding.y},
                        ImGui::GetItemRectMax().x - ImGui::GetFrameHeight());
    if (pair.name_a.empty()) return preview.add(pair.label, palette.text, ui.fonts.body);
    preview.add("A " + pair.name_a, palette.pair_a_text, ui.fonts.bold);
    preview.add(" and ", palette.text, ui.fonts.body);
    preview.add("B " + pair.name_b, palette.pair_b_text, ui.fonts.bold);
}

void pair_list(const UiState& ui, ToiInspector& toi) {
    const ToiPair& current = *toi.pair();
    const bool open = ImGui::BeginCombo("##pair", "", ImGuiComboFlags_HeightLarge);
    if (!open) pair_preview(ui, current);
    name_widget("toi pair");
    help_tip(fmt::format("{}: {}\nThe two shapes to inspect. A, blue, is the one that moves more freely.",
                         current.label, outcome_text(current.state, current.t))
                 .c_str());
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

void step_button(ToiInspector& toi, ImGuiDir direction, const char* name, const char* help) {
    if (ImGui::ArrowButton(name, direction))
        toi.go_to(toi.chosen_iteration() + (direction == ImGuiDir_Right ? 1 : -1));
    name_widget(name);
    help_tip(help);
}

std::string iteration_text(const ToiInspector& toi) {
    return fmt::format("{} of {}", toi.iteration() + 1, toi.study().marks.size());
}

/// Buttons to go through the iterations: ‹ 3 of 6 ›.
void iteration_buttons(ToiInspector& toi) {
    const float em = ImGui::GetFontSize();
    ImGui::BeginDisabled(toi.study().marks.empty());
    step_button(toi, ImGuiDir_Left, "previous iteration", "Previous iteration  [Left]");
    ImGui::SameLine();
    const std::string text = iteration_text(toi);
    const float start = ImGui::GetCursorPosX();
    ImGui::SetCursorPosX(start + 0.5f * (counter_width * em - ImGui::CalcTextSize(text.c_str()).x));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(start + counter_width * em);
    step_button(toi, ImGuiDir_Right, "next iteration", "Next iteration  [Right]");
    ImGui::EndDisabled();
}

bool same_range(const PlotRange& a, const PlotRange& b) {
    return a.low == b.low && a.high == b.high;
}

void view_buttons(UiState& ui, const ToiStudy& study) {
    const Palette& palette = palette_of(ui.theme);
    const auto button = [&](const char* name, const char* help, const PlotView& view) {
        const bool is_shown = view.all ? ui.toi_plot.all
                                       : !ui.toi_plot.all && same_range(view.x, ui.toi_plot.x) &&
                                             same_range(view.y, ui.toi_plot.y);
        if (is_shown) ImGui::PushStyleColor(ImGuiCol_Button, to_imgui(palette.field_active));
        if (ImGui::Button(name)) ui.toi_plot = view;
        if (is_shown) ImGui::PopStyleColor();
        name_widget("toi view", name);
        help_tip(help);
    };
    button("Whole",
           "Shows the whole motion. In the plot, the wheel zooms (Shift: along t only) and a drag pans.", {});
    ImGui::SameLine(0.0f, 1.0f);
    const bool has_answer = has_answer_view(study);
    ImGui::BeginDisabled(!has_answer);
    button("Answer", "Zooms in to where s(t) enters the hit band (target ± tolerance).",
           has_answer ? view_of_answer(study) : PlotView{{}, {}, false});
    ImGui::EndDisabled();
}

float iteration_buttons_width() {
    return 2.0f * ImGui::GetFrameHeight() + counter_width * ImGui::GetFontSize() +
           ImGui::GetStyle().ItemSpacing.x;
}

float view_buttons_width() {
    return ImGui::CalcTextSize("WholeAnswer").x + 4.0f * ImGui::GetStyle().FramePadding.x + 1.0f;
}

/// Width of iteration and view with the gaps between them, points.
float buttons_width() {
    return iteration_buttons_width() + view_buttons_width() + 2.0f * ImGui::GetStyle().ItemSpacing.x;
}

/// Whether all controls fit in one row.
bool fits_one_row(float width) {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    return width >=
           min_pair_width * ImGui::GetFontSize() + finder_list_width() + buttons_width() + 2.0f * gap;
}

/// Height of the controls with the gap below them, points.
float controls_height(float width) {
    return (fits_one_row(width) ? 1.0f : 2.0f) * ImGui::GetFrameHeightWithSpacing();
}

/// Pair, root finder, iteration and view: in one row if they fit, else in two. `width`: points.
void controls(UiState& ui, ToiInspector& toi, float width) {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float em = ImGui::GetFontSize();
    const float finder_width = finder_list_width();
    const float start = ImGui::GetCursorPosX();
    const bool one_row = fits_one_row(width);
    const float pair_width = width - finder_width - gap - (one_row ? buttons_width() + gap : 0.0f);
    ImGui::SetNextItemWidth(std::max(std::min(pair_width, 26.0f * em), 8.0f * em));
    pair_list(ui, toi);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(finder_width);
    finder_list(toi);
    if (one_row) {
        ImGui::SameLine();
        ImGui::SetCursorPosX(start + width - buttons_width());
    }
    iteration_buttons(toi);
    ImGui::SameLine(0.0f, 2.0f * gap);
    view_buttons(ui, toi.study());
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
    const Palette& palette = palette_of(ui.theme);
    const float em = ImGui::GetFontSize();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    // The curves that a page asks about, without the evaluations and the table that would answer it.
    if (is_locked(session, ui)) return toi_curves(toi, ui.toi_plot, ui.fonts, palette, room);
    const ImVec2 gap = ImGui::GetStyle().ItemSpacing;
    const float below_plot = table_height(ui.fonts) + gap.y;
    const float min_plot_height = (min_curve_height + axis_height) * em + lanes_height(toi);
    const float stacked_height = controls_height(room.x) + min_plot_height + below_plot;
    const float beside_width = small_table_width() + gap.x + min_plot_width * em;
    if (room.y < stacked_height && room.x >= beside_width) {
        // Flat: the plot has the full height, the controls and the table are beside it.
        const bool has_all_columns = room.x >= full_table_width() + gap.x + min_plot_width * em;
        const float side = has_all_columns ? full_table_width() : small_table_width();
        toi_plot(toi, ui.toi_plot, ui.fonts, palette, {room.x - side - gap.x, room.y});
        ImGui::SameLine();
        ImGui::BeginGroup();
        controls(ui, toi, side);
        method_table(ui, toi, palette, side);
        ImGui::EndGroup();
        return;
    }
    controls(ui, toi, room.x);
    const float plot_height = room.y - controls_height(room.x) - below_plot;
    toi_plot(toi, ui.toi_plot, ui.fonts, palette, {room.x, std::max(plot_height, min_plot_height)});
    method_table(ui, toi, palette, room.x);
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
    if (key == "iteration") return iteration_text(toi);
    if (key == "read-out") return toi.iteration() < 0 ? "" : describe_iteration(study, toi.iteration());
    if (key == "cursor_s")
        return toi.cursor_t ? fmt::format("{}", distance_at(study, *toi.cursor_t)) : "none";
    if (key == "highlighted") return std::to_string(toi.highlighted);
    if (key == "cursor") return toi.cursor_t ? fmt::format("{}", *toi.cursor_t) : "none";
    if (key == "timed") {
        const auto is_timed = [](const ToiInspector::Row& row) { return row.microseconds.has_value(); };
        return std::to_string(std::ranges::count_if(toi.table(), is_timed));
    }
    return {};
}

}  // namespace toibox::app

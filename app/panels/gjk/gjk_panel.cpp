// SPDX-License-Identifier: MIT
#include "app/panels/gjk/gjk_controls.h"
#include "app/panels/gjk/gjk_pictures.h"
#include "app/panels/gjk/gjk_readout.h"
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Widths in em.
constexpr float numbers_width = 21.0f;
constexpr float code_width = 16.5f;
constexpr float sat_numbers_width = 19.0f;
constexpr float min_picture_width = 10.0f;

/// A child window to the right of the last item.
template <class Content>
void column(const char* name, float width, float height, Content&& content) {
    ImGui::SameLine();
    compat::begin_child(name, {width, height}, false);
    content();
    ImGui::EndChild();
}

/// The world and A − B side by side, or only the world if the method does not use A − B.
void pictures(UiState& ui, DistanceInspector& inspector, const Palette& palette, ImVec2 room,
              bool hides_support = false) {
    if (!uses_minkowski_difference(inspector.method())) {
        if (!gjk_world_picture(inspector, ui.gjk, palette, room)) inspector.highlighted = {};
        return;
    }
    const ImVec2 picture_size(0.5f * (room.x - ImGui::GetStyle().ItemSpacing.x), room.y);
    const bool on_world = gjk_world_picture(inspector, ui.gjk, palette, picture_size);
    ImGui::SameLine();
    const bool on_difference =
        gjk_difference_picture(inspector, ui.gjk, palette, picture_size, hides_support);
    if (!on_world && !on_difference) inspector.highlighted = {};
}

void numbers(UiState& ui, DistanceInspector& inspector, const Palette& palette) {
    if (inspector.method() == DistanceMethod::Gjk)
        gjk_numbers(inspector, ui.fonts, palette);
    else
        method_numbers(inspector, ui.fonts, palette);
}

void method_contents(UiState& ui, DistanceInspector& inspector, const Palette& palette, ImVec2 room) {
    const float em = ImGui::GetFontSize();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float min_width = 2.0f * min_picture_width * em + gap;
    const float width_beside_both = room.x - (numbers_width + code_width) * em - 2.0f * gap;
    const float width_beside_numbers = room.x - numbers_width * em - gap;
    const bool three_columns = width_beside_both >= min_width;
    const bool two_columns = !three_columns && width_beside_numbers >= min_width;
    const float width = three_columns ? width_beside_both : two_columns ? width_beside_numbers : room.x;
    const float height = three_columns || two_columns ? room.y : std::max(room.y, min_picture_width * em);
    pictures(ui, inspector, palette, {width, height});
    if (three_columns) {
        column("numbers", numbers_width * em, height, [&] { numbers(ui, inspector, palette); });
        column("code", code_width * em, height, [&] { gjk_pseudocode(inspector, ui.fonts, palette); });
        return;
    }
    const auto numbers_and_code = [&] {
        numbers(ui, inspector, palette);
        gjk_pseudocode(inspector, ui.fonts, palette);
    };
    if (two_columns) return column("numbers", numbers_width * em, height, numbers_and_code);
    numbers_and_code();
}

void sat_contents(UiState& ui, DistanceInspector& inspector, const Palette& palette, ImVec2 room) {
    const float em = ImGui::GetFontSize();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width_beside_numbers = 0.5f * (room.x - sat_numbers_width * em - 2.0f * gap);
    const bool three_columns = width_beside_numbers >= min_picture_width * em;
    const float width = three_columns ? width_beside_numbers : 0.5f * (room.x - gap);
    const float height = three_columns ? room.y : std::max(room.y, min_picture_width * em);
    gjk_world_picture(inspector, ui.gjk, palette, {width, height});
    column("bars", width, height, [&] { sat_bars(inspector, ui.fonts, palette); });
    if (three_columns)
        column("sat numbers", sat_numbers_width * em, height,
               [&] { sat_numbers(inspector, ui.fonts, palette); });
    else
        sat_numbers(inspector, ui.fonts, palette);
}

void empty_distance_panel(const UiState& ui) {
    title_text(ui.fonts, "How far apart are two shapes?");
    hint_text(
        "Select a body to inspect it and its closest neighbour. GJK finds their distance by moving a simplex "
        "towards the origin in A − B. This tab shows every iteration of GJK, and every step of the other "
        "distance methods, such as EPA and SAT.");
}

}  // namespace

void gjk_panel(const Session& session, UiState& ui, DistanceInspector& inspector) {
    const ShapePair* previous = inspector.pair();
    const std::string previous_key = previous != nullptr ? previous->key : std::string();
    inspector.refresh(session);
    if (inspector.pair() == nullptr) return empty_distance_panel(ui);
    const Palette& palette = palette_of(ui.theme);
    // While a page asks, only the picture that it asks about: numbers and steps would answer it.
    const bool is_asking = is_locked(session, ui);
    if (!is_asking) {
        gjk_controls(ui, inspector);
        inspector.refresh(session);
    }
    if (inspector.pair()->key != previous_key) ui.gjk = {};
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (is_asking)
        pictures(ui, inspector, palette, room, true);
    else if (inspector.method() == DistanceMethod::SeparatingAxes)
        sat_contents(ui, inspector, palette, room);
    else
        method_contents(ui, inspector, palette, room);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) ui.gjk.held.reset();
}

namespace {

/// Value of a UI script key in the GJK study; empty for an unknown key.
std::string iteration_value(const DistanceInspector& inspector, std::string_view key) {
    const GjkStudy& study = inspector.study();
    if (key == "exit") return std::string(label(study.result.exit));
    if (key == "distance") return fmt::format("{}", study.result.distance);
    if (inspector.method() == DistanceMethod::Gjk && key == "line")
        return std::string(text_of(inspector.shown().deciding_line));
    const SimplexStep* step = inspector.simplex();
    if (step == nullptr) return {};
    if (key == "upper") return fmt::format("{}", step->upper);
    if (key == "lower") return fmt::format("{}", step->lower);
    if (key == "kept") return std::to_string(step->kept.size());
    if (key == "dropped") return std::to_string(step->dropped.size());
    return {};
}

/// Value of a UI script key in the study of another method; empty for an unknown key.
std::string method_value(const MethodStudy& study, const TraceStep& step, std::string_view key) {
    if (key == "line") {
        const std::string_view line = study.pseudocode[step.line];
        return std::string(line.substr(line.find_first_not_of(' ')));
    }
    if (key == "state") return std::string(to_string(study.answer.state));
    if (key == "answer") return fmt::format("{}", study.answer.separation);
    if (key == "limitation")
        return study.limitation == Limitation::None ? "none" : std::string(text_of(study.limitation));
    if (key == "polytope") return std::to_string(step.polytope.size());
    if (key == "reason") return step.reason;
    return {};
}

std::string count_value(const DistanceInspector& inspector, bool warm) {
    const MethodStudy* method_study = inspector.method_study(warm);
    return std::to_string(method_study != nullptr ? method_study->answer.iterations
                                                  : inspector.study(warm).result.iterations);
}

}  // namespace

std::string gjk_value(const DistanceInspector& inspector, std::string_view key) {
    const auto bool_text = [](bool value) { return std::string(value ? "true" : "false"); };
    if (key == "pairs") return std::to_string(inspector.pairs().size());
    if (key == "pair") return inspector.pair() != nullptr ? inspector.pair()->label : "none";
    if (inspector.pair() == nullptr) return {};
    if (key == "method") return std::string(info(inspector.method()).name);
    if (key == "warm") return bool_text(inspector.warm());
    if (key == "cold_iterations") return count_value(inspector, false);
    if (key == "warm_iterations") return count_value(inspector, true);
    if (key == "step") return std::to_string(inspector.step() + 1);
    if (key == "steps") return std::to_string(inspector.steps());
    if (key == "separation") return fmt::format("{}", inspector.study().separation);
    if (key == "outline") return bool_text(inspector.shows_outline);
    if (key == "what_if") return bool_text(inspector.is_what_if());
    if (key == "highlighted")
        return inspector.highlighted.any()
                   ? fmt::format("{} {}", inspector.highlighted.a, inspector.highlighted.b)
                   : "none";
    if (key == "axes") return std::to_string(inspector.axes().size());
    if (key == "axis") return std::to_string(inspector.axis());
    if (key == "sat") return fmt::format("{}", inspector.sat().separation);
    if (const std::string value = iteration_value(inspector, key); !value.empty()) return value;
    if (const MethodStudy* study = inspector.method_study())
        return method_value(*study, *inspector.shown_trace_step(), key);
    return {};
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/toi/toi_plot.h"

#include "app/panels/toi/toi_lanes.h"
#include "app/panels/toi/toi_plot_texts.h"
#include "app/panels/toi/toi_style.h"
#include "app/panels/widgets/inset.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace toibox::app {

namespace {

constexpr float title_line_min_height =
    22.0f;                           ///< Height from which the t axis has a line for its title, em.
constexpr float mark_radius = 4.0f;  ///< Points.
constexpr float studied_mark_radius = 5.5f;

std::vector<Vec2d> positions_of(const ToiStudy& study) {
    std::vector<Vec2d> positions;
    for (const ToiMark& mark : study.marks)
        positions.push_back({mark.t, mark.s});
    return positions;
}

void draw_curves(const ToiStudy& study, const Palette& palette, PlotArea& area) {
    area.band(
        {study.options.target - study.options.tolerance, study.options.target + study.options.tolerance},
        palette.good);
    for (const ToiCurve& curve : study.curves) {
        const CurveStyle style = curve_style(curve, study, palette);
        area.curve(curve.points, style.color, style.width, style.dashed);
    }
}

/// Rings the roots: where the distance passes the target.
void draw_roots(const ToiStudy& study, const Palette& palette, PlotArea& area) {
    const std::vector<Vec2d>& points = study.curves.front().points;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double before = points[i - 1].y - study.options.target;
        const double after = points[i].y - study.options.target;
        if ((before > 0.0) == (after > 0.0)) continue;
        const double fraction = before / (before - after);
        const double t = points[i - 1].x + fraction * (points[i].x - points[i - 1].x);
        area.mark({t, study.options.target}, PlotMark::Ring, palette.text, mark_radius);
    }
}

/// Draws the iterations. The last one at the time of a hit is drawn as the answer.
void draw_marks(const ToiInspector& toi, const Palette& palette, PlotArea& area) {
    const ToiStudy& study = toi.study();
    const std::vector<Vec2d> positions = positions_of(study);
    const int studied = toi.iteration();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (static_cast<int>(i) == studied) continue;
        const PlotMarkStyle style = plot_mark_style(study.marks[i], palette);
        area.mark(positions[i], style.mark, style.color, mark_radius);
    }
    if (touches(study.result)) {
        const auto last = std::ranges::find_if(positions.rbegin(), positions.rend(),
                                               [&](const Vec2d& at) { return at.x == study.result.t; });
        if (last != positions.rend()) area.mark(*last, PlotMark::Target, palette.contact, mark_radius);
    }
    if (studied < 0) return;
    const Vec2d at = positions[static_cast<std::size_t>(studied)];
    area.mark(at, PlotMark::Disc, palette.accent, studied_mark_radius);
    area.mark(at, PlotMark::Ring, palette.accent, 1.8f * studied_mark_radius);
}

/// Names the marks by index for UI scripts.
void name_plot_marks(const Plot& plot, std::span<const Vec2d> positions) {
    if (!wants_widget_names()) return;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const ImVec2 at = plot.to_screen(positions[i]);
        name_widget(fmt::format("mark {}", i), {at.x - 1.0f, at.y - 1.0f, 2.0f, 2.0f});
    }
}

/// The area of the plot that is under the mouse: the inset, else the plot.
void follow_mouse(ToiInspector& toi, const Plot& plot, const PlotArea* inset) {
    if (!plot.cursor()) {
        toi.cursor_t.reset();
        return;
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const PlotArea& area = inset != nullptr && inset->contains(mouse) ? *inset : plot;
    toi.cursor_t = std::clamp(area.to_plot(mouse).x, 0.0, 1.0);
    toi.highlighted = area.nearest(positions_of(toi.study()));
    if (toi.highlighted >= 0 && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) toi.go_to(toi.highlighted);
}

/// A vertical line through plot and lanes at the iteration under study.
void draw_time_line(const ToiInspector& toi, const Palette& palette, const Plot& plot) {
    const int iteration = toi.iteration();
    if (iteration < 0) return;
    const UiRect area = plot.rect();
    const float x = plot.to_screen({toi.study().marks[static_cast<std::size_t>(iteration)].t, 0.0}).x;
    if (x < area.x || x > area.x + area.width) return;
    ImGui::GetWindowDrawList()->AddLine({x, area.y}, {x, area.y + area.height + plot.track().height},
                                        to_imgui(palette.accent), 1.5f);
}

/// The neighbourhood of the answer, drawn over a free part of the plot, with a frame around the part of the
/// plot that it shows.
void draw_inset(const ToiInspector& toi, const Palette& palette, const Plot& plot, PlotArea& inset) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const UiRect rect = inset.rect();
    const ImVec2 low{rect.x, rect.y};
    const ImVec2 high{rect.x + rect.width, rect.y + rect.height};
    const ImVec2 source_low = plot.to_screen({inset.x_range().low, inset.y_range().high});
    const ImVec2 source_high = plot.to_screen({inset.x_range().high, inset.y_range().low});
    const std::array source{source_low, ImVec2{source_high.x, source_low.y}, source_high,
                            ImVec2{source_low.x, source_high.y}, source_low};
    const ImU32 frame = to_imgui(palette.text_dim);
    dashed_line(list, source, frame, 1.0f);
    const bool is_left = high.x < source_low.x;
    const std::array leader{ImVec2{is_left ? high.x : low.x, low.y},
                            ImVec2{is_left ? source_low.x : source_high.x, source_high.y}};
    dashed_line(list, leader, frame, 1.0f);
    list.AddRectFilled(low, high, to_imgui(palette.panel));
    inset.horizontal(0.0, palette.text_dim);
    draw_curves(toi.study(), palette, inset);
    if (toi.iteration() >= 0)
        inset.vertical(toi.study().marks[static_cast<std::size_t>(toi.iteration())].t, palette.accent);
    draw_roots(toi.study(), palette, inset);
    draw_marks(toi, palette, inset);
    compat::add_rect(list, low, high, to_imgui(palette.border), 0.0f, 1.0f);
}

/// A ring on the curve of the distance at the cursor.
void draw_cursor(const ToiInspector& toi, const Palette& palette, PlotArea& area) {
    if (!toi.cursor_t || toi.highlighted >= 0) return;
    area.vertical(*toi.cursor_t, with_alpha(palette.text_dim, 0.6f));
    area.mark({*toi.cursor_t, distance_at(toi.study(), *toi.cursor_t)}, PlotMark::Ring, palette.text,
              mark_radius);
}

std::string time_axis_title(const ToiPair& pair) {
    if (pair.seconds == 0.0) return "t, fraction of the motion";
    return fmt::format("t, fraction of the motion (1 = {:.3g} ms)", 1e3 * pair.seconds);
}

}  // namespace

double distance_at(const ToiStudy& study, double t) {
    return *value_at(study.curves.front(), std::clamp(t, 0.0, 1.0));
}

bool has_answer_view(const ToiStudy& study) {
    return study.result.state == ToiState::Hit && study.result.t > 0.0;
}

PlotView view_of_answer(const ToiStudy& study) {
    const double t = study.result.t;
    const std::vector<Vec2d>& distance = study.curves.front().points;
    const auto after = std::ranges::find_if(distance, [t](const Vec2d& point) { return point.x >= t; });
    const auto end = after == distance.begin() ? after + 1 : after;
    const double slope = std::abs(((end - 1)->y - end->y) / ((end - 1)->x - end->x));
    const double reach = 4.0 * study.options.target + 4.0 * study.options.tolerance;
    const double width = std::clamp(reach / std::max(slope, reach), 1e-6, 0.5);
    return {.x = {t - width, t + width},
            .y = {study.options.target - reach, study.options.target + reach},
            .all = false};
}

namespace {

PlotSpec plot_spec(const ToiInspector& toi, float height, float track_height) {
    const bool has_title_line = height > title_line_min_height * ImGui::GetFontSize();
    return {.name = "toi plot",
            .x_label = has_title_line ? "" : "t",
            .x_title = has_title_line ? time_axis_title(*toi.pair()) : "",
            .x = {0.0, 1.0},
            .y = {toi.study().low, toi.study().high},
            .track_height = track_height};
}

}  // namespace

void toi_curves(const ToiInspector& toi, PlotView& view, const Fonts& fonts, const Palette& palette,
                ImVec2 size) {
    Plot plot(plot_spec(toi, size.y, 0.0f), size, view, palette);
    PlotTexts texts(toi, fonts, palette, plot);
    draw_curves(toi.study(), palette, plot);
    texts.target();
    texts.curve_names();
}

void toi_plot(ToiInspector& toi, PlotView& view, const Fonts& fonts, const Palette& palette, ImVec2 size) {
    const ToiStudy& study = toi.study();
    Plot plot(plot_spec(toi, size.y, lanes_height(toi)), size, view, palette);
    const std::vector<Vec2d> positions = positions_of(study);
    name_plot_marks(plot, positions);
    PlotTexts texts(toi, fonts, palette, plot);
    std::optional<PlotArea> inset =
        view.all && has_answer_view(study) ? texts.place_inset(view_of_answer(study)) : std::nullopt;
    follow_mouse(toi, plot, inset ? &*inset : nullptr);

    draw_curves(study, palette, plot);
    draw_lanes(toi, palette, plot);
    draw_time_line(toi, palette, plot);
    draw_roots(study, palette, plot);
    draw_marks(toi, palette, plot);
    draw_cursor(toi, palette, plot);
    if (inset) {
        name_widget("toi inset", inset->rect());
        draw_inset(toi, palette, plot, *inset);
        draw_cursor(toi, palette, *inset);
    }
    texts.numbers(inset ? &*inset : nullptr);
    texts.target();
    texts.curve_names();
    texts.read_out();
}

}  // namespace toibox::app

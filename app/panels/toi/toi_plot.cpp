// SPDX-License-Identifier: MIT
#include "app/panels/toi/toi_plot.h"

#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"
#include "app/render/grid.h"
#include "app/views/toi_view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

// Sizes in em.
constexpr float legend_gap = 1.2f;
constexpr float min_track_height = 1.2f;
constexpr float max_track_height = 2.8f;  ///< Reached with many nested brackets.
constexpr float bracket_height = 0.22f;

constexpr float min_axis_alpha = 0.45f;  ///< Opacity of the first of several axes; the last is opaque.

/// How a mark looks.
struct PlotMarkStyle {
    PlotMark mark = PlotMark::Disc;
    Color color;
};

PlotMarkStyle plot_mark_style(const ToiMark& mark, const Palette& palette) {
    switch (mark.kind) {
        case ToiMark::Kind::Distance:
            return {PlotMark::Ring, palette.text};
        case ToiMark::Kind::Deepest:
            return {PlotMark::Square, palette.text_dim};
        case ToiMark::Kind::Bracket:
            return {PlotMark::Bar, palette.text};
        case ToiMark::Kind::Axis:
            return {PlotMark::Disc, palette.good};
        case ToiMark::Kind::Answer:
            return {PlotMark::Target, palette.contact};
        case ToiMark::Kind::Root:
            break;
    }
    if (mark.rule == ToiEvent::Rule::Bisection) return {PlotMark::Diamond, palette.accent};
    if (mark.rule == ToiEvent::Rule::Newton || mark.rule == ToiEvent::Rule::InverseQuadratic)
        return {PlotMark::Triangle, palette.accent};
    return {PlotMark::Disc, palette.accent};
}

/// Axes fixed to A are blue, axes fixed to B orange. Of several axes, later ones are more opaque.
Color color_of(const ToiCurve& curve, int axes, const Palette& palette) {
    switch (curve.kind) {
        case ToiCurve::Kind::Distance:
            return palette.text;
        case ToiCurve::Kind::AsSeenByMethod:
            return palette.text_dim;
        case ToiCurve::Kind::Bound:
            return palette.good;
        case ToiCurve::Kind::Axis:
        case ToiCurve::Kind::Points:
            break;
    }
    const Color full = curve.carrier == ClosestFeature::FaceA   ? palette.pair_a
                       : curve.carrier == ClosestFeature::FaceB ? palette.pair_b
                                                                : palette.velocity;
    axes = std::min(axes, ToiStudy::max_axes);
    const float fraction = axes > 1 ? static_cast<float>(curve.axis) / static_cast<float>(axes - 1) : 1.0f;
    return with_alpha(full, min_axis_alpha + (1.0f - min_axis_alpha) * fraction);
}

bool is_dashed(ToiCurve::Kind kind) {
    return kind == ToiCurve::Kind::AsSeenByMethod || kind == ToiCurve::Kind::Points;
}

const char* label_of(const ToiCurve& curve) {
    switch (curve.kind) {
        case ToiCurve::Kind::Distance:
            return "distance";
        case ToiCurve::Kind::AsSeenByMethod:
            return "distance, as the method sees it";
        case ToiCurve::Kind::Bound:
            return "proven bound";
        case ToiCurve::Kind::Points:
            return "s of this point pair only";
        case ToiCurve::Kind::Axis:
            break;
    }
    return curve.carrier == ClosestFeature::FaceA   ? "s along an axis of A"
           : curve.carrier == ClosestFeature::FaceB ? "s along an axis of B"
                                                    : "s along a fixed axis";
}

/// Legend with entries from left to right on as many lines as needed. Each text appears once.
class CurveLegend {
public:
    CurveLegend(float width, const Palette& palette)
        : list_(*ImGui::GetWindowDrawList()),
          palette_(palette),
          corner_(ImGui::GetCursorScreenPos()),
          cursor_(corner_),
          width_(width) {}
    /// Reserves at least two lines, so that the plot does not move when a method needs the second line.
    ~CurveLegend() {
        ImGui::Dummy({width_, std::max(cursor_.y + line_height() - corner_.y, min_lines * line_height())});
    }
    CurveLegend(const CurveLegend&) = delete;
    CurveLegend& operator=(const CurveLegend&) = delete;

    void curve(const char* text, Color color, bool dashed) {
        const auto origin = begin(text);
        if (!origin) return;
        const float em = ImGui::GetFontSize();
        const float y = origin->y + 0.5f * em;
        const float end = dashed ? 0.6f : 1.4f;
        list_.AddLine({origin->x, y}, {origin->x + end * em, y}, to_imgui(color), 2.0f);
        if (dashed)
            list_.AddLine({origin->x + 0.9f * em, y}, {origin->x + 1.4f * em, y}, to_imgui(color), 2.0f);
    }
    void mark(std::string_view text, const PlotMarkStyle& style) {
        const auto origin = begin(std::string(text).c_str());
        if (!origin) return;
        const float em = ImGui::GetFontSize();
        draw_plot_mark(list_, {origin->x + 0.7f * em, origin->y + 0.5f * em}, style.mark,
                       to_imgui(style.color), 4.0f);
    }
    void band(const char* text, Color color) {
        const auto origin = begin(text);
        if (!origin) return;
        const float em = ImGui::GetFontSize();
        list_.AddRectFilled({origin->x, origin->y + 0.3f * em},
                            {origin->x + 1.4f * em, origin->y + 0.8f * em},
                            to_imgui(with_alpha(color, 0.5f)));
    }

    void text(const std::string& entry) { begin(entry.c_str()); }

private:
    static constexpr float min_lines = 2.0f;

    static float line_height() { return 1.25f * ImGui::GetFontSize(); }

    /// Writes the text of an entry and returns the position of its symbol; nullopt if the entry exists
    /// already.
    std::optional<ImVec2> begin(const char* text) {
        if (std::ranges::find(written_, text) != written_.end()) return std::nullopt;
        written_.emplace_back(text);
        const float em = ImGui::GetFontSize();
        const float length = 1.8f * em + ImGui::CalcTextSize(text).x;
        if (cursor_.x > corner_.x && cursor_.x + length > corner_.x + width_)
            cursor_ = {corner_.x, cursor_.y + line_height()};
        const ImVec2 origin = cursor_;
        list_.AddText({origin.x + 1.8f * em, origin.y}, to_imgui(palette_.text_dim), text);
        cursor_.x += length + legend_gap * em;
        return origin;
    }

    ImDrawList& list_;
    const Palette& palette_;
    ImVec2 corner_;
    ImVec2 cursor_;
    float width_;
    std::vector<std::string> written_;
};

void draw_track(const ToiStudy& study, const Palette& palette, Plot& plot) {
    const auto count = static_cast<int>(study.spans.size());
    for (int i = 0; i < count; ++i) {
        const ToiSpan& span = study.spans[static_cast<std::size_t>(i)];
        const bool is_step = span.kind == ToiSpan::Kind::Step;
        const Color color = is_step ? with_alpha(palette.good, 0.45f) : palette.accent;
        // Brackets are nested: one row each. Steps follow each other: all in one row.
        plot.track_interval({span.t1, span.t2}, is_step ? 0 : i, is_step ? 1 : count, color);
    }
    for (const ToiSpan& span : study.spans) {
        if (span.kind == ToiSpan::Kind::Bracket) continue;
        plot.track_dot(span.t1, palette.good);
        plot.track_dot(span.t2, palette.good);
    }
}

float track_height(const ToiStudy& study) {
    if (study.spans.empty()) return 0.0f;
    const bool are_steps = study.spans.front().kind == ToiSpan::Kind::Step;
    const float rows = are_steps ? 0.0f : bracket_height * static_cast<float>(study.spans.size());
    return std::clamp(rows, min_track_height, max_track_height) * ImGui::GetFontSize();
}

void draw_curves(const ToiStudy& study, const Palette& palette, Plot& plot) {
    for (const ToiCurve& curve : study.curves) {
        const bool is_thick = curve.kind == ToiCurve::Kind::Axis || curve.kind == ToiCurve::Kind::Bound;
        plot.curve(curve.points, color_of(curve, study.axis_count, palette), is_thick ? 2.0f : 1.25f,
                   is_dashed(curve.kind));
    }
}

/// Names the marks by index for UI scripts.
void name_plot_marks(const Plot& plot, std::span<const Vec2d> positions) {
    if (!wants_widget_names()) return;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const ImVec2 at = plot.to_screen(positions[i]);
        name_widget(fmt::format("mark {}", i), {at.x - 1.0f, at.y - 1.0f, 2.0f, 2.0f});
    }
}

/// Tooltip with the highlighted mark, or else the position of the mouse.
void cursor_tooltip(const ToiInspector& toi, Vec2d cursor) {
    const std::string text = toi.highlighted >= 0
                                 ? describe(toi.study().marks[static_cast<std::size_t>(toi.highlighted)])
                                 : fmt::format("t {:.4f}, s {}", cursor.x, length_text(cursor.y));
    ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace

void toi_legend(const ToiStudy& study, const Palette& palette, float width) {
    CurveLegend legend(width, palette);
    legend.band("target ± tolerance", palette.good);
    for (const ToiCurve& curve : study.curves)
        legend.curve(label_of(curve), with_alpha(color_of(curve, study.axis_count, palette), 1.0f),
                     is_dashed(curve.kind));
    for (const ToiMark& mark : study.marks)
        legend.mark(label(mark), plot_mark_style(mark, palette));
    if (study.axis_count > ToiStudy::max_axes)
        legend.text(fmt::format("the first {} of {} axes", ToiStudy::max_axes, study.axis_count));
}

PlotView view_of_approach(const ToiStudy& study) {
    const double t = study.result.t;
    const double target = study.options.target;
    PlotRange s{0.0, 2.0 * target};
    for (const Vec2d& point : study.curves.front().points) {
        if (point.x <= t) s.high = std::max(s.high, point.y);
    }
    s.low = -0.15 * s.high;
    return {.x = {-0.03 * t, std::min(1.2 * t, 1.02)}, .y = {s.low, 1.08 * s.high}, .all = false};
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

void toi_plot(ToiInspector& toi, PlotView& view, const Palette& palette, ImVec2 size) {
    const ToiStudy& study = toi.study();
    Plot plot({.name = "toi plot",
               .x_label = "t, steps",
               .x = {0.0, 1.0},
               .y = {study.low, study.high},
               .track_height = track_height(study)},
              size, view, palette);
    plot.band(
        {study.options.target - study.options.tolerance, study.options.target + study.options.tolerance},
        palette.good);
    draw_track(study, palette, plot);
    draw_curves(study, palette, plot);

    std::vector<Vec2d> positions;
    for (const ToiMark& mark : study.marks)
        positions.push_back({mark.t, mark.s});
    const auto cursor = plot.cursor();
    toi.cursor_t = cursor ? std::optional(std::clamp(cursor->x, 0.0, 1.0)) : std::nullopt;
    if (cursor) toi.highlighted = plot.nearest(positions);
    if (cursor) plot.vertical(cursor->x, with_alpha(palette.text_dim, 0.6f));
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const PlotMarkStyle style = plot_mark_style(study.marks[i], palette);
        const bool is_highlighted = toi.highlighted == static_cast<int>(i);
        if (is_highlighted) plot.vertical(positions[i].x, style.color);
        plot.mark(positions[i], style.mark, style.color, is_highlighted ? 6.5f : 4.0f);
    }
    name_plot_marks(plot, positions);
    if (cursor) cursor_tooltip(toi, *cursor);
}

}  // namespace toibox::app

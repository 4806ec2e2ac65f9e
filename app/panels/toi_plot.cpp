// SPDX-License-Identifier: MIT
#include "app/panels/toi_plot.h"

#include "app/platform/theme.h"
#include "app/platform/ui_marks.h"
#include "app/render/grid.h"
#include "app/views/toi_view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr float key_gap = 1.2f;       ///< Between entries of the key, widths of a letter.
constexpr float lane_height = 1.2f;   ///< Heights of a letter …
constexpr float deepest_lane = 2.8f;  ///< … and where many brackets lie below one another.
constexpr float bracket_height = 0.22f;
constexpr float faintest_axis = 0.45f;  ///< The last of several axes.

/// How a mark looks.
struct Look {
    PlotMark mark = PlotMark::Disc;
    Color color;
};

Look look_of(const ToiMark& mark, const Palette& palette) {
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

/// What turns with A is blue and with B orange; of several axes the later ones are the stronger.
Color color_of(const ToiCurve& curve, int axes, const Palette& palette) {
    switch (curve.kind) {
        case ToiCurve::Kind::Distance:
            return palette.text;
        case ToiCurve::Kind::Seen:
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
    axes = std::min(axes, ToiStudy::most_axes);
    const float share = axes > 1 ? static_cast<float>(curve.axis) / static_cast<float>(axes - 1) : 1.0f;
    return with_alpha(full, faintest_axis + (1.0f - faintest_axis) * share);
}

bool is_dashed(ToiCurve::Kind kind) {
    return kind == ToiCurve::Kind::Seen || kind == ToiCurve::Kind::Points;
}

const char* label_of(const ToiCurve& curve) {
    switch (curve.kind) {
        case ToiCurve::Kind::Distance:
            return "distance";
        case ToiCurve::Kind::Seen:
            return "distance, as the method sees it";
        case ToiCurve::Kind::Bound:
            return "proven bound";
        case ToiCurve::Kind::Points:
            return "those points alone";
        case ToiCurve::Kind::Axis:
            break;
    }
    return curve.carrier == ClosestFeature::FaceA   ? "s along an axis of A"
           : curve.carrier == ClosestFeature::FaceB ? "s along an axis of B"
                                                    : "s along a fixed axis";
}

/// The key: entries beside one another, on as many lines as they need; each kind of thing once.
class CurveKey {
public:
    CurveKey(float width, const Palette& palette)
        : list_(*ImGui::GetWindowDrawList()),
          palette_(palette),
          corner_(ImGui::GetCursorScreenPos()),
          at_(corner_),
          width_(width) {}
    /// Room for at least two lines: what stands below is not to jump when another method needs the second.
    ~CurveKey() {
        ImGui::Dummy({width_, std::max(at_.y + line_height() - corner_.y, least_lines * line_height())});
    }
    CurveKey(const CurveKey&) = delete;
    CurveKey& operator=(const CurveKey&) = delete;

    void curve(const char* text, Color color, bool dashed) {
        const auto spot = begin(text);
        if (!spot) return;
        const float em = ImGui::GetFontSize();
        const float y = spot->y + 0.5f * em;
        const float end = dashed ? 0.6f : 1.4f;
        list_.AddLine({spot->x, y}, {spot->x + end * em, y}, to_imgui(color), 2.0f);
        if (dashed) list_.AddLine({spot->x + 0.9f * em, y}, {spot->x + 1.4f * em, y}, to_imgui(color), 2.0f);
    }
    void mark(std::string_view text, const Look& look) {
        const auto spot = begin(std::string(text).c_str());
        if (!spot) return;
        const float em = ImGui::GetFontSize();
        draw_plot_mark(list_, {spot->x + 0.7f * em, spot->y + 0.5f * em}, look.mark, to_imgui(look.color),
                       4.0f);
    }
    void band(const char* text, Color color) {
        const auto spot = begin(text);
        if (!spot) return;
        const float em = ImGui::GetFontSize();
        list_.AddRectFilled({spot->x, spot->y + 0.3f * em}, {spot->x + 1.4f * em, spot->y + 0.8f * em},
                            to_imgui(with_alpha(color, 0.5f)));
    }

    void text(const std::string& words) { begin(words.c_str()); }

private:
    static constexpr float least_lines = 2.0f;

    static float line_height() { return 1.25f * ImGui::GetFontSize(); }

    /// Where the entry's picture goes, its text being written; nothing if it is there already.
    std::optional<ImVec2> begin(const char* text) {
        if (std::ranges::find(seen_, text) != seen_.end()) return std::nullopt;
        seen_.emplace_back(text);
        const float em = ImGui::GetFontSize();
        const float length = 1.8f * em + ImGui::CalcTextSize(text).x;
        if (at_.x > corner_.x && at_.x + length > corner_.x + width_)
            at_ = {corner_.x, at_.y + line_height()};
        const ImVec2 spot = at_;
        list_.AddText({spot.x + 1.8f * em, spot.y}, to_imgui(palette_.text_dim), text);
        at_.x += length + key_gap * em;
        return spot;
    }

    ImDrawList& list_;
    const Palette& palette_;
    ImVec2 corner_;
    ImVec2 at_;
    float width_;
    std::vector<std::string> seen_;
};

void draw_lane(const ToiStudy& study, const Palette& palette, Plot& plot) {
    const auto count = static_cast<int>(study.spans.size());
    for (int i = 0; i < count; ++i) {
        const ToiSpan& span = study.spans[static_cast<std::size_t>(i)];
        const bool is_step = span.kind == ToiSpan::Kind::Step;
        const Color color = is_step ? with_alpha(palette.good, 0.45f) : palette.accent;
        // Brackets are nested: one below the other. Steps follow each other: all in one row.
        plot.stretch({span.t1, span.t2}, is_step ? 0 : i, is_step ? 1 : count, color);
    }
    for (const ToiSpan& span : study.spans) {
        if (span.kind == ToiSpan::Kind::Bracket) continue;
        plot.lane_dot(span.t1, palette.good);
        plot.lane_dot(span.t2, palette.good);
    }
}

float height_of_lane(const ToiStudy& study) {
    if (study.spans.empty()) return 0.0f;
    const bool are_steps = study.spans.front().kind == ToiSpan::Kind::Step;
    const float rows = are_steps ? 0.0f : bracket_height * static_cast<float>(study.spans.size());
    return std::clamp(rows, lane_height, deepest_lane) * ImGui::GetFontSize();
}

void draw_curves(const ToiStudy& study, const Palette& palette, Plot& plot) {
    for (const ToiCurve& curve : study.curves) {
        const bool is_thick = curve.kind == ToiCurve::Kind::Axis || curve.kind == ToiCurve::Kind::Bound;
        plot.curve(curve.points, color_of(curve, study.axes, palette), is_thick ? 2.0f : 1.25f,
                   is_dashed(curve.kind));
    }
}

/// For scripts, which point at marks by their number.
void name_marks(const Plot& plot, std::span<const Vec2d> places) {
    if (!ui_marks_wanted()) return;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const ImVec2 at = plot.place(places[i]);
        ui_mark(fmt::format("mark {}", i), {at.x - 1.0f, at.y - 1.0f, 2.0f, 2.0f});
    }
}

/// Beside the mouse, so that it covers nothing that the mouse is not on.
void read_out(const ToiInspector& toi, Vec2d cursor) {
    const std::string text = toi.lit >= 0 ? describe(toi.study().marks[static_cast<std::size_t>(toi.lit)])
                                          : fmt::format("t {:.4f}, s {}", cursor.x, length_text(cursor.y));
    ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace

void toi_key(const ToiStudy& study, const Palette& palette, float width) {
    CurveKey key(width, palette);
    key.band("target ± tolerance", palette.good);
    for (const ToiCurve& curve : study.curves)
        key.curve(label_of(curve), with_alpha(color_of(curve, study.axes, palette), 1.0f),
                  is_dashed(curve.kind));
    for (const ToiMark& mark : study.marks)
        key.mark(label(mark), look_of(mark, palette));
    if (study.axes > ToiStudy::most_axes)
        key.text(fmt::format("the first {} of {} axes", ToiStudy::most_axes, study.axes));
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
               .lane_height = height_of_lane(study)},
              size, view, palette);
    plot.band(
        {study.options.target - study.options.tolerance, study.options.target + study.options.tolerance},
        palette.good);
    draw_lane(study, palette, plot);
    draw_curves(study, palette, plot);

    std::vector<Vec2d> places;
    for (const ToiMark& mark : study.marks)
        places.push_back({mark.t, mark.s});
    const auto cursor = plot.cursor();
    toi.cursor_t = cursor ? std::optional(std::clamp(cursor->x, 0.0, 1.0)) : std::nullopt;
    if (cursor) toi.lit = plot.nearest(places);
    if (cursor) plot.vertical(cursor->x, with_alpha(palette.text_dim, 0.6f));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Look look = look_of(study.marks[i], palette);
        const bool is_lit = toi.lit == static_cast<int>(i);
        if (is_lit) plot.vertical(places[i].x, look.color);
        plot.mark(places[i], look.mark, look.color, is_lit ? 6.5f : 4.0f);
    }
    name_marks(plot, places);
    if (cursor) read_out(toi, *cursor);
}

}  // namespace toibox::app

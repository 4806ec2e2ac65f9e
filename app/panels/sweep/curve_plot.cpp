// SPDX-License-Identifier: MIT
#include "app/panels/sweep/curve_plot.h"

#include "app/panels/widgets/plot.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace toibox::app {

namespace {

constexpr int formula_points = 160;
constexpr float min_point_radius = 2.5f;  ///< Of a point without finished runs, points.
constexpr float max_point_radius = 5.0f;
constexpr double fraction_tick = 0.2;
constexpr double range_margin = 0.06;  ///< Beyond the outer points, of the range of x.

/// The coordinate of x on the axis.
double on_axis(const scene::CurveEntry& curve, double x) {
    return curve.log ? std::log10(x) : x;
}

PlotRange x_range(const scene::CurveEntry& curve) {
    double low = on_axis(curve, curve.points.front().x);
    double high = low;
    for (const scene::CurvePoint& point : curve.points) {
        low = std::min(low, on_axis(curve, point.x));
        high = std::max(high, on_axis(curve, point.x));
    }
    const double margin = high > low ? range_margin * (high - low) : 0.5;
    return {low - margin, high + margin};
}

/// The counted points, with their places in the plot.
struct CountedPoint {
    std::size_t index = 0;
    Vec2d at;
};

std::vector<CountedPoint> counted_points(const ShownCurve& shown) {
    std::vector<CountedPoint> counted;
    for (std::size_t i = 0; i < shown.results.size(); ++i) {
        if (shown.results[i].finished > 0)
            counted.push_back(
                {i, {on_axis(shown.curve, shown.curve.points[i].x), shown.results[i].fraction()}});
    }
    return counted;
}

void draw_text(ImDrawList& list, ImFont* font, ImVec2 at, Color color, const std::string& text) {
    list.AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale, {std::floor(at.x), std::floor(at.y)},
                 to_imgui(color), text.c_str());
}

float text_width(ImFont* font, const std::string& text) {
    return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, 0.0f, text.c_str())
        .x;
}

class CurvePlot {
public:
    CurvePlot(const Look& look, const ShownCurve& shown, ImDrawList& list, ImVec2 low, ImVec2 high)
        : look_(look),
          shown_(shown),
          list_(list),
          low_(low),
          high_(high),
          area_(list, low, high, x_range(shown.curve), {0.0, 1.06}),
          counted_(counted_points(shown)) {}

    void draw() {
        list_.AddRectFilled(low_, high_, to_imgui(look_.palette.canvas));
        draw_axes();
        draw_formula();
        if (shown_.chosen) draw_chosen(*shown_.chosen);
        for (const CountedPoint& point : counted_)
            area_.mark(point.at, PlotMark::Disc,
                       point.index == shown_.chosen ? look_.palette.accent : look_.palette.text,
                       radius_of(shown_.results[point.index]));
    }
    /// The point that the mouse is at.
    [[nodiscard]] std::optional<std::size_t> hovered() const {
        std::vector<Vec2d> places;
        for (const CountedPoint& point : counted_)
            places.push_back(point.at);
        const int nearest = area_.nearest(places);
        return nearest < 0 ? std::nullopt : std::optional(counted_[static_cast<std::size_t>(nearest)].index);
    }
    [[nodiscard]] ImVec2 place_of(const CountedPoint& point) const { return area_.to_screen(point.at); }
    [[nodiscard]] std::span<const CountedPoint> counted() const { return counted_; }

private:
    static float radius_of(const CurveRuns::Point& point) {
        const float part = static_cast<float>(point.finished) / static_cast<float>(point.runs);
        return (min_point_radius + part * (max_point_radius - min_point_radius)) * design_scale();
    }

    void draw_axes() {
        const Palette& palette = look_.palette;
        ImFont* font = look_.fonts.small;
        const float height = font->FontSize * ImGui::GetIO().FontGlobalScale;
        for (int i = 0; i <= 5; ++i) {
            const double y = fraction_tick * i;
            area_.horizontal(y, palette.grid_major);
            const std::string text = fmt::format("{:.1f}", y);
            draw_text(list_, font,
                      {low_.x - text_width(font, text) - 0.5f * height,
                       area_.to_screen({0.0, y}).y - 0.5f * height},
                      palette.text_dim, text);
        }
        float end = low_.x - height;
        for (std::size_t i = 0; i < shown_.curve.points.size(); ++i) {
            const double x = on_axis(shown_.curve, shown_.curve.points[i].x);
            area_.vertical(x, palette.grid_major);
            const bool is_chosen = i == shown_.chosen;
            ImFont* tick_font = is_chosen ? look_.fonts.bold : font;
            const std::string text = number_text(shown_.curve.points[i].x);
            const float left = area_.to_screen({x, 0.0}).x - 0.5f * text_width(tick_font, text);
            if (left < end + 0.3f * height) continue;
            end = left + text_width(tick_font, text);
            draw_text(list_, tick_font, {left, high_.y + 0.4f * height},
                      is_chosen ? palette.text : palette.text_dim, text);
        }
        std::string title = shown_.curve.label;
        if (!shown_.curve.unit.empty()) title += ", " + shown_.curve.unit;
        if (shown_.curve.log) title += " (logarithmic)";
        draw_text(list_, font, {high_.x - text_width(font, title), high_.y + 1.9f * height}, palette.text_dim,
                  title);
    }

    void draw_formula() {
        std::vector<Vec2d> line;
        const PlotRange& range = area_.x_range();
        for (int i = 0; i <= formula_points; ++i) {
            const double at = range.low + range.size() * i / formula_points;
            if (const auto y = shown_.curve.expected_at(shown_.curve.log ? std::pow(10.0, at) : at))
                line.push_back({at, *y});
        }
        if (line.size() > 1) area_.curve(line, look_.palette.pair_a, 1.5f);
        for (const scene::CurvePoint& point : shown_.curve.points) {
            if (point.expected)
                area_.mark({on_axis(shown_.curve, point.x), *point.expected}, PlotMark::Ring,
                           look_.palette.pair_a, max_point_radius * design_scale());
        }
    }

    void draw_chosen(std::size_t chosen) {
        area_.vertical(on_axis(shown_.curve, shown_.curve.points[chosen].x), look_.palette.accent);
        for (const CountedPoint& point : counted_) {
            if (point.index != chosen) continue;
            const std::array<Vec2d, 2> to_axis{Vec2d{area_.x_range().low, point.at.y}, point.at};
            area_.curve(to_axis, look_.palette.accent, 1.0f, true);
            area_.mark(point.at, PlotMark::Ring, look_.palette.accent,
                       1.6f * max_point_radius * design_scale());
        }
    }

    const Look& look_;
    const ShownCurve& shown_;
    ImDrawList& list_;
    ImVec2 low_;
    ImVec2 high_;
    PlotArea area_;
    std::vector<CountedPoint> counted_;
};

}  // namespace

std::string value_with_unit(double value, const std::string& unit) {
    return unit.empty() ? number_text(value) : number_text(value) + " " + unit;
}

std::optional<std::size_t> curve_plot(const Look& look, const ShownCurve& shown, ImVec2 size) {
    const float em = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool is_pressed = ImGui::InvisibleButton("curve", size);
    name_widget("curve");
    const bool is_hovered = ImGui::IsItemHovered();
    const ImVec2 low(std::floor(corner.x + 2.2f * em), std::floor(corner.y + 0.4f * em));
    const ImVec2 high(std::floor(corner.x + size.x - 0.6f * em), std::floor(corner.y + size.y - 2.8f * em));
    CurvePlot plot(look, shown, *ImGui::GetWindowDrawList(), low, high);
    plot.draw();
    for (const CountedPoint& point : plot.counted()) {
        const ImVec2 at = plot.place_of(point);
        name_widget(fmt::format("curve point {}", point.index + 1), {at.x - 2.0f, at.y - 2.0f, 4.0f, 4.0f});
    }
    const auto hovered = is_hovered ? plot.hovered() : std::nullopt;
    if (!hovered) return std::nullopt;
    const CurveRuns::Point& result = shown.results[*hovered];
    // Above the point, because a curve of fractions falls to the right; to the left at the right edge.
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool is_at_right = mouse.x > low.x + 0.6f * (high.x - low.x);
    ImGui::SetNextWindowPos({mouse.x + (is_at_right ? -em : em), mouse.y - em}, ImGuiCond_Always,
                            {is_at_right ? 1.0f : 0.0f, 1.0f});
    ImGui::BeginTooltip();
    compat::push_font(look.fonts.bold);
    ImGui::TextUnformatted(value_with_unit(shown.curve.points[*hovered].x, shown.curve.unit).c_str());
    ImGui::PopFont();
    ImGui::TextUnformatted(
        fmt::format("{} of {} runs: {:.3f}", result.holding, result.finished, result.fraction()).c_str());
    ImGui::EndTooltip();
    return is_pressed ? hovered : std::nullopt;
}

}  // namespace toibox::app

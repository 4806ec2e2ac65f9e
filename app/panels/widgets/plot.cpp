// SPDX-License-Identifier: MIT
#include "app/panels/widgets/plot.h"

#include "app/panels/widgets/inset.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"
#include "app/render/grid.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace toibox::app {

namespace {

/// Smallest view as a fraction of the data range; in a smaller view, rounding errors become visible.
constexpr double min_view_size_ratio = 1e-9;
constexpr float pick_radius = 8.0f;    ///< Distance from the mouse at which a point is picked, points.
constexpr float y_label_width = 4.4f;  ///< em.

PlotRange padded(const PlotRange& range, double fraction) {
    const double margin = fraction * range.size();
    return {range.low - margin, range.high + margin};
}

/// `range` zoomed by `factor` about `at`. `data_size`: size of the data range, which limits the zoom.
PlotRange zoomed(const PlotRange& range, double at, double factor, double data_size) {
    const double size = std::clamp(range.size() / factor, min_view_size_ratio * data_size, 4.0 * data_size);
    const double fraction = (at - range.low) / range.size();
    return {at - fraction * size, at + (1.0 - fraction) * size};
}

/// Unit in which the lengths of an axis are written.
struct LengthUnit {
    const char* name = "m";
    double per_meter = 1.0;
};
LengthUnit unit_for(double range) {
    if (range < 2e-4) return {"µm", 1e6};
    if (range < 0.2) return {"mm", 1e3};
    return {"m", 1.0};
}

}  // namespace

void draw_plot_mark(ImDrawList& list, ImVec2 at, PlotMark mark, ImU32 color, float r) {
    const auto point = [&](float x, float y) { return ImVec2(at.x + x * r, at.y + y * r); };
    switch (mark) {
        case PlotMark::Disc:
            list.AddCircleFilled(at, r, color, 20);
            break;
        case PlotMark::Ring:
            list.AddCircle(at, r, color, 20, 1.5f);
            break;
        case PlotMark::Diamond:
            list.AddQuadFilled(point(0, -1.2f), point(1.2f, 0), point(0, 1.2f), point(-1.2f, 0), color);
            break;
        case PlotMark::Triangle:
            list.AddTriangleFilled(point(0, -1.2f), point(1.1f, 0.9f), point(-1.1f, 0.9f), color);
            break;
        case PlotMark::Square:
            list.AddRectFilled(point(-0.9f, -0.9f), point(0.9f, 0.9f), color);
            break;
        case PlotMark::Bar:
            list.AddRectFilled(point(-0.3f, -1.6f), point(0.3f, 1.6f), color);
            break;
        case PlotMark::Target:
            list.AddCircle(at, 1.5f * r, color, 24, 2.0f);
            list.AddLine(point(-2.4f, 0), point(2.4f, 0), color, 1.5f);
            list.AddLine(point(0, -2.4f), point(0, 2.4f), color, 1.5f);
            break;
    }
}

Plot::Plot(const PlotSpec& spec, ImVec2 size, PlotView& view, const Palette& palette)
    : list_(*ImGui::GetWindowDrawList()), view_(view), palette_(palette) {
    const float em = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    track_height_ = spec.track_height;
    low_ = {std::floor(corner.x + y_label_width * em), std::floor(corner.y + 0.5f * em)};
    high_ = {std::floor(corner.x + size.x - 0.6f * em),
             std::floor(corner.y + size.y - 1.5f * em - track_height_)};
    high_ = {std::max(high_.x, low_.x + em), std::max(high_.y, low_.y + em)};
    ImGui::InvisibleButton(spec.name, size);
    name_widget(spec.name);
    hovered_ = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (view_.all) {
        view_.x = padded(spec.x, 0.02);
        view_.y = padded(spec.y, 0.06);
    }
    handle_mouse(spec);
    list_.AddRectFilled(low_, high_, to_imgui(palette.canvas));
    draw_axes(spec);
    list_.PushClipRect(low_, high_, true);
}

Plot::~Plot() {
    list_.PopClipRect();
    compat::add_rect(list_, low_, high_, to_imgui(palette_.border), 0.0f, 1.0f);
}

void Plot::handle_mouse(const PlotSpec& spec) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        view_.all = true;
        return;
    }
    if (ImGui::IsItemActive() && (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f)) {
        const double dx = view_.x.size() * static_cast<double>(io.MouseDelta.x / (high_.x - low_.x));
        const double dy = view_.y.size() * static_cast<double>(io.MouseDelta.y / (high_.y - low_.y));
        view_ = {{view_.x.low - dx, view_.x.high - dx}, {view_.y.low + dy, view_.y.high + dy}, false};
    }
    // The wheel zooms the plot and must not also scroll the panel.
    compat::capture_wheel();
    const auto at = cursor();
    if (!at || io.MouseWheel == 0.0f) return;
    const double factor = std::pow(zoom_per_notch, static_cast<double>(io.MouseWheel));
    view_.x = zoomed(view_.x, at->x, factor, spec.x.size());
    if (!io.KeyShift) view_.y = zoomed(view_.y, at->y, factor, spec.y.size());
    view_.all = false;
}

ImVec2 Plot::to_screen(Vec2d at) const {
    const double x = (at.x - view_.x.low) / view_.x.size();
    const double y = (at.y - view_.y.low) / view_.y.size();
    // Points far outside are clamped: ImGui's float vertices would lose precision.
    const auto interpolate = [](double fraction, float from, float to) {
        return from + static_cast<float>(std::clamp(fraction, -30.0, 30.0)) * (to - from);
    };
    return {interpolate(x, low_.x, high_.x), interpolate(y, high_.y, low_.y)};
}

std::optional<Vec2d> Plot::cursor() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!hovered_ || mouse.x < low_.x || mouse.x > high_.x || mouse.y < low_.y || mouse.y > high_.y)
        return std::nullopt;
    const double x = static_cast<double>((mouse.x - low_.x) / (high_.x - low_.x));
    const double y = static_cast<double>((high_.y - mouse.y) / (high_.y - low_.y));
    return Vec2d{view_.x.low + x * view_.x.size(), view_.y.low + y * view_.y.size()};
}

int Plot::nearest(std::span<const Vec2d> points) const {
    if (!cursor()) return -1;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    int nearest_index = -1;
    float min_squared = pick_radius * pick_radius;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ImVec2 at = to_screen(points[i]);
        const float squared = (at.x - mouse.x) * (at.x - mouse.x) + (at.y - mouse.y) * (at.y - mouse.y);
        // Of equally close points the last wins, because it is drawn on top.
        if (squared > min_squared) continue;
        min_squared = squared;
        nearest_index = static_cast<int>(i);
    }
    return nearest_index;
}

void Plot::draw_axes(const PlotSpec& spec) {
    draw_y_axis(spec.y_label);
    draw_x_axis(spec.x_label);
    const float zero = to_screen({0.0, 0.0}).y;
    if (zero >= low_.y && zero <= high_.y)
        list_.AddLine({low_.x, zero}, {high_.x, zero}, to_imgui(palette_.text_dim), 1.0f);
}

void Plot::draw_x_axis(const std::string& label) {
    const float em = ImGui::GetFontSize();
    const ImU32 text = to_imgui(palette_.text_dim);
    const float top = high_.y + track_height_ + 0.2f * em;
    const double width = static_cast<double>(high_.x - low_.x);
    const double step = grid_steps(width / view_.x.size(), 4.0 * static_cast<double>(em)).minor;
    for (double x = std::ceil(view_.x.low / step) * step; x <= view_.x.high; x += step) {
        const float at = std::floor(to_screen({x, 0.0}).x);
        list_.AddLine({at, low_.y}, {at, high_.y + track_height_}, to_imgui(palette_.grid_major));
        const std::string number = number_text(std::abs(x) < 1e-6 * step ? 0.0 : x);
        const float half_width = 0.5f * ImGui::CalcTextSize(number.c_str()).x;
        list_.AddText({std::max(at - half_width, low_.x), top}, text, number.c_str());
    }
    list_.AddText({low_.x - ImGui::CalcTextSize(label.c_str()).x - 0.4f * em, top}, text, label.c_str());
}

void Plot::draw_y_axis(const std::string& y_label) {
    const float em = ImGui::GetFontSize();
    const ImU32 text = to_imgui(palette_.text_dim);
    const LengthUnit unit = y_label.empty() ? unit_for(view_.y.size()) : LengthUnit{};
    const double height = static_cast<double>(high_.y - low_.y);
    const double step =
        grid_steps(height / (view_.y.size() * unit.per_meter), 1.6 * static_cast<double>(em)).minor /
        unit.per_meter;
    for (double y = std::ceil(view_.y.low / step) * step; y <= view_.y.high; y += step) {
        const float at = std::floor(to_screen({0.0, y}).y);
        list_.AddLine({low_.x, at}, {high_.x, at}, to_imgui(palette_.grid_major));
        if (at < low_.y + 1.2f * em) continue;  // the axis label is there
        const std::string number = number_text(std::abs(y) < 1e-6 * step ? 0.0 : y * unit.per_meter);
        const ImVec2 size = ImGui::CalcTextSize(number.c_str());
        list_.AddText({low_.x - size.x - 0.4f * em, std::min(at - 0.5f * size.y, high_.y - 0.7f * size.y)},
                      text, number.c_str());
    }
    const std::string label = y_label.empty() ? fmt::format("s, {}", unit.name) : y_label;
    list_.AddText({low_.x - ImGui::CalcTextSize(label.c_str()).x - 0.4f * em, low_.y - 0.3f * em}, text,
                  label.c_str());
}

void Plot::band(const PlotRange& y, Color color) {
    const float top = to_screen({0.0, y.high}).y;
    const float bottom = std::max(to_screen({0.0, y.low}).y, top + 1.0f);
    list_.AddRectFilled({low_.x, top}, {high_.x, bottom}, to_imgui(with_alpha(color, 0.3f)));
}

void Plot::curve(std::span<const Vec2d> points, Color color, float width, bool dashed) {
    const ImU32 packed_color = to_imgui(color);
    if (!dashed) {
        for (const Vec2d& point : points)
            list_.PathLineTo(to_screen(point));
        list_.PathStroke(packed_color, 0, width);
        return;
    }
    std::vector<ImVec2> on_screen;
    for (const Vec2d& point : points)
        on_screen.push_back(to_screen(point));
    dashed_line(list_, on_screen, packed_color, width);
}

void Plot::mark(Vec2d at, PlotMark mark, Color color, float radius) {
    draw_plot_mark(list_, to_screen(at), mark, to_imgui(color), radius);
}

void Plot::vertical(double x, Color color) {
    const float at = to_screen({x, 0.0}).x;
    list_.AddLine({at, low_.y}, {at, high_.y}, to_imgui(color));
}

void Plot::track_interval(const PlotRange& x, int row, int rows, Color color) {
    const float height = track_height_ / static_cast<float>(rows);
    const float top = high_.y + height * static_cast<float>(row);
    list_.PushClipRect({low_.x, high_.y}, {high_.x, high_.y + track_height_});
    const float left = to_screen({x.low, 0.0}).x;
    const float right = std::max(to_screen({x.high, 0.0}).x, left + 1.0f);
    list_.AddRectFilled({left, top + 0.2f * height}, {right, top + 0.8f * height}, to_imgui(color));
    list_.PopClipRect();
}

void Plot::track_dot(double x, Color color) {
    const float at = to_screen({x, 0.0}).x;
    if (at < low_.x - 1.0f || at > high_.x + 1.0f) return;
    list_.PushClipRect({low_.x - 4.0f, high_.y}, {high_.x + 4.0f, high_.y + track_height_});
    list_.AddCircleFilled({at, high_.y + 0.5f * track_height_}, 2.5f, to_imgui(color), 12);
    list_.PopClipRect();
}

}  // namespace toibox::app

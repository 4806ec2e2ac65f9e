// SPDX-License-Identifier: MIT
#include "app/panels/widgets/plot.h"

#include "app/panels/widgets/inset.h"
#include "app/panels/widgets/widgets.h"
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
        case PlotMark::Target:
            list.AddCircle(at, 1.5f * r, color, 24, 2.0f);
            list.AddLine(point(-2.4f, 0), point(2.4f, 0), color, 1.5f);
            list.AddLine(point(0, -2.4f), point(0, 2.4f), color, 1.5f);
            break;
    }
}

PlotArea::PlotArea(ImDrawList& list, ImVec2 low, ImVec2 high, const PlotRange& x, const PlotRange& y)
    : list_(list), low_(low), high_(high), x_(x), y_(y) {}

ImVec2 PlotArea::to_screen(Vec2d at) const {
    const double x = (at.x - x_.low) / x_.size();
    const double y = (at.y - y_.low) / y_.size();
    // Points far outside are clamped: ImGui's float vertices would lose precision.
    const auto interpolate = [](double fraction, float from, float to) {
        return from + static_cast<float>(std::clamp(fraction, -30.0, 30.0)) * (to - from);
    };
    return {interpolate(x, low_.x, high_.x), interpolate(y, high_.y, low_.y)};
}

Vec2d PlotArea::to_plot(ImVec2 at) const {
    const double x = static_cast<double>((at.x - low_.x) / (high_.x - low_.x));
    const double y = static_cast<double>((high_.y - at.y) / (high_.y - low_.y));
    return {x_.low + x * x_.size(), y_.low + y * y_.size()};
}

bool PlotArea::contains(ImVec2 at) const {
    return at.x >= low_.x && at.x <= high_.x && at.y >= low_.y && at.y <= high_.y;
}

int PlotArea::nearest(std::span<const Vec2d> points) const {
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

void PlotArea::band(const PlotRange& y, Color color) {
    const float top = to_screen({0.0, y.high}).y;
    const float bottom = std::max(to_screen({0.0, y.low}).y, top + 1.0f);
    list_.PushClipRect(low_, high_, true);
    list_.AddRectFilled({low_.x, top}, {high_.x, bottom}, to_imgui(with_alpha(color, 0.4f)));
    list_.PopClipRect();
}

void PlotArea::curve(std::span<const Vec2d> points, Color color, float width, bool dashed) {
    const ImU32 packed_color = to_imgui(color);
    std::vector<ImVec2> on_screen;
    for (const Vec2d& point : points)
        on_screen.push_back(to_screen(point));
    list_.PushClipRect(low_, high_, true);
    if (dashed) {
        dashed_line(list_, on_screen, packed_color, width);
    } else {
        compat::add_polyline(list_, on_screen.data(), static_cast<int>(on_screen.size()), packed_color, false,
                             width);
    }
    list_.PopClipRect();
}

void PlotArea::mark(Vec2d at, PlotMark mark, Color color, float radius) {
    const ImVec2 center = to_screen(at);
    if (contains(center)) draw_plot_mark(list_, center, mark, to_imgui(color), radius);
}

void PlotArea::vertical(double x, Color color) {
    const float at = to_screen({x, 0.0}).x;
    if (at >= low_.x && at <= high_.x) list_.AddLine({at, low_.y}, {at, high_.y}, to_imgui(color));
}

void PlotArea::horizontal(double y, Color color) {
    const float at = to_screen({0.0, y}).y;
    if (at >= low_.y && at <= high_.y) list_.AddLine({low_.x, at}, {high_.x, at}, to_imgui(color));
}

Plot::Plot(const PlotSpec& spec, ImVec2 size, PlotView& view, const Palette& palette)
    : PlotArea(*ImGui::GetWindowDrawList(), {}, {}, {}, {}),
      palette_(palette),
      track_height_(spec.track_height) {
    const float em = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float lines = spec.x_title.empty() ? 1.5f : 2.6f;
    low_ = {std::floor(corner.x + y_label_width * em), std::floor(corner.y + 0.5f * em)};
    high_ = {std::floor(corner.x + size.x - 0.6f * em),
             std::floor(corner.y + size.y - lines * em - track_height_)};
    high_ = {std::max(high_.x, low_.x + em), std::max(high_.y, low_.y + em)};
    ImGui::InvisibleButton(spec.name, size);
    name_widget(spec.name);
    hovered_ = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (view.all) {
        view.x = padded(spec.x, 0.02);
        view.y = padded(spec.y, 0.06);
    }
    x_ = view.x;
    y_ = view.y;
    handle_mouse(spec, view);
    list_.AddRectFilled(low_, high_, to_imgui(palette.canvas));
    draw_axes(spec);
}

Plot::~Plot() {
    compat::add_rect(list_, low_, high_, to_imgui(palette_.border), 0.0f, 1.0f);
}

void Plot::handle_mouse(const PlotSpec& spec, PlotView& view) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        view.all = true;
        return;
    }
    if (ImGui::IsItemActive() && (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f)) {
        const double dx = view.x.size() * static_cast<double>(io.MouseDelta.x / (high_.x - low_.x));
        const double dy = view.y.size() * static_cast<double>(io.MouseDelta.y / (high_.y - low_.y));
        view = {{view.x.low - dx, view.x.high - dx}, {view.y.low + dy, view.y.high + dy}, false};
    }
    // The wheel zooms the plot and must not also scroll the panel.
    compat::capture_wheel();
    if (const auto at = cursor(); at && io.MouseWheel != 0.0f) {
        const double factor = std::pow(zoom_per_notch, static_cast<double>(io.MouseWheel));
        view.x = zoomed(view.x, at->x, factor, spec.x.size());
        if (!io.KeyShift) view.y = zoomed(view.y, at->y, factor, spec.y.size());
        view.all = false;
    }
    x_ = view.x;
    y_ = view.y;
}

std::optional<Vec2d> Plot::cursor() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return hovered_ && contains(mouse) ? std::optional(to_plot(mouse)) : std::nullopt;
}

void Plot::draw_axes(const PlotSpec& spec) {
    draw_y_axis(spec.y_label);
    draw_x_axis(spec);
    horizontal(0.0, palette_.text_dim);
}

void Plot::draw_x_axis(const PlotSpec& spec) {
    const float em = ImGui::GetFontSize();
    const ImU32 text = to_imgui(palette_.text_dim);
    const float top = high_.y + track_height_ + 0.2f * em;
    const double width = static_cast<double>(high_.x - low_.x);
    const double step = grid_steps(width / x_.size(), 4.0 * static_cast<double>(em)).minor;
    for (double x = std::ceil(x_.low / step) * step; x <= x_.high; x += step) {
        const float at = std::floor(to_screen({x, 0.0}).x);
        list_.AddLine({at, low_.y}, {at, high_.y + track_height_}, to_imgui(palette_.grid_major));
        const std::string number = number_text(std::abs(x) < 1e-6 * step ? 0.0 : x);
        const float half_width = 0.5f * ImGui::CalcTextSize(number.c_str()).x;
        list_.AddText({std::max(at - half_width, low_.x), top}, text, number.c_str());
    }
    const auto text_left_of = [&](float right, float y, const std::string& label) {
        list_.AddText({right - ImGui::CalcTextSize(label.c_str()).x, y}, text, label.c_str());
    };
    text_left_of(low_.x - 0.4f * em, top, spec.x_label);
    text_left_of(high_.x, top + 1.1f * em, spec.x_title);
}

void Plot::draw_y_axis(const std::string& y_label) {
    const float em = ImGui::GetFontSize();
    const ImU32 text = to_imgui(palette_.text_dim);
    const LengthUnit unit = y_label.empty() ? unit_for(y_.size()) : LengthUnit{};
    const double height = static_cast<double>(high_.y - low_.y);
    const double step =
        grid_steps(height / (y_.size() * unit.per_meter), 1.6 * static_cast<double>(em)).minor /
        unit.per_meter;
    for (double y = std::ceil(y_.low / step) * step; y <= y_.high; y += step) {
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

}  // namespace toibox::app

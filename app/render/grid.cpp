// SPDX-License-Identifier: MIT
#include "app/render/grid.h"

#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace toibox::app {
namespace {

constexpr std::array steps_per_decade{1.0, 2.0, 5.0, 10.0};
constexpr double major_every = 5.0;

/// Aligns the centre line of a line 1 point wide to pixels: to the centre of a pixel if the line is an odd
/// number of pixels wide, else to a border between pixels.
float snapped(float points, const View& view) {
    const float pixels = points * view.pixel_ratio;
    const bool odd = std::lround(view.pixel_ratio) % 2 != 0;
    const float aligned = odd ? std::floor(pixels) + 0.5f : std::round(pixels);
    return aligned / view.pixel_ratio;
}

enum class Axis { X, Y };

void draw_line(DrawBatch& batch, Axis axis, double at, Color color) {
    const View& view = batch.view();
    const Viewport& port = view.viewport;
    const Vec2 points = view.to_points(axis == Axis::X ? Vec2d{at, 0.0} : Vec2d{0.0, at});
    Vec2 a;
    Vec2 b;
    if (axis == Axis::X) {
        const float x = snapped(points.x, view);
        a = {x, port.y};
        b = {x, port.y + port.height};
    } else {
        const float y = snapped(points.y, view);
        a = {port.x, y};
        b = {port.x + port.width, y};
    }
    batch.line(narrow(view.to_world(a)), narrow(view.to_world(b)), color, 1.0f);
}

void draw_lines(DrawBatch& batch, Axis axis, const GridSteps& steps, const Palette& palette) {
    const Aabb visible = batch.view().visible();
    const double from =
        axis == Axis::X ? static_cast<double>(visible.lower.x) : static_cast<double>(visible.lower.y);
    const double to =
        axis == Axis::X ? static_cast<double>(visible.upper.x) : static_cast<double>(visible.upper.y);
    const double first = std::ceil(from / steps.minor);
    const double last = std::floor(to / steps.minor);
    // Far from the origin, the spacing is below float precision, so no lines are drawn.
    if (!(last - first < 10000.0) || std::abs(first) > 1e9) return;
    for (int pass = 0; pass < 2; ++pass) {
        for (double k = first; k <= last; k += 1.0) {
            const bool major = std::fmod(k, major_every) == 0.0;
            if (k == 0.0 || major != (pass == 1)) continue;
            draw_line(batch, axis, k * steps.minor, major ? palette.grid_major : palette.grid_minor);
        }
    }
}

}  // namespace

GridSteps grid_steps(double points_per_meter, double min_points) {
    const double min_spacing = min_points / points_per_meter;
    const double decade = std::pow(10.0, std::floor(std::log10(min_spacing)));
    for (const double step : steps_per_decade) {
        if (step * decade >= min_spacing) return {step * decade, major_every * step * decade};
    }
    return {10.0 * decade, 50.0 * decade};
}

double scale_bar_length(double points_per_meter, double max_points) {
    const double max_length = max_points / points_per_meter;
    const double decade = std::pow(10.0, std::floor(std::log10(max_length)));
    double length = decade;
    for (const double step : steps_per_decade) {
        if (step * decade <= max_length) length = step * decade;
    }
    return length;
}

std::string length_text(double meters) {
    struct Unit {
        double min_length;
        double size;
        const char* name;
    };
    // 0.2 m is easier to read than 200 mm, but 100 mm is easier than 0.1 m.
    constexpr std::array<Unit, 4> units{
        {{1e3, 1e3, "km"}, {0.15, 1.0, "m"}, {1e-3, 1e-3, "mm"}, {0.0, 1e-6, "µm"}}};
    // Rounded up a little, so that 0.9999999 mm is written in mm and not in µm.
    const double rounded_up = std::abs(meters) * 1.000001;
    const auto unit = std::find_if(units.begin(), units.end() - 1,
                                   [&](const Unit& candidate) { return rounded_up >= candidate.min_length; });
    char text[48];
    std::snprintf(text, sizeof text, "%.4g %s", meters / unit->size, unit->name);
    return text;
}

void draw_grid(DrawBatch& batch, const Palette& palette) {
    const GridSteps steps = grid_steps(batch.view().camera.scale);
    draw_lines(batch, Axis::X, steps, palette);
    draw_lines(batch, Axis::Y, steps, palette);
    draw_line(batch, Axis::X, 0.0, palette.grid_axis);
    draw_line(batch, Axis::Y, 0.0, palette.grid_axis);
    batch.ring({}, 4.0f, palette.grid_axis, 1.5f);
}

void draw_scale_bar(ImDrawList& list, const View& view, const Palette& palette, Vec2 corner) {
    const double meters = scale_bar_length(view.camera.scale);
    const float length = std::round(static_cast<float>(meters * view.camera.scale));
    const ImU32 color = to_imgui(palette.text_dim);
    const float x = std::floor(corner.x);
    const float y = std::floor(corner.y);
    const float tick = 4.0f;
    list.AddRectFilled({x, y}, {x + length, y + 2.0f}, color);
    list.AddRectFilled({x, y - tick}, {x + 1.0f, y + 2.0f}, color);
    list.AddRectFilled({x + length - 1.0f, y - tick}, {x + length, y + 2.0f}, color);
    const std::string text = length_text(meters);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float text_x = std::floor(x + 0.5f * (length - size.x));
    list.AddText({text_x, std::floor(y - size.y - 2.0f)}, color, text.c_str());
}

}  // namespace toibox::app

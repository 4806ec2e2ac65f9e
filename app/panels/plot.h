// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "app/platform/imgui_compat.h"
#include "app/platform/palette.h"

#include <optional>
#include <span>
#include <string>

namespace toibox::app {

struct PlotRange {
    double low = 0.0;
    double high = 1.0;

    [[nodiscard]] double size() const { return high - low; }
};

/// What of a plot is looked at: kept by whoever owns the plot from frame to frame.
struct PlotView {
    PlotRange x;
    PlotRange y;
    bool all = true;  ///< Everything: follows the data.
};

/// How a point of a plot looks; told apart without colour.
enum class PlotMark : std::uint8_t { Disc, Ring, Diamond, Triangle, Square, Bar, Target };

/// What a plot shows; the labels carry the units.
struct PlotSpec {
    const char* name = "";  ///< For scripts.
    std::string x_label;
    std::string y_label = {};  ///< Empty: lengths s, whose ticks are in m, mm or µm as the range asks.
    PlotRange x;               ///< Everything there is.
    PlotRange y;
    float track_height = 0.0f;  ///< Of the lane below the x axis, points; 0: none.
};

/// A plot of curves and points with axes, 1-2-5 ticks, a zero line and a lane of stretches beneath, drawn
/// into the current window. The wheel zooms at the cursor (Shift: along x only), a drag pans, a double click
/// shows everything. Lives for one frame.
class Plot {
public:
    Plot(const PlotSpec& spec, ImVec2 size, PlotView& view, const Palette& palette);
    ~Plot();
    Plot(const Plot&) = delete;
    Plot& operator=(const Plot&) = delete;

    // Within the axes; what sticks out is cut off.
    void band(const PlotRange& y, Color color);
    void curve(std::span<const Vec2d> points, Color color, float width, bool dashed = false);
    void mark(Vec2d at, PlotMark mark, Color color, float radius = 4.0f);
    void vertical(double x, Color color);
    /// In the lane: row `row` of `rows`, from the top.
    void track_interval(const PlotRange& x, int row, int rows, Color color);
    void track_dot(double x, Color color);

    [[nodiscard]] ImVec2 place(Vec2d at) const;  ///< On the screen.
    /// Where the mouse is, if it is within the axes.
    [[nodiscard]] std::optional<Vec2d> cursor() const;
    /// The point nearest to the mouse, if it is within some points; −1: none.
    [[nodiscard]] int nearest(std::span<const Vec2d> points) const;

private:
    void take_mouse(const PlotSpec& spec);
    void draw_axes(const PlotSpec& spec);
    void draw_x_axis(const std::string& label);
    void draw_y_axis(const std::string& label);

    ImDrawList& list_;
    PlotView& view_;
    const Palette& palette_;
    ImVec2 low_;   ///< Upper left corner of the axes …
    ImVec2 high_;  ///< … and the lower right one.
    float track_height_ = 0.0f;
    bool hovered_ = false;
};

/// Draws a mark at a place of the screen: for a plot's key.
void draw_plot_mark(ImDrawList& list, ImVec2 at, PlotMark mark, ImU32 color, float radius);

}  // namespace toibox::app

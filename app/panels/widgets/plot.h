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

/// The visible part of a plot. Plots live for one frame; the caller keeps their view.
struct PlotView {
    PlotRange x;
    PlotRange y;
    bool all = true;  ///< Show all data, until the user zooms or pans.
};

/// Shape of a marker. Kinds of markers differ in shape, not only in colour.
enum class PlotMark : std::uint8_t { Disc, Ring, Diamond, Triangle, Square, Bar, Target };

/// Labels (with units) and data ranges of a plot.
struct PlotSpec {
    const char* name = "";  ///< ImGui id and name for UI scripts.
    std::string x_label;
    std::string y_label = {};  ///< If empty, y is a length s with ticks in m, mm or µm.
    PlotRange x;               ///< Range of all data.
    PlotRange y;
    float track_height = 0.0f;  ///< Height of the track of intervals below the plot, points; 0: no track.
};

/// A plot of curves and markers with axes, 1-2-5 ticks, a zero line and a track of intervals below the plot,
/// drawn into the current window. The wheel zooms at the cursor (Shift: along x only), a drag pans, a double
/// click shows all data. Lives for one frame.
class Plot {
public:
    Plot(const PlotSpec& spec, ImVec2 size, PlotView& view, const Palette& palette);
    ~Plot();
    Plot(const Plot&) = delete;
    Plot& operator=(const Plot&) = delete;

    // Drawn within the axes and clipped to them, except for the intervals and dots of the track.
    void band(const PlotRange& y, Color color);
    void curve(std::span<const Vec2d> points, Color color, float width, bool dashed = false);
    void mark(Vec2d at, PlotMark mark, Color color, float radius = 4.0f);
    void vertical(double x, Color color);
    /// An interval on the track, in row `row` of `rows` from the top.
    void track_interval(const PlotRange& x, int row, int rows, Color color);
    void track_dot(double x, Color color);

    [[nodiscard]] ImVec2 to_screen(Vec2d at) const;
    /// The mouse position in plot coordinates, if the mouse is within the axes.
    [[nodiscard]] std::optional<Vec2d> cursor() const;
    /// Index of the point nearest to the mouse; −1 if the mouse is near none.
    [[nodiscard]] int nearest(std::span<const Vec2d> points) const;

private:
    void handle_mouse(const PlotSpec& spec);
    void draw_axes(const PlotSpec& spec);
    void draw_x_axis(const std::string& label);
    void draw_y_axis(const std::string& label);

    ImDrawList& list_;
    PlotView& view_;
    const Palette& palette_;
    ImVec2 low_;   ///< Upper left corner of the axes.
    ImVec2 high_;  ///< Lower right corner of the axes.
    float track_height_ = 0.0f;
    bool hovered_ = false;
};

/// Draws a marker of a plot at a screen position, for use in a legend.
void draw_plot_mark(ImDrawList& list, ImVec2 at, PlotMark mark, ImU32 color, float radius);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "app/platform/imgui_compat.h"
#include "app/platform/palette.h"
#include "app/platform/scripting/widget_rects.h"

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
enum class PlotMark : std::uint8_t { Disc, Ring, Diamond, Triangle, Square, Target };

/// A rectangle of the screen that shows a range of x and y. Draws curves and markers, clipped to the
/// rectangle. A Plot has axes as well; a picture within a plot has only this.
class PlotArea {
public:
    /// `low`: upper left corner, `high`: lower right corner, points.
    PlotArea(ImDrawList& list, ImVec2 low, ImVec2 high, const PlotRange& x, const PlotRange& y);

    void band(const PlotRange& y, Color color);
    void curve(std::span<const Vec2d> points, Color color, float width, bool dashed = false);
    void mark(Vec2d at, PlotMark mark, Color color, float radius = 4.0f);
    void vertical(double x, Color color);
    void horizontal(double y, Color color);

    [[nodiscard]] ImVec2 to_screen(Vec2d at) const;
    [[nodiscard]] Vec2d to_plot(ImVec2 at) const;
    [[nodiscard]] bool contains(ImVec2 at) const;
    /// Index of the point nearest to the mouse; −1 if the mouse is near none.
    [[nodiscard]] int nearest(std::span<const Vec2d> points) const;
    [[nodiscard]] UiRect rect() const { return {low_.x, low_.y, high_.x - low_.x, high_.y - low_.y}; }
    [[nodiscard]] const PlotRange& x_range() const { return x_; }
    [[nodiscard]] const PlotRange& y_range() const { return y_; }

protected:
    ImDrawList& list_;
    ImVec2 low_;   ///< Upper left corner.
    ImVec2 high_;  ///< Lower right corner.
    PlotRange x_;
    PlotRange y_;
};

/// Labels (with units) and data ranges of a plot.
struct PlotSpec {
    const char* name = "";     ///< ImGui id and name for UI scripts.
    std::string x_label;       ///< To the left of the numbers.
    std::string x_title = {};  ///< Below the numbers; empty: no line for it.
    std::string y_label = {};  ///< If empty, y is a length s with ticks in m, mm or µm.
    PlotRange x;               ///< Range of all data.
    PlotRange y;
    float track_height = 0.0f;  ///< Height of the track below the plot, points; 0: no track.
};

/// A plot of curves and markers with axes, 1-2-5 ticks, a zero line and room for a track below the plot with
/// the same x axis, drawn into the current window. The wheel zooms at the cursor (Shift: along x only), a
/// drag pans, a double click shows all data. Lives for one frame.
class Plot : public PlotArea {
public:
    Plot(const PlotSpec& spec, ImVec2 size, PlotView& view, const Palette& palette);
    ~Plot();
    Plot(const Plot&) = delete;
    Plot& operator=(const Plot&) = delete;

    /// The mouse position in plot coordinates, if the mouse is within the axes.
    [[nodiscard]] std::optional<Vec2d> cursor() const;
    /// The track, below the plot; the caller draws it.
    [[nodiscard]] UiRect track() const { return {low_.x, high_.y, high_.x - low_.x, track_height_}; }

private:
    void handle_mouse(const PlotSpec& spec, PlotView& view);
    void draw_axes(const PlotSpec& spec);
    void draw_x_axis(const PlotSpec& spec);
    void draw_y_axis(const std::string& label);

    const Palette& palette_;
    float track_height_ = 0.0f;
    bool hovered_ = false;
};

/// Draws a marker of a plot at a screen position, for use in a legend.
void draw_plot_mark(ImDrawList& list, ImVec2 at, PlotMark mark, ImU32 color, float radius);

}  // namespace toibox::app

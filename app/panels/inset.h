// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/transform.h"

#include "app/platform/imgui_compat.h"
#include "app/platform/palette.h"
#include "app/render/labels.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// Of a picture in a panel, by the wheel.
inline constexpr double zoom_per_notch = 1.25;

/// What of a plane an inset shows: kept by whoever owns it from frame to frame.
struct InsetView {
    Vec2d center{};
    double scale = 1.0;  ///< Points a metre.
    bool fit = true;     ///< Everything: follows what is shown.
};

/// How an area or a line of an inset looks.
struct InsetStyle {
    Color color;
    float width = 1.5f;
    float fill = 0.0f;  ///< Of the area, 0 … 1.
    bool dashed = false;
};

/// A picture of a plane with a grid, drawn into the current window: both axes have one scale. The wheel zooms
/// at the cursor, a drag of an empty place pans, a double click shows everything. Lives for one frame.
class Inset {
public:
    struct Spec {
        const char* name = "";  ///< For scripts.
        std::string title;      ///< In the upper left corner.
        bool warns = false;     ///< The title is not to be overlooked.
        Vec2d low{};            ///< Everything there is.
        Vec2d high{};
        bool steady = false;     ///< Leave the view as it is while something in it is dragged.
        bool zoom_wheel = true;  ///< False: the wheel is somebody else's this frame.
    };
    Inset(const Spec& spec, ImVec2 size, InsetView& view, const Palette& palette);
    ~Inset();
    Inset(const Inset&) = delete;
    Inset& operator=(const Inset&) = delete;

    // Points are of the plane, metres; sizes are points of the screen.
    void line(Vec2d from, Vec2d to, const InsetStyle& style);
    void arrow(Vec2d from, Vec2d to, const InsetStyle& style);
    /// All that is within `radius` of a convex set of points, counter-clockwise.
    void area(std::span<const Vec2d> points, double radius, const InsetStyle& style);
    void dot(Vec2d at, float radius, Color color);
    void ring(Vec2d at, float radius, Color color, float width = 1.5f);
    void cross(Vec2d at, float radius, Color color);
    /// The axes' lines through the origin.
    void origin(Color color);
    /// Finds a place near the point; those asked for first go first.
    void label(Vec2d at, std::string text, Color color, int priority = 0);

    [[nodiscard]] ImVec2 place(Vec2d at) const;  ///< On the screen.
    /// Where the mouse is, if it is over the picture or dragging from it.
    [[nodiscard]] std::optional<Vec2d> cursor() const;
    [[nodiscard]] double meters(float points) const { return static_cast<double>(points) / view_.scale; }
    /// The left button went down in it, and is held.
    [[nodiscard]] bool pressed() const { return pressed_; }
    [[nodiscard]] bool held() const { return held_; }
    /// The mouse's motion of this frame, metres.
    [[nodiscard]] Vec2d motion() const;
    void pan();  ///< Along with the mouse's motion.
    [[nodiscard]] bool hovered() const { return hovered_; }

private:
    void fit(const Spec& spec);
    void zoom();
    void draw_grid();
    [[nodiscard]] std::vector<ImVec2> outline(std::span<const Vec2d> points, double radius) const;

    ImDrawList& list_;
    InsetView& view_;
    const Palette& palette_;
    LabelLayer labels_;
    ImVec2 low_;
    ImVec2 high_;
    bool hovered_ = false;
    bool pressed_ = false;
    bool held_ = false;
};

/// A broken line along points of the screen.
void dashed_line(ImDrawList& list, std::span<const ImVec2> points, ImU32 packed_color, float width);

}  // namespace toibox::app

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

/// Zoom factor of pictures and plots per notch of the mouse wheel.
inline constexpr double zoom_per_notch = 1.25;

/// The visible part of the plane. Insets live for one frame; the caller keeps their view.
struct InsetView {
    Vec2d center{};
    double scale = 1.0;  ///< Points per metre.
    bool fit = true;     ///< Fit the content in every frame, until the user zooms, pans or drags.
};

/// How an area or a line of an inset looks.
struct InsetStyle {
    Color color;
    float width = 1.5f;
    float fill = 0.0f;  ///< Opacity of the area, 0 … 1.
    bool dashed = false;
};

/// A picture of a plane with a grid, drawn into the current window. Both axes have the same scale. The wheel
/// zooms at the cursor, and a double click fits the content. Lives for one frame.
class Inset {
public:
    struct Spec {
        const char* name = "";    ///< ImGui id and name for UI scripts.
        std::string title;        ///< In the upper left corner.
        bool is_warning = false;  ///< Draw the title in the warning colour.
        Vec2d low{};              ///< Bounds of the content, metres.
        Vec2d high{};
        bool keep_view = false;  ///< Do not fit, because something in the picture is being dragged.
        bool wheel_zooms = true;
    };
    Inset(const Spec& spec, ImVec2 size, InsetView& view, const Palette& palette);
    ~Inset();
    Inset(const Inset&) = delete;
    Inset& operator=(const Inset&) = delete;

    // Positions are in the plane, metres; sizes without another unit are in points of the screen.
    void line(Vec2d from, Vec2d to, const InsetStyle& style);
    void arrow(Vec2d from, Vec2d to, const InsetStyle& style);
    /// A convex polygon (counter-clockwise), segment or point, inflated by `radius` metres.
    void area(std::span<const Vec2d> points, double radius, const InsetStyle& style);
    void dot(Vec2d at, float radius, Color color);
    void ring(Vec2d at, float radius, Color color, float width = 1.5f);
    void cross(Vec2d at, float radius, Color color);
    /// The coordinate axes and a marker at the origin.
    void origin(Color color);
    /// Adds a label. It is placed at a free position near `at` when the inset is destroyed; labels of higher
    /// priority come first.
    void label(Vec2d at, std::string text, Color color, int priority = 0);

    [[nodiscard]] ImVec2 to_screen(Vec2d at) const;
    /// The mouse position in the plane, if the mouse is over the picture or dragging from it.
    [[nodiscard]] std::optional<Vec2d> cursor() const;
    /// The length of `points` on the screen, metres.
    [[nodiscard]] double meters(float points) const { return static_cast<double>(points) / view_.scale; }
    /// Whether the left mouse button went down over the picture in this frame.
    [[nodiscard]] bool pressed() const { return pressed_; }
    /// Whether the left mouse button went down over the picture and is still held.
    [[nodiscard]] bool held() const { return held_; }
    /// Mouse motion in this frame, metres.
    [[nodiscard]] Vec2d motion() const;
    void pan();  ///< Moves the view with the mouse.
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

/// A dashed polyline in screen coordinates.
void dashed_line(ImDrawList& list, std::span<const ImVec2> points, ImU32 packed_color, float width);

}  // namespace toibox::app

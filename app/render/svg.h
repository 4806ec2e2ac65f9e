// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/color.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/render/draw_batch.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// An SVG picture that looks like the output of the Renderer, without OpenGL. Lengths are in points, y down,
/// with two decimals. Shapes outside the picture are omitted. The same calls give the same bytes.
class SvgPicture {
public:
    /// `title`: text for the <title> element, for accessibility.
    SvgPicture(int width, int height, Color background, std::string_view title);

    /// Adds all shapes of a batch, in the order in which the Renderer draws them.
    void add(const DrawBatch& batch);
    void rectangle(const UiRect& rect, Color fill, float rounding = 0.0f);
    void line(Vec2 from, Vec2 to, Color color, float width);
    void polygon(const std::vector<Vec2>& corners, Color fill);
    /// `corner`: upper left corner of the line of text.
    void text(Vec2 corner, std::string_view words, Color color);
    /// Approximate size of a text, points; fonts differ between viewers.
    [[nodiscard]] static Vec2 size_of(const std::string& words);

    /// Closes the image and returns the complete file.
    [[nodiscard]] std::string finish();

private:
    void draw(const std::string& element, const PackedStyle& style, const View& view);
    void add_box(const RoundedBoxInstance& box, const View& view);
    void add_polygon(const PolygonInstance& polygon, const View& view);
    void add_region(std::span<const Aabb> rows, Color fill, const View& view);
    void add_rim(std::span<const Vec2> rim, const PackedStyle& style, const View& view);
    [[nodiscard]] bool is_visible(Vec2 lower, Vec2 upper, const PackedStyle& style) const;
    /// The id of a pattern; defines the pattern on first use.
    std::string pattern(const PackedStyle& style, const View& view);
    void open_group(const std::string& attributes);

    int width_;
    int height_;
    std::string head_;
    std::string patterns_;
    std::vector<std::string> pattern_keys_;
    std::string body_;
    std::string group_;  ///< Attributes of the open group; empty: no group is open.
};

}  // namespace toibox::app

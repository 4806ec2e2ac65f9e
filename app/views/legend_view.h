// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "app/platform/palette.h"
#include "app/render/world_painter.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// How the mark of a legend entry looks.
enum class LegendSymbol : std::uint8_t {
    Arrow,
    Area,  ///< A filled square with an outline.
    HatchedArea,
    DashedArea,
    Dot,
    Ring,
    Line,
    Plus,
    Arc,
    Ghosts,  ///< Three squares, each fainter.
    Trail,   ///< A line with dots.
    Pair,    ///< Two squares of different colours.
    Sample,  ///< The text `sample` itself.
};

struct LegendEntry {
    LegendSymbol symbol = LegendSymbol::Area;
    Color color;
    Color second_color{};  ///< Pair only.
    float length = 22.0f;  ///< Of the symbol, points.
    std::string sample{};  ///< Sample only.
    std::string text;      ///< What the mark means.
};

/// What the legend draws on: an ImGui draw list or an SVG picture. Units: points, y down.
class LegendCanvas {
public:
    virtual ~LegendCanvas() = default;
    virtual void line(Vec2 from, Vec2 to, Color color, float width) = 0;
    virtual void polygon(const std::vector<Vec2>& corners, Color fill) = 0;
    /// `corner`: upper left corner of the line of text.
    virtual void text(Vec2 corner, const std::string& words, Color color) = 0;
    [[nodiscard]] virtual float text_width(const std::string& words) const = 0;
};

/// Arrow scales for the arrows that were drawn.
std::vector<LegendEntry> arrow_entries(const WorldPainter& painter);

/// Size of the entries, one per line. Units: points.
Vec2 legend_size(const LegendCanvas& canvas, std::span<const LegendEntry> entries, float line_height);
/// Draws the entries from `corner` (lower left) upwards.
void draw_legend(LegendCanvas& canvas, std::span<const LegendEntry> entries, Vec2 corner, float line_height,
                 const Palette& palette);

}  // namespace toibox::app

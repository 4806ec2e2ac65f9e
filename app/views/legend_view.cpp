// SPDX-License-Identifier: MIT
#include "app/views/legend_view.h"

#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {
namespace {

constexpr float half_symbol = 5.0f;  ///< Half the height of symbols, points.
constexpr float symbol_fill = 0.25f;
constexpr float whole_circle = 6.2831853f;

std::vector<Vec2> square(Vec2 center) {
    return {center + Vec2{-half_symbol, -half_symbol}, center + Vec2{half_symbol, -half_symbol},
            center + Vec2{half_symbol, half_symbol}, center + Vec2{-half_symbol, half_symbol}};
}

/// Points of an arc from the top, clockwise.
std::vector<Vec2> arc(Vec2 center, float radius, float angle) {
    constexpr int pieces = 16;
    std::vector<Vec2> points;
    for (int i = 0; i <= pieces; ++i) {
        const float turned = angle * static_cast<float>(i) / static_cast<float>(pieces);
        points.push_back(center + radius * Vec2{std::sin(turned), -std::cos(turned)});
    }
    return points;
}

void polyline(LegendCanvas& canvas, const std::vector<Vec2>& points, Color color, float width) {
    for (std::size_t i = 1; i < points.size(); ++i)
        canvas.line(points[i - 1], points[i], color, width);
}

void outline(LegendCanvas& canvas, std::vector<Vec2> corners, Color color, bool dashed = false) {
    corners.push_back(corners.front());
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const Vec2 along = corners[i] - corners[i - 1];
        if (!dashed) {
            canvas.line(corners[i - 1], corners[i], color, 1.5f);
            continue;
        }
        for (const float from : {0.0f, 0.6f})
            canvas.line(corners[i - 1] + from * along, corners[i - 1] + (from + 0.35f) * along, color, 1.5f);
    }
}

void area(LegendCanvas& canvas, Vec2 center, Color color, float strength = 1.0f) {
    canvas.polygon(square(center), with_alpha(color, symbol_fill * strength));
    outline(canvas, square(center), with_alpha(color, strength));
}

void arrow(LegendCanvas& canvas, Vec2 left, float length, Color color) {
    const Vec2 tip = left + Vec2{length, 0.0f};
    canvas.line(left, tip - Vec2{6.0f, 0.0f}, color, 2.0f);
    canvas.polygon({tip, tip + Vec2{-8.0f, 3.5f}, tip + Vec2{-8.0f, -3.5f}}, color);
}

/// `left`: the left end of the symbol, at half its height.
void draw_symbol(LegendCanvas& canvas, const LegendEntry& entry, Vec2 left) {
    const Vec2 center = left + Vec2{0.5f * entry.length, 0.0f};
    const Vec2 right = left + Vec2{entry.length, 0.0f};
    const Color color = entry.color;
    switch (entry.symbol) {
        case LegendSymbol::Arrow:
            return arrow(canvas, left, entry.length, color);
        case LegendSymbol::Area:
            return area(canvas, center, color);
        case LegendSymbol::HatchedArea:
            area(canvas, center, color);
            canvas.line(center + Vec2{-half_symbol, 0.0f}, center + Vec2{0.0f, -half_symbol}, color, 1.0f);
            canvas.line(center + Vec2{0.0f, half_symbol}, center + Vec2{half_symbol, 0.0f}, color, 1.0f);
            return;
        case LegendSymbol::DashedArea:
            canvas.polygon(square(center), with_alpha(color, 0.13f));
            return outline(canvas, square(center), with_alpha(color, 0.8f), true);
        case LegendSymbol::Dot:
            return canvas.polygon(arc(center, 3.0f, whole_circle), color);
        case LegendSymbol::Ring:
            return polyline(canvas, arc(center, 3.5f, whole_circle), color, 1.5f);
        case LegendSymbol::Line:
            return canvas.line(left, right, color, 1.5f);
        case LegendSymbol::Plus:
            canvas.line(center - Vec2{half_symbol, 0.0f}, center + Vec2{half_symbol, 0.0f}, color, 1.0f);
            return canvas.line(center - Vec2{0.0f, half_symbol}, center + Vec2{0.0f, half_symbol}, color,
                               1.0f);
        case LegendSymbol::Arc:
            polyline(canvas, arc(center, half_symbol, whole_circle), with_alpha(color, 0.25f), 2.0f);
            return polyline(canvas, arc(center, half_symbol, 0.7f * whole_circle), color, 2.0f);
        case LegendSymbol::Ghosts:
            for (const float back : {2.0f, 1.0f, 0.0f})
                area(canvas, center - Vec2{4.0f * back - 4.0f, 0.0f}, color, std::pow(0.6f, back));
            return;
        case LegendSymbol::Trail:
            canvas.line(left, right, with_alpha(color, 0.6f), 1.0f);
            for (const Vec2 at : {left, center, right})
                canvas.polygon(arc(at, 2.0f, whole_circle), color);
            return;
        case LegendSymbol::Pair:
            area(canvas, center - Vec2{half_symbol + 1.0f, 0.0f}, color);
            return area(canvas, center + Vec2{half_symbol + 1.0f, 0.0f}, entry.second_color);
        case LegendSymbol::Sample:
            return;
    }
}

/// Width of the column of symbols.
float symbol_width(const LegendCanvas& canvas, std::span<const LegendEntry> entries) {
    float width = 0.0f;
    for (const LegendEntry& entry : entries) {
        const bool is_sample = entry.symbol == LegendSymbol::Sample;
        width = std::max(width, is_sample ? canvas.text_width(entry.sample) : entry.length);
    }
    return width;
}

}  // namespace

std::vector<LegendEntry> arrow_entries(const WorldPainter& painter) {
    std::vector<LegendEntry> entries;
    for (const WorldPainter::ArrowLegendEntry& arrow : painter.arrow_legend())
        entries.push_back({.symbol = LegendSymbol::Arrow,
                           .color = arrow.color,
                           .length = arrow.length,
                           .text = arrow.text});
    return entries;
}

Vec2 legend_size(const LegendCanvas& canvas, std::span<const LegendEntry> entries, float line_height) {
    float text = 0.0f;
    for (const LegendEntry& entry : entries)
        text = std::max(text, canvas.text_width(entry.text));
    if (entries.empty()) return {};
    return {symbol_width(canvas, entries) + spacing::unit + text,
            line_height * static_cast<float>(entries.size())};
}

void draw_legend(LegendCanvas& canvas, std::span<const LegendEntry> entries, Vec2 corner, float line_height,
                 const Palette& palette) {
    const float text_left = corner.x + symbol_width(canvas, entries) + spacing::unit;
    float y = corner.y;
    for (const LegendEntry& entry : entries) {
        draw_symbol(canvas, entry, {corner.x, std::floor(y - 0.5f * line_height) + 0.5f});
        const float text_top = y - line_height + 0.5f * spacing::half;
        if (entry.symbol == LegendSymbol::Sample)
            canvas.text({corner.x, text_top}, entry.sample, entry.color);
        canvas.text({text_left, text_top}, entry.text, palette.text_dim);
        y -= line_height;
    }
}

}  // namespace toibox::app

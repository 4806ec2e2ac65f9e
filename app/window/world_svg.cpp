// SPDX-License-Identifier: MIT
#include "app/platform/theme.h"
#include "app/render/grid.h"
#include "app/render/svg.h"
#include "app/window/world_view.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {

namespace {

constexpr float line_height = 21.0f;  ///< Line height of the arrow legend, points.

/// Adds a bar labelled with its length. The left end of the bar is at `corner`.
void add_scale_bar(SvgPicture& picture, const View& view, const Palette& palette, Vec2 corner) {
    const double meters = scale_bar_length(view.camera.scale);
    const float length = std::round(static_cast<float>(meters * view.camera.scale));
    constexpr float tick = 4.0f;
    picture.rectangle({corner.x, corner.y, length, 2.0f}, palette.text_dim);
    for (const float x : {corner.x, corner.x + length - 1.0f})
        picture.rectangle({x, corner.y - tick, 1.0f, tick}, palette.text_dim);
    const std::string text = length_text(meters);
    const Vec2 size = SvgPicture::size_of(text);
    picture.text({corner.x + 0.5f * (length - size.x), corner.y - size.y - 2.0f}, text, palette.text_dim);
}

/// Adds the lines of the legend from `corner` upwards.
void add_arrow_legend(SvgPicture& picture, const std::vector<WorldPainter::ArrowLegendEntry>& legend,
                      const Palette& palette, Vec2 corner) {
    float y = corner.y;
    for (const WorldPainter::ArrowLegendEntry& entry : legend) {
        const float center_y = y - 0.5f * line_height;
        const float tip = corner.x + entry.length;
        picture.line({corner.x, center_y}, {tip - 6.0f, center_y}, entry.color, entry.width);
        picture.polygon({{tip, center_y}, {tip - 8.0f, center_y + 3.5f}, {tip - 8.0f, center_y - 3.5f}},
                        entry.color);
        picture.text({tip + spacing::unit, y - line_height + 2.0f}, entry.text, palette.text_dim);
        y -= line_height;
    }
}

}  // namespace

std::string WorldView::svg(const Palette& palette, const View& view, const std::string& title) {
    SvgPicture picture(static_cast<int>(view.viewport.width), static_cast<int>(view.viewport.height),
                       palette.canvas, title);
    for (const DrawBatch* batch : {&grid_, &cells_, &motion_, &shapes_, &overlay_})
        picture.add(*batch);

    const Vec2 corner{projection_margins_.left + spacing::wide,
                      view.viewport.height - projection_margins_.lower - spacing::wide};
    const auto legend = painter_ ? painter_->arrow_legend() : std::vector<WorldPainter::ArrowLegendEntry>();
    float width = static_cast<float>(scale_bar_length(view.camera.scale) * view.camera.scale);
    for (const WorldPainter::ArrowLegendEntry& entry : legend)
        width = std::max(width, entry.length + spacing::unit + SvgPicture::size_of(entry.text).x);
    const float height = 28.0f + line_height * static_cast<float>(legend.size());
    const UiRect background{corner.x - spacing::unit, corner.y - height, width + 2.0f * spacing::unit,
                            height + spacing::unit};
    const Color background_color = with_alpha(palette.canvas, 0.8f);
    picture.rectangle(background, background_color, spacing::half);
    add_scale_bar(picture, view, palette, corner);
    add_arrow_legend(picture, legend, palette, {corner.x, corner.y - 28.0f});

    labels_.keep_clear(background);
    for (const LabelLayer::Placed& label : labels_.place(SvgPicture::size_of)) {
        picture.rectangle(label.background, background_color, 3.0f);
        picture.text(label.text_corner, label.text, label.color);
    }
    return picture.finish();
}

}  // namespace toibox::app

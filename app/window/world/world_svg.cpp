// SPDX-License-Identifier: MIT
#include "app/platform/theme.h"
#include "app/render/grid.h"
#include "app/render/svg.h"
#include "app/window/world/world_view.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {

namespace {

constexpr float line_height = 21.0f;  ///< Line height of the legend, points.

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

class SvgLegendCanvas final : public LegendCanvas {
public:
    explicit SvgLegendCanvas(SvgPicture& picture) : picture_(picture) {}

    void line(Vec2 from, Vec2 to, Color color, float width) override {
        picture_.line(from, to, color, width);
    }
    void polygon(const std::vector<Vec2>& corners, Color fill) override { picture_.polygon(corners, fill); }
    void text(Vec2 corner, const std::string& words, Color color) override {
        picture_.text(corner, words, color);
    }
    [[nodiscard]] float text_width(const std::string& words) const override {
        return SvgPicture::size_of(words).x;
    }

private:
    SvgPicture& picture_;
};

}  // namespace

std::string WorldView::svg(const Palette& palette, const View& view, const std::string& title) {
    SvgPicture picture(static_cast<int>(view.viewport.width), static_cast<int>(view.viewport.height),
                       palette.canvas, title);
    for (const DrawBatch* batch : {&grid_, &cells_, &motion_, &shapes_, &overlay_})
        picture.add(*batch);

    const Vec2 corner{projection_margins_.left + spacing::wide,
                      view.viewport.height - projection_margins_.lower - spacing::wide};
    SvgLegendCanvas canvas(picture);
    const Vec2 legend = legend_size(canvas, legend_, line_height);
    const auto bar = static_cast<float>(scale_bar_length(view.camera.scale) * view.camera.scale);
    const float width = std::max(bar, legend.x);
    const float height = 28.0f + legend.y;
    const UiRect background{corner.x - spacing::unit, corner.y - height, width + 2.0f * spacing::unit,
                            height + spacing::unit};
    const Color background_color = with_alpha(palette.canvas, 0.8f);
    picture.rectangle(background, with_alpha(palette.canvas, legend_opacity_), spacing::half);
    add_scale_bar(picture, view, palette, corner);
    draw_legend(canvas, legend_, {corner.x, corner.y - 28.0f}, line_height, palette);

    labels_.keep_clear(background);
    for (const LabelLayer::Placed& label : labels_.place(SvgPicture::size_of)) {
        picture.rectangle(label.background, background_color, 3.0f);
        picture.text(label.text_corner, label.text, label.color);
    }
    return picture.finish();
}

}  // namespace toibox::app

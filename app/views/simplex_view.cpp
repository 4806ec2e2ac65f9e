// SPDX-License-Identifier: MIT
#include "app/views/simplex_view.h"

#include "app/render/grid.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr int simplex_label_priority = 10;

/// Draws the simplex vertices on one of the shapes.
void draw_side(const GjkIteration& last, bool is_a, Color color, DrawBatch& batch) {
    const auto point = [&](int i) {
        const GjkIteration::Vertex& vertex = last.simplex[static_cast<std::size_t>(i)];
        return narrow(is_a ? vertex.point_a : vertex.point_b);
    };
    for (int i = 0; i < last.count; ++i) {
        batch.ring(point(i), 6.0f, color, 2.0f);
        for (int j = i + 1; j < last.count; ++j)
            batch.line(point(i), point(j), color, 2.0f);
    }
}

}  // namespace

void draw_simplex(const DistanceProbe& probe, const Palette& palette, DrawBatch& batch, LabelLayer& labels) {
    if (probe.iterations.empty()) return;
    const GjkIteration& last = probe.iterations.back();
    draw_side(last, true, palette.pair_a, batch);
    draw_side(last, false, palette.pair_b, batch);

    const Vec2 a = narrow(probe.result.point_a);
    const Vec2 b = narrow(probe.result.point_b);
    batch.line(a, b, palette.text, 1.5f, true);
    batch.disc(a, 4.0f, palette.pair_a);
    batch.disc(b, 4.0f, palette.pair_b);
    const std::string gap = probe.result.feature == ClosestFeature::Overlap ? "overlap"
                            : probe.result.distance == 0.0                  ? "touching"
                                                           : length_text(probe.result.distance);
    const int count = probe.result.iterations;
    const std::string text = fmt::format("{}, {} GJK iteration{}", gap, count, count == 1 ? "" : "s");
    labels.add(batch.view().to_points(lerp(a, b, 0.5f)), text, palette.text, simplex_label_priority);
}

}  // namespace toibox::app

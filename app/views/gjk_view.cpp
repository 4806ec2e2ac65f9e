// SPDX-License-Identifier: MIT
#include "app/views/gjk_view.h"

#include "app/render/grid.h"
#include "app/views/mark_color.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr int gjk_label_priority = 15;
constexpr float arrow_points = 40.0f;
constexpr float ray_points = 160.0f;

void draw_copy(const ToiCase::Points& shape, const Transformd& pose, Color color, DrawBatch& batch) {
    // Transformed in double, because the shape may be far from the origin.
    std::array<Vec2, Polygon::max_vertices> points;
    const std::size_t count = shape.points.size();
    for (std::size_t i = 0; i < count; ++i)
        points[i] = narrow(transform_point(pose, shape.points[i]));
    const Style style{.fill = with_alpha(color, 0.15f), .outline = color, .dashed = true};
    const float radius = static_cast<float>(shape.radius);
    if (count == 1)
        batch.circle(points[0], radius, narrow(pose.q), style);
    else if (count == 2)
        batch.capsule(points[0], points[1], radius, style);
    else
        batch.polygon(std::span(points.data(), count), {}, radius, style);
}

/// Draws the simplex vertices on one of the shapes.
void draw_side(const SimplexStep& step, const HighlightedVertex& highlighted, bool is_a, Color color,
               DrawBatch& batch) {
    const auto point = [&](const GjkVertex& vertex) {
        return narrow(is_a ? vertex.point_a : vertex.point_b);
    };
    for (const GjkVertex& vertex : step.kept) {
        const bool is_highlighted = highlighted.highlights(vertex.index_a, vertex.index_b);
        batch.ring(point(vertex), is_highlighted ? 10.0f : 6.0f, color, is_highlighted ? 3.0f : 2.0f);
        for (const GjkVertex& other : step.kept)
            batch.line(point(vertex), point(other), color, 2.0f);
    }
    for (const GjkVertex& vertex : step.dropped)
        batch.plus(point(vertex), 6.0f, make_rot(0.25f * static_cast<float>(pi)), color, 2.0f);
    if (step.support) batch.disc(point(*step.support), 4.0f, color);
}

void draw_iteration(const DistanceInspector& inspector, const SimplexStep& step, const Palette& palette,
                    DrawBatch& batch, LabelLayer& labels) {
    draw_side(step, inspector.highlighted, true, palette.pair_a, batch);
    draw_side(step, inspector.highlighted, false, palette.pair_b, batch);
    const Vec2 a = narrow(step.witness_a);
    const Vec2 b = narrow(step.witness_b);
    batch.disc(a, 4.0f, palette.pair_a);
    batch.disc(b, 4.0f, palette.pair_b);
    std::string text = fmt::format("iteration {}: {}", inspector.step() + 1, length_text(step.upper));
    if (step.deciding_line == GjkLine::Enclosed) {
        text = fmt::format("iteration {}: overlap", inspector.step() + 1);
    } else {
        batch.line(a, b, palette.text, 1.5f, true);
        const Vec2 arrow =
            std::min(batch.view().meters(arrow_points), 0.5f * length(b - a)) * normalized(b - a);
        batch.arrow(a, a + arrow, palette.pair_a, 2.0f);
        batch.arrow(b, b - arrow, palette.pair_b, 2.0f);
    }
    labels.add(batch.view().to_points(lerp(a, b, 0.5f)), text, palette.text, gjk_label_priority);
}

void draw_axis(const DistanceInspector& inspector, const Palette& palette, DrawBatch& batch,
               LabelLayer& labels) {
    if (inspector.axis() < 0) return;
    const SatAxis& axis = inspector.axes()[static_cast<std::size_t>(inspector.axis())];
    const PairCase& pair = inspector.study().pair;
    // The line is drawn at the deepest vertex, where the separation is measured.
    const bool is_vertex_of_a = axis.kind == SatAxis::Kind::FaceB;
    const Vec2d end_a = is_vertex_of_a ? world_vertex_a(pair, axis.support) + pair.a.radius * axis.direction
                                       : world_vertex_b(pair, axis.support) -
                                             (pair.b.radius + axis.separation) * axis.direction;
    const Vec2 a = narrow(end_a);
    const Vec2 b = narrow(end_a + axis.separation * axis.direction);
    const Color color = axis.separation > 0.0 ? palette.good : palette.bad;
    batch.line(a, b, color, 3.0f);
    batch.arrow(a, a + batch.view().meters(arrow_points) * narrow(axis.direction), palette.text, 1.5f);
    labels.add(batch.view().to_points(lerp(a, b, 0.5f)),
               fmt::format("{} along the axis", length_text(axis.separation)), palette.text,
               gjk_label_priority);
}

/// Draws marks without their labels; the picture in the GJK tab has the labels.
void draw_marks(std::span<const TraceMark> marks, const Palette& palette, DrawBatch& batch) {
    for (const TraceMark& mark : marks) {
        const Color color = color_of(mark, palette);
        const Vec2 from = narrow(mark.from);
        const Vec2 to = narrow(mark.to);
        const Vec2 direction = normalized(to - from);
        switch (mark.kind) {
            case TraceMark::Kind::Line:
                batch.line(from, to, color, 3.0f);
                break;
            case TraceMark::Kind::Dashed:
                batch.line(from, to, color, 1.5f, true);
                break;
            case TraceMark::Kind::Ray:
                batch.line(from, from + batch.view().meters(ray_points) * direction, color, 1.5f, true);
                break;
            case TraceMark::Kind::Arrow:
                batch.arrow(from, from + batch.view().meters(arrow_points) * direction, color, 2.0f);
                break;
            case TraceMark::Kind::Dot:
                batch.disc(from, 4.0f, color);
                break;
            case TraceMark::Kind::Ring:
                batch.ring(from, 7.0f, color, 2.5f);
                break;
        }
    }
}

void draw_trace_step(const DistanceInspector& inspector, const Palette& palette, DrawBatch& batch,
                     LabelLayer& labels) {
    const TraceStep& step = *inspector.shown_trace_step();
    if (inspector.method() == DistanceMethod::BooleanGjk && step.simplex)
        draw_iteration(inspector, *step.simplex, palette, batch, labels);
    draw_marks(step.world_marks, palette, batch);
}

}  // namespace

void draw_gjk(const DistanceInspector& inspector, const Palette& palette, DrawBatch& batch,
              LabelLayer& labels) {
    if (inspector.pair() == nullptr) return;
    const PairCase& pair = inspector.study().pair;
    if (inspector.is_what_if() || inspector.pair()->source == ShapePair::Source::Query) {
        draw_copy(pair.a, pair.pose_a, palette.pair_a, batch);
        draw_copy(pair.b, pair.pose_b, palette.pair_b, batch);
    }
    if (inspector.method_study() != nullptr)
        draw_trace_step(inspector, palette, batch, labels);
    else if (inspector.method() == DistanceMethod::Gjk)
        draw_iteration(inspector, inspector.shown(), palette, batch, labels);
    else
        draw_axis(inspector, palette, batch, labels);
}

}  // namespace toibox::app

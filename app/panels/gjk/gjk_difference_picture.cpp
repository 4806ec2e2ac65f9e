// SPDX-License-Identifier: MIT
#include "app/panels/gjk/gjk_picture_shared.h"
#include "app/panels/gjk/trace_marks.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

namespace {

/// A polytope with more vertices shows no names.
constexpr std::size_t max_named_corners = 8;
/// An outline of A − B with more vertices shows no dots: the dots would merge into a thick line.
constexpr std::size_t max_dotted_corners = 48;

std::vector<Vec2d> corners(const GjkStudy& study) {
    std::vector<Vec2d> points;
    for (const DifferenceVertex& vertex : study.difference)
        points.push_back(vertex.at);
    return points;
}

/// Dropped vertices, support and simplex of a step, in drawing order.
std::vector<GjkVertex> simplex_vertices(const SimplexStep* step) {
    if (step == nullptr) return {};
    std::vector<GjkVertex> all = step->dropped;
    if (step->support) all.push_back(*step->support);
    all.insert(all.end(), step->kept.begin(), step->kept.end());
    return all;
}

void draw_outline(Inset& inset, const DistanceInspector& inspector, const Palette& palette) {
    const std::vector<Vec2d> points = corners(inspector.study());
    inset.area(points, 0.0, {.color = palette.text_dim, .width = 1.5f, .fill = 0.16f});
    const bool are_few = points.size() <= max_dotted_corners;
    const double radii = inspector.study().pair.sum_of_radii();
    if (radii > 0.0) inset.area(points, radii, {.color = palette.text_dim, .width = 1.0f, .dashed = true});
    for (const DifferenceVertex& vertex : inspector.study().difference) {
        const bool highlighted = inspector.highlighted.highlights(vertex.index_a, vertex.index_b);
        if (highlighted || are_few)
            inset.dot(vertex.at, highlighted ? 6.0f : 2.5f, highlighted ? palette.accent : palette.text_dim);
    }
}

/// Draws the line through the support point. A − B lies beyond it, at least the lower bound away from 0.
void draw_support_line(Inset& inset, const SimplexStep& step, const Palette& palette) {
    if (!step.support || !(step.upper > 0.0)) return;
    const Vec2d n = normalized(step.closest);
    const Vec2d foot = step.lower * n;
    const Vec2d along = inset.meters(1000.0f) * left_perp(n);
    inset.line(foot - along, foot + along, {.color = palette.good, .width = 1.0f, .dashed = true});
    if (step.lower > inset.meters(arrow_points)) inset.label(foot, "lower", palette.good, name_priority);
}

void draw_origin(Inset& inset, const Palette& palette) {
    inset.origin(palette.text);
    inset.label({}, "0", palette.text, simplex_priority);
}

void draw_line_to_origin(Inset& inset, const SimplexStep& step, const Palette& palette) {
    if (step.deciding_line == GjkLine::Enclosed) return;
    inset.line({}, step.closest, {.color = palette.text, .width = 1.5f, .dashed = true});
    const double size = std::min(inset.meters(arrow_points), 0.6 * step.upper);
    inset.arrow(step.closest, step.closest - size * normalized(step.closest),
                {.color = palette.text, .width = 2.0f});
    draw_support_line(inset, step, palette);
}

void draw_simplex_of(Inset& inset, const SimplexStep& step, const Palette& palette) {
    std::vector<Vec2d> corners;
    for (const GjkVertex& vertex : step.kept)
        corners.push_back(vertex.w);
    if (corners.size() == 3 && cross(corners[1] - corners[0], corners[2] - corners[0]) < 0.0)
        std::swap(corners[1], corners[2]);
    if (corners.size() > 1) inset.area(corners, 0.0, {.color = palette.accent, .width = 2.5f, .fill = 0.25f});
    draw_origin(inset, palette);
    draw_line_to_origin(inset, step, palette);
    for (const GjkVertex& vertex : step.dropped) {
        inset.dot(vertex.w, 4.0f, palette.text_dim);
        inset.cross(vertex.w, 7.0f, palette.bad);
        inset.label(vertex.w, name_of(vertex) + " dropped", palette.bad, simplex_priority);
    }
    if (step.support) {
        inset.ring(step.support->w, 8.0f, palette.good, 2.0f);
        inset.label(step.support->w, "s = " + name_of(*step.support), palette.good, simplex_priority);
    }
    for (const GjkVertex& vertex : step.kept) {
        inset.dot(vertex.w, 4.5f, palette.accent);
        const bool is_support = step.support && step.support->is_same_as(vertex);
        if (!is_support) inset.label(vertex.w, name_of(vertex), palette.accent, simplex_priority);
    }
    inset.dot(step.closest, 3.5f, palette.text);
    if (step.deciding_line != GjkLine::Enclosed)
        inset.label(step.closest, "p", palette.text, simplex_priority);
}

/// Draws the polytope of EPA; the marks of the step show which edge is expanded.
void draw_polytope(Inset& inset, const TraceStep& step, const Palette& palette) {
    std::vector<Vec2d> corners;
    for (const GjkVertex& vertex : step.polytope)
        corners.push_back(vertex.w);
    inset.area(corners, 0.0, {.color = palette.accent, .width = 1.5f, .fill = 0.25f});
    draw_origin(inset, palette);
    draw_marks(inset, step.difference_marks, palette);
    for (const GjkVertex& vertex : step.polytope) {
        inset.dot(vertex.w, 4.0f, palette.accent);
        if (corners.size() <= max_named_corners)
            inset.label(vertex.w, name_of(vertex), palette.accent, name_priority);
    }
}

void draw_step(Inset& inset, const DistanceInspector& inspector, const Palette& palette, bool hides_support) {
    const TraceStep* shown = inspector.shown_trace_step();
    if (shown != nullptr && !shown->polytope.empty()) return draw_polytope(inset, *shown, palette);
    if (inspector.simplex() != nullptr) {
        SimplexStep step = *inspector.simplex();
        if (hides_support) step.support.reset();
        return draw_simplex_of(inset, step, palette);
    }
    draw_origin(inset, palette);
}

void draw_highlighted(Inset& inset, const DistanceInspector& inspector, const Palette& palette) {
    for (const GjkVertex& vertex : simplex_vertices(inspector.simplex())) {
        if (inspector.highlighted.highlights(vertex.index_a, vertex.index_b))
            inset.ring(vertex.w, 11.0f, palette.accent, 3.0f);
    }
}

/// The vertex under the mouse. Vertices of the iteration have priority over vertices of the outline.
HighlightedVertex vertex_under_mouse(const Inset& inset, const DistanceInspector& inspector) {
    std::vector<Vec2d> positions;
    const std::vector<GjkVertex> shown = simplex_vertices(inspector.simplex());
    for (const GjkVertex& vertex : shown)
        positions.push_back(vertex.w);
    if (const int i = nearest(inset, positions); i >= 0) {
        const GjkVertex& vertex = shown[static_cast<std::size_t>(i)];
        return {vertex.index_a, vertex.index_b};
    }
    if (!inspector.shows_outline) return {};
    positions = corners(inspector.study());
    const int i = nearest(inset, positions);
    if (i < 0) return {};
    const DifferenceVertex& vertex = inspector.study().difference[static_cast<std::size_t>(i)];
    return {vertex.index_a, vertex.index_b};
}

}  // namespace

std::string name_of(const GjkVertex& vertex) {
    return fmt::format("A{} − B{}", vertex.index_a, vertex.index_b);
}

bool gjk_difference_picture(DistanceInspector& inspector, GjkPictures& pictures, const Palette& palette,
                            ImVec2 size, bool hides_support) {
    const double radii = inspector.study().pair.sum_of_radii();
    PictureBounds bounds;
    bounds.add({}, 0.0);
    for (const Vec2d& corner : corners(inspector.study()))
        bounds.add(corner, radii);
    Inset inset({.name = "gjk difference",
                 .title = inspector.is_what_if() ? "A − B (what-if)" : "A − B",
                 .is_warning = inspector.is_what_if(),
                 .low = bounds.low,
                 .high = bounds.high,
                 .keep_view = pictures.held.has_value()},
                size, pictures.difference, palette);
    if (inset.pressed()) {
        const bool is_inside =
            distance_outside({corners(inspector.study()), radii}, {}, *inset.cursor()) <= 0.0;
        pictures.held = is_inside ? std::optional(DistanceInspector::Shape::A) : std::nullopt;
    }
    drag(inspector, pictures, pictures.difference, inset);
    if (inspector.shows_outline) draw_outline(inset, inspector, palette);
    draw_step(inset, inspector, palette, hides_support);
    draw_highlighted(inset, inspector, palette);
    if (const SimplexStep* step = inspector.simplex()) {
        for (std::size_t i = 0; i < step->kept.size(); ++i)
            name_point(inset, fmt::format("simplex {}", i), step->kept[i].w);
    }
    if (inset.hovered()) inspector.highlighted = vertex_under_mouse(inset, inspector);
    return inset.hovered();
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/panels/gjk_picture_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

namespace {

constexpr std::size_t most_dotted = 48;  ///< Corners of A − B; more would make its outline a thick line.

std::vector<Vec2d> corners(const GjkStudy& study) {
    std::vector<Vec2d> points;
    for (const DifferenceVertex& vertex : study.difference)
        points.push_back(vertex.at);
    return points;
}

/// The vertices that stand for more than a corner of the hull, the last ones the most important.
std::vector<GjkVertex> told_vertices(const GjkStep& step) {
    std::vector<GjkVertex> all = step.dropped;
    if (step.support) all.push_back(*step.support);
    all.insert(all.end(), step.kept.begin(), step.kept.end());
    return all;
}

void draw_hull(Inset& inset, const GjkInspector& gjk, const Palette& palette) {
    const std::vector<Vec2d> points = corners(gjk.study());
    inset.area(points, 0.0, {.color = palette.text_dim, .width = 1.5f, .fill = 0.16f});
    const bool are_few = points.size() <= most_dotted;
    const double radii = gjk.study().pair.radii();
    if (radii > 0.0) inset.area(points, radii, {.color = palette.text_dim, .width = 1.0f, .dashed = true});
    for (const DifferenceVertex& vertex : gjk.study().difference) {
        const bool lit = gjk.lit.lights(vertex.index_a, vertex.index_b);
        if (lit || are_few) inset.dot(vertex.at, lit ? 6.0f : 2.5f, lit ? palette.accent : palette.text_dim);
    }
}

/// Everything that lies beyond it is farther from 0 than the lower bound.
void draw_support_plane(Inset& inset, const GjkStep& step, const Palette& palette) {
    if (!step.support || !(step.upper > 0.0)) return;
    const Vec2d n = normalized(step.closest);
    const Vec2d foot = step.lower * n;
    const Vec2d along = inset.meters(1000.0f) * left_perp(n);
    inset.line(foot - along, foot + along, {.color = palette.good, .width = 1.0f, .dashed = true});
    if (step.lower > inset.meters(arrow_points)) inset.label(foot, "lower", palette.good, name_priority);
}

void draw_simplex_of(Inset& inset, const GjkInspector& gjk, const Palette& palette) {
    const GjkStep& step = gjk.shown();
    std::vector<Vec2d> corners;
    for (const GjkVertex& vertex : step.kept)
        corners.push_back(vertex.w);
    if (corners.size() == 3 && cross(corners[1] - corners[0], corners[2] - corners[0]) < 0.0)
        std::swap(corners[1], corners[2]);
    if (corners.size() > 1) inset.area(corners, 0.0, {.color = palette.accent, .width = 2.5f, .fill = 0.25f});
    inset.origin(palette.text);
    inset.label({}, "0", palette.text, simplex_priority);
    if (step.decides != GjkLine::Enclosed) {
        inset.line({}, step.closest, {.color = palette.text, .width = 1.5f, .dashed = true});
        const double size = std::min(inset.meters(arrow_points), 0.6 * step.upper);
        inset.arrow(step.closest, step.closest - size * normalized(step.closest),
                    {.color = palette.text, .width = 2.0f});
        draw_support_plane(inset, step, palette);
    }
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
        const bool is_support = step.support && step.support->is(vertex);
        if (!is_support) inset.label(vertex.w, name_of(vertex), palette.accent, simplex_priority);
    }
    inset.dot(step.closest, 3.5f, palette.text);
    if (step.decides != GjkLine::Enclosed) inset.label(step.closest, "p", palette.text, simplex_priority);
}

void draw_lit(Inset& inset, const GjkInspector& gjk, const Palette& palette) {
    for (const GjkVertex& vertex : told_vertices(gjk.shown())) {
        if (gjk.lit.lights(vertex.index_a, vertex.index_b)) inset.ring(vertex.w, 11.0f, palette.accent, 3.0f);
    }
}

/// What the mouse is on: a vertex of the iteration before one of the hull.
LitVertex lit_by_mouse(const Inset& inset, const GjkInspector& gjk) {
    std::vector<Vec2d> places;
    const std::vector<GjkVertex> told = told_vertices(gjk.shown());
    for (const GjkVertex& vertex : told)
        places.push_back(vertex.w);
    if (const int at = nearest(inset, places); at >= 0) {
        const GjkVertex& vertex = told[static_cast<std::size_t>(at)];
        return {vertex.index_a, vertex.index_b};
    }
    if (!gjk.hull) return {};
    places = corners(gjk.study());
    const int at = nearest(inset, places);
    if (at < 0) return {};
    const DifferenceVertex& vertex = gjk.study().difference[static_cast<std::size_t>(at)];
    return {vertex.index_a, vertex.index_b};
}

}  // namespace

std::string name_of(const GjkVertex& vertex) {
    return fmt::format("A{} − B{}", vertex.index_a, vertex.index_b);
}

bool gjk_difference_picture(GjkInspector& gjk, GjkPictures& pictures, const Palette& palette, ImVec2 size) {
    const double radii = gjk.study().pair.radii();
    PictureBounds bounds;
    bounds.add({}, 0.0);
    for (const Vec2d& corner : corners(gjk.study()))
        bounds.add(corner, radii);
    Inset inset({.name = "gjk difference",
                 .title = gjk.is_what_if() ? "A − B, what if" : "A − B",
                 .warns = gjk.is_what_if(),
                 .low = bounds.low,
                 .high = bounds.high,
                 .steady = pictures.held.has_value()},
                size, pictures.difference, palette);
    if (inset.pressed()) {
        const bool is_on = outside({corners(gjk.study()), radii}, {}, *inset.cursor()) <= 0.0;
        pictures.held = is_on ? std::optional(GjkInspector::Shape::A) : std::nullopt;
    }
    drag(gjk, pictures, pictures.difference, inset);
    if (gjk.hull) draw_hull(inset, gjk, palette);
    draw_simplex_of(inset, gjk, palette);
    draw_lit(inset, gjk, palette);
    for (std::size_t i = 0; i < gjk.shown().kept.size(); ++i)
        name_place(inset, fmt::format("simplex {}", i), gjk.shown().kept[i].w);
    if (inset.hovered()) gjk.lit = lit_by_mouse(inset, gjk);
    return inset.hovered();
}

}  // namespace toibox::app

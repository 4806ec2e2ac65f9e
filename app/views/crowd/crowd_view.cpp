// SPDX-License-Identifier: MIT
// The batches of the picture of a crowd; crowd_labels.cpp draws its texts.
#include "app/views/crowd/crowd_view.h"

#include "app/render/grid.h"
#include "app/views/verdict_view.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {

namespace {

/// With more dots, only every nth state has some.
constexpr std::size_t max_dots = 24'000;
constexpr float pose_dot_radius = 1.1f;   ///< Points.
constexpr float touch_dot_radius = 1.6f;  ///< Of a sampled pose that touched.
constexpr float pose_dot_opacity = 0.45f;
constexpr float min_shape_points = 2.5f;  ///< Smaller shapes are drawn as marks of this radius.
constexpr float hit_fill = 0.32f;
constexpr float obstacle_fill = 0.22f;
constexpr float contact_band_fill = 0.09f;
constexpr float run_pick_radius = 14.0f;  ///< Of a shape in place, points.

}  // namespace

OutcomeLook look_of(const CrowdOutcome& outcome, const Palette& palette) {
    if (outcome.failed) return {Icon::Warning, palette.text_dim, "could not run"};
    if (!outcome.verdict) return {Icon::Info, palette.text_dim, "without a verdict"};
    const scene::VerdictKind kind = *outcome.verdict;
    std::string words(scene::name_of(kind).name);
    std::ranges::replace(words, '_', ' ');
    const bool touched = kind == scene::VerdictKind::PushedThrough;
    return {icon_of(kind), touched ? palette.warning : color_of(kind, palette), std::move(words)};
}

void CrowdView::build(const CrowdShown& shown, const Fonts& fonts, const Palette& palette, const View& view) {
    view_ = view;
    make_labels(shown, fonts, palette);
    layout_ = layout_crowd(shown.crowd, shown.is_fanned, view.viewport, margins_);
    crossed_ = crossed_obstacles(shown.crowd, layout_);
    view_.camera = shown.camera.value_or(layout_.camera);
    for (DrawBatch* batch : {&grid_, &dots_, &shapes_, &overlay_})
        batch->begin(view_);
    if (shown.is_fanned) {
        add_axis_lines(palette);
        add_obstacles(palette);
    }
    add_dots(shown.crowd, palette);
    add_shapes(shown.crowd, palette);
    if (shown.lit) add_lit_run(shown.crowd, *shown.lit, palette);
}

void CrowdView::upload(Renderer& renderer) {
    renderer.draw(grid_);
    renderer.draw(dots_);
    renderer.draw(shapes_);
    renderer.draw(overlay_);
}

double CrowdView::axis_step() const {
    constexpr double spacing_points = 90.0;
    return grid_steps(view_.camera.scale, spacing_points * static_cast<double>(view_.mark_scale)).minor;
}

/// Lines across the motion, as many as there is room for numbers.
void CrowdView::add_axis_lines(const Palette& palette) {
    const double step = axis_step();
    const Aabb visible = view_.visible();
    const bool is_x = layout_.is_along_x;
    const float from = is_x ? visible.lower.x : visible.lower.y;
    const float to = is_x ? visible.upper.x : visible.upper.y;
    for (double k = std::ceil(static_cast<double>(from) / step); k * step <= static_cast<double>(to);
         k += 1.0) {
        const auto at = static_cast<float>(k * step);
        const Color color = k == 0.0 ? palette.grid_axis : palette.grid_major;
        if (is_x)
            grid_.line({at, visible.lower.y}, {at, visible.upper.y}, color, 1.0f);
        else
            grid_.line({visible.lower.x, at}, {visible.upper.x, at}, color, 1.0f);
    }
}

void CrowdView::add_obstacles(const Palette& palette) {
    const auto box = [&](float low, float high, const Style& style) {
        const Aabb area = layout_.across_lines(low, high);
        grid_.box(center(area), extents(area), {}, 0.0f, style);
    };
    for (const CrossedObstacle& crossed : crossed_) {
        if (crossed.reach > 0.0f)
            box(crossed.low - crossed.reach, crossed.high + crossed.reach,
                {.fill = with_alpha(palette.text, contact_band_fill), .outline = {}, .width = 0.0f});
        box(crossed.low, crossed.high,
            {.fill = with_alpha(palette.body_static, obstacle_fill),
             .outline = palette.body_static,
             .pattern = Pattern::Hatch});
    }
}

void CrowdView::add_dots(const Crowd& crowd, const Palette& palette) {
    const std::int64_t shown = crowd.shown_step();
    const std::size_t all = crowd.size() * static_cast<std::size_t>(shown + 1);
    const auto every = static_cast<std::int64_t>(1 + all / max_dots);
    const Aabb visible = view_.visible();
    const std::span<const CrowdRun> runs = crowd.runs();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const CrowdRun& run = runs[i];
        const Color color = look_of(outcome_of(run), palette).color;
        const auto end = std::min(shown, static_cast<std::int64_t>(run.poses.size()));
        for (std::int64_t step = 0; step < end; step += every) {
            const Vec2 at = layout_.place(i, run.pose(step)->p);
            if (contains(visible, at)) dots_.disc(at, pose_dot_radius, with_alpha(color, pose_dot_opacity));
        }
        if (run.touch_step < 0 || run.touch_step >= shown || run.poses.empty()) continue;
        dots_.disc(layout_.place(i, run.pose(run.touch_step)->p), touch_dot_radius, color);
    }
}

void CrowdView::add_shapes(const Crowd& crowd, const Palette& palette) {
    const std::span<const CrowdRun> runs = crowd.runs();
    const float min_radius = view_.meters(min_shape_points * view_.mark_scale);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Transform* pose = runs[i].pose(crowd.shown_step());
        if (pose == nullptr) continue;
        const Color color = look_of(outcome_of(runs[i]), palette).color;
        const Transform at{layout_.place(i, pose->p), pose->q};
        // Opaque: each shape covers the one before, so that they can be told apart.
        const Color fill = runs[i].touched ? mix(palette.canvas, color, hit_fill) : palette.canvas;
        for (const Shape& shape : runs[i].shapes) {
            const auto* circle = std::get_if<Circle>(&shape);
            if (circle != nullptr && circle->radius < min_radius) {
                if (runs[i].touched)
                    shapes_.disc(at.p, min_shape_points, color);
                else
                    shapes_.ring(at.p, min_shape_points, color, 1.0f);
            } else {
                shapes_.shape(shape, at, {.fill = fill, .outline = color, .width = 1.0f});
            }
        }
    }
}

void CrowdView::add_lit_run(const Crowd& crowd, std::size_t run, const Palette& palette) {
    const CrowdRun& lit = crowd.runs()[run];
    const std::int64_t shown = crowd.shown_step();
    const Transform* pose = lit.pose(shown);
    if (pose == nullptr) return;
    const Color color = look_of(outcome_of(lit), palette).color;
    Vec2 previous = layout_.place(run, lit.poses.front().p);
    for (std::int64_t step = 0; step <= shown; ++step) {
        const Vec2 at = layout_.place(run, lit.pose(step)->p);
        overlay_.line(previous, at, with_alpha(color, 0.5f), 1.0f);
        overlay_.disc(at, 2.0f * pose_dot_radius, color);
        previous = at;
    }
    for (const Shape& shape : lit.shapes)
        overlay_.shape(shape, {layout_.place(run, pose->p), pose->q},
                       {.fill = color, .outline = palette.selection, .width = 2.0f});
}

std::optional<Vec2> CrowdView::position_of(const Crowd& crowd, std::size_t run) const {
    const Transform* pose = crowd.runs()[run].pose(crowd.shown_step());
    if (pose == nullptr) return std::nullopt;
    return view_.to_points(layout_.place(run, pose->p));
}

std::optional<std::size_t> CrowdView::run_at(const Crowd& crowd, Vec2 points) const {
    if (layout_.is_fanned) {
        const auto line = layout_.line_at(narrow(view_.to_world(points)));
        return line && crowd.runs()[*line].is_finished() ? line : std::nullopt;
    }
    std::optional<std::size_t> nearest;
    float least = run_pick_radius * view_.mark_scale;
    for (std::size_t i = 0; i < crowd.size(); ++i) {
        const std::optional<Vec2> at = position_of(crowd, i);
        if (!at || distance(*at, points) >= least) continue;
        least = distance(*at, points);
        nearest = i;
    }
    return nearest;
}

}  // namespace toibox::app

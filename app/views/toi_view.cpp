// SPDX-License-Identifier: MIT
#include "app/views/toi_view.h"

#include "toibox/narrow/penetration.h"

#include "app/render/grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr int toi_label_priority = 15;

constexpr float total_ghost_fill = 0.3f;  ///< Sum of the fill opacities of all ghosts.

struct GhostStyle {
    float outline = 1.0f;  ///< Opacity.
    float fill = 0.0f;     ///< Opacity.
    float width = 1.5f;    ///< Points.
    bool dashed = false;
};

void draw_points(const ToiCase::Points& shape, const Transformd& pose, const Style& style, DrawBatch& batch) {
    // Transformed in double, because the shape may be far from the origin.
    std::array<Vec2, Polygon::max_vertices> points;
    const std::size_t count = shape.points.size();
    for (std::size_t i = 0; i < count; ++i)
        points[i] = narrow(transform_point(pose, shape.points[i]));
    const float radius = static_cast<float>(shape.radius);
    if (count == 1) {
        batch.circle(points[0], radius, narrow(pose.q), style);
    } else if (count == 2) {
        batch.capsule(points[0], points[1], radius, style);
    } else {
        batch.polygon(std::span(points.data(), count), {}, radius, style);
    }
}

bool is_stationary(const Sweep& sweep) {
    return sweep.c0 == sweep.c1 && sweep.delta_angle == 0.0;
}

class GhostPainter {
public:
    GhostPainter(const ToiStudy& study, const Palette& palette, DrawBatch& batch)
        : study_(study), palette_(palette), batch_(batch) {}

    /// Draws the shapes that move, at time t.
    void draw(double t, const GhostStyle& style) {
        draw_moving(study_.method_input.a, study_.method_input.sweep_a, t, palette_.pair_a, style);
        draw_moving(study_.method_input.b, study_.method_input.sweep_b, t, palette_.pair_b, style);
    }
    /// Draws the shapes that do not move.
    void draw_stationary() {
        const GhostStyle style{.outline = 0.9f, .fill = 0.15f};
        if (is_stationary(study_.method_input.sweep_a))
            draw_shape(study_.method_input.a, pose_at(study_.method_input.sweep_a, 0.0), palette_.pair_a,
                       style);
        if (is_stationary(study_.method_input.sweep_b))
            draw_shape(study_.method_input.b, pose_at(study_.method_input.sweep_b, 0.0), palette_.pair_b,
                       style);
    }

private:
    void draw_moving(const ToiCase::Points& shape, const Sweep& sweep, double t, Color color,
                     const GhostStyle& style) {
        if (!is_stationary(sweep)) draw_shape(shape, pose_at(sweep, t), color, style);
    }
    void draw_shape(const ToiCase::Points& shape, const Transformd& pose, Color color,
                    const GhostStyle& style) {
        draw_points(shape, pose,
                    {.fill = with_alpha(color, style.fill),
                     .outline = with_alpha(color, style.outline),
                     .width = style.width,
                     .dashed = style.dashed},
                    batch_);
    }

    const ToiStudy& study_;
    const Palette& palette_;
    DrawBatch& batch_;
};

/// Mean vertex of a moving shape of the pair at time t, where its label is placed.
Vec2 ghost_position(const ToiStudy& study, double t) {
    const bool b_moves = !is_stationary(study.method_input.sweep_b);
    const Sweep& sweep = b_moves ? study.method_input.sweep_b : study.method_input.sweep_a;
    const ToiCase::Points& shape = b_moves ? study.method_input.b : study.method_input.a;
    Vec2d mean{};
    for (const Vec2d& point : shape.points)
        mean += (1.0 / static_cast<double>(shape.points.size())) * point;
    return narrow(transform_point(pose_at(sweep, t), mean));
}

}  // namespace

void draw_toi_ghosts(const ToiInspector& toi, const Palette& palette, DrawBatch& batch, LabelLayer& labels) {
    if (toi.pair() == nullptr) return;
    const ToiStudy& study = toi.study();
    GhostPainter ghosts(study, palette, batch);
    ghosts.draw_stationary();
    const float count = static_cast<float>(std::max(toi.ghosts().size(), std::size_t{3}));
    for (const ToiGhost& ghost : toi.ghosts()) {
        const bool is_end = ghost.t == 0.0 || ghost.t == 1.0;
        ghosts.draw(ghost.t, {.outline = is_end ? 0.9f : 0.3f + 0.5f * ghost.order,
                              .fill = total_ghost_fill / count,
                              .dashed = is_end});
    }
    if (touches(study.result)) ghosts.draw(study.result.t, {.outline = 1.0f, .fill = 0.22f, .width = 2.0f});
    if (!toi.cursor_t && toi.highlighted < 0) return;
    const ToiMark* highlighted =
        toi.highlighted >= 0 ? &study.marks[static_cast<std::size_t>(toi.highlighted)] : nullptr;
    const double shown_t = highlighted != nullptr ? highlighted->t : *toi.cursor_t;
    ghosts.draw(shown_t, {.outline = 1.0f, .fill = 0.4f, .width = 3.0f});
    labels.add(batch.view().to_points(ghost_position(study, shown_t)),
               highlighted != nullptr ? describe(*highlighted) : fmt::format("t {:.4f}", shown_t),
               palette.text, toi_label_priority);
}

std::string describe(const ToiMark& mark) {
    return fmt::format("{}, iteration {}: t {:.4f}, s {}", label(mark), mark.pass + 1, mark.t,
                       length_text(mark.s));
}

int mark_of_ghost_at(const ToiInspector& toi, Vec2 point_world, float reach) {
    if (toi.pair() == nullptr) return -1;
    const ToiCase& method_input = toi.study().method_input;
    const std::array point{widen(point_world)};
    int nearest_mark = -1;
    double min_distance = static_cast<double>(reach);
    for (const ToiGhost& ghost : toi.ghosts()) {
        if (ghost.mark < 0) continue;
        for (const bool is_a : {true, false}) {
            const Sweep& sweep = is_a ? method_input.sweep_a : method_input.sweep_b;
            if (is_stationary(sweep)) continue;
            const double depth =
                penetration({point, 0.0}, {}, (is_a ? method_input.a : method_input.b).proxy(),
                            pose_at(sweep, ghost.t))
                    .depth;
            if (std::abs(depth) > min_distance) continue;
            min_distance = std::abs(depth);
            nearest_mark = ghost.mark;
        }
    }
    return nearest_mark;
}

}  // namespace toibox::app

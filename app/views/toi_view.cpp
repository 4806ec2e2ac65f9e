// SPDX-License-Identifier: MIT
#include "app/views/toi_view.h"

#include "toibox/narrow/penetration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace toibox::app {

namespace {

constexpr int badge_priority = 15;
constexpr int studied_badge_priority = 17;
constexpr int name_priority = 16;

/// With more ghosts than this, ghosts have no fill, fainter outlines and no numbers.
constexpr std::size_t many_ghosts = 30;

struct GhostStyle {
    float outline = 1.0f;  ///< Opacity.
    float fill = 0.0f;     ///< Opacity.
    float width = 1.0f;    ///< Points.
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
    /// Like draw, with an outline of another colour.
    void draw_outlined(double t, Color outline, const GhostStyle& style) {
        outline_ = outline;
        draw(t, style);
        outline_.reset();
    }
    /// Draws the shapes that do not move.
    void draw_stationary() {
        const GhostStyle style{.outline = 1.0f, .fill = 0.3f, .width = 1.5f};
        const ToiCase& input = study_.method_input;
        if (is_stationary(input.sweep_a))
            draw_shape(input.a, pose_at(input.sweep_a, 0.0), palette_.pair_a, style);
        if (is_stationary(input.sweep_b))
            draw_shape(input.b, pose_at(input.sweep_b, 0.0), palette_.pair_b, style);
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
                     .outline = with_alpha(outline_.value_or(color), style.outline),
                     .width = style.width,
                     .dashed = style.dashed},
                    batch_);
    }

    const ToiStudy& study_;
    const Palette& palette_;
    DrawBatch& batch_;
    std::optional<Color> outline_;
};

/// Where the label of a shape of the pair points at time t: the vertex farthest from the other shape, where
/// there is room.
Vec2 label_anchor(const ToiCase& input, bool is_a, double t) {
    const ToiCase::Points& shape = is_a ? input.a : input.b;
    const Transformd pose = pose_at(is_a ? input.sweep_a : input.sweep_b, t);
    const Vec2d other_center = center_at(is_a ? input.sweep_b : input.sweep_a, t);
    Vec2d farthest = transform_point(pose, shape.points.front());
    for (const Vec2d& point : shape.points) {
        const Vec2d at = transform_point(pose, point);
        if (distance(at, other_center) > distance(farthest, other_center)) farthest = at;
    }
    return narrow(farthest);
}

/// The numbers of the iterations at time t: "5, 6".
std::string numbers_at(const ToiStudy& study, double t) {
    std::string numbers;
    for (std::size_t i = 0; i < study.marks.size(); ++i) {
        if (study.marks[i].t != t) continue;
        numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", i + 1);
    }
    return numbers;
}

GhostStyle style_of(const ToiGhost& ghost, std::size_t count) {
    if (count > many_ghosts) return {.outline = 0.10f + 0.35f * ghost.order * ghost.order};
    const bool is_end = ghost.t == 0.0 || ghost.t == 1.0;
    return {.outline = 0.35f + 0.5f * ghost.order, .fill = 0.05f, .dashed = is_end};
}

void add_names(const ToiPair& pair, const ToiCase& input, const Palette& palette, const View& view,
               LabelLayer& labels) {
    const bool is_query = pair.name_a.empty();
    for (const bool is_a : {true, false}) {
        const std::string name = is_query ? "" : " " + (is_a ? pair.name_a : pair.name_b);
        labels.add(view.to_points(label_anchor(input, is_a, 0.0)), (is_a ? "A" : "B") + name,
                   is_a ? palette.pair_a_text : palette.pair_b_text, name_priority);
    }
}

}  // namespace

void draw_toi_ghosts(const ToiInspector& toi, const Palette& palette, DrawBatch& batch, LabelLayer& labels) {
    if (toi.pair() == nullptr) return;
    const ToiStudy& study = toi.study();
    const ToiCase& input = study.method_input;
    const bool b_moves = is_stationary(input.sweep_a);
    const auto add_badge = [&](double t, const std::string& text, Color color, int priority) {
        labels.add_badge(batch.view().to_points(label_anchor(input, !b_moves, t)), text, color, priority);
    };
    GhostPainter ghosts(study, palette, batch);
    ghosts.draw_stationary();
    const int iteration = toi.iteration();
    const double studied_t = iteration >= 0 ? study.marks[static_cast<std::size_t>(iteration)].t : -1.0;
    const std::size_t count = toi.ghosts().size();
    for (const ToiGhost& ghost : toi.ghosts()) {
        ghosts.draw(ghost.t, style_of(ghost, count));
        if (ghost.mark < 0 || ghost.t == studied_t || count > many_ghosts) continue;
        add_badge(ghost.t, numbers_at(study, ghost.t), palette.text_dim, badge_priority);
    }
    if (touches(study.result)) ghosts.draw(study.result.t, {.outline = 1.0f, .fill = 0.3f, .width = 2.0f});
    if (iteration >= 0) {
        ghosts.draw_outlined(studied_t, palette.accent, {.outline = 1.0f, .fill = 0.3f, .width = 2.0f});
        add_badge(studied_t, numbers_at(study, studied_t), palette.accent, studied_badge_priority);
    }
    if (toi.cursor_t && toi.highlighted < 0)
        ghosts.draw_outlined(*toi.cursor_t, palette.text, {.outline = 1.0f, .fill = 0.1f, .width = 1.5f});
    add_names(*toi.pair(), input, palette, batch.view(), labels);
}

std::string separation_text(double meters) {
    constexpr double min_in_meters = 0.1;
    std::string text = std::abs(meters) < min_in_meters ? fmt::format("{:.3g} mm", 1e3 * meters)
                                                        : fmt::format("{:.3g} m", meters);
    if (text.starts_with('-')) text.replace(0, 1, "−");
    return text;
}

std::string describe_iteration(const ToiStudy& study, int iteration) {
    const ToiMark& mark = study.marks[static_cast<std::size_t>(iteration)];
    return fmt::format("{} · {}, t {:.4f}, s {}", iteration + 1, label(mark), mark.t,
                       separation_text(mark.s));
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

// SPDX-License-Identifier: MIT
#include "app/panels/gjk/gjk_picture_shared.h"
#include "app/panels/gjk/trace_marks.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::app {

namespace {

using InspectedShape = DistanceInspector::Shape;

constexpr float grab_points = 4.0f;           ///< Distance from which a shape can be grabbed, points.
constexpr double turn_per_notch = pi / 36.0;  ///< Radians.
constexpr std::size_t max_named_points = 12;  ///< With more vertices, only those of the simplex are named.

std::vector<Vec2d> transformed_points(const ToiCase::Points& shape, const Transformd& pose) {
    std::vector<Vec2d> points;
    for (const Vec2d& point : shape.points)
        points.push_back(transform_point(pose, point));
    return points;
}

Vec2d centroid_of(std::span<const Vec2d> points) {
    Vec2d sum{};
    for (const Vec2d& point : points)
        sum += (1.0 / static_cast<double>(points.size())) * point;
    return sum;
}

/// Draws one shape of the world picture: surface, core (if the shape is rounded) and simplex vertices.
class InspectedShapePicture {
public:
    InspectedShapePicture(Inset& inset, const DistanceInspector& inspector, InspectedShape shape,
                          const Palette& palette)
        : inset_(inset),
          inspector_(inspector),
          is_a_(shape == InspectedShape::A),
          color_(is_a_ ? palette.pair_a : palette.pair_b),
          shape_(is_a_ ? inspector.study().pair.a : inspector.study().pair.b),
          core_(transformed_points(shape_,
                                   is_a_ ? inspector.study().pair.pose_a : inspector.study().pair.pose_b)) {}

    void draw_shape(const Palette& palette) {
        if (inspector_.is_what_if()) {
            const PairCase& live = inspector_.live();
            inset_.area(transformed_points(is_a_ ? live.a : live.b, is_a_ ? live.pose_a : live.pose_b),
                        shape_.radius,
                        {.color = with_alpha(palette.text_dim, 0.6f), .width = 1.0f, .dashed = true});
        }
        inset_.area(core_, shape_.radius, {.color = color_, .fill = 0.22f});
        if (shape_.radius > 0.0) inset_.area(core_, 0.0, {.color = color_, .width = 1.0f, .dashed = true});
        inset_.label(centroid_of(core_), is_a_ ? "A" : "B", color_, simplex_priority);
        name_point(inset_, is_a_ ? "shape A" : "shape B", centroid_of(core_));
    }

    /// Draws the simplex vertices, if there is a simplex (`step` is not null). Names the vertices of the core
    /// and highlights the vertex under the mouse.
    void draw_vertices(const SimplexStep* step) {
        if (step != nullptr) draw_simplex(*step);
        name_vertices(step);
        highlight(inspector_.highlighted);
    }

    [[nodiscard]] int vertex_at_mouse() const { return nearest(inset_, core_); }

private:
    void draw_simplex(const SimplexStep& step) {
        for (const GjkVertex& vertex : step.kept) {
            for (const GjkVertex& other : step.kept)
                inset_.line(point(vertex), point(other), {.color = color_, .width = 2.5f});
        }
        for (const GjkVertex& vertex : step.dropped) {
            if (!is_kept(step, index(vertex))) inset_.cross(point(vertex), 5.0f, with_alpha(color_, 0.8f));
        }
        for (const GjkVertex& vertex : step.kept)
            inset_.ring(point(vertex), 5.0f, color_, 2.0f);
        if (step.support) inset_.dot(point(*step.support), 4.0f, color_);
    }
    [[nodiscard]] int index(const GjkVertex& vertex) const { return is_a_ ? vertex.index_a : vertex.index_b; }
    [[nodiscard]] Vec2d point(const GjkVertex& vertex) const {
        return core_[static_cast<std::size_t>(index(vertex))];
    }
    [[nodiscard]] bool is_kept(const SimplexStep& step, int i) const {
        return std::ranges::any_of(step.kept, [&](const GjkVertex& v) { return index(v) == i; });
    }
    /// Whether a mark of the trace step has this label already.
    [[nodiscard]] bool is_labelled_by_mark(const std::string& name) const {
        const TraceStep* shown = inspector_.shown_trace_step();
        return shown != nullptr && std::ranges::any_of(shown->world_marks, [&](const TraceMark& mark) {
                   return mark.label == name;
               });
    }
    void name_vertices(const SimplexStep* step) {
        const std::string letter = is_a_ ? "A" : "B";
        for (std::size_t i = 0; i < core_.size(); ++i) {
            const int k = static_cast<int>(i);
            const bool used =
                step != nullptr && (is_kept(*step, k) || (step->support && index(*step->support) == k));
            if (!used && core_.size() > max_named_points) continue;
            const std::string name = fmt::format("{}{}", letter, i);
            if (is_labelled_by_mark(name)) continue;
            inset_.label(core_[i], name, color_, used ? simplex_priority : name_priority);
        }
    }
    void highlight(const HighlightedVertex& highlighted) {
        const int i = is_a_ ? highlighted.a : highlighted.b;
        if (i < 0 || i >= static_cast<int>(core_.size())) return;
        inset_.ring(core_[static_cast<std::size_t>(i)], 9.0f, color_, 3.0f);
    }

    Inset& inset_;
    const DistanceInspector& inspector_;
    bool is_a_;
    Color color_;
    const ToiCase::Points& shape_;
    std::vector<Vec2d> core_;
};

/// Draws the line between the closest points of the cores, thick between the surfaces, and arrows in the
/// search direction of each shape.
void draw_witnesses(Inset& inset, const DistanceInspector& inspector, const SimplexStep& step,
                    const Palette& palette) {
    const Vec2d between = step.witness_b - step.witness_a;
    inset.dot(step.witness_a, 3.5f, palette.pair_a);
    inset.dot(step.witness_b, 3.5f, palette.pair_b);
    if (step.deciding_line == GjkLine::Enclosed || !(length(between) > 0.0)) return;
    inset.line(step.witness_a, step.witness_b, {.color = palette.text, .width = 1.5f, .dashed = true});
    const Vec2d n = normalized(between);
    const PairCase& pair = inspector.study().pair;
    if (length(between) > pair.sum_of_radii() && pair.sum_of_radii() > 0.0)
        inset.line(step.witness_a + pair.a.radius * n, step.witness_b - pair.b.radius * n,
                   {.color = palette.text, .width = 2.5f});
    const Vec2d arrow = std::min(inset.meters(arrow_points), 0.5 * length(between)) * n;
    inset.arrow(step.witness_a, step.witness_a + arrow, {.color = palette.pair_a, .width = 2.0f});
    inset.arrow(step.witness_b, step.witness_b - arrow, {.color = palette.pair_b, .width = 2.0f});
}

/// Draws the shown axis of SAT through `center`, with the projections of both shapes.
void draw_axis(Inset& inset, const DistanceInspector& inspector, const Palette& palette, Vec2d center) {
    if (inspector.axis() < 0) return;
    const SatAxis& axis = inspector.axes()[static_cast<std::size_t>(inspector.axis())];
    const PairCase& pair = inspector.study().pair;
    const Vec2d n = axis.direction;
    const Vec2d side = left_perp(n);
    const auto on_axis = [&](double along, double beside) {
        const double center_along = dot(n, center - pair.pose_a.p);
        return center + (along - center_along) * n + inset.meters(static_cast<float>(beside)) * side;
    };
    const auto bar = [&](double low, double high, double beside, Color color) {
        inset.line(on_axis(low, beside), on_axis(high, beside), {.color = color, .width = 4.0f});
        for (const double end : {low, high})
            inset.line(on_axis(end, -400.0), on_axis(end, 400.0),
                       {.color = with_alpha(color, 0.5f), .width = 1.0f, .dashed = true});
    };
    bar(axis.low_a, axis.high_a, 4.0, palette.pair_a);
    bar(axis.low_b, axis.high_b, -4.0, palette.pair_b);
    inset.line(on_axis(axis.high_a, 0.0), on_axis(axis.low_b, 0.0),
               {.color = axis.separation > 0.0 ? palette.good : palette.bad, .width = 3.0f});
    if (axis.kind == SatAxis::Kind::Vertices) {
        inset.ring(world_vertex_a(pair, axis.index), 6.0f, palette.pair_a, 2.5f);
        inset.ring(world_vertex_b(pair, axis.support), 6.0f, palette.pair_b, 2.5f);
        return;
    }
    const bool is_face_of_a = axis.kind == SatAxis::Kind::FaceA;
    const auto vertex = [&](int i) {
        return is_face_of_a ? world_vertex_a(pair, i) : world_vertex_b(pair, i);
    };
    const int count = static_cast<int>((is_face_of_a ? pair.a : pair.b).points.size());
    inset.line(vertex(axis.index), vertex((axis.index + 1) % count), {.color = palette.text, .width = 4.0f});
    inset.ring(is_face_of_a ? world_vertex_b(pair, axis.support) : world_vertex_a(pair, axis.support), 6.0f,
               palette.text, 2.5f);
}

PictureBounds bounds_of(const ToiCase::Points& shape, const Transformd& pose) {
    PictureBounds bounds;
    for (const Vec2d& point : transformed_points(shape, pose))
        bounds.add(point, shape.radius);
    return bounds;
}

/// Bounds of both shapes. If one shape is far larger, only its part around the closest points counts.
PictureBounds bounds_of(const GjkStudy& study) {
    constexpr double far_larger = 5.0;
    PictureBounds a = bounds_of(study.pair.a, study.pair.pose_a);
    PictureBounds b = bounds_of(study.pair.b, study.pair.pose_b);
    const double size_a = length(a.high - a.low);
    const double size_b = length(b.high - b.low);
    const double smaller = std::min(size_a, size_b);
    PictureBounds bounds = size_a < size_b ? a : b;
    if (smaller > 0.0 && std::max(size_a, size_b) > far_larger * smaller) {
        bounds.add(study.result.point_a, 0.5 * smaller);
        bounds.add(study.result.point_b, 0.5 * smaller);
        return bounds;
    }
    for (const PictureBounds& shape : {a, b}) {
        bounds.add(shape.low, 0.0);
        bounds.add(shape.high, 0.0);
    }
    return bounds;
}

void grab_shape(DistanceInspector& inspector, GjkPictures& pictures, const Inset& inset) {
    const auto cursor = inset.cursor();
    if (!cursor) return;
    const PairCase& pair = inspector.study().pair;
    const double a = distance_outside(pair.a, pair.pose_a, *cursor);
    const double b = distance_outside(pair.b, pair.pose_b, *cursor);
    const double reach = inset.meters(grab_points);
    pictures.held.reset();
    if (std::min(a, b) <= reach) pictures.held = a < b ? InspectedShape::A : InspectedShape::B;
}

void rotate_by_wheel(DistanceInspector& inspector, const Inset& inset) {
    const ImGuiIO& io = ImGui::GetIO();
    const double notches = static_cast<double>(io.MouseWheel + io.MouseWheelH);
    if (!io.KeyShift || notches == 0.0 || !inset.hovered() || !inset.cursor()) return;
    const PairCase& pair = inspector.study().pair;
    const double a = distance_outside(pair.a, pair.pose_a, *inset.cursor());
    const double b = distance_outside(pair.b, pair.pose_b, *inset.cursor());
    inspector.turn(a < b ? InspectedShape::A : InspectedShape::B, notches * turn_per_notch);
}

}  // namespace

bool gjk_world_picture(DistanceInspector& inspector, GjkPictures& pictures, const Palette& palette,
                       ImVec2 size) {
    const PictureBounds bounds = bounds_of(inspector.study());
    Inset inset({.name = "gjk world",
                 .title = inspector.is_what_if() ? "World (what-if)" : "World",
                 .is_warning = inspector.is_what_if(),
                 .low = bounds.low,
                 .high = bounds.high,
                 .keep_view = pictures.held.has_value(),
                 .wheel_zooms = !ImGui::GetIO().KeyShift},
                size, pictures.world, palette);
    if (inset.pressed()) grab_shape(inspector, pictures, inset);
    drag(inspector, pictures, pictures.world, inset);
    rotate_by_wheel(inspector, inset);
    InspectedShapePicture a(inset, inspector, InspectedShape::A, palette);
    InspectedShapePicture b(inset, inspector, InspectedShape::B, palette);
    a.draw_shape(palette);
    b.draw_shape(palette);
    if (inspector.method() == DistanceMethod::SeparatingAxes) {
        draw_axis(inset, inspector, palette, 0.5 * (bounds.low + bounds.high));
        return inset.hovered();
    }
    const SimplexStep* simplex = inspector.simplex();
    a.draw_vertices(simplex);
    b.draw_vertices(simplex);
    if (simplex != nullptr && inspector.method() != DistanceMethod::Epa)
        draw_witnesses(inset, inspector, *simplex, palette);
    if (const TraceStep* step = inspector.shown_trace_step()) draw_marks(inset, step->world_marks, palette);
    if (inset.hovered()) inspector.highlighted = {a.vertex_at_mouse(), b.vertex_at_mouse()};
    return inset.hovered();
}

}  // namespace toibox::app

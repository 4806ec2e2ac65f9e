// SPDX-License-Identifier: MIT
#include "app/window/world/world_view.h"

#include "toibox/dynamics/world_state.h"
#include "toibox/geometry/bounds.h"

#include "app/platform/theme.h"
#include "app/render/grid.h"
#include "app/session/islands.h"
#include "app/session/pair_order.h"
#include "app/session/sleep_counts.h"
#include "app/views/gjk_view.h"
#include "app/views/island_view.h"
#include "app/views/page_marks_view.h"
#include "app/views/past_view.h"
#include "app/views/simplex_view.h"
#include "app/views/swept_view.h"
#include "app/views/toi_view.h"
#include "app/views/verdict/pair_in_question.h"

#include <algorithm>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr int annotation_priority = 20;
constexpr int body_name_priority = 1;
/// With more boxes, the overlay of the broad phase does not show the names of bodies.
constexpr std::size_t max_boxes_with_body_names = 24;

Color color_from_rgb(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16u), static_cast<std::uint8_t>(rgb >> 8u),
            static_cast<std::uint8_t>(rgb), 255};
}

/// The two shapes to draw as A and B; null handles if no pair is shown.
ShapeHandles marked_pair(const Selection& selection, const DrawChoices& draw,
                         const InspectionView& inspected) {
    if (inspected.gjk != nullptr) {
        const ShapePair* pair = inspected.gjk->pair();
        return pair != nullptr ? ShapeHandles{pair->shape_a, pair->shape_b} : ShapeHandles{};
    }
    return draw.simplices ? ShapeHandles{selection.shape_a, selection.shape_b} : ShapeHandles{};
}

ShapeMark mark_of(const World& world, const Selection& selection, const ShapeHandles& pair,
                  ShapeHandle shape) {
    if (shape == pair.first) return ShapeMark::PairA;
    if (shape == pair.second) return ShapeMark::PairB;
    const auto view = world.find(shape);
    return view && view->body == selection.body ? ShapeMark::Selected : ShapeMark::None;
}

/// Position of a body's name. Static bodies have no centre of mass, and their origin may be anywhere.
Vec2 name_anchor(const World& world, BodyHandle body) {
    const auto view = world.find(body);
    const auto shapes = view->shapes();
    if (view->info().type != BodyType::Static || shapes.empty()) return view->center();
    return center(compute_aabb(world.find(shapes.front())->geometry, view->transform()));
}

/// True if the scene annotates the body. Its name is then not drawn, because the annotation may contain it.
bool is_annotated(const Session& session, const std::string& id) {
    return std::ranges::any_of(session.annotations(), [&](const Annotation& note) { return note.on == id; });
}

bool shows_body_names(const World& world, const DrawChoices& draw) {
    return draw.body_names || (draw.broad_phase && box_count(world) <= max_boxes_with_body_names);
}

/// Number of steps in a trail.
std::size_t trail_steps(const DrawChoices& draw, double hertz) {
    return static_cast<std::size_t>(static_cast<double>(draw.trail_seconds) * hertz + 0.5);
}

class ImGuiLegendCanvas final : public LegendCanvas {
public:
    explicit ImGuiLegendCanvas(ImDrawList& list) : list_(list) {}

    void line(Vec2 from, Vec2 to, Color color, float width) override {
        list_.AddLine({from.x, from.y}, {to.x, to.y}, to_imgui(color), width);
    }
    void polygon(const std::vector<Vec2>& corners, Color fill) override {
        std::vector<ImVec2> points;
        for (const Vec2 corner : corners)
            points.emplace_back(corner.x, corner.y);
        list_.AddConvexPolyFilled(points.data(), static_cast<int>(points.size()), to_imgui(fill));
    }
    void text(Vec2 corner, const std::string& words, Color color) override {
        list_.AddText({corner.x, corner.y}, to_imgui(color), words.c_str());
    }
    [[nodiscard]] float text_width(const std::string& words) const override {
        return ImGui::CalcTextSize(words.c_str()).x;
    }

private:
    ImDrawList& list_;
};

/// Draws each wheel ray to its hit, marked with a ring. Rays without a hit are dashed.
void draw_wheel_rays(const scene::Run& run, const Palette& palette, DrawBatch& overlay) {
    for (const scene::WheelRayState& wheel : run.wheel_rays()) {
        const Vec2 end = narrow(wheel.hit ? wheel.hit->hit.point : wheel.ray.to);
        overlay.line(narrow(wheel.ray.from), end, palette.joint, 2.0f, !wheel.hit);
        if (wheel.hit) overlay.ring(end, 4.0f, palette.contact, 2.0f);
    }
}

}  // namespace

std::size_t past_frames(const DrawChoices& draw, double hertz) {
    const std::size_t trail = draw.trails ? trail_steps(draw, hertz) + 1 : 0;
    return std::max(trail, draw.ghosts ? max_ghosts + 1 : 0);
}

void keep_past_poses(Comparison& comparison, const DrawChoices& draw) {
    for (std::size_t i = 0; i < comparison.size(); ++i) {
        Session& pane = comparison.pane(i);
        pane.keep_past_poses(past_frames(draw, pane.hertz()));
    }
}

void WorldView::build(const Session& session, const DrawChoices& draw, const Palette& palette,
                      const View& view, const InspectionView& inspected, ViewKind kind) {
    kind_ = kind;
    grid_.begin(view);
    cells_.begin(view);
    motion_.begin(view);
    shapes_.begin(view);
    overlay_.begin(view);
    labels_.begin({view.viewport.x, view.viewport.y, view.viewport.width, view.viewport.height});
    if (draw.grid) draw_grid(grid_, palette);

    const Selection& selection = session.selection();
    const ShapeHandles pair = marked_pair(selection, draw, inspected);
    const std::vector<std::uint32_t> islands =
        draw.islands ? islands_of(session.world()) : std::vector<std::uint32_t>{};
    const std::optional<BodiesAB> bodies =
        bodies_in_question(session, {.is_pane = kind == ViewKind::Pane, .shows_verdicts = draw.verdicts});
    paint_ = {
        .color_of = [&, bodies](ShapeHandle shape) -> std::optional<Color> {
            if (inspected.has_pair()) return palette.body_static;  // blue and orange belong to the pair
            const std::uint32_t body = session.world().state().shapes.body[shape.index];
            if (draw.islands && islands[body] != null_index) return island_color(islands[body], palette);
            if (bodies && body == bodies->a.index) return palette.pair_a;
            if (bodies && body == bodies->b.index) return palette.pair_b;
            const auto rgb = session.run().color_of(shape);
            return rgb ? std::optional(color_from_rgb(*rgb)) : std::nullopt;
        },
        .mark_of = [&, pair](ShapeHandle shape) { return mark_of(session.world(), selection, pair, shape); },
        .is_asleep = [&session](ShapeHandle shape) { return is_asleep(session.world(), shape); },
        .is_exchanged = [&session](ShapeHandle a,
                                   ShapeHandle b) { return ordered_pair(session.world(), a, b).first != a; },
        .arrow_scale = draw.arrow_scale};
    DrawOptions options = draw.world;
    if (draw.selection_only) options.only = selection.body;
    painter_.emplace(shapes_, overlay_, labels_, palette, paint_);
    debug_draw(session.world(), options, *painter_);
    if (draw.swept_shapes) add_swept_shapes(session, draw);
    if (draw.ghosts || draw.trails) add_past_poses(session, draw);
    if (draw.sleep_timers) draw_sleep_timers(overlay_, session.world(), palette);
    if (draw.world.joints) draw_wheel_rays(session.run(), palette, overlay_);
    if (draw.simplices && inspected.gjk == nullptr && selection.has_pair()) {
        if (const auto probe = probe_distance(session.world(), selection.shape_a, selection.shape_b)) {
            draw_simplex(*probe, palette, overlay_, labels_);
        }
    }
    if (inspected.toi != nullptr) draw_toi_ghosts(*inspected.toi, palette, overlay_, labels_);
    if (inspected.gjk != nullptr) draw_gjk(*inspected.gjk, palette, overlay_, labels_);
    if (draw.verdicts) add_verdicts(session, palette, inspected);
    add_broad_phase(session, draw, palette, inspected.broad_phase);
    if (shows_body_names(session.world(), draw)) add_body_names(session, palette, view);
    draw_page_marks(inspected.marks, session, palette, overlay_, labels_);
    add_annotations(session, palette, view);
    legend_ = legend_of(session, draw, palette);
    legend_opacity_ = draw.legend ? 0.95f : 0.8f;
}

void WorldView::upload(Renderer& renderer) {
    renderer.draw(grid_);
    renderer.draw(cells_);
    renderer.draw(motion_);
    renderer.draw(shapes_);
    renderer.draw(overlay_);
}

void WorldView::draw_text(ImDrawList& list, const Fonts& fonts, const Palette& palette, const View& view,
                          const TextOptions& options) {
    if (options.shows_scale) draw_scale(list, palette, view);
    verdicts_.draw_text(list, fonts, palette, view, labels_,
                        {.opacity = options.verdict_opacity, .allows_large = kind_ == ViewKind::Whole});
    labels_.draw(list, palette.canvas);
}

void WorldView::draw_scale(ImDrawList& list, const Palette& palette, const View& view) {
    const float em = ImGui::GetFontSize();
    const float line_height = ImGui::GetTextLineHeight() + spacing::half;
    const Vec2 corner{view.viewport.x + projection_margins_.left + spacing::wide,
                      view.viewport.y + view.viewport.height - projection_margins_.lower - spacing::wide};
    ImGuiLegendCanvas canvas(list);
    const Vec2 legend = legend_size(canvas, legend_, line_height);
    const float height = 2.0f * em + legend.y;
    const auto bar = static_cast<float>(scale_bar_length(view.camera.scale) * view.camera.scale);
    const float width = std::max(bar, legend.x) + 2.0f * spacing::unit;
    const UiRect background{corner.x - spacing::unit, corner.y - height, width, height + spacing::unit};
    list.AddRectFilled({background.x, background.y},
                       {background.x + background.width, background.y + background.height},
                       to_imgui(with_alpha(palette.canvas, legend_opacity_)), 0.5f * spacing::unit);
    draw_scale_bar(list, view, palette, corner);
    draw_legend(canvas, legend_, {corner.x, corner.y - 2.0f * em}, line_height, palette);
    labels_.keep_clear(background);
}

void WorldView::add_broad_phase(const Session& session, const DrawChoices& draw, const Palette& palette,
                                const BroadPhaseFocus* focus) {
    const BroadPhaseLayers layers{cells_, overlay_, labels_};
    projection_margins_ = draw.broad_phase ? projection_margins(session.world()) : ProjectionMargins{};
    if (draw.broad_phase) draw_broad_phase(session, palette, layers);
    if (focus != nullptr)
        draw_broad_phase_focus(session, *focus, palette, layers, !shows_body_names(session.world(), draw));
}

void WorldView::add_swept_shapes(const Session& session, const DrawChoices& draw) {
    const World& world = session.world();
    const BodyHandle only = draw.selection_only ? session.selection().body : BodyHandle{};
    for (const MotionPart& part : session.last_motions()) {
        if (!only.is_null() && part.body != only) continue;
        const auto body = world.find(part.body);
        if (!body) continue;  // removed after the step
        for (const ShapeHandle shape : body->shapes())
            draw_swept_shape(motion_, world.find(shape)->geometry, part.sweep,
                             painter_->shape_color(draw_role(world, shape), shape));
    }
}

void WorldView::add_verdicts(const Session& session, const Palette& palette,
                             const InspectionView& inspected) {
    const auto shape_color = [&](ShapeHandle shape) {
        return painter_->shape_color(draw_role(session.world(), shape), shape);
    };
    verdicts_.build(session, palette, {motion_, overlay_, labels_}, shape_color, !inspected.has_pair());
}

void WorldView::add_past_poses(const Session& session, const DrawChoices& draw) {
    const World& world = session.world();
    const auto shape_color = [&](ShapeHandle shape) {
        return painter_->shape_color(draw_role(world, shape), shape);
    };
    const PastView past{.world = world,
                        .samples = session.past_poses(),
                        .shape_color = shape_color,
                        .only = draw.selection_only ? session.selection().body : BodyHandle{}};
    if (draw.trails) draw_trails(motion_, past, trail_steps(draw, session.hertz()));
    if (draw.ghosts) draw_ghosts(motion_, past);
}

void WorldView::add_annotations(const Session& session, const Palette& palette, const View& view) {
    for (const Annotation& note : session.annotations()) {
        Vec2 at = note.at;
        if (!note.on.empty()) {
            const auto body = session.world().find(session.run().body(note.on));
            if (!body) continue;
            at = body->center();
        }
        labels_.add(view.to_points(at), note.text, palette.text, annotation_priority);
    }
}

void WorldView::add_body_names(const Session& session, const Palette& palette, const View& view) {
    for (const BodyHandle body : session.world().bodies()) {
        const std::string name = session.run().id_of(body);
        if (!name.empty() && !is_annotated(session, name))
            labels_.add(view.to_points(name_anchor(session.world(), body)), name, palette.text_dim,
                        body_name_priority);
    }
}

}  // namespace toibox::app

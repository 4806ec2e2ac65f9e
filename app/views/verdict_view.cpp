// SPDX-License-Identifier: MIT
#include "app/views/verdict_view.h"

#include "toibox/dynamics/world_state.h"

#include "app/platform/theme.h"
#include "app/render/chip.h"
#include "app/session/event_text.h"
#include "app/views/swept_view.h"
#include "app/views/verdict/chip_placer.h"
#include "app/views/verdict/dimension_line.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr std::size_t max_chips = 8;
constexpr int pose_label_priority = 30;
constexpr float dimension_offset = 30.0f;    ///< From the body to the dimension line, points.
constexpr float card_gap = 28.0f;            ///< Points.
constexpr float edge_margin = 4.0f;          ///< Between chips and the edge of the view, points.
constexpr float ring_radius = 5.0f;          ///< Points.
constexpr float start_outline = 0.7f;        ///< Opacity of the pose before the step.
constexpr float start_fill = 0.12f;          ///< Likewise.
constexpr float min_length_points = 120.0f;  ///< Shorter steps have no dimension line.

/// Three significant digits: "3.33", "16.7".
std::string short_number(double value) {
    return fmt::format("{:.3g}", value);
}

/// "1/60 s" for whole rates, else milliseconds.
std::string step_text(double seconds) {
    const double rate = 1.0 / seconds;
    const double whole = std::round(rate);
    if (std::abs(rate - whole) < 1e-3 * whole) return fmt::format("1/{:.0f} s", whole);
    return short_number(1e3 * seconds) + " ms";
}

std::string chip_text(const scene::Verdict& verdict) {
    std::string text(scene::name_of(verdict.kind).label);
    if (verdict.seconds > 0.0) text += fmt::format("  {} ms", short_number(1e3 * verdict.seconds));
    return text;
}

ImVec2 to_vec(Vec2 v) {
    return {v.x, v.y};
}

/// Unit vector from one point to another; the x axis if they are the same.
Vec2 direction(Vec2 from, Vec2 to) {
    return from == to ? Vec2{1.0f, 0.0f} : normalized(to - from);
}

/// Contains the body at both ends of its motion.
UiRect bounds_of(const VerdictView::Motion& motion, const View& view) {
    const Vec2 from = view.to_points(motion.from);
    const Vec2 to = view.to_points(motion.to);
    const float reach = motion.reach / view.meters(1.0f);
    const Vec2 low = min(from, to);
    const Vec2 high = max(from, to);
    return {low.x - reach, low.y - reach, high.x - low.x + 2.0f * reach, high.y - low.y + 2.0f * reach};
}

UiRect area_of(const Viewport& viewport) {
    return {viewport.x, viewport.y, viewport.width, viewport.height};
}

UiRect inset_by(const UiRect& rect, float margin) {
    return {rect.x + margin, rect.y + margin, rect.width - 2.0f * margin, rect.height - 2.0f * margin};
}

UiRect ring_around(Vec2 point, float radius) {
    return {point.x - radius, point.y - radius, 2.0f * radius, 2.0f * radius};
}

float shared_area(const UiRect& a, const UiRect& b) {
    const float width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const float height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    return width > 0.0f && height > 0.0f ? width * height : 0.0f;
}

}  // namespace

Icon icon_of(scene::VerdictKind kind) {
    switch (kind) {
        case scene::VerdictKind::Stopped:
            return Icon::Stopped;
        case scene::VerdictKind::Tunnelled:
            return Icon::Tunnelled;
        case scene::VerdictKind::PushedThrough:
            return Icon::PushedThrough;
        case scene::VerdictKind::Missed:
            return Icon::Missed;
        case scene::VerdictKind::Late:
            return Icon::Late;
        case scene::VerdictKind::GhostHit:
            return Icon::GhostHit;
        case scene::VerdictKind::TimeLost:
            break;
    }
    return Icon::TimeLost;
}

Color color_of(scene::VerdictKind kind, const Palette& palette) {
    switch (kind) {
        case scene::VerdictKind::Stopped:
            return palette.good;
        case scene::VerdictKind::Late:
        case scene::VerdictKind::TimeLost:
            return palette.warning;
        default:
            return palette.bad;
    }
}

void VerdictView::build(const Session& session, const Palette& palette, const VerdictLayers& layers,
                        const ShapeColor& shape_color, bool shows_motion) {
    shown_.clear();
    kept_clear_.clear();
    length_.reset();
    motions_.clear();
    if (session.is_playing() || session.previous_world() == nullptr) return;
    const std::vector<scene::Verdict>& verdicts = session.run().verdicts();
    shown_.assign(verdicts.begin(),
                  verdicts.begin() + static_cast<std::ptrdiff_t>(std::min(verdicts.size(), max_chips)));
    std::vector<BodyHandle> drawn;
    for (const scene::Verdict& verdict : shown_) {
        layers.overlay.ring(narrow(verdict.point), ring_radius, color_of(verdict.kind, palette), 1.5f);
        if (!shows_motion || std::ranges::find(drawn, verdict.body) != drawn.end()) continue;
        drawn.push_back(verdict.body);
        add_motion(session, verdict, palette, layers, shape_color);
    }
}

void VerdictView::add_motion(const Session& session, const scene::Verdict& verdict, const Palette& palette,
                             const VerdictLayers& layers, const ShapeColor& shape_color) {
    const std::optional<const BodyView> body = session.world().find(verdict.body);
    const std::optional<const BodyView> before = session.previous_world()->find(verdict.body);
    if (!body || !before) return;
    const Sweep sweep{widen(body->mass().local_center), widen(before->center()), widen(body->center()),
                      widen(before->pose().rotation), body->angle() - before->angle()};
    for (const ShapeHandle handle : body->shapes()) {
        const Shape& shape = session.world().find(handle)->geometry;
        const Color color = shape_color(handle);
        draw_swept_shape(layers.motion, shape, sweep, color);
        layers.overlay.shape(shape, before->transform(),
                             {.fill = with_alpha(color, start_fill),
                              .outline = with_alpha(color, start_outline),
                              .dashed = true});
    }
    const View& view = layers.overlay.view();
    const float reach = body->mass().max_extent;
    motions_.push_back({before->center(), body->center(), reach});
    const double seconds = session.world().time() - session.previous_world()->time();
    const float moved = distance(view.to_points(before->center()), view.to_points(body->center()));
    // A step that paused at an impact has no pose at its start.
    if (length_ || moved < min_length_points || session.previous_world()->state().progress.paused) return;
    length_ = {motions_.back(), seconds};
    const auto label_pose = [&](Vec2 center, std::int64_t step, double time) {
        Vec2 at = view.to_points(center);
        at.y -= reach / view.meters(1.0f);
        layers.labels.add(at, fmt::format("Step {}, {}", step, event_time_text(time)), palette.text,
                          pose_label_priority);
    };
    label_pose(before->center(), session.run().steps() - 1, session.previous_world()->time());
    label_pose(body->center(), session.run().steps(), session.run().time());
}

UiRect VerdictView::place_card(const View& view, Vec2 size) const {
    const UiRect area = area_of(view.viewport);
    const Vec2 point = shown_.empty() ? Vec2{area.x, area.y} : view.to_points(shown_.front().point);
    float bottom = point.y;
    if (length_) {
        bottom = std::max(view.to_points(length_->motion.from).y, view.to_points(length_->motion.to).y) +
                 length_->motion.reach / view.meters(1.0f) + dimension_offset * view.mark_scale;
    }
    const float right_of = point.x + card_gap;
    const float left_of = point.x - card_gap - size.x;
    const float below = bottom + card_gap;
    const float end = area.x + area.width;
    const float lower_edge = area.y + area.height;
    UiRect best;
    float least = std::numeric_limits<float>::infinity();
    for (const Vec2 corner : {Vec2{right_of, below}, Vec2{left_of, below}, Vec2{end, below},
                              Vec2{area.x, below}, Vec2{end, lower_edge}, Vec2{area.x, lower_edge}}) {
        const UiRect card = moved_inside({corner.x, corner.y, size.x, size.y}, area, spacing::wide);
        float covered = 0.0f;
        for (const Motion& motion : motions_)
            covered += shared_area(card, bounds_of(motion, view));
        if (covered < least) {
            least = covered;
            best = card;
        }
    }
    return best;
}

UiRect VerdictView::draw_length(ImDrawList& list, const Palette& palette, const View& view) const {
    const Vec2 from = view.to_points(length_->motion.from);
    const Vec2 to = view.to_points(length_->motion.to);
    Vec2 below = left_perp(direction(from, to));  // y points down
    if (below.y < 0.0f) below = -below;
    const float scale = view.mark_scale;
    const float offset = length_->motion.reach / view.meters(1.0f) + dimension_offset * scale;
    for (const Vec2 end : {from, to})
        list.AddLine(to_vec(end + (offset - 26.0f * scale) * below),
                     to_vec(end + (offset + 6.0f * scale) * below), to_imgui(palette.text_dim), scale);
    const double meters = distance(widen(length_->motion.from), widen(length_->motion.to));
    const std::string text =
        fmt::format("{} m in one time step of {}", short_number(meters), step_text(length_->seconds));
    return draw_dimension_line(
        list, palette,
        {.from = from + offset * below, .to = to + offset * below, .outwards = below, .scale = scale}, text,
        area_of(view.viewport));
}

void VerdictView::keep_clear(const UiRect& area) {
    kept_clear_.push_back(area);
}

void VerdictView::draw_text(ImDrawList& list, const Fonts& fonts, const Palette& palette, const View& view,
                            LabelLayer& labels, const VerdictStyle& style) const {
    ChipPlacer placer;
    placer.begin(inset_by(area_of(view.viewport), edge_margin), ring_radius * view.mark_scale);
    for (const UiRect& area : kept_clear_)
        placer.block(area);
    if (length_) {
        const UiRect dimension = draw_length(list, palette, view);
        placer.keep_clear(dimension);
        labels.keep_clear(dimension);
    }
    for (const Motion& motion : motions_)
        placer.avoid(bounds_of(motion, view));
    for (const scene::Verdict& verdict : shown_) {
        const UiRect ring = ring_around(view.to_points(verdict.point), ring_radius * view.mark_scale);
        placer.keep_clear(ring);
        labels.keep_clear(ring);
    }
    for (const scene::Verdict& verdict : shown_) {
        const std::string text = chip_text(verdict);
        const Chip chip{.icon = icon_of(verdict.kind),
                        .word = text.c_str(),
                        .color = color_of(verdict.kind, palette),
                        .is_large = style.allows_large && shown_.size() == 1};
        const ImVec2 size = chip_size(fonts, chip);
        const std::optional<PlacedChip> placed =
            placer.place(view.to_points(verdict.point), {size.x, size.y});
        if (!placed) continue;
        labels.keep_clear(placed->rect);
        labels.keep_line_clear(placed->leader);
        list.AddLine(to_vec(placed->leader[0]), to_vec(placed->leader[1]),
                     to_imgui(with_alpha(chip.color, style.opacity)), 1.5f * view.mark_scale);
        draw_chip(list, fonts, palette, {placed->rect.x, placed->rect.y}, chip, style.opacity);
    }
}

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#include "app/views/verdict_view.h"

#include "toibox/dynamics/world_state.h"

#include "app/platform/theme.h"
#include "app/render/chip.h"
#include "app/views/swept_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr std::size_t max_chips = 8;
constexpr int pose_label_priority = 30;
constexpr float dimension_offset = 30.0f;    ///< From the body to the dimension line, points.
constexpr float card_gap = 28.0f;            ///< Points.
constexpr float ring_radius = 5.0f;          ///< Points.
constexpr float start_outline = 0.7f;        ///< Opacity of the pose before the step.
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

/// A dimension line with arrowheads between two points, and a text in a gap of it.
void draw_dimension(ImDrawList& list, const Palette& palette, Vec2 from, Vec2 to, const std::string& text,
                    float text_at, float scale) {
    const ImU32 color = to_imgui(palette.text_dim);
    const Vec2 along = direction(from, to);
    const Vec2 across = left_perp(along);
    list.AddLine(to_vec(from), to_vec(to), color, scale);
    for (const auto& [tip, direction] : {std::pair{from, along}, std::pair{to, -along}}) {
        const Vec2 back = tip + 6.0f * scale * direction;
        list.AddTriangleFilled(to_vec(tip), to_vec(back + 3.0f * scale * across),
                               to_vec(back - 3.0f * scale * across), color);
    }
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    // A wide text must not cover the arrowhead at `from`.
    const float half = 0.5f * size.x + 16.0f * scale;
    const Vec2 middle = from + std::clamp(half / distance(from, to), text_at, 0.5f) * (to - from);
    const ImVec2 low(std::floor(middle.x - 0.5f * size.x), std::floor(middle.y - 0.5f * size.y));
    list.AddRectFilled({low.x - 8.0f, low.y}, {low.x + size.x + 8.0f, low.y + size.y},
                       to_imgui(palette.canvas));
    list.AddText(low, to_imgui(palette.text), text.c_str());
}

/// Where chips may stand, as offsets of their lower left corner from the point, in chip heights and widths.
struct ChipPlace {
    float x;
    float y;
    bool is_left;  ///< The chip ends at x.
};
constexpr std::array chip_places{
    ChipPlace{0.9f, -2.0f, false}, ChipPlace{-0.9f, -2.0f, true}, ChipPlace{0.9f, 3.0f, false},
    ChipPlace{-0.9f, 3.0f, true},  ChipPlace{0.9f, -4.0f, false}, ChipPlace{-0.9f, -4.0f, true},
    ChipPlace{0.9f, 5.0f, false},  ChipPlace{-0.9f, 5.0f, true},  ChipPlace{0.9f, 0.5f, false},
    ChipPlace{-0.9f, 0.5f, true},
};

/// The first place for a chip that lies in `area` and is not taken; nullopt if there is none.
std::optional<UiRect> free_place(Vec2 point, Vec2 size, const UiRect& area,
                                 const std::vector<UiRect>& taken) {
    for (const ChipPlace& place : chip_places) {
        const float x = point.x + place.x * size.y - (place.is_left ? size.x : 0.0f);
        const UiRect rect{std::floor(x), std::floor(point.y + (place.y - 1.0f) * size.y), size.x, size.y};
        const bool is_inside = rect.x >= area.x && rect.x + rect.width <= area.x + area.width &&
                               rect.y >= area.y && rect.y + rect.height <= area.y + area.height;
        const auto overlaps_it = [&](const UiRect& other) { return overlap(rect, other); };
        if (is_inside && std::ranges::none_of(taken, overlaps_it)) return rect;
    }
    return std::nullopt;
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

void VerdictView::build(const Session& session, const Palette& palette, DrawBatch& motion, DrawBatch& overlay,
                        LabelLayer& labels, bool shows_motion) {
    shown_.clear();
    length_.reset();
    if (session.is_playing() || session.previous_world() == nullptr) return;
    const std::vector<scene::Verdict>& verdicts = session.run().verdicts();
    shown_.assign(verdicts.begin(),
                  verdicts.begin() + static_cast<std::ptrdiff_t>(std::min(verdicts.size(), max_chips)));
    std::vector<BodyHandle> drawn;
    for (const scene::Verdict& verdict : shown_) {
        overlay.ring(narrow(verdict.point), ring_radius, color_of(verdict.kind, palette), 1.5f);
        if (!shows_motion || std::ranges::find(drawn, verdict.body) != drawn.end()) continue;
        drawn.push_back(verdict.body);
        add_motion(session, verdict, palette, motion, overlay, labels);
    }
}

void VerdictView::add_motion(const Session& session, const scene::Verdict& verdict, const Palette& palette,
                             DrawBatch& motion, DrawBatch& overlay, LabelLayer& labels) {
    const std::optional<const BodyView> body = session.world().find(verdict.body);
    const std::optional<const BodyView> before = session.previous_world()->find(verdict.body);
    if (!body || !before) return;
    const Sweep sweep{widen(body->mass().local_center), widen(before->center()), widen(body->center()),
                      widen(before->pose().rotation), body->angle() - before->angle()};
    for (const ShapeHandle handle : body->shapes()) {
        const Shape& shape = session.world().find(handle)->geometry;
        draw_swept_shape(motion, shape, sweep, palette.pair_b);
        overlay.shape(shape, before->transform(),
                      {.fill = with_alpha(palette.pair_b, 0.12f),
                       .outline = with_alpha(palette.pair_b, start_outline),
                       .dashed = true});
    }
    const View& view = overlay.view();
    const float reach = body->mass().max_extent;
    const double seconds = session.world().time() - session.previous_world()->time();
    const float moved = distance(view.to_points(before->center()), view.to_points(body->center()));
    // A step that paused at an impact has no pose at its start.
    if (length_ || moved < min_length_points || session.previous_world()->state().progress.paused) return;
    length_ = {before->center(), body->center(), reach, seconds};
    const auto label_pose = [&](Vec2 center, std::int64_t step, double time) {
        Vec2 at = view.to_points(center);
        at.y -= reach / view.meters(1.0f);
        labels.add(at, fmt::format("Step {}, {:.4g} ms", step, 1e3 * time), palette.text,
                   pose_label_priority);
    };
    label_pose(before->center(), session.run().steps() - 1, session.previous_world()->time());
    label_pose(body->center(), session.run().steps(), session.run().time());
}

Vec2 VerdictView::card_anchor(const View& view) const {
    if (shown_.empty()) return {view.viewport.x, view.viewport.y};
    const Vec2 point = view.to_points(shown_.front().point);
    float bottom = point.y;
    if (length_) {
        bottom = std::max(view.to_points(length_->from).y, view.to_points(length_->to).y) +
                 length_->reach / view.meters(1.0f) + dimension_offset * view.mark_scale;
    }
    return {point.x + card_gap, bottom + card_gap};
}

UiRect VerdictView::draw_length(ImDrawList& list, const Palette& palette, const View& view) const {
    Vec2 from = view.to_points(length_->from);
    Vec2 to = view.to_points(length_->to);
    Vec2 below = left_perp(direction(from, to));  // y points down
    if (below.y < 0.0f) below = -below;
    const float scale = view.mark_scale;
    const float offset = length_->reach / view.meters(1.0f) + dimension_offset * scale;
    for (const Vec2 end : {from, to})
        list.AddLine(to_vec(end + (offset - 26.0f * scale) * below),
                     to_vec(end + (offset + 6.0f * scale) * below), to_imgui(palette.text_dim), scale);
    from += offset * below;
    to += offset * below;
    const double meters = distance(widen(length_->from), widen(length_->to));
    const std::string text =
        fmt::format("{} m in one time step of {}", short_number(meters), step_text(length_->seconds));
    draw_dimension(list, palette, from, to, text, 0.28f, scale);
    return {std::min(from.x, to.x), std::min(from.y, to.y) - 12.0f * scale, std::abs(to.x - from.x),
            std::abs(to.y - from.y) + 24.0f * scale};
}

void VerdictView::draw_text(ImDrawList& list, const Fonts& fonts, const Palette& palette, const View& view,
                            LabelLayer& labels) const {
    std::vector<UiRect> taken;
    if (length_) taken.push_back(draw_length(list, palette, view));
    const UiRect area{view.viewport.x, view.viewport.y, view.viewport.width, view.viewport.height};
    for (const scene::Verdict& verdict : shown_) {
        const std::string text = chip_text(verdict);
        const Chip chip{.icon = icon_of(verdict.kind),
                        .word = text.c_str(),
                        .color = color_of(verdict.kind, palette),
                        .is_large = shown_.size() == 1};
        const ImVec2 size = chip_size(fonts, chip);
        const Vec2 point = view.to_points(verdict.point);
        const std::optional<UiRect> rect = free_place(point, {size.x, size.y}, area, taken);
        if (!rect) continue;
        taken.push_back(*rect);
        const bool is_left = rect->x < point.x;
        const Vec2 corner{rect->x + (is_left ? size.x - 0.4f * size.y : 0.4f * size.y),
                          rect->y < point.y ? rect->y + size.y : rect->y};
        const float radius = ring_radius * view.mark_scale;
        list.AddLine(to_vec(corner), to_vec(point + radius * direction(point, corner)), to_imgui(chip.color),
                     1.5f * view.mark_scale);
        draw_chip(list, fonts, palette, {rect->x, rect->y}, chip);
    }
    for (const UiRect& rect : taken)
        labels.keep_clear(rect);
}

}  // namespace toibox::app

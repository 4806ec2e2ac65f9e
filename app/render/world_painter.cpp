// SPDX-License-Identifier: MIT
#include "app/render/world_painter.h"

#include "app/platform/theme.h"
#include "app/render/grid.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace toibox::app {
namespace {

constexpr float max_arrow_points = 200.0f;  ///< Longer arrows are cut to this length and get a second head.
constexpr float min_arrow_points = 1.5f;    ///< Shorter arrows are not drawn.
constexpr float selection_width = 2.0f;     ///< Minimum outline width of marked shapes, points.

constexpr float sleep_fade = 0.5f;   ///< Fraction of the canvas colour in the outline of sleeping bodies.
constexpr float sleep_width = 1.0f;  ///< Outline width of sleeping bodies, points.

constexpr double mark_contrast = 3.0;  ///< Minimum contrast of graphics (WCAG 2.1, 1.4.11).

/// How arrows of a kind are drawn, before scaling by the user.
struct ArrowStyle {
    float points_per_unit;  ///< If not is_scaled, the length, points.
    bool is_scaled;         ///< False: the arrow shows only a direction.
    const char* unit;       ///< Includes the quantity where the unit alone would be ambiguous.
    float width;            ///< Points.
    Color Palette::* color;
};
constexpr std::array<ArrowStyle, 5> arrow_styles{{
    {24.0f, false, "", 1.5f, &Palette::normal},
    {40.0f, true, "N·s normal", 2.0f, &Palette::normal_impulse},
    {40.0f, true, "N·s friction", 2.0f, &Palette::friction_impulse},
    {10.0f, true, "m/s", 1.5f, &Palette::velocity},
    {24.0f, false, "", 1.5f, &Palette::text},
}};

const ArrowStyle& style_of(ArrowKind kind) {
    return arrow_styles[static_cast<std::size_t>(kind)];
}

void recolor(Style& style, Color color) {
    const std::uint8_t alpha = style.fill.a;
    style.fill = color;
    style.fill.a = alpha;
    style.outline = color;
}

}  // namespace

Style style_of(DrawRole role, const Palette& palette) {
    const auto make = [](Color color, float fill, float width) {
        return Style{.fill = with_alpha(color, fill), .outline = color, .width = width};
    };
    switch (role) {
        case DrawRole::Static: {
            Style style = make(palette.body_static, 0.20f, 1.5f);
            style.pattern = Pattern::Hatch;
            return style;
        }
        case DrawRole::Kinematic: {
            Style style = make(palette.body_kinematic, 0.25f, 1.5f);
            style.pattern = Pattern::Dots;
            return style;
        }
        case DrawRole::Bullet: {
            Style style = make(palette.body_bullet, 0.30f, 2.5f);
            style.spoke = true;
            return style;
        }
        case DrawRole::Sensor: {
            Style style = make(palette.body_sensor, 0.06f, 1.5f);
            style.dashed = true;
            return style;
        }
        case DrawRole::Dynamic:
            break;
    }
    Style style = make(palette.body_dynamic, 0.28f, 1.5f);
    style.spoke = true;
    return style;
}

Style asleep_style(Style style, const Palette& palette) {
    style.fill.a = static_cast<std::uint8_t>(style.fill.a / 2);
    style.outline =
        legible(mix(style.outline, palette.canvas, sleep_fade), palette.canvas, palette.text, mark_contrast);
    style.width = sleep_width;
    return style;
}

WorldPainter::WorldPainter(DrawBatch& shapes, DrawBatch& overlay, LabelLayer& labels, const Palette& palette,
                           const PaintOptions& options)
    : shapes_(shapes), overlay_(overlay), labels_(labels), palette_(palette), options_(options) {}

Color WorldPainter::visible(Color color) {
    const auto cached = std::find_if(visible_.begin(), visible_.end(),
                                     [&](const auto& entry) { return entry.first == color; });
    if (cached != visible_.end()) return cached->second;
    visible_.emplace_back(color, legible(color, palette_.canvas, palette_.text, mark_contrast));
    return visible_.back().second;
}

Color WorldPainter::shape_color(DrawRole role, ShapeHandle handle) {
    if (options_.color_of) {
        if (const auto color = options_.color_of(handle)) return visible(*color);
    }
    const ShapeMark mark = options_.mark_of ? options_.mark_of(handle) : ShapeMark::None;
    if (mark == ShapeMark::PairA) return palette_.pair_a;
    if (mark == ShapeMark::PairB) return palette_.pair_b;
    return app::style_of(role, palette_).outline;
}

void WorldPainter::shape(const Shape& shape, const Transform& transform, DrawRole role, ShapeHandle handle) {
    roles_seen_[static_cast<std::size_t>(role)] = true;
    Style style = app::style_of(role, palette_);
    style.spoke = style.spoke && type_of(shape) == ShapeType::Circle;
    if (options_.color_of) {
        if (const auto color = options_.color_of(handle)) recolor(style, visible(*color));
    }
    if (options_.is_asleep && options_.is_asleep(handle)) style = asleep_style(style, palette_);
    const ShapeMark mark = options_.mark_of ? options_.mark_of(handle) : ShapeMark::None;
    if (mark == ShapeMark::PairA) recolor(style, palette_.pair_a);
    if (mark == ShapeMark::PairB) recolor(style, palette_.pair_b);
    if (mark != ShapeMark::None) style.width = std::max(style.width, selection_width);
    if (mark == ShapeMark::Selected) style.outline = palette_.selection;
    shapes_.shape(shape, transform, style);
}

void WorldPainter::box(const Aabb& aabb, ShapeHandle /*handle*/) {
    overlay_.aabb(aabb, palette_.aabb, 1.0f);
}

void WorldPainter::contact_point(Vec2 point, float separation, bool warm) {
    // Filled: warm-started. Pale: separation > 0.
    const Color color = separation > 0.0f ? mix(palette_.contact, palette_.canvas, 0.5f) : palette_.contact;
    if (warm) {
        overlay_.disc(point, 3.0f, color);
    } else {
        overlay_.ring(point, 3.0f, color, 1.5f);
    }
}

void WorldPainter::arrow(ArrowKind kind, Vec2 from, Vec2 direction, float value) {
    const ArrowStyle& style = style_of(kind);
    const float length = style.points_per_unit * (style.is_scaled ? value * options_.arrow_scale : 1.0f);
    if (!(length >= min_arrow_points)) return;
    arrows_seen_[static_cast<std::size_t>(kind)] = true;
    const Color color = palette_.*style.color;
    const float drawn_length = std::min(length, max_arrow_points);
    overlay_.arrow(from, from + overlay_.view().meters(drawn_length) * direction, color, style.width);
    if (length <= max_arrow_points) return;
    overlay_.arrow(from, from + overlay_.view().meters(drawn_length - 8.0f) * direction, color, style.width);
}

void WorldPainter::impulse_value(Vec2 point, float normal, float /*friction*/) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g N·s", static_cast<double>(normal));
    labels_.add(overlay_.view().to_points(point), text, palette_.normal_impulse);
}

void WorldPainter::feature_id(Vec2 point, FeatureId id, ShapeHandle a, ShapeHandle b) {
    const bool is_exchanged = options_.is_exchanged && options_.is_exchanged(a, b);
    labels_.add(overlay_.view().to_points(point), feature_text(is_exchanged ? flipped(id) : id),
                palette_.text);
}

void WorldPainter::joint(Vec2 anchor_a, Vec2 anchor_b, Vec2 center_a, Vec2 center_b, bool mouse) {
    if (mouse) {
        overlay_.line(anchor_a, anchor_b, palette_.accent, 2.0f);
        overlay_.disc(anchor_a, 3.0f, palette_.accent);
        overlay_.ring(anchor_b, 4.0f, palette_.accent, 1.5f);
        return;
    }
    overlay_.line(center_a, anchor_a, palette_.joint, 1.0f);
    overlay_.line(center_b, anchor_b, palette_.joint, 1.0f);
    // The gap between the anchors is the position error of the joint.
    overlay_.line(anchor_a, anchor_b, palette_.bad, 2.0f);
    overlay_.ring(anchor_a, 4.0f, palette_.joint, 1.5f);
    overlay_.disc(anchor_b, 1.5f, palette_.joint);
}

void WorldPainter::joint_mark(JointMark mark, Vec2 from, Vec2 to) {
    const bool is_limit = mark == JointMark::Limit;
    overlay_.line(from, to, is_limit ? palette_.accent : palette_.joint, 1.5f, mark == JointMark::Axis);
}

void WorldPainter::center_of_mass(const Transform& frame_at_center) {
    overlay_.plus(frame_at_center.p, 5.0f, frame_at_center.q, palette_.center_of_mass, 1.0f);
    overlay_.ring(frame_at_center.p, 3.0f, palette_.center_of_mass, 1.0f);
}

std::vector<WorldPainter::ArrowLegendEntry> WorldPainter::arrow_legend() const {
    std::vector<ArrowLegendEntry> entries;
    for (std::size_t kind = 0; kind < arrow_styles.size(); ++kind) {
        const ArrowStyle& style = arrow_styles[kind];
        if (!arrows_seen_[kind] || !style.is_scaled) continue;
        const double points_per_unit = static_cast<double>(style.points_per_unit * options_.arrow_scale);
        const double value = scale_bar_length(points_per_unit, 64.0);
        char text[48];
        std::snprintf(text, sizeof text, "%.4g %s", value, style.unit);
        entries.push_back(
            {static_cast<float>(value * points_per_unit), style.width, palette_.*style.color, text});
    }
    return entries;
}

std::string feature_text(FeatureId id) {
    const char* clip_mark = id.clip == FeatureId::Clip::SideStart ? "«"
                            : id.clip == FeatureId::Clip::SideEnd ? "»"
                                                                  : "";
    char text[32];
    std::snprintf(text, sizeof text, id.reference_is_b ? "B%d·A%d%s" : "A%d·B%d%s",
                  static_cast<int>(id.reference), static_cast<int>(id.incident), clip_mark);
    return text;
}

}  // namespace toibox::app

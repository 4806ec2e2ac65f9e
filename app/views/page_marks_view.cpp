// SPDX-License-Identifier: MIT
#include "app/views/page_marks_view.h"

#include "toibox/math/transform.h"

namespace toibox::app {

namespace {

constexpr int mark_priority = 15;  ///< Above names of bodies, below notes of the script.
constexpr float line_width = 1.5f;
constexpr float point_radius = 4.0f;
constexpr float mark_band_fill = 0.13f;
constexpr float mark_ghost_fill = 0.1f;

Color color_of(scene::PageMark::Paint paint, const Palette& palette) {
    using Paint = scene::PageMark::Paint;
    switch (paint) {
        case Paint::Text:
            return palette.text;
        case Paint::Good:
            return palette.good;
        case Paint::Bad:
            return palette.bad;
        case Paint::Warning:
            return palette.warning;
        case Paint::A:
            return palette.pair_a;
        case Paint::B:
            return palette.pair_b;
    }
    return palette.text;
}

void draw_ghost(const scene::PageMark& mark, const Session& session, Color color, DrawBatch& overlay) {
    const auto body = session.world().find(session.run().body(mark.body));
    if (!body) return;
    // The position is that of the body, which need not be its centre of mass.
    const Transform pose{mark.from, make_rot(mark.angle)};
    for (const ShapeHandle shape : body->shapes())
        overlay.shape(session.world().find(shape)->geometry, pose,
                      {.fill = with_alpha(color, mark_ghost_fill), .outline = color, .width = line_width});
}

void draw_band(const scene::PageMark& mark, Color color, DrawBatch& overlay) {
    const Vec2 low = min(mark.from, mark.to);
    const Vec2 high = max(mark.from, mark.to);
    overlay.box(0.5f * (low + high), 0.5f * (high - low), Rot{}, 0.0f,
                {.fill = with_alpha(color, mark_band_fill), .outline = with_alpha(color, 0.5f)});
}

/// Where the text of a mark stands.
Vec2 anchor_of(const scene::PageMark& mark) {
    using Kind = scene::PageMark::Kind;
    const bool has_two_points =
        mark.kind == Kind::Line || mark.kind == Kind::Arrow || mark.kind == Kind::Band;
    return has_two_points ? 0.5f * (mark.from + mark.to) : mark.from;
}

}  // namespace

void draw_page_marks(std::span<const scene::PageMark> marks, const Session& session, const Palette& palette,
                     DrawBatch& overlay, LabelLayer& labels) {
    using Kind = scene::PageMark::Kind;
    for (const scene::PageMark& mark : marks) {
        const Color color = color_of(mark.color, palette);
        switch (mark.kind) {
            case Kind::Note:
                overlay.ring(mark.from, point_radius, color, line_width);
                break;
            case Kind::Line:
                overlay.line(mark.from, mark.to, color, line_width, true);
                break;
            case Kind::Arrow:
                overlay.arrow(mark.from, mark.to, color, line_width);
                break;
            case Kind::Band:
                draw_band(mark, color, overlay);
                break;
            case Kind::Ghost:
                draw_ghost(mark, session, color, overlay);
                break;
        }
        if (!mark.text.empty())
            labels.add(overlay.view().to_points(anchor_of(mark)), mark.text, color, mark_priority);
    }
}

}  // namespace toibox::app

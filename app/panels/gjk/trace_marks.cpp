// SPDX-License-Identifier: MIT
#include "app/panels/gjk/trace_marks.h"

#include "app/panels/gjk/gjk_picture_shared.h"
#include "app/views/mark_color.h"

namespace toibox::app {

namespace {

constexpr float beyond_picture = 4000.0f;  ///< Length of a ray, longer than any picture, points.

}  // namespace

void draw_marks(Inset& inset, std::span<const TraceMark> marks, const Palette& palette) {
    for (const TraceMark& mark : marks) {
        const Color color = color_of(mark, palette);
        const Vec2d direction = normalized(mark.to - mark.from);
        Vec2d label_position = mark.from;
        switch (mark.kind) {
            case TraceMark::Kind::Line:
                inset.line(mark.from, mark.to, {.color = color, .width = 3.5f});
                label_position = lerp(mark.from, mark.to, 0.5);
                break;
            case TraceMark::Kind::Dashed:
                inset.line(mark.from, mark.to, {.color = color, .width = 1.5f, .dashed = true});
                label_position = lerp(mark.from, mark.to, 0.5);
                break;
            case TraceMark::Kind::Ray:
                inset.line(mark.from, mark.from + inset.meters(beyond_picture) * direction,
                           {.color = color, .width = 1.5f, .dashed = true});
                label_position = mark.from + inset.meters(arrow_points) * direction;
                break;
            case TraceMark::Kind::Arrow:
                label_position = mark.from + inset.meters(arrow_points) * direction;
                inset.arrow(mark.from, label_position, {.color = color, .width = 2.0f});
                break;
            case TraceMark::Kind::Dot:
                inset.dot(mark.from, 4.0f, color);
                break;
            case TraceMark::Kind::Ring:
                inset.ring(mark.from, 7.0f, color, 2.5f);
                break;
        }
        if (!mark.label.empty()) inset.label(label_position, mark.label, color, simplex_priority);
    }
}

}  // namespace toibox::app

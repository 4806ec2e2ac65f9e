// SPDX-License-Identifier: MIT
#include "app/views/mark_color.h"

namespace toibox::app {

namespace {

Color color_of(MarkColor color, const Palette& palette) {
    switch (color) {
        case MarkColor::A:
            return palette.pair_a;
        case MarkColor::B:
            return palette.pair_b;
        case MarkColor::Accent:
            return palette.accent;
        case MarkColor::Good:
            return palette.good;
        case MarkColor::Bad:
            return palette.bad;
        case MarkColor::Dim:
            return palette.text_dim;
        case MarkColor::Plain:
            break;
    }
    return palette.text;
}

}  // namespace

Color color_of(const TraceMark& mark, const Palette& palette) {
    return with_alpha(color_of(mark.color, palette), mark.strength);
}

}  // namespace toibox::app

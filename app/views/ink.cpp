// SPDX-License-Identifier: MIT
#include "app/views/ink.h"

namespace toibox::app {

namespace {

Color color_of(Ink ink, const Palette& palette) {
    switch (ink) {
        case Ink::A:
            return palette.pair_a;
        case Ink::B:
            return palette.pair_b;
        case Ink::Accent:
            return palette.accent;
        case Ink::Good:
            return palette.good;
        case Ink::Bad:
            return palette.bad;
        case Ink::Dim:
            return palette.text_dim;
        case Ink::Plain:
            break;
    }
    return palette.text;
}

}  // namespace

Color color_of(const StepMark& mark, const Palette& palette) {
    return with_alpha(color_of(mark.ink, palette), mark.strength);
}

}  // namespace toibox::app

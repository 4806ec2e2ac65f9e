// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/inset.h"
#include "app/platform/palette.h"
#include "app/studies/distance/method_study.h"

#include <span>

namespace toibox::app {

/// Draws the marks of a trace step into a picture.
void draw_marks(Inset& inset, std::span<const TraceMark> marks, const Palette& palette);

}  // namespace toibox::app

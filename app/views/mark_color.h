// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/studies/distance/method_study.h"

namespace toibox::app {

/// The colour of a mark, with its opacity.
Color color_of(const TraceMark& mark, const Palette& palette);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/session/gjk_inspector.h"

namespace toibox::app {

/// The inspected pair in the world (A blue, B orange): the simplex of the chosen iteration on each shape, its
/// support, the witness points and the line between them; by SAT the axis that is shown. A what-if is drawn
/// dashed, beside the bodies that it is a copy of.
void draw_gjk(const DistanceInspector& gjk, const Palette& palette, DrawBatch& batch, LabelLayer& labels);

}  // namespace toibox::app

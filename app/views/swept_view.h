// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/sweep.h"

#include "app/platform/color.h"
#include "app/render/draw_batch.h"

namespace toibox::app {

/// Draws the area that a shape of a body passes over along a sweep of the body: a faint fill with a dashed
/// outline. A circle that does not turn gives a capsule, a polygon the hull of its end poses; a turning shape
/// is sampled finely enough for the view. Draws nothing if no point moves by as much as one point of the
/// screen.
void draw_swept_shape(DrawBatch& batch, const Shape& shape, const Sweep& sweep, Color color);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/session/selection.h"

namespace toibox::app {

/// Draws the result of GJK for one pair: the last simplex on each shape (A blue, B orange), the closest
/// points, and the line between them with its length.
void draw_simplex(const DistanceProbe& probe, const Palette& palette, DrawBatch& batch, LabelLayer& labels);

}  // namespace toibox::app

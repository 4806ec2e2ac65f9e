// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/session/selection.h"

namespace toibox::app {

/// GJK's answer for one pair, in the world: the supports of the last simplex on each shape (A blue, B orange)
/// and the segments between them, the closest points, the line that joins them and its length.
void draw_simplex(const DistanceProbe& probe, const Palette& palette, DrawBatch& batch, LabelLayer& labels);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/studies/distance/distance_inspector.h"

namespace toibox::app {

/// Draws the inspected pair in the world (A blue, B orange): simplex vertices and support point of the shown
/// iteration on each shape, the witness points and the line between them; for SAT, the shown axis. Copies of
/// the shapes in what-if mode are dashed.
void draw_gjk(const DistanceInspector& inspector, const Palette& palette, DrawBatch& batch,
              LabelLayer& labels);

}  // namespace toibox::app

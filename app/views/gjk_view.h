// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/studies/distance/distance_inspector.h"

namespace toibox::app {

/// Draws the shown step of a distance method in the world (A blue, B orange). GJK and boolean GJK: simplex
/// vertices and support point on each shape, the witness points and the line between them. SAT: the shown
/// axis. Others: the marks of the step. The shapes of a query, and the copies in what-if mode, are drawn
/// dashed.
void draw_gjk(const DistanceInspector& inspector, const Palette& palette, DrawBatch& batch,
              LabelLayer& labels);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/studies/distance/distance_inspector.h"

namespace toibox::app {

/// The inspected pair in the world (A blue, B orange): the simplex of the shown iteration on each shape, its
/// support point, the witness points and the line between them; for SAT the shown axis. Copies at other poses
/// are dashed.
void draw_gjk(const DistanceInspector& gjk, const Palette& palette, DrawBatch& batch, LabelLayer& labels);

}  // namespace toibox::app

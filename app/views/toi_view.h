// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/studies/toi/toi_inspector.h"

namespace toibox::app {

/// Draws the inspected pair in the world as ghosts: both shapes (A blue, B orange) at the times of
/// ToiInspector::ghosts(). Ghosts of later marks are more opaque. The ghost that is highlighted or at the
/// cursor of the plot is emphasised. A shape that does not move is drawn once.
void draw_toi_ghosts(const ToiInspector& toi, const Palette& palette, DrawBatch& batch, LabelLayer& labels);

/// Text of a mark: "bisection, iteration 2: t 0.4293, s 13.7 mm".
std::string describe(const ToiMark& mark);

/// Index of the mark whose ghost has its outline closest to a point, within `reach` metres; −1: none.
int mark_of_ghost_at(const ToiInspector& toi, Vec2 point_world, float reach);

}  // namespace toibox::app

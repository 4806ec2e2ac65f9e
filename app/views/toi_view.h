// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/studies/toi/toi_inspector.h"

namespace toibox::app {

/// Draws the inspected pair in the world as ghosts: both shapes (A blue, B orange) at the times of
/// ToiInspector::ghosts(), with the numbers of their iterations. Ghosts of later iterations are more opaque.
/// The iteration under study has the accent colour. A shape that does not move is drawn once.
void draw_toi_ghosts(const ToiInspector& toi, const Palette& palette, DrawBatch& batch, LabelLayer& labels);

/// Three significant digits with a true minus: "13.7 mm", "−0.34 m".
std::string separation_text(double meters);
/// An iteration as text: "3 · false position, t 0.4293, s 13.7 mm".
std::string describe_iteration(const ToiStudy& study, int iteration);

/// Index of the mark whose ghost has its outline closest to a point, within `reach` metres; −1: none.
int mark_of_ghost_at(const ToiInspector& toi, Vec2 point_world, float reach);

}  // namespace toibox::app

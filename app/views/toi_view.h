// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/studies/toi/toi_inspector.h"

namespace toibox::app {

/// The inspected pair in the world: ghosts of both shapes (A blue, B orange) at the start, the end and the
/// times of the method's marks, later ones stronger. The highlighted ghost or the one at the plot's cursor is
/// emphasised. A shape that does not move is drawn once.
void draw_toi_ghosts(const ToiInspector& toi, const Palette& palette, DrawBatch& batch, LabelLayer& labels);

/// "bisection, iteration 2: t 0.4293, s 13.7 mm"
std::string describe(const ToiMark& mark);

/// The mark of the ghost whose outline is nearest to a point, within `reach` metres; −1: none.

int ghost_at(const ToiInspector& toi, Vec2 point_world, float reach);

}  // namespace toibox::app

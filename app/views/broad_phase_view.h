// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/studies/broad_phase/endpoint_lists.h"

namespace toibox::app {

/// Where the data structure of a broad phase is drawn.
struct BroadPhaseLayers {
    DrawBatch& below;  ///< Under the shapes: cells and lines.
    DrawBatch& above;  ///< Over the shapes: projections and highlighted boxes.
    LabelLayer& labels;
};

/// Space taken by the projections at the edges of the view, points.
struct ProjectionMargins {
    float lower = 0.0f;
    float left = 0.0f;
};
ProjectionMargins projection_margins(const World& world);

/// Draws the data structure of the broad phase after its last search: tree nodes, cells, dividing lines,
/// strips, or the projections of the boxes on the axes. Highlights recent exchanges. Cost: O(boxes).
void draw_broad_phase(const Session& session, const Palette& palette, const BroadPhaseLayers& layers);

/// Highlights the boxes that the mouse points at in the Broad phase tab, and draws the sweep line at the
/// mouse across the world. `named`: adds names of the boxes, unless there are too many.
void draw_broad_phase_focus(const Session& session, const BroadPhaseFocus& focus, const Palette& palette,
                            const BroadPhaseLayers& layers, bool named);

}  // namespace toibox::app

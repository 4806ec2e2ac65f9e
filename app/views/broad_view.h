// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/session/sweep_lists.h"

namespace toibox::app {

/// Where the structure of a pair search is drawn.
struct BroadPhaseLayers {
    DrawBatch& below;  ///< Cells and lines: under the shapes.
    DrawBatch& above;  ///< Shadows and what stands out.
    LabelLayer& labels;
};

/// Room that the shadows of boxes take at the edges of the view, points.
struct ProjectionMargins {
    float lower = 0.0f;
    float left = 0.0f;
};
ProjectionMargins projection_margins(const World& world);

/// The structure of the world's pair search as its last search left it: boxes of the tree, cells, dividing
/// lines, strips, or the shadows of the boxes on the axes; of all pairs nothing. What has just changed places
/// in a list flashes. Cost: O(boxes) of what is drawn.
void draw_broad_phase(const Session& session, const Palette& palette, const BroadPhaseLayers& layers);

/// The boxes that the panel points at, with their names if they are few and have none yet, and its line
/// across the world.
void draw_broad_phase_focus(const Session& session, const BroadPhaseFocus& focus, const Palette& palette,
                            const BroadPhaseLayers& layers, bool named);

}  // namespace toibox::app

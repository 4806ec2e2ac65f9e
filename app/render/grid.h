// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"

#include <string>

struct ImDrawList;

namespace toibox::app {

/// Spacing of the grid lines, metres.
struct GridSteps {
    double minor = 1.0;  ///< 1, 2 or 5 times a power of ten.
    double major = 5.0;  ///< Five times `minor`.
};

/// The finest spacing whose minor lines are at least `min_points` apart.
GridSteps grid_steps(double points_per_meter, double min_points = 20.0);

/// The longest 1-2-5 length that takes at most `max_points` on the screen, metres.
double scale_bar_length(double points_per_meter, double max_points = 120.0);

/// A length as text: "2 km", "0.5 m", "20 mm", "5 µm".
std::string length_text(double meters);

/// Draws minor and major lines, the axes and a mark at the origin. Lines are aligned to pixels. Cost:
/// O(lines); there are at most a few hundred.
void draw_grid(DrawBatch& batch, const Palette& palette);

/// Draws a bar labelled with its length. The left end of the bar is at `corner` (points).
void draw_scale_bar(ImDrawList& list, const View& view, const Palette& palette, Vec2 corner);

}  // namespace toibox::app

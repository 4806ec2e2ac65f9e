// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/studies/broad_phase/endpoint_lists.h"

namespace toibox::app {

inline constexpr std::size_t max_named_boxes = 24;   ///< With more boxes, the lists show ticks, not names.
inline constexpr std::size_t max_matrix_boxes = 40;  ///< With more boxes, there is no pair matrix.

/// Draws the sorted endpoints on each axis: a slot with a name for each endpoint if there are few boxes, else
/// a strip of ticks. Lists the boxes that are active at the mouse position, and highlights them in the world.
/// Draws nothing for a broad phase without sorted lists.
void endpoint_lists(const Session& session, BroadPhaseFocus& focus, const Palette& palette);

/// Draws an upper triangular matrix of all pairs of boxes in a square of `side` points: each cell shows the
/// axes on which its two boxes overlap. Highlights the pair under the mouse.
void pair_matrix_view(const Session& session, BroadPhaseFocus& focus, const Palette& palette, float side);

/// Lists the exchanges of the last search that had any, and counts them by case (ExchangeCase).
void exchange_log(const Session& session, BroadPhaseFocus& focus, const Palette& palette);

}  // namespace toibox::app

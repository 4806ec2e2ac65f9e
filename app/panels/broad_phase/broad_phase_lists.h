// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/studies/broad_phase/endpoint_lists.h"

namespace toibox::app {

inline constexpr std::size_t max_named_boxes = 24;   ///< With more, the lists have ticks instead of names.
inline constexpr std::size_t max_matrix_boxes = 40;  ///< With more, there is no pair matrix.

/// The sorted endpoints on each axis: a slot with a name for each endpoint if there are few boxes, else a
/// strip of ticks. Boxes active at the mouse position are listed and highlighted in the world. Draws nothing
/// for a broad phase without lists.
void endpoint_lists(const Session& session, BroadPhaseFocus& focus, const Palette& palette);

/// The upper triangle of all pairs in a square of `side` points: each cell shows the axes on which the two
/// boxes overlap. Highlights the pair under the mouse.
void pair_matrix_view(const Session& session, BroadPhaseFocus& focus, const Palette& palette, float side);

/// The exchanges of the last search that had any: the number of each of the four cases, and a list.
void exchange_log(const Session& session, BroadPhaseFocus& focus, const Palette& palette);

}  // namespace toibox::app

// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/palette.h"
#include "app/session/sweep_lists.h"

namespace toibox::app {

inline constexpr std::size_t max_named_boxes = 24;   ///< In lists with a name at each end.
inline constexpr std::size_t max_matrix_boxes = 40;  ///< In the matrix of pairs.

/// The sorted ends on each axis, in rows: one slot an end and its name if boxes are few, else a strip of
/// ticks at their places. The mouse sweeps along them: who is active there is told and lights up in the
/// world. Nothing for a search without lists.
void endpoint_lists(const Session& session, BroadPhaseFocus& focus, const Palette& palette);

/// The upper triangle of all pairs, marked by the axes on which the two overlap; points out the two below the
/// mouse. In a square of `side` points.
void pair_matrix_view(const Session& session, BroadPhaseFocus& focus, const Palette& palette, float side);

/// The exchanges of the last search, counted by the four cases and listed.
void exchange_log(const Session& session, BroadPhaseFocus& focus, const Palette& palette);

}  // namespace toibox::app

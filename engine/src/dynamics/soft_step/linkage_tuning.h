// SPDX-License-Identifier: MIT
#pragma once

/// The tolerances and limits of linkages (linkages.h); further ones: toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// Joints that are solved at once, at most. Origin: the cost. Eight bars that swing gently take 20 µs a step,
/// eight that whip about 120 µs, one after the other 4 µs. More: long chains in the air cost ten times what
/// they do.
inline constexpr unsigned max_linkage_weight = 12;
/// Solves of a sub-step, at most, until no equation is wrong by more than this, m/s or rad/s. Otherwise the
/// sub-step is done in more parts. Origin: with 4 solves or with 1e-6, linkages that fold fast gain or lose
/// energy (tests: random trees of 2 to 8 bodies). Fewer or less: more parts.
inline constexpr int max_linkage_solves = 3;
inline constexpr double linkage_precision = 1e-7;
/// Parts of a sub-step, at most: a power of 2. Less: a bar that folds within a sub-step loses energy.
inline constexpr int max_linkage_parts = 64;
/// What is wrong by more than this in the end cannot be met at all, m/s or rad/s: the linkage is at the end
/// of its reach, and joints yield.
inline constexpr double linkage_failure = 0.01;
/// Share of its kinetic energy that a loop may gain in a part of a sub-step, and one with springs or motors,
/// whose sub-steps are not parted. Less: fast loops are done with joints that yield, which lose energy; more:
/// what is stretched out gains it.
inline constexpr double linkage_gain = 1e-3;
inline constexpr double driven_linkage_gain = 0.05;
/// Trials of which motors give all that they may.
inline constexpr int max_linkage_rounds = 4;
/// A loop is taut where an equation yields less than this share of what it would without the others. Origin:
/// four-bar linkages keep more all the way round; a straight bridge has none. Less: bridges are torn about by
/// forces without bound.
inline constexpr double taut_pivot_share = 0.05;
/// A pivot below this share of its diagonal is an equation that follows from the others.
inline constexpr double redundant_pivot_share = 1e-9;

}  // namespace toibox::tuning

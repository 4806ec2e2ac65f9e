// SPDX-License-Identifier: MIT
#pragma once

/// Tolerances and limits of linkages (linkages.h). All others: toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// Maximum number of joints that are solved at once. Origin: the cost. Eight bars that swing gently take
/// 20 µs per step, eight that whip about 120 µs; solved one after another they take 4 µs. Larger: long chains
/// in the air cost ten times as much.
inline constexpr unsigned max_linkage_weight = 12;
/// Maximum number of solves per slice until no equation has a larger error than linkage_precision, m/s or
/// rad/s. Otherwise the sub-step is split into more slices. Origin: with 4 solves, or with 1e-6, linkages
/// that fold fast gain or lose energy (tests: random trees of 2 to 8 bodies). Smaller: more slices.
inline constexpr int max_linkage_solves = 3;
inline constexpr double linkage_precision = 1e-7;
/// Maximum number of slices per sub-step: a power of 2. Smaller: a bar that folds within a sub-step loses
/// energy.
inline constexpr int max_linkage_slices = 64;
/// A larger remaining error, m/s or rad/s, cannot be removed at all: the linkage is at the end of its reach,
/// and joints become compliant.
inline constexpr double linkage_failure = 0.01;
/// Share of its kinetic energy that a loop may gain per slice. The second value is for loops with springs or
/// motors, whose sub-steps are not split. Smaller: fast loops are solved with compliant joints, which lose
/// energy; larger: stretched loops gain energy.
inline constexpr double linkage_gain = 1e-3;
inline constexpr double driven_linkage_gain = 0.05;
/// Maximum number of trials to find which motors are at their maximum.
inline constexpr int max_linkage_rounds = 4;
/// A loop is taut if the pivot of an equation is below this share of its response without the other
/// equations. Origin: four-bar linkages stay above it all the way round; a straight bridge does not. Smaller:
/// unbounded forces tear bridges about.
inline constexpr double taut_pivot_share = 0.05;
/// An equation whose pivot is below this share of its diagonal follows from the others.
inline constexpr double redundant_pivot_share = 1e-9;

}  // namespace toibox::tuning

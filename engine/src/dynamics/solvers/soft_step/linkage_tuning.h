// SPDX-License-Identifier: MIT
#pragma once

/// Tolerances and limits of linkages (linkages.h).
namespace toibox::tuning {

/// Maximum number of joints in a linkage. Origin: the cost. Eight bars that swing slowly take 20 µs per step,
/// eight that whip around take 120 µs; with joint rows they take 4 µs. Larger: long chains in the air cost
/// ten times as much.
inline constexpr unsigned max_linkage_weight = 12;
/// Maximum number of Newton iterations per slice. If some equation then still has a larger error than
/// linkage_max_residual (m/s or rad/s), the sub-step is split into more slices. Origin: with 4 iterations, or
/// with 1e-6, linkages that fold fast gain or lose energy (tests: random trees of 2 to 8 bodies). Smaller:
/// more slices.
inline constexpr int max_linkage_iterations = 3;
inline constexpr double linkage_max_residual = 1e-7;
/// Maximum number of slices per sub-step, a power of 2. Smaller: a bar that folds within a sub-step loses
/// energy.
inline constexpr int max_linkage_slices = 64;
/// If the error that remains with the most slices exceeds this (m/s or rad/s), no impulse closes the joints,
/// and the sub-step is solved with compliant joints.
inline constexpr double linkage_failure_residual = 0.01;
/// Fraction of its kinetic energy that a loop may gain per slice. The second value is for loops with springs
/// or motors, whose sub-steps are not split. Smaller: fast loops are solved with compliant joints, which lose
/// energy; larger: stretched loops gain energy.
inline constexpr double linkage_gain = 1e-3;
inline constexpr double driven_linkage_gain = 0.05;
/// Maximum number of rounds to find which motors are at their maximum.
inline constexpr int max_linkage_rounds = 4;
/// A loop is taut if the pivot of an equation is below this fraction of the equation's diagonal element of K.
/// Origin: a four-bar linkage stays above this fraction in every position; a straight bridge does not.
/// Smaller: unbounded forces throw bridges around.
inline constexpr double taut_pivot_fraction = 0.05;
/// An equation whose pivot is below this fraction of its diagonal element follows from the other equations.
inline constexpr double redundant_pivot_fraction = 1e-9;

}  // namespace toibox::tuning

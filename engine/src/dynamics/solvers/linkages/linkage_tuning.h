// SPDX-License-Identifier: MIT
#pragma once

/// Tolerances and limits of linkages (linkage.h).
namespace toibox::tuning {

/// Maximum number of Newton iterations per slice. If some equation then still has a larger error than
/// linkage_max_residual (m/s or rad/s), the sub-step is split into more slices. Smaller: more slices; with 4,
/// a pendulum of 100 bars takes one and a half times as long. Larger: with 6, chains that spin at 100 rad/s
/// buckle.
inline constexpr int max_linkage_iterations = 5;
inline constexpr double linkage_max_residual = 1e-7;
/// A slice is split if it changes the kinetic energy by more than this fraction. (A smaller change is
/// undone.) Smaller: more slices, for the same energy.
inline constexpr double linkage_energy_error = 1e-3;
/// m/s. Smaller: a linkage at rest, whose velocities are rounding errors, is split.
inline constexpr double linkage_rest_speed = 1e-5;
/// Maximum number of slices per sub-step, a power of 2. Smaller: joints open when a body folds over fast;
/// with 16, 7 of 337 hanging trees change their energy by more than 1 % in ten seconds, with 64 none.
inline constexpr int max_linkage_slices = 64;
/// Not for trees that keep their energy: if the error that remains with the most slices exceeds this (m/s or
/// rad/s), no impulse closes the joints, and the sub-step is solved with compliant joints.
inline constexpr double linkage_failure_residual = 0.01;
/// Likewise, the fraction of the kinetic energy that a slice may add; the second value is for linkages with
/// springs or motors, whose sub-steps are not split. Smaller: fast loops are solved with
/// compliant joints, which lose energy; larger: stretched loops gain energy.
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

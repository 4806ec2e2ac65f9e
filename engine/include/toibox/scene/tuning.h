// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace toibox::scene::tuning {

/// Bytes of a scene file: bounds memory use. The bundled scenes are smaller than 1 MB.
inline constexpr std::size_t max_file_size = std::size_t{64} << 20;
/// Values in a scene file: 4 million take about 300 MB as a tree.
inline constexpr std::size_t max_values = 4'000'000;
/// Nested arrays and objects. The format itself needs 9; `x-*` data may need more. Bounds every recursion.
inline constexpr int max_depth = 64;
/// Maximum number of errors reported: about a screenful.
inline constexpr std::size_t max_errors = 20;
/// Bodies that one warning names; the rest are only counted.
inline constexpr std::size_t max_listed_bodies = 5;
/// Maximum number of errors kept while reading: more than are reported, because sections are not read in file
/// order.
inline constexpr std::size_t max_kept_errors = 1000;
/// Maximum number of names that a misspelt one is compared with: a suggestion then takes about a millisecond.
inline constexpr std::size_t max_candidates = 1000;
/// Bodies of a scene after `repeat`, and points of a chain or hull.
inline constexpr int max_bodies = 100'000;
inline constexpr int max_points = 100'000;
/// Shapes of a scene after `repeat`: 200,000 segments of a chain take 150 MB to read and to run.
inline constexpr std::size_t max_shapes = 200'000;
/// Emitters, and winds: each is processed in each step.
inline constexpr std::size_t max_emitters = 1000;
/// Wheel rays, and walkers: each is cast in each step.
inline constexpr int max_movers = 1000;
/// Probes: each is updated in each state.
inline constexpr std::size_t max_probes = 1000;
/// Slides of a walker per step: each costs a cast. A path that bends more often needs shorter steps.
inline constexpr int max_slides = 16;
/// Solver iterations over the wheel rays of a scene, which are coupled because springs of one body share its
/// mass. With four rays on one body, the result is within 1 % of the converged one.
inline constexpr int wheel_iterations = 10;
/// Minimum cosine between a wheel ray and the surface normal, 84 degrees: the normal force grows with its
/// inverse.
inline constexpr double min_ray_cosine = 0.1;
/// A walker that is nearer to an obstacle than this fraction of its skin is pushed back to the full skin. At
/// a greater distance it is not pushed, so that it can stand still.
inline constexpr double skin_recovery_fraction = 0.5;
/// Maximum speed at which a walker is pushed back to its skin, m/s, to bound the effect on other bodies.
/// Smaller: fast rims of rotating bodies pass through the walker.
inline constexpr double recovery_speed = 3.0;
/// Maximum number of pushes back to the skin per step: in a corner, the way out of one wall leads into the
/// other.
inline constexpr int recovery_pushes = 4;
/// Extra slides for surfaces that move into the walker: a rising floor, a closing wall.
inline constexpr int max_carry_slides = 2;
/// Two surfaces of which one moves push a walker out of their corner; the sharper the corner, the faster.
/// Minimum sine of the corner's angle, 6 degrees: a sharper corner stops the walker.
inline constexpr double min_corner_sine = 0.1;
/// Fraction of a moving surface's displacement by which a carried walker may seem to enter the surface,
/// because of rounding.
inline constexpr double carry_tolerance = 1e-9;
/// Upper bound of a walker's max_slope, radians: 89 degrees, plus rounding. Larger: walls count as ground.
inline constexpr double max_walker_slope = 1.5534;
/// A walker stands on ground within this many skins. It stops one skin above the ground; the second skin
/// covers accumulated rounding and rotating ground. Larger: ground that the walker has left still carries it.
inline constexpr double footing_reach = 2.0;
/// A walker that moves down and is higher than this many skins above the ground sinks to one skin. Smaller:
/// because of rounding it sinks repeatedly and does not stand still.
inline constexpr double settled_skin = 1.1;
/// Tolerance of the cosine of a walker's max_slope, for rounding of the normal. At a max_slope of 0 it admits
/// 0.08 degrees more, at 45 degrees 1e-4 degrees more.
inline constexpr double slope_rounding = 1e-6;
/// Points of a concave shape: decomposition is quadratic, and takes about 0.1 s for this many.
inline constexpr int max_concave_points = 2'000;
/// Bytes of a line of `toibox query`, which is kept in memory. Two polygons of 256 vertices take 30 KB.
inline constexpr std::size_t max_query_line = std::size_t{1} << 20;
/// Range of a scene's step length, seconds. Shorter: float velocities lose gravity's increment.
inline constexpr double min_step_seconds = 1e-6;
inline constexpr double max_step_seconds = 1.0;
/// Maximum duration of a scene and time of an event, seconds: 30 years.
inline constexpr double max_time = 1e9;
/// Range of the target and tolerance of a query, metres. The minimum is 4500 ulps of a double at 1 m. Worlds
/// use float and have their own limits (validated()).
inline constexpr double min_query_length = 1e-12;
inline constexpr double max_query_length_metres = 1000.0;
/// Maximum coordinate and radius of a query, metres: fourth powers are still finite in double, so that no
/// result is infinite.
inline constexpr double max_query_coordinate = 1e16;
/// Maximum number of steps of a run, or up to an event: 2³¹ steps of 1/60 s are more than a year.
inline constexpr double max_steps = 2147483648.0;
/// Relative tolerance within which the quotient of a time and the step counts as k + 1/2 and rounds up, as
/// the decimal numbers of the file would. Time, step and quotient are off by at most 2⁻⁵³ each, 3.4e-16 in
/// total.
inline constexpr double time_rounding = 1e-14;

/// Nested parentheses, signs and functions of a claim. Bounds the recursion of parser and evaluation.
inline constexpr int max_expression_depth = 64;
/// Numbers, quantities, operators and functions of a claim. A sum a + b + … is a tree as deep as the sum is
/// long, and traversal and destruction recurse. The longest claim of the bundled scenes has about 15.
inline constexpr std::size_t max_expression_nodes = 1000;
/// Maximum k of peak(q, k): more than anyone needs, and exact in a double.
inline constexpr double max_peak = 1'000'000.0;

/// Outer iterations of a query, and evaluations of one of its root searches. Worst case of the bundled
/// scenes: 325, by conservative advancement.
inline constexpr int query_iterations = 10'000;

/// Lint: mass ratio of the heaviest to the lightest dynamic body above which iterative solvers become soft
/// (scenes.md).
inline constexpr double mass_ratio = 1000.0;
/// Lint: minimum TOI target in ulps of a float position. Smaller: the root finder works in rounding noise.
inline constexpr double min_target_ulps = 4.0;

/// Lint: minimum size of a body as a multiple of g·h², the scale of its fall in a sub-step h. Below this, a
/// stack of ten bodies sinks by up to 5 % (soft step) or may lean and fall (sequential impulses). Origin:
/// towers of ten boxes at 30 to 240 Hz with 1 to 64 sub-steps. Larger: warns of effects that are hardly
/// visible.
inline constexpr double min_size_soft = 160.0;
inline constexpr double min_size_rigid = 70.0;
inline constexpr double sag_at_min_size = 5.0;  ///< Of the height, per cent.
/// Maximum number of pairs tested for an initial overlap: takes about a second.
inline constexpr std::size_t max_overlap_pairs = 200'000;

/// Canonical text: an array or object that fits in this many bytes stays on one line.
inline constexpr std::size_t line_width = 110;
/// Maximum number of bytes of a source line in a message; a longer line is cut to the part around the marker.
inline constexpr std::size_t shown_width = 120;
/// The last step that a page of a lesson may name: more than four hours at 60 Hz.
inline constexpr std::int64_t max_page_step = 1'000'000;
/// Lint: words of a page on screen. More are not read before the choice.
inline constexpr std::size_t max_page_words = 45;
/// Lint: choices of a question. Two can be guessed; five are not told apart.
inline constexpr std::size_t min_page_choices = 3;
inline constexpr std::size_t max_page_choices = 4;

}  // namespace toibox::scene::tuning

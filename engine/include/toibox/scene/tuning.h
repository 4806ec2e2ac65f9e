// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace toibox::scene::tuning {

/// Bytes of a scene file. The largest scene of the course is below 1 MB; beyond this the reader would only be
/// a way to exhaust memory.
inline constexpr std::size_t max_file_size = std::size_t{64} << 20;
/// Values in a scene file: 4 million take about 300 MB as a tree.
inline constexpr std::size_t max_values = 4'000'000;
/// Nested arrays and objects. The format itself needs 9; `x-*` data may need more. Bounds every recursion.
inline constexpr int max_depth = 64;
/// Errors reported at once: more than a screenful is not read.
inline constexpr std::size_t max_errors = 20;
/// Bodies that one warning names; of more it tells how many.
inline constexpr std::size_t max_listed_bodies = 5;
/// Errors kept while reading, so that those that are reported are the first of the file: parts are not read
/// in its order.
inline constexpr std::size_t max_kept_errors = 1000;
/// Names that a misspelt one is compared with: a suggestion is not worth more than about a millisecond.
inline constexpr std::size_t max_candidates = 1000;
/// Bodies of a scene after `repeat`, and points of a chain or hull.
inline constexpr int max_bodies = 100'000;
inline constexpr int max_points = 100'000;
/// Shapes of a scene after `repeat`: 200,000 links of a chain take 150 MB to read and to run.
inline constexpr std::size_t max_shapes = 200'000;
/// Emitters, and winds: each is looked at in each step.
inline constexpr std::size_t max_emitters = 1000;
/// Wheel rays, and walkers: each is cast in each step.
inline constexpr int max_movers = 1000;
/// Probes, each asked at every state.
inline constexpr std::size_t max_probes = 1000;
/// Slides of a walker in a step: each costs a cast, and along a surface that bends so often its own step is
/// too long.
inline constexpr int max_slides = 16;
/// Sweeps over the wheel rays of a scene: springs of one body share its mass. Four rays on one body come to 1
/// % of what they would end at.
inline constexpr int wheel_iterations = 10;
/// A wheel ray pushes along the normal, the harder the flatter it meets the surface: no harder than at this
/// cosine, 84 degrees.
inline constexpr double min_ray_cosine = 0.1;
/// A walker that comes nearer than this share of its skin, because something moved or because of rounding, is
/// put back to it; what is farther stays, so that it stands still.
inline constexpr double skin_recovery_fraction = 0.5;
/// Greatest speed of putting back, m/s: what it meets on that way takes no harder blow. Smaller: what turns
/// faster at its rim goes through.
inline constexpr double recovery_speed = 3.0;
/// Pushes of putting back in a step: in a corner the way out of one wall leads into the other.
inline constexpr int recovery_pushes = 4;
/// Slides beyond a walker's own, for what comes to it: a floor that rises, and a wall that shuts.
inline constexpr int max_carry_slides = 2;
/// Two surfaces one of which moves press a walker out of their corner, the faster the sharper it is: not of
/// one sharper than of this sine, 6 degrees.
inline constexpr double min_corner_sine = 0.1;
/// Share of a moving surface's way by which a walker that it takes along may seem to go into it: rounding.
inline constexpr double carry_tolerance = 1e-9;
/// Greatest max_slope of a walker, radians: 89 degrees and rounding. More: walls would count as ground.
inline constexpr double greatest_slope = 1.5534;
/// A walker stands on ground within this many skins. It stops one skin above it; the second covers the
/// rounding of a long ride and ground that turns. More: it is carried by ground that it has left.
inline constexpr double footing_reach = 2.0;
/// A walker that moves down and stands higher than this many skins sinks to one skin. Smaller: rounding makes
/// it sink again and again, and it does not stand still.
inline constexpr double settled_skin = 1.1;
/// Slack of the cosine when ground is compared with a walker's max_slope: rounding of the normal. It admits
/// 0.08 degrees more at a max_slope of 0, and 1e-4 degrees more at 45.
inline constexpr double slope_rounding = 1e-6;
/// Points of a concave shape: decomposition is quadratic, and takes about 0.1 s here.
inline constexpr int max_concave_points = 2'000;
/// Bytes of a line of `toibox query`. Two polygons of 256 vertices, written in full, take 30 KB; a line is
/// held whole, and input without line ends must not exhaust memory.
inline constexpr std::size_t max_query_line = std::size_t{1} << 20;
/// A step of the world, seconds. Shorter: float velocities lose gravity's share of it. Longer: no simulation.
inline constexpr double min_step_seconds = 1e-6;
inline constexpr double max_step_seconds = 1.0;
/// Duration of a scene and times of its events, seconds: 30 years.
inline constexpr double max_time = 1e9;
/// Target and tolerance of a query, metres. The least is 2000 steps of a double at 1 m; worlds, which are of
/// float, have limits of their own (validated()).
inline constexpr double min_query_length = 1e-12;
inline constexpr double max_query_length_metres = 1000.0;
/// Coordinates and radii of a query, metres: their fourth powers are far from what a double can hold, so that
/// no answer is infinite.
inline constexpr double max_query_coordinate = 1e16;
/// Steps of a run, or up to an event: 2³¹ steps of 1/60 s are more than a year.
inline constexpr double max_steps = 2147483648.0;
/// Relative. A time written in decimal, the step and their quotient are off by at most 2⁻⁵³ each, 3.4e-16 in
/// all; a time within this of a half step is taken as the half, so that "half up" holds for what was written.
inline constexpr double time_rounding = 1e-14;

/// Nested parentheses, signs and functions of a claim: no written claim comes near; bounds the recursion of
/// its parser and of its evaluation.
inline constexpr int max_expression_depth = 64;
/// Numbers, quantities, operators and functions of a claim: a chain a + b + … is a tree as deep as it is
/// long, and whatever walks over or destroys it recurses. Longest of the course: about 15.
inline constexpr std::size_t max_expression_nodes = 1000;
/// The k of peak(q, k): far above any apex worth counting, and exact in a double.
inline constexpr double max_peak = 1'000'000.0;

/// Outer iterations of a pair experiment, and evaluations of one of its root searches: conservative
/// advancement's worst case of the course takes 325.
inline constexpr int query_iterations = 10'000;

/// Lints. Heaviest to lightest dynamic body: beyond it iterative solvers get soft (scenes.md).
inline constexpr double mass_ratio = 1000.0;
/// Float steps of a position that a TOI target must be worth, or the root finder looks for it in rounding
/// noise.
inline constexpr double min_target_ulps = 4.0;

/// Bodies smaller than this many times what falls in a sub-step, g·h², get a warning: under soft step ten of
/// them sink by up to 5 % in a stack, under sequential impulses a stack may lean and fall. Origin: towers of
/// ten boxes at 30 to 240 Hz with 1 to 64 sub-steps. More: warns of what is hardly seen.
inline constexpr double least_size_soft = 130.0;
inline constexpr double least_size_rigid = 70.0;
inline constexpr double sag_at_least_size = 5.0;  ///< Per cent.
/// Pairs tested for an initial overlap: bounds the time of a lint of a large scene to about a second.
inline constexpr std::size_t max_overlap_pairs = 200'000;

/// Canonical text: an array or object that fits in this many bytes stays on one line.
inline constexpr std::size_t line_width = 110;
/// Characters of a source line shown in a message; a longer one is cut round the marker.
inline constexpr std::size_t shown_width = 120;

}  // namespace toibox::scene::tuning

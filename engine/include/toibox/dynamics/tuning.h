// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// All tolerances of the dynamics layer, with unit, origin and the effect of changing them.

namespace toibox::tuning {

// ---- Pairs

/// Margin of a moving body's fat box beyond what contacts need, as a fraction of the body's extent. More:
/// fewer pair searches, more idle pairs. At 1/8 a pile of unit boxes at rest needs no pair search at all.
inline constexpr float fat_box_fraction = 0.125f;
/// Maximum of the fat box margin, metres, so that large bodies do not pair with half the world.
inline constexpr float fat_box_limit = 0.1f;
/// If at least one in this many shapes has moved, the sorted list of moved shapes is made by reading the
/// flags of all shapes, otherwise by sorting. Both give the same list. Origin: reading a flag costs under 1
/// ns, sorting costs 30 ns per shape in a list of thousands.
inline constexpr std::size_t moved_flag_scan_ratio = 32;

/// Fraction of the room in a fat box that may be used up before the box is checked again. The rest covers the
/// rounding errors of some hundred steps.
inline constexpr float box_slack_fraction = 0.99f;

/// Maximum of WorldSettings::substeps. Origin: ten times what 16 mm dice need at 30 steps per second. More: a
/// typo in a setting freezes the window.
inline constexpr int max_substeps = 100;

/// Number of shapes among which the most crowded one is sought when there are too many contacts. Fewer: a
/// small crowd in a large world may go unnamed.
inline constexpr std::size_t crowd_sample = 1024;

// ---- Contacts

/// Cosine of about 11.5°: a manifold whose normal turned by more than this is not warm-started.
inline constexpr float matching_normal_cosine = 0.98f;

/// The soft step reuses a manifold of two points until its points have drifted by this, metres, and an empty
/// manifold until the bodies have. Manifolds of one point are computed in each step. Origin: a quarter of the
/// contact margin, so that approaching points are still found before they touch. More: fewer manifolds are
/// computed, second points are found later.
inline constexpr float manifold_reuse_gap = 0.005f;
/// manifold_reuse_gap for shapes that touch, metres. Origin: as in Box2D 3.2; in a stack of 100 boxes no
/// contact drifts that far. Less: the stack buckles.
inline constexpr float manifold_reuse_touching = 0.05f;
/// Upper bound of both gaps, as a fraction of the smaller body's inner radius.
inline constexpr float manifold_reuse_fraction = 0.1f;
/// A point whose id has no match takes the impulse of the remaining old point, if that point is within this
/// fraction of the smaller body's inner radius. Origin: a vertex that slides over an edge of the reference
/// face becomes a clipped point in the same place; without its impulse a stack of 100 collapses (measured).
/// More: an impulse may move to the other end of a short face.
inline constexpr float rematch_fraction = 0.25f;

// ---- Inner edges (edge_classification.h)

/// A shape that protrudes from a face by at most this is flush with the face, metres; but at most
/// size_fraction of the inner radius of the sliding body. Origin: the default slop, by which the heights of
/// two resting bodies may differ. More: bodies slide through visible steps. Less: bodies bump over tiles
/// placed by hand.
inline constexpr float flush_tolerance_limit = 0.005f;

/// Inner edges of a dynamic body that is slower than this are smoothed for a body that slides past it faster
/// than this, m/s. Origin: below this speed, an edge lifts a body by at most v² / 2g, about
/// flush_tolerance_limit. Less: bodies bump over slowly conveyed rows. More: slow sliders bump.
inline constexpr float inner_edge_speed = 0.3f;
/// Closing speed above which contacts of two dynamic bodies are checked for inner edges, m/s. Origin: below
/// this speed, an edge lifts a body by at most v² / 2g = 5 µm. Less: more contacts of an agitated pile are
/// checked.
inline constexpr float lifting_speed = 0.01f;

/// Cosine of 0.08°: normals within this angle count as equal. Origin: ten roundings of a unit normal. Smaller
/// angle: rounding creates edges. Larger angle: a body that slides at 10 m/s is lifted at more than 1 cm/s.
inline constexpr float parallel_cosine = 1.0f - 1e-6f;
/// Cosine of 11.5°: a contact whose normal is within this angle of a face's normal is a contact with that
/// face. Smaller angle: a slightly tilted body, whose own face gives the normal, is not recognised as resting
/// on tiles. Larger angle: a body on an edge next to the face is assumed to rest on the face.
inline constexpr float face_cosine = 0.98f;
/// Cosine of 0.8°: a rotating shape that hits along a normal within this angle of the normal of one of its
/// faces hits with that face, and the normal turns with the face. Origin: the error of a face's normal after
/// rounding poses to float and a time of impact within its tolerance. Smaller angle: faces are mistaken for
/// corners, and bodies that they push fall behind. Larger angle: corners are mistaken for faces and throw
/// what they hit.
inline constexpr float rotating_face_cosine = 0.9999f;
/// Sine of the angle by which a normal at the end of a face may lean back over the face and still belong to
/// the edge there. Origin: as for parallel_cosine.
inline constexpr float edge_lean = 1e-3f;

// ---- Soft step

/// Number of steps in the mean step length (StepProgress::mean_dt), and the fraction by which mean_dt may
/// differ from StepProgress::nominal_dt (which sets the stiffness) before nominal_dt is set to mean_dt.
/// Origin: steps of 60 Hz that vary by 30 % give a mean that varies by 1.5 %, and three frames of 0.1 s in a
/// row change it by 8 %; so no spring changes under a resting pile. Fewer steps or a smaller band: springs
/// change, and the pile hops. More: a world that continues at half the rate keeps springs that are too stiff
/// for more than a few seconds.
inline constexpr unsigned mean_steps = 64;
inline constexpr float nominal_dt_band = 0.1f;
/// If a step differs from the median of three in a row by more than this ratio, that median counts for the
/// mean in its place. Origin: steps that vary by 30 % never differ by more. Smaller: while steps vary, the
/// mean is too low at first. Larger: a world whose first step was long has soft springs for a second.
inline constexpr float outlier_dt_ratio = 2.0f;
/// A contact is spawned overlapping if it is first detected deeper than one step of approach explains plus
/// this fraction of the smaller body's inner radius. It remains so until its overlap is at most this
/// fraction. Origin: the only load on bodies created in each other is their own push. A thousand boxes in one
/// place fly apart at 29 m/s, or at 120 m/s if load raises the push speed. More: a grid of boxes that overlap
/// by a tenth flies apart at 19 m/s, not at 16. Less: contacts that are crushed in a moving crowd count as
/// spawned.
inline constexpr float spawn_overlap_fraction = 0.1f;

// ---- Sleep (put_islands_to_sleep.cpp)

/// A body may fall asleep if in 1 s it is predicted to move by at most the distance that it covers in this
/// time (seconds) at settings.sleep_speed. Origin: half of the default slop at the default sleep_speed,
/// because the acceleration of a swaying tower changes within a second: with 60 %, two of 32 towers move by
/// 8 % more than the slop. Less: piles stay awake longer. More: swaying towers freeze.
inline constexpr float sleep_drift_time = 0.05f;
/// Time constant of the means from which motion is predicted, as a fraction of settings.sleep_time. Origin:
/// what moved before sleep_time then counts for 6 %. Less: jitter keeps piles awake (a pyramid of 1275 boxes
/// for 416 steps with 0.25, for 204 with 0.35). More: bodies that move fall asleep (with 0.5, in one of 200
/// random worlds).
inline constexpr float sleep_mean_fraction = 0.35f;

// ---- State

/// A step that produces a larger coordinate (metres), velocity (m/s, rad/s) or rotation (radians) fails.
/// Float can still square this number, and no scene gets there (adjacent floats are 67 million metres apart).
inline constexpr float coordinate_limit = 1e15f;
/// Maximum size and minimum radius of shapes, metres, and maximum density, kg/m²; others are rejected. Float
/// can represent inertias up to size⁴ · density, and a fraction of the minimum radius is still a normal
/// number.
inline constexpr float max_shape_size = 1e6f;
inline constexpr float min_shape_radius = 1e-9f;
inline constexpr float max_density = 1e12f;
/// Masses (kg) and inertias (kg·m²) below this count as 0, because their inverses are close to overflow.
inline constexpr float min_mass = 1e-30f;
/// Higher spring frequencies are rejected, Hz. Float can still square ω, and at any practical step length
/// such a spring equals a rigid joint.
inline constexpr float max_frequency = 1e6f;
/// Minimum length of a distance joint, metres. A shorter joint has no direction.
inline constexpr float min_joint_length = 1e-6f;
/// Maximum of |x² + y² − 1| for an orientation or normal in a valid state. Rounding leaves 1.2e-7.
inline constexpr float unit_tolerance = 1e-5f;
/// Mass of a dynamic body whose shapes have no mass, kg: it must fall like any other body.
inline constexpr float massless_body_mass = 1.0f;

// ---- Solver and CCD stage

/// Two contact points are solved as one block only if K11·K22 < this · det K. If not, the points nearly
/// coincide, and they are solved one after the other (sequential impulses) or as if they were farther apart
/// (soft step). Dimensionless. Origin: float has 7 digits; beyond 10³, fewer than 4 digits of the inverse are
/// right. Larger: nearly coincident points jitter.
inline constexpr float max_block_condition = 1000.0f;

/// Maximum rotation by which one position iteration corrects the angle of a joint, radians. Larger: the
/// linearised rotation is off by more than 2 %.
inline constexpr float max_angle_correction = 0.25f;

/// A contact point of locked bodies takes no impulse along a direction in which K is less than this fraction
/// of its value without locks. Dimensionless. Origin: the lever arm is then below 3 % of the radius of
/// gyration. Smaller: a body that can only rotate is spun by a push at its dead centre.
inline constexpr float min_unlocked_fraction = 1e-3f;

/// The K of a joint of locked bodies counts as singular if det K is at most this fraction of its trace
/// squared. Dimensionless. Origin: a few float ulps, the rounding error of a determinant that should be 0.
inline constexpr float singular_fraction = 1e-6f;

/// Maximum phase ω h of a spring along a line, radians per sub-step. Springs that may swing faster because of
/// their lever arms are softened. Origin: 1 and 2 gain no energy (boxes of 0.1 m, lever arms up to 10 m, 1 to
/// 60 Hz); 2 is stiffer.
inline constexpr float max_spring_phase = 2.0f;
/// max_spring_phase for angular springs of bodies with several joints. Origin: of 0.5, 1 and 2, the largest
/// without energy gain in chains of spring hinges (lever arms of 0.1 to 5 m, and planks; 1 to 60 Hz).
inline constexpr float max_shared_spring_phase = 1.0f;

/// Maximum number of iterations over the rows of one bouncing impact; few impacts need more than a dozen.
/// Origin: a light disc between a wall and a disc of 14 times its mass converges by a factor of 0.93 per
/// iteration, so 1e-6 takes 200 iterations. Fewer: elastic impacts lose energy (a gas of discs loses 0.5 % in
/// 10⁵ impacts with 64 iterations, 0.01 % with 1024).
inline constexpr int max_impact_iterations = 1024;

/// Maximum number of iterations over a single row and over rows that do not bounce, and of rounds over the
/// rows of a restitution island. Origin: a long plank (m a²/I = 3) converges by a factor of 1/4 per
/// iteration, so 1e-6 takes 10 iterations, and with friction at two points a few times as many. Jammed bodies
/// hardly converge and are left to the next step. More: the impacts in a drum of jammed bodies take twice as
/// long, in a storm of bouncing bodies fifteen times, with no visible difference.
inline constexpr int max_plain_iterations = 64;

/// An impact is solved once no impulse changes by more than this fraction of the largest. Dimensionless.
/// Origin: a few ulps of float. Larger: the bounce is less accurate; momentum stays exact.
inline constexpr float impact_convergence = 5e-7f;

/// Contacts of bouncy shapes are solved as impacts if they approach faster than this (m/s) and faster than
/// resting_approach_speed. Below restitution_threshold these impacts do not bounce. Origin: a fifth of the
/// default sleep speed. Less: jittering bodies at rest are solved as impacts. More: slow collisions of free
/// bodies lose up to 0.2 % of their angular momentum in the solver.
inline constexpr float min_impact_speed = 0.01f;

/// Budget of an impact island (impact_islands.h), in row solves per body, and the number of bodies by which
/// it exceeds its own. A row solve takes about 20 ns. Origin: with room for 4,000 row solves, a light ball
/// between a wall and a ball of 10⁴ times its mass stops short of its 314 impacts; with 20,000 it has all. A
/// heap of 1000 bouncing balls takes at most 20 to 30 ms. Less: impacts do not pass through a heap. More:
/// steps take longer.
inline constexpr std::uint64_t impact_rows_per_body = 100;
inline constexpr std::uint64_t impact_budget_bodies = 200;
/// An island that has spent its budget this many times resolves no more impacts in the step. Origin: heaps of
/// bouncing balls that stopped after one budget overlapped by half a ball, after three by a third.
inline constexpr std::uint64_t max_spent_budgets = 3;
/// Number of contacts that are checked for their approach in the time of a row solve.
inline constexpr std::size_t checked_rows_per_row = 4;
/// Cost of searching a body for impacts again, and of each cast, in row solves. Origin: a heap of 1000 balls,
/// in which searches take a fifth of the time and row solves a third.
inline constexpr std::size_t search_rows = 50;
inline constexpr std::size_t cast_rows = 15;

/// An impact propagates to touching bodies, which bounce, down to this fraction of the approach speed.
/// Origin: a thousandth of the speed is a millionth of the energy. Less: inelastic bodies
/// need more rounds (ten at a restitution of 1/2).
inline constexpr float impact_propagation_fraction = 1e-3f;

/// A joint or contact equation of an impact is redundant if its pivot is less than this fraction of the
/// inverse mass that the stiffer of its two bodies has along it. Dimensionless. Origin: 1e-3 gains no energy
/// in nets of hinged balls; with 1e-6, 15 × 15 balls with slightly open joints reach 10¹⁵ J. More: the joints
/// of long chains yield in an impact.
inline constexpr double impact_redundant_fraction = 1e-3;
/// Number of operations in the linear system of an impact's joints that take as long as one row solve.
inline constexpr std::size_t operations_per_row = 50;

/// Rounds of position correction that close the joints of an impact at the end of the step. Origin: joints of
/// ragdolls thrown at a wall at 40 m/s open by 0.15 m, or by 0.40 m without correction. Fewer: larger gaps.
inline constexpr int joint_closing_rounds = 8;

/// Work that a contact may do before its restitution is lowered, as a fraction of the work that it absorbs.
/// Origin: the rounding error of an exactly elastic impact. Smaller: elastic impacts lose energy to rounding.
inline constexpr float work_slack = 1e-6f;

/// Likewise as a fraction of the impulse times the speeds of the two bodies, which may be much larger than
/// the approach speed. Dimensionless. Origin: two ulps of float. Smaller: a gas whose discs overtake each
/// other loses 1 % of its energy in 10⁵ elastic impacts, because each gain by rounding costs 2^-16 of a
/// bounce.
inline constexpr float work_rounding = 2.4e-7f;

/// A row that bounced is solved again if another row changed the velocities of its bodies so that they miss
/// the rebound speed by more than this fraction of the approach speed. Origin: ten times the rounding error.
/// Larger: several bounces of one body gain energy together (measured: a gas of boxes gains 2e-4 of its
/// energy in one step if rows are solved once).
inline constexpr float bounce_slack = 1e-6f;

/// bounce_slack and impact_convergence for rows with at most low_restitution. Dimensionless. Origin: a
/// hundredth of the approach speed is not visible in a bounce of at most a quarter of it, and no single row
/// gains energy. Smaller: a crowd that hardly bounces is solved several times over (scene spinner: iterations
/// over single rows took 9 % of a step, not 3 %).
inline constexpr float low_restitution_slack = 1e-2f;
inline constexpr float low_restitution_convergence = 1e-3f;

/// Energy that the bounces of a restitution island may gain before the gain is removed, as a fraction of the
/// island's energy. Origin: the rounding error of a hundred elastic bounces. Smaller: elastic crowds lose
/// energy to rounding.
inline constexpr double restitution_energy_slack = 2e-6;

/// Maximum cost of restitution in one island per step, as rounds times rows. Origin: a gas of 200 boxes gets
/// all the rounds that it needs. Less: crowds that bounce at the same time lose too much energy.
inline constexpr std::size_t bounce_budget = 4096;

/// Iterations over single rows in one round over a restitution island, and the minimum per row. Origin: a gas
/// of 200 boxes gets all iterations that it needs; a stirred crowd of thousands (with a restitution of a
/// tenth) loses no visible bounce. Less: bounces lose speed to friction.
inline constexpr std::size_t bounce_iteration_budget = 16384;
inline constexpr int min_bounce_iterations = 4;

/// Minimum gap from which a cast can start, metres. Closer shapes count as touching, and a core is cast.
/// Origin: four float ulps of a coordinate near 2 m. Smaller: repeated hits at t = 0.
inline constexpr double min_gap = 1e-6;

/// Likewise far from the origin, as a fraction of the coordinate: four float ulps.
inline constexpr double min_gap_fraction = 4.8e-7;

/// A pair that starts the step closer than the target is cast with this fraction of its gap as the target.
/// Origin: under StopAtImpact, a body that slides off another loses about this fraction of each step until
/// the gap is closed; 220 grazing discs lost 19.1 s at 1/2, 3.2 s at 1/8 and 1.8 s at 1/32 (1.8 s from the
/// impacts themselves). Smaller: conservative advancement, which needs more iterations for smaller targets,
/// gives up on spinning slivers.
inline constexpr double close_target_fraction = 0.125;

/// A body is searched for impacts if it moves in a step by more than this fraction of its inner radius or,
/// unless its impacts bounce at the end of the step (bounces_at_step_end), by more than the contact margin.
/// At 1/2, its centroid is still on the near side when detection first finds an overlap. More: fewer
/// searches, deeper overlaps.
inline constexpr float search_fraction = 0.5f;

/// A dynamic body that is this many times as heavy as a fast body is an obstacle, like a static body, if the
/// fast body could pass through it within the step. Origin: an impact changes the speed of the heavy body by
/// at most a fiftieth of the speed of the fast one. Less: crowds of unequal bodies are searched against each
/// other. More: projectiles pass through doors and lids.
inline constexpr float heavy_obstacle_ratio = 100.0f;

/// Maximum number of bisections of a step under RollBack: the mantissa bits of a double.
inline constexpr int max_halvings = 52;

/// Bodies with at most this restitution are not searched in order to bounce at the surface. They overlap up
/// to half their inner radius; the soft step removes the overlap and then applies the bounce. At 1/4 a bounce
/// keeps a sixteenth of the energy. More: bouncy balls visibly miss their apex. Less: a crowd that hardly
/// bounces is searched (scene spinner: a tenth more time in the CCD stage).
inline constexpr float low_restitution = 0.25f;

/// If an impact, solved along the normal of the manifold, leaves more than this fraction of the approach
/// speed along the normal of the time of impact, it is also solved along that normal. Origin: where two
/// vertices meet, the two normals may differ by any angle.
inline constexpr float closing_fraction = 0.01f;

/// Maximum of slop and target of a pair of bodies, as a fraction of the smaller inner radius. Origin: both
/// must be small compared to the body. Larger: bodies pass 2 mm walls within the slop.
inline constexpr float size_fraction = 0.25f;

/// An inner part of a shape: the shape eroded by a fraction of its inner radius, then scaled about its
/// centroid.
struct Core {
    float erosion = 0.0f;
    float scale = 1.0f;
};

/// The cores that are cast when two shapes already touch. The first core that is separated at the start is
/// used, of the dynamic shape or of the thinner of two dynamic shapes. So a pair penetrates over a side of
/// that shape by at most half of its inner radius in a step, and deeper at a corner: by at most √½ of the
/// inner radius for a box, by 1 / (2 sin(α/2)) of it for a tip of angle α. In a deeper pair, each impact adds
/// at most deep_fraction of the gap to the next core. Origin: half of the inner radius is how deep a body can
/// get in a step without a search (search_fraction). Rejected alternative: scaling only; a sliver that
/// touched a wall then swung its ends, a quarter of its length each, through the wall. The scaled cores, in
/// eighths, are for shapes that are already deeper.
inline constexpr Core cores[] = {{0.5f, 1.0f},   {0.75f, 1.0f},   {0.95f, 1.0f}, {0.75f, 0.875f},
                                 {0.75f, 0.75f}, {0.75f, 0.625f}, {0.75f, 0.5f}, {0.75f, 0.375f},
                                 {0.75f, 0.25f}, {0.75f, 0.125f}, {0.75f, 0.0f}};

/// Number of impacts per step after which a body that hits with its core is jammed: it stops until the next
/// step, and its lost time is counted. Of two dynamic bodies, the one with fewer impacts decides. Origin:
/// 7000 bullets at movable walls, and slivers in front of a heavy blade, lost 6.9 s with 8, 1.0 s with 16 and
/// 9 ms with 32, at the same depths. More: jammed bodies take longer, and each further impact adds depth.
inline constexpr int max_core_impacts = 32;

/// In a pair that is deeper than the first core, the next core may approach the other shape by at most this
/// fraction of the gap between them before the next impact. Origin: with 1/32, a sliver pushed by a heavy
/// blade of 60 m stays less than 4/5 of its inner radius deep; with 1/8 it reached 9/10. Less: the approach
/// is within the tolerance of the cast, and hits repeat at t = 0.
inline constexpr double deep_fraction = 0.03125;

/// A shape cast stops short of contact by this fraction of half the perimeter of the cast shape's box.
/// Origin: the normal is taken at this distance, and GJK has an error of 1e-14 of the coordinates. Smaller:
/// normals at corners lose digits. Larger: the cast stops visibly short, and hits shapes that it should pass.
inline constexpr double cast_resolution = 1e-7;
/// Minimum of the distance by which a cast stops short, metres; used for points. Smaller: below the
/// resolution of GJK for shapes of metres.
inline constexpr double min_cast_resolution = 1e-9;
/// How far ahead a cast that starts in contact checks whether it goes deeper, in units of the distance by
/// which casts stop short. Origin: sliding_fraction of this exceeds the rounding error of depths.
inline constexpr double cast_look_ahead = 1e3;
/// Maximum number of iterations of a shape cast. Origin: two polygons of 256 vertices have 512 corners.
inline constexpr int cast_iterations = 600;
/// A shape cast that starts in contact slides along the surface, not into it, if it approaches by at most
/// this fraction of its translation. Origin: the rounding error of a direction projected onto a surface in
/// float.
inline constexpr double sliding_fraction = 1e-6;

}  // namespace toibox::tuning

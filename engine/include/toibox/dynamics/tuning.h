// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// Every tolerance of the layer, once: unit, where it comes from, what happens when it is changed.

namespace toibox::tuning {

// ---- Pairs

/// Slack of a moving body's fat box beyond what contacts need, as a share of the body's extent. More: fewer
/// pair searches and more idle pairs. At 1/8 a settled pile of unit boxes seeks no pairs at all.
inline constexpr float fat_box_share = 0.125f;
/// … and at most this, metres, so that large bodies do not pair with half the world.
inline constexpr float fat_box_limit = 0.1f;
/// Flags of shapes that are read in the time that it takes to sort one moved shape into its list. The result
/// is the same either way. Origin: a flag costs under 1 ns, a place in a sorted list of thousands 30.
inline constexpr std::size_t moved_flags_read = 32;

/// What is used of the room that a fat box leaves before the box is looked at again. The rest is for the
/// rounding of some hundred steps.
inline constexpr float box_slack_share = 0.99f;

/// The greatest WorldSettings::substeps. Origin: ten times what dice of 16 mm need at 30 steps a
/// second. More: a slip of the keyboard stops the window.
inline constexpr int max_substeps = 100;

/// Contacts that a world may have: pairs of shapes that may collide and whose fat boxes overlap. A step that
/// would make more fails and leaves the world as it was. Origin: 0.8 GB of contacts, rows and copies. More:
/// thousands of bodies in one place end the program for want of memory.
inline constexpr std::size_t max_pairs = std::size_t{1} << 20u;
/// As many pairs of boxes may always be sought: fewer shapes than could have more are not counted first.
/// Origin: 0.2 GB of lists. More: crowds that are refused in the end take longer to refuse.
inline constexpr std::size_t max_box_pairs = 8 * max_pairs;
/// More shapes than have so many others of their size within their own size, on average, are a crowd, and
/// their pairs are counted before they are sought. Origin: what does not overlap has up to 4. More: crowds
/// strewn wide are refused only after the search. Fewer: the count, 0.3 us a shape, is for nothing.
inline constexpr std::size_t crowded_neighbors = 8;
/// Filters of a crowd that are counted against each other, those of the most shapes. More: the count takes
/// longer, by their square; fewer: crowds of many filters are refused only after the search.
inline constexpr std::size_t max_counted_filters = 16;

// ---- Contacts

/// Cosine of about 11.5°: a manifold whose normal turned further has other things to push, and starts cold.
inline constexpr float matching_normal_cosine = 0.98f;

/// The fast path keeps a manifold until its points have parted by this, metres. Origin: a quarter of the
/// contact margin, so that what has come near in the meantime is still seen before it touches. More: fewer
/// manifolds, later second points …
inline constexpr float manifold_reuse_gap = 0.005f;
/// … by this while the shapes touch. Origin: that of Box2D 3.2. A stack of 100 sinks by less in each contact;
/// less: it buckles …
inline constexpr float manifold_reuse_touching = 0.05f;
/// … and by no more than this share of the smaller body's inner radius.
inline constexpr float manifold_reuse_share = 0.1f;
/// A point that finds no impulse by its id takes that of the old point which is left over, if it is as near
/// as this share of the smaller body's inner radius. Origin: a vertex that slides over an edge of the
/// reference face becomes a cut, in the same place; without its impulse a stack of 100 collapses (measured).
/// More: an impulse may land on the other end of a short face.
inline constexpr float rematch_share = 0.25f;

// ---- Inner edges (surface.h)

/// What stands out of a face by no more than this is flush with it, metres; and by no more than size_share of
/// the inner radius of what slides. Origin: the default slop, which two bodies at rest may differ by. More: a
/// step that is seen is not felt; less: tiles laid by hand bump.
inline constexpr float flush_tolerance_limit = 0.005f;

/// A dynamic body that is slower is smoothed where one that is faster slides past it, m/s. Origin: at less,
/// an edge lifts by no more than v² / 2g = `flush`. Less: slow conveyed rows bump; more: so do slow sliders.
inline constexpr float inner_edge_speed = 0.3f;
/// Speed from which on surfaces of two dynamic bodies that come closer may meet at an inner edge, m/s.
/// Origin: at less, an edge lifts by v² / 2g = 0.5 mm at most. Less: more contacts of a lively pile are
/// looked at.
inline constexpr float lifting_speed = 0.01f;

/// Cosine of 0.08°: normals nearer to each other than this are one. Origin: ten roundings of a unit normal.
/// Less of an angle: rounding makes edges; more: what slides at 10 m/s is lifted at more than 1 cm/s.
inline constexpr float parallel_cosine = 1.0f - 1e-6f;
/// Cosine of 11.5°: a shape met along a normal no further than this from a face's is met on that face. Less
/// of an angle: a body that leans a little, and whose own face gives the normal, is not seen to lie on tiles;
/// more: one that stands on an edge next to the face is.
inline constexpr float face_cosine = 0.98f;
/// Cosine of 0.8°: a turning shape that meets along a normal no further than this from a face's meets with
/// that face, and is followed as the face turns. Origin: what poses rounded to float and a time of impact
/// within its tolerance leave of a face's own normal. Less of an angle: faces are taken for corners, and what
/// they push falls behind; more: corners are taken for faces, and throw what they meet.
inline constexpr float rotating_face_cosine = 0.9999f;
/// Sine of the angle by which a normal may lean back over a face, at the face's end, and still be one of the
/// edge's. Origin: as parallel_cosine.
inline constexpr float edge_lean = 1e-3f;

// ---- Soft step

/// How many steps the mean of their lengths is over (StepProgress::mean_dt), and how far that mean may leave
/// the pace by which stiffness is chosen, as a share of it. Origin: steps of 60 Hz that vary by 30 % leave a
/// mean that varies by 1.5 %, one of a tenth of a second moves it by 8 %, and no spring changes under a pile
/// that stands. Fewer steps or a smaller band: it does, and the pile hops. Otherwise: a world that goes on at
/// half the rate keeps springs that are too stiff for it for more than a few seconds.
inline constexpr unsigned mean_steps = 64;
inline constexpr float pace_band = 0.1f;
/// A contact began deep if it began with more overlap than the approach of a step explains and this share of
/// the smaller body's inner radius; it is one until no more than that share is left. Origin: bodies that were
/// created in each other press on each other by nothing but their push; a thousand boxes in one place fly
/// apart at 29 m/s, and at 120 where load hastens that. More: a grid of boxes that overlap by a tenth flies
/// apart at 19 m/s instead of 16. Less: what a crowd in motion crushes counts as created there.
inline constexpr float spawn_overlap_share = 0.1f;

// ---- Sleep (put_islands_to_sleep.cpp)

/// What falls asleep would move within a second by what it covers in this time at settings.sleep_speed,
/// seconds. Origin: the default slop at the default sleep_speed. Less: piles stay awake longer; more: what
/// swings freezes where it turns.
inline constexpr float sleep_drift_time = 0.1f;
/// How fast the sway of slow piles dies away, 1/s. Origin: a tower of 30 boxes sways at 0.42 rad/s, and from
/// 0.5 m creeps back without swinging past. More: it creeps for longer; less: it swings for longer.
inline constexpr float pile_damping_rate = 2.0f;

// ---- State

/// A coordinate beyond this is taken for the wreck of a step, metres: float still squares it, and no scene
/// gets there (the step of a float is 67 million metres here).
inline constexpr float coordinate_limit = 1e15f;
/// Shapes larger or thinner than this are refused, metres; with the greatest density (kg/m²), float holds
/// inertias up to size⁴ · density, and a share of the least radius is still a normal number.
inline constexpr float max_shape_size = 1e6f;
inline constexpr float min_shape_radius = 1e-9f;
inline constexpr float max_density = 1e12f;
/// Masses and inertias below this count as none, kg and kg·m²: their inverses are not far from infinity.
inline constexpr float min_mass = 1e-30f;
/// Frequencies of springs above this are refused, Hz: float still squares their ω, and nothing there differs
/// from a rigid joint at any step that can be computed.
inline constexpr float max_frequency = 1e6f;
/// Least length of a distance joint, metres: below it the joint has no direction.
inline constexpr float min_joint_length = 1e-6f;
/// What |x² + y² − 1| of an orientation or normal may be in a sound state. Rounding leaves 1.2e-7.
inline constexpr float unit_tolerance = 1e-5f;
/// Mass of a dynamic body whose shapes weigh nothing, kg: it must fall like any other.
inline constexpr float massless_body_mass = 1.0f;

// ---- Solver and continuous stage

/// Two contact points are solved as one block only while K11² < this · det K; beyond it they lie so close
/// together that one supports the other, and they are solved one after the other (sequential impulses) or as
/// if they lay that far apart (soft step). Dimensionless. Origin:
/// float keeps 7 digits; past 10³ the inverse has fewer than 4 left. Larger: jitter on nearly coincident
/// points.
inline constexpr float max_block_condition = 1000.0f;

/// Most that one position iteration turns two bodies for a joint's angle, radians. Larger: turn() takes the
/// sine for the angle, 1 % of it here.
inline constexpr float max_angle_correction = 0.25f;

/// A contact point of locked bodies takes no impulse along a direction in which they keep less than this
/// share of what they would yield without locks. Dimensionless. Origin: only a lever arm of under 3 % of the
/// radius of gyration is left then. Smaller: a body that can only turn is spun by whoever leans on its dead
/// centre.
inline constexpr float min_unlocked_share = 1e-3f;

/// The K of a joint of locked bodies counts as singular if det K is at most this share of its trace squared.
/// Dimensionless. Origin: a few float ulps, which is what rounding leaves of a determinant that is none.
inline constexpr float singular_share = 1e-6f;

/// A spring along a line whose levers may make it swing faster than this many radians a sub-step is softer.
/// Origin: of 1 and 2, with which boxes of 0.1 m at levers to 10 m gain nothing at 1 to 60 Hz, the stiffer.
inline constexpr float max_spring_phase = 2.0f;
/// The same about an angle, of bodies with several joints. Origin: of 0.5, 1 and 2 the stiffest with which
/// chains of sprung hinges at levers of 0.1 to 5 m, and of planks, gain nothing at 1 to 60 Hz.
inline constexpr float max_shared_spring_phase = 1.0f;

/// Sweeps over the rows of one impact that bounces, at most; few need more than a dozen. Origin: a light disc
/// between a wall and one of fourteen times its mass contracts by .93 a sweep, so 1e-6 takes 200. Fewer: an
/// elastic impact keeps less than its energy (64: a gas of discs loses .5 % in 10⁵ impacts; now .01 %).
inline constexpr int max_impact_iterations = 1024;

/// The same for a single row and for rows of which none bounces, and rounds over the rows of a heap. Origin:
/// a long plank (m a²/I = 3) contracts by 1/4 a sweep, so 1e-6 takes 10, friction on two points a few times
/// that; what is jammed contracts by next to nothing and is left to the next step. More: a drum of jammed
/// bodies spends twice the time on its impacts, a storm of bouncing ones fifteen times, and none shows.
inline constexpr int max_plain_iterations = 64;

/// An impact is solved once no impulse changes by more than this share of the largest. Dimensionless.
/// Origin: a few ulps of float. Larger: momentum stays exact, the bounce does not.
inline constexpr float impact_convergence = 5e-7f;

/// Bodies that bounce meet in an impact if they approach faster than this, m/s, and faster than gravity moves
/// what rests (resting_approach_speed); below restitution_threshold it is one without a bounce. Origin: a
/// fifth of the default sleep speed. Less: what rests and trembles is solved as impacts; more: slow meetings
/// of free bodies lose up to 0.2 % of their angular momentum in the solver.
inline constexpr float min_impact_speed = 0.01f;

/// With more shapes than this that bounce and are awake, dynamic bodies that are no bullets are not searched
/// for each other: they bounce when the step ends, by the geometry of its start, as those with less
/// restitution do. Origin: a frame has room for the search of some hundred, and a crowd of 2000 took 300
/// times as long as without. More: exact impacts in larger crowds, slower; less: gases that lose angular
/// momentum.
inline constexpr std::size_t max_bouncy_shapes = 256;

/// Rows times sweeps that the impacts among touching bodies of one step may take. When they are spent, an
/// impact is solved in one round for the bodies that met, and what these touch waits for the next step; what
/// joints hold, and would take more than is left, is left to the solver of the step. Origin: about 4 ms.
/// Less: the last impacts of a step among a pile do not pass on.
inline constexpr std::size_t group_work_budget = 65536;

/// An impact passes on, and what it passes on to bounces, down to this share of its approach speed. Origin: a
/// thousandth of the speed is a millionth of the energy. Less: touching bodies that lose energy at each
/// bounce are solved for more rounds (ten at a restitution of 1/2).
inline constexpr float impact_propagation_share = 1e-3f;

/// Rows that the rounds of one impact among touching bodies may solve in all. Origin: a rack of fifteen balls
/// takes some 200, a row of 90 touching balls 8000. Less: the last of them stop where they should bounce.
inline constexpr std::size_t group_row_budget = 16384;
/// Rounds that an impact among touching bodies may take: some, and so many for each row. Origin: a blow
/// passes a row of n balls in n rounds, and back. More: speeds of 10¹⁵ m/s, at which nothing converges, take
/// 90 ms a step instead of 3.
inline constexpr std::size_t min_group_rounds = 16;
inline constexpr std::size_t rounds_per_row = 2;

/// Bodies that an impact may have while joints bring in more. Origin: a ragdoll has eleven; what is farther
/// away along a chain gets little of a blow. More: impacts on long chains cost more; less: the joint at which
/// the impact ends gapes for a step.
inline constexpr std::size_t impact_joint_bodies = 32;

/// A joint equation of an impact is redundant if the others leave less than this share of the response that
/// the stiffer of its two bodies has without them. The same holds for a contact. Dimensionless. Origin: of
/// 1e-6 and 1e-3 the one with which nets of hinged balls gain nothing (1e-6: 15 × 15 balls, whose joints gape
/// a little, reach 10¹⁵ J). More: the joints of long chains give way in a blow.
inline constexpr double impact_redundant_share = 1e-3;
/// Operations of a linear system that take as long as solving a row once: how the work of an impact's joints
/// is counted.
inline constexpr std::size_t operations_per_row = 50;
/// Work of a body that a joint brings into an impact: it is searched for impacts again. Origin: its casts
/// take some 6 µs, a row 60 ns. Less: nets that land ball by ball take 26 ms for a step instead of 7.
inline constexpr std::size_t joined_body_work = 100;

/// Rounds of position correction that close the joints of an impact at the end of the step. Origin: ragdolls
/// thrown at a wall at 40 m/s gape by 0.15 m, and by 0.40 without. Fewer: they gape more.
inline constexpr int joint_closing_rounds = 8;

/// Halvings of the restitution of a contact that would do positive work (Newton's law with friction).
/// Origin: 2^-16 is below what float resolves of the energy.
inline constexpr int max_work_halvings = 16;

/// Work that a contact may do before its restitution is lowered, as a share of what it takes in. Origin: the
/// rounding of an exactly elastic impact. Smaller: elastic impacts lose energy to their own rounding.
inline constexpr float work_slack = 1e-6f;

/// And as a share of what its impulse does at the speeds of the two bodies, of which its approach may be a
/// small difference. Dimensionless. Origin: two ulps of float. Smaller: a gas whose discs overtake each other
/// loses a hundredth of its energy in 10⁵ elastic impacts, as each gain by rounding costs 2^-16 of a bounce.
inline constexpr float work_rounding = 2.4e-7f;

/// A row that bounced is solved again once its bodies miss the rebound by more than this share of the
/// approach speed, because another row changed them. Origin: an order above rounding. Larger: several bounces
/// of one body gain energy together (measured: 2e-4 of a gas of boxes in one step, where the rows were solved
/// once).
inline constexpr float bounce_slack = 1e-6f;

/// bounce_slack and impact_convergence of rows that bounce with no more than low_restitution. Dimensionless.
/// Origin: a hundredth of the approach is not seen in a bounce of at most a quarter of it, and no row gains
/// energy by itself in any case. Smaller: a crowd that hardly bounces is solved several times over (spinner:
/// sweeps over single rows took 9 % of a step instead of 3 %).
inline constexpr float low_restitution_slack = 1e-2f;
inline constexpr float low_restitution_convergence = 1e-3f;

/// Energy that the bounces of a heap may gain before they are taken back, as a share of what it had. Origin:
/// the rounding of a hundred elastic bounces. Smaller: elastic crowds lose energy to their own rounding.
inline constexpr double restitution_energy_slack = 2e-6;

/// Rows of one heap that a step may solve for restitution, rounds times rows. Origin: a gas of 200 boxes gets
/// all the rounds that it asks for. Less: crowds that bounce at once lose more than they should.
inline constexpr std::size_t bounce_budget = 4096;

/// Sweeps over single rows of one heap that a step may spend on restitution in one round, and how many each
/// row gets at least. Origin: a gas of 200 boxes gets all that it asks for; a crowd of thousands that is
/// stirred (and bounces at a tenth of its speed) loses none that shows. Less: friction takes the place of
/// some bounce.
inline constexpr std::size_t bounce_iteration_budget = 16384;
inline constexpr int min_bounce_iterations = 4;

/// Least gap that a cast can start from, metres; anything closer counts as touching and the core is cast
/// instead. Origin: four float ulps of a coordinate near 2 m. Smaller: a hit at t = 0 again and again.
inline constexpr double min_gap = 1e-6;

/// … or, far from the origin, this share of the coordinate: four ulps of a float.
inline constexpr double min_gap_share = 4.8e-7;

/// A pair that starts the step within the target is cast with this share of its gap. Origin: StopAtImpact
/// loses about this share of each step in which a body slides off, until the gap is closed; 220 grazing discs
/// lost 19.1 s at 1/2, 3.2 s at 1/8, 1.8 s at 1/32 (1.8 s is the impacts' own). Smaller: conservative
/// advancement, whose iterations grow as the target shrinks, gives up on spinning slivers.
inline constexpr double close_target_share = 0.125;

/// A body is searched for impacts if it moves by more than this share of its inner radius in a step (or more
/// than the contact margin, whichever is less). At 1/2 its centroid is still on the near side when detection
/// first sees an overlap. More: fewer searches, deeper overlaps.
inline constexpr float search_share = 0.5f;

/// A dynamic body that is this many times as heavy as a fast one is looked for like one that stands, bullet
/// or not, if the other could pass it within the step. Origin: a blow changes its speed by a fiftieth of the
/// other's at most, so it is a wall to whoever looks on. Less: crowds of unequal bodies are searched against
/// each other; more: missiles pass doors and lids.
inline constexpr float heavy_obstacle_ratio = 100.0f;

/// Halvings of a step when the world is rolled back: as many as a fraction in double has bits.
inline constexpr int max_halvings = 52;

/// What bounces with no more than this restitution need not be looked for: the soft step takes an overlap out
/// and then bounces, so a body starts its way back from where it is, up to half its inner radius deep, and
/// not from the surface. At 1/4 a bounce keeps a sixteenth of the energy. More: lively balls end visibly off
/// their apex. Less: a crowd that hardly bounces is searched as if it did (spinner: a tenth more in its
/// continuous stage).
inline constexpr float low_restitution = 0.25f;

/// An impact that leaves more than this share of the approach speed along the normal of the time of impact is
/// solved along that normal too. Origin: the normals of two vertices that meet may differ by any angle.
inline constexpr float closing_share = 0.01f;

/// Slop and target of a pair of bodies are at most this share of the smaller inner radius. Origin:
/// a body has to stay recognisable at its own size. Larger: 2 mm walls are passed within the slop.
inline constexpr float size_share = 0.25f;

/// A part of a shape in its middle: what is left when a share of its inner radius is taken off all round,
/// then scaled about the centroid.
struct Core {
    float erosion = 0.0f;
    float scale = 1.0f;
};

/// The cores that are cast when two shapes already touch; the first that is apart at the start is used. That
/// of the dynamic shape is cast, of two such of the thinner one: so a pair comes at most half of that inner
/// radius deep in a step, and one that is deeper at each impact by at most deep_share of what is left to the
/// next core. Origin: half of the inner radius is what one step may come into another without a search
/// (search_share), whatever the length of the shape. Only scaled, a sliver that touched a wall swung its
/// ends, a quarter of its length each, through it; eroded, a box comes at most √½ of its inner radius in, but
/// an end of angle α 1 / (2 sin(α/2)) of it. The scaled ones are for what is that deep in already, in
/// eighths.
inline constexpr Core cores[] = {{0.5f, 1.0f},   {0.75f, 1.0f},   {0.95f, 1.0f}, {0.75f, 0.875f},
                                 {0.75f, 0.75f}, {0.75f, 0.625f}, {0.75f, 0.5f}, {0.75f, 0.375f},
                                 {0.75f, 0.25f}, {0.75f, 0.125f}, {0.75f, 0.0f}};

/// Impacts of a step after which a body that meets another with its core is jammed, and waits for the next
/// step: the time that it loses is counted. Of two dynamic bodies the one counts that had fewer. Origin:
/// 7000 bullets at walls that are free to give way, and slivers before a heavy blade, lost 6.9 s with 8, 1.0
/// with 16 and 9 ms with 32, at the same depths. More: what is truly jammed is answered more often, and comes
/// deeper by a share of its gap each time.
inline constexpr int max_core_impacts = 32;

/// What is deeper than the first core comes at most this share of its gap nearer to its core before the next
/// impact. Origin: of 1/8 and 1/32 the greater with which a sliver that a heavy blade of 60 m pushes stays
/// less than four fifths of its inner radius deep; 1/8 let it come nine tenths. Less: within the tolerance of
/// the cast, a hit at t = 0 again and again.
inline constexpr double deep_share = 0.03125;

/// A shape cast stops short of what it meets by this share of the shape's half perimeter (of its box).
/// Origin: the normal is that of a distance this small, and GJK is off by 1e-14 of the coordinates. Smaller:
/// normals of corners lose digits; larger: it stops visibly early, and meets what it passes.
inline constexpr double cast_resolution = 1e-7;
/// The least of that, metres: of a point. Smaller: below what GJK tells of shapes of metres.
inline constexpr double min_cast_resolution = 1e-9;
/// How far ahead, in resolutions, a cast that starts in something looks whether it goes deeper: far enough
/// that its share by sliding_share is above the rounding of depths.
inline constexpr double cast_look_ahead = 1e3;
/// Planes that a shape cast may cut its way at: two polygons of 256 vertices have 512 corners.
inline constexpr int cast_iterations = 600;
/// A shape cast that starts in contact goes along the surface, not into it, if it comes nearer by no more
/// than this share of its way. Origin: the rounding of a direction that was projected onto a surface in
/// float.
inline constexpr double sliding_share = 1e-6;

}  // namespace toibox::tuning

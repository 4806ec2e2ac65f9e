// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"
#include "toibox/dynamics/step_stages.h"

#include "surface.h"

#include <optional>

namespace toibox {

/// The parts of the continuous stage; continuous.cpp is its schedule. Times are fractions of the detection
/// sub-step.

// ---- Motion (continuous_motion.cpp)

/// The motion of a body from `from` (not before what it has spent) to the end of the step.
Sweep remaining_sweep(const StepContext& step, std::uint32_t body, double from);
/// Moves a body along its motion to `t`: pose, angle turned, fraction spent.
void advance_body(StepContext& step, std::uint32_t body, double t);
/// Which bodies a joint holds, in scratch.jointed.
void mark_jointed_bodies(StepContext& step);
/// On which bodies a joint or a contact acted in this step, in BodyCcdState::held: after its solver, before
/// any body is stopped, and not again when a held step goes on. `all`: not only of those that are searched.
void mark_supported_bodies(StepContext& step, bool all);
/// A body that loses the rest of its step after `t` does not fall in it either, or it would gain energy with
/// each wait; but what is held keeps what the solver gave it, for there gravity is answered already.
void undo_remaining_gravity(StepContext& step, std::uint32_t body, double t);
/// Whether contacts of this restitution may bounce at the end of the step that they begin or overlap in,
/// not at the time of their impact.
bool bounces_at_step_end(const WorldState& state, float restitution);
/// Whether the two shapes bounce in a way that is searched for among dynamic bodies, too: at its own time and
/// by the geometry of that moment.
/// No shape is in a crowd (tuning::max_bouncy_shapes).
bool is_bouncy(const StepContext& step, float restitution);
/// The slowest approach of lively shapes that is solved as an impact, m/s.
float min_impact_speed(const StepContext& step);
bool is_bouncy_pair(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b);
/// Whether a body that moves this far in a step could pass through or sink into something that detection at
/// the ends of the step does not see.
bool may_tunnel(const StepContext& step, std::uint32_t body, float distance, float turn);

// ---- Search again (continuous_again.cpp)

/// Whether the rest of the body's motion is searched for impacts.
bool is_searched(const WorldState& state, std::uint32_t body);
/// Before the first impact is found.
void reset_impact_queue(StepContext& step);
/// After an impact was acted on: searches again whomever its bodies' new motions concern.
void search_requeued_bodies(StepContext& step);

// ---- Search (continuous_search.cpp, continuous_gate.cpp, continuous_cast.cpp,
// continuous_edges.cpp)

/// Boxes round the rest of the motion of shapes that leave the box that the broad phase has, anew.
void collect_swept_shapes(StepContext& step);
/// The same after a body was given another motion.
void update_swept_shapes(StepContext& step, std::uint32_t body);
/// Brings the tree of what does not give way up to date, if a search will ask it.
void collect_obstacles(StepContext& step);
/// As collect_near_shapes, but only what a search may end at or an impact be held by: without bullets and
/// anvils nothing dynamic.
void collect_near_obstacles(StepContext& step, std::uint32_t body, const Aabb& box);
/// The same in search.beside, while search.near is in use.
void collect_adjacent_obstacles(StepContext& step, std::uint32_t body, const Aabb& box);
/// Shapes whose rest of motion may touch the box, ascending, in search.near; none of `body` itself.
void collect_near_shapes(StepContext& step, std::uint32_t body, const Aabb& box);
/// Whether the continuous stage looks at this pair at all: bodies against static and kinematic ones, bullets
/// against all, and heavy obstacles against those that are so much lighter (mark_heavy_obstacles); but no
/// sensors, nor what a one-way shape lets pass.
bool is_searched_pair(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b);
/// A box round all that the rest of a body's motion may touch, whatever way it turns.
Aabb remaining_motion_box(const StepContext& step, std::uint32_t body);
/// The first thing that stops the rest of a body's motion.
std::optional<ImpactCandidate> search_impact(StepContext& step, std::uint32_t body);
/// When two shapes (shape_a < shape_b) first meet, from the time that both bodies have reached.
std::optional<ImpactCandidate> cast_pair(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b,
                                         ToiMethod method);
/// How deep the step's own contact may find what it answers for, metres.
struct AllowedDepths {
    /// Where the mover stays over one face for the whole step, or over the chain that the face is of.
    double over_face = 0.0;
    double anywhere = 0.0;  ///< Where it comes from beside it, or is past it in the end.
};
/// Whether one shape surely comes no deeper than allowed into the other, which stands still for the whole
/// motion, at any time: a proof, not an estimate; false where none was found. `standing`: the shape of the
/// latter. Cost: some products of points.
bool proves_shallow(const ToiInput& input, bool a_is_obstacle, const Shape& obstacle,
                    const AllowedDepths& allowed);
/// What the surface of what stands makes of an impact with one shape of it (surface.h), `toi` being the
/// answer for the two sweeps.
EdgeResponse classify_impact_edge(StepContext& step, const ImpactCandidate& impact, const ToiInput& input,
                                  const ToiResult& toi);
/// Target and tolerance for a pair, smaller for small bodies. null_index stands for a body of any size.
ToiOptions pair_options(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b);

// ---- Sensors (sensor_crossings.cpp)

/// Begin and end events for what passed a sensor between two detections. Bodies stand at the ends of their
/// motions.
void emit_sensor_crossings(StepContext& step);

// ---- Response (continuous_part.cpp, continuous_impact.cpp)

/// The group of an impact (impact_group.h) before it is solved: its dynamic bodies.
void begin_impact_group(StepContext& step, const ImpactCandidate& impact);
/// Brings the bodies of an impact to its time, has it answered if their policies ask for that, and tells who
/// goes on from there and who waits.
void process_impact(StepContext& step, const ImpactCandidate& impact);

/// The bodies of the group stand at the impact; gives them, and what they touch and push in turn, the
/// velocities after it and the gravity of the rest of the step.
void resolve_impact(StepContext& step, const ImpactCandidate& impact);
/// The same where a core met the other shape: it comes no nearer there, without bounce and without friction,
/// and nothing else is answered. A body that turns may have contacts that part and yet be on its way through;
/// stopped without an answer it would come nearer in each step, until it is through.
void stop_at_core(StepContext& step, const ImpactCandidate& impact);
/// Whether both bodies of the impact, which is counted already, have had another one in this step.
bool is_repeated_impact(const WorldState& state, const ImpactCandidate& impact);
/// The normal speed that a point of an impact asks for, so that bodies that turn do not close there again in
/// the rest of the step, `rest` seconds (continuous_lead.cpp).
float min_speed_after_impact(const WorldState& state, const ContactRow& row, const Contact& met,
                             std::size_t point, float remaining, bool is_repeated);
/// What the world is told of an impact, before anything is made of it.
ImpactEvent make_impact_event(const WorldState& state, const ImpactCandidate& impact);
/// Counts the impact and what it cost, and tells of it.
void emit_impact_event(StepContext& step, const ImpactEvent& event);

}  // namespace toibox

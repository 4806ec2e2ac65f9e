// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/toi/toi.h"

#include "dynamics/ccd/impact_queue.h"
#include "dynamics/contacts/edge_classification.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/solvers/rows/rows.h"
#include "dynamics/state/remaining_motion.h"
#include "dynamics/state/step_context.h"

#include <optional>

namespace toibox {

/// Searches the sweeps for impacts and handles the impacts as the continuous policies of the step require.
/// True when the stage is complete; false if settings.stop_at_each_impact paused the stage after an impact.
/// The next call then resumes from the state alone.
[[nodiscard]] bool run_ccd(StepContext& step);

/// The parts of the CCD stage; run_ccd.cpp is its schedule. Times are fractions of the detection sub-step.

// ---- Motion (body_motion.cpp)

/// Moves a body along its motion to time `t`: updates its pose, delta_angle, consumed fraction and path.
void advance_body(StepContext& step, std::uint32_t body, double t);
/// Fills CcdScratch::has_joint.
void mark_jointed_bodies(StepContext& step);
/// Sets BodyCcdState::is_supported of all bodies that have a joint or were pushed by a contact in this step.
/// Call it after the solver, before any body stops, and not again when a paused step resumes.
/// `includes_unsearched`: also for contacts between bodies that are not searched.
void mark_supported_bodies(StepContext& step, bool includes_unsearched);
/// For a body that stops at `t`: removes the velocity that gravity, external forces and torques added for the
/// rest of the step, because each stop would otherwise add energy. Does nothing for a supported body, whose
/// supports have already cancelled that velocity.
void undo_remaining_external_forces(StepContext& step, std::uint32_t body, double t);

// ---- Requeue (requeue.cpp)

/// True if the body's remaining motion is searched for impacts.
bool is_searched(const WorldState& state, std::uint32_t body);
/// Clears the impact queue before the first impact of a step is added.
void reset_impact_queue(StepContext& step);
/// After an impact: searches again the bodies of the impact, and all bodies affected by their new motions.
void search_requeued_bodies(StepContext& step);

// ---- Search (search_impacts.cpp, early_out.cpp, cast_pair.cpp, impact_edges.cpp)

/// Rebuilds CcdScratch::swept_boxes.
void collect_swept_shapes(StepContext& step);
/// Updates CcdScratch::swept_boxes after a body got a new motion.
void update_swept_shapes(StepContext& step, std::uint32_t body);
/// Updates CcdScratch::targets.
void collect_targets(StepContext& step);
/// Updates CcdScratch::heavy_obstacles.
void collect_heavy_obstacles(StepContext& step);
/// Updates CcdScratch::heavy_obstacles after a body got a new motion.
void update_heavy_obstacle(StepContext& step, std::uint32_t body);
/// Like collect_near_shapes, but only shapes that a search of `body` may hit.
void collect_near_targets(StepContext& step, std::uint32_t body, const Aabb& box);
/// collect_near_targets, and the shapes of other bodies of the impact group near the box.
void collect_group_shapes(StepContext& step, std::uint32_t body, const Aabb& box);
/// Like collect_near_targets, but fills search.adjacent, while search.near is in use.
void collect_adjacent_targets(StepContext& step, std::uint32_t body, const Aabb& box);
/// Fills search.near with the shapes whose remaining motion may touch the box, ascending; excludes shapes of
/// `body`.
void collect_near_shapes(StepContext& step, std::uint32_t body, const Aabb& box);
/// A box around everything that a body may touch on its remaining motion, for any rotation.
Aabb remaining_motion_box(const StepContext& step, std::uint32_t body);
/// The first impact on a body's remaining motion, or nullopt.
std::optional<ImpactCandidate> search_impact(StepContext& step, std::uint32_t body);
/// The first impact of two shapes (shape_a < shape_b), or nullopt. Starts at the later of the times that the
/// two bodies have reached.
std::optional<ImpactCandidate> cast_pair(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b,
                                         ToiMethod method);
/// Maximum depths that are left to the discrete contact, metres.
struct AllowedDepths {
    /// For a mover that stays over one face, or over the chain of that face, for the whole step.
    double over_face = 0.0;
    double anywhere = 0.0;  ///< For a mover that comes from beside the face or ends beyond it.
};
/// True if the moving shape provably never penetrates the obstacle, which is at rest, deeper than `allowed`.
/// False if no proof was found. `obstacle`: the shape at rest. Cost: a few dot products per point.
bool proves_shallow(const ToiInput& input, bool a_is_obstacle, const Shape& obstacle,
                    const AllowedDepths& allowed);
/// Classifies an impact with an obstacle by the surface that the obstacle forms with its neighbours
/// (edge_classification.h). `toi`: the result for the two sweeps.
EdgeResponse classify_impact_edge(StepContext& step, const ImpactCandidate& impact, const ToiInput& input,
                                  const ToiResult& toi);

// ---- Sensors (sensor_crossings.cpp)

/// For each time that a shape crossed a sensor between two detections: emits a begin event, and lets the next
/// step emit the end event. Requires: all bodies are at the ends of their motions.
void emit_sensor_crossings(StepContext& step);

// ---- Response (impact_outcome.cpp, resolve_impact.cpp)

/// Starts an impact group (impact_group.h) with the dynamic bodies of the impact.
void begin_impact_group(StepContext& step, const ImpactCandidate& impact);
/// Advances the bodies of an impact to its time, resolves it if their policies require that, and decides
/// which bodies continue and which stop.
void process_impact(StepContext& step, const ImpactCandidate& impact);

/// Gives the bodies of the group, and bodies that these touch and push in turn, the velocities after the
/// impact, with the gravity of the rest of the step. Requires: the bodies of the group are at the time of the
/// impact.
void resolve_impact(StepContext& step, const ImpactCandidate& impact);
/// Resolves the impact of a core: stops the approach at the point of impact, without restitution, friction or
/// other contacts. Stopping only the motion is not enough: a rotating body whose contacts separate could come
/// closer in each step and pass through.
void stop_at_core(StepContext& step, const ImpactCandidate& impact);
/// True if each dynamic body of the impact had an earlier impact in this step. Requires: this impact is
/// counted already.
bool is_repeated_impact(const WorldState& state, const ImpactCandidate& impact);
/// Minimum normal speed at a point of an impact (m/s) at which the two bodies, although they rotate, do not
/// close there again in the rest of the step (kinematic_push.cpp). `remaining`: length of the rest of the
/// step, seconds.
float min_speed_after_impact(const WorldState& state, const ContactRow& row, const Contact& contact,
                             std::size_t point, float remaining, bool is_repeated);
/// The event of an impact that is not resolved yet.
ImpactEvent make_impact_event(const WorldState& state, const ImpactCandidate& impact);
/// Counts the impact and its costs, and emits its event.
void emit_impact_event(StepContext& step, const ImpactEvent& event);

}  // namespace toibox

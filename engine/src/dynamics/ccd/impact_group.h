// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_joints.h"
#include "dynamics/state/step_context.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace toibox {

/// An impact among touching bodies. Used at a time of impact (resolve_impact.cpp) and for contacts that touch
/// at the start of the step (touching_impacts.cpp).
///
/// The group is stored in CcdScratch::impact_contacts and impact_rows and in SolverScratch::impact_bodies.
/// The velocities of its bodies are the velocities at the time of the impact.

/// Options for solving a group.
struct ImpactGroupOptions {
    float lead = 0.0f;  ///< Seconds by which the velocities of joining bodies are later than their poses.
    /// Seconds of gravity from after the impact that the velocities of bodies outside the group contain. It
    /// is removed from those of bodies that join.
    float gravity_lead = 0.0f;
    float threshold = 0.0f;  ///< An impact bounces if its fastest approach exceeds this, m/s.
};

/// Time by which velocities lag behind poses, seconds. Semi-implicit Euler moves a body over a sub-step with
/// the velocity of the middle of the sub-step, so at the end the velocity is half a sub-step old. An impact
/// that used this velocity unchanged would lose g·h·v of energy: 4 cm of an apex of 5 m in each bounce. With
/// the other integrators the result is 0. (Velocities of explicit Euler are ahead of the poses, so bounces
/// gain energy; the errors of explicit Euler are meant to be seen.)
float velocity_lag_seconds(const WorldState& state, float dt);

/// Clears the lists of contacts, rows and bodies.
void clear_impact_group(StepContext& step);
/// Adds a body, whose velocity must be the velocity at the time of the impact. No effect if the body is in
/// the group already.
void add_impact_body(StepContext& step, std::uint32_t body);
[[nodiscard]] bool is_impact_body(const StepContext& step, std::uint32_t body);
/// Adds the row of impact_contacts[contact], at the current velocities.
void add_impact_row(StepContext& step, std::size_t contact);

/// Solves the group in rounds. In each round every closing contact bounces with its own restitution, and
/// contacts that share a body are solved together. Rounds are repeated until no contact closes faster than
/// tuning::impact_propagation_fraction of the fastest approach. So an impact passes through a row of touching
/// balls ball by ball, and symmetrically through a symmetric rack.
///
/// callbacks.join is called before a contact of the group pushes a body outside the group, or before a joint
/// does, if callbacks.may_join(body) is true. It may be called for several bodies in one round. Energy: never
/// gained; not lost where restitution is 1. Momentum and angular momentum: conserved up to rounding if both
/// anchors of each contact are the same point. Limit: once the island of the group has spent its budget
/// (impact_islands.h), the rest is solved in one round without restitution. Cost: O(rounds · rows ·
/// iterations). Source: the rounds are Newton's law in sequence, E. Routh, "Dynamics of a System of Rigid
/// Bodies", 1905, vol. 1, §§ 302–310; each round is a linear complementarity problem.
void solve_impact_group(StepContext& step, const ImpactGroupOptions& options,
                        const ImpactGroupCallbacks& callbacks);

/// Emits a hit event; the contact of the pair then emits none at the end of the step. `position`: world,
/// metres. `approach`: approach speed, m/s.
void emit_hit(StepContext& step, const Contact& contact, Vec2 position, float approach);
/// Records the impulse of an impact for the contact of the pair (apply_impact_impulses). No effect if the
/// impulse is zero.
void record_impact_impulse(StepContext& step, ImpactImpulse impulse);
/// Records the impulses of rows that were just solved.
void record_impact_impulses(StepContext& step, std::span<const ContactRow> rows);
/// At the end of the CCD stage: adds the recorded impulses to the contacts of their pairs. A pair that was
/// pushed begins to touch; a pair without a contact gets a contact.
void apply_impact_impulses(StepContext& step);

/// Before the solver: if a bouncy contact that already touches approaches faster than min_impact_speed,
/// solves all bouncy contacts that touch as impacts, at the poses of the start of the step
/// (touching_impacts.cpp).
void solve_touching_impacts(StepContext& step);

}  // namespace toibox

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
/// when the step begins (touching_impacts.cpp).
///
/// SolverScratch stores the group: impact_contacts, their impact_rows, and impact_bodies, whose velocities
/// are those at the time of the impact.

/// Options for solving a group.
struct ImpactGroupOptions {
    float remaining = 0.0f;  ///< Seconds of gravity already in the velocities of bodies outside the group.
    float threshold = 0.0f;  ///< An impact bounces if its fastest approach exceeds this, m/s.
};

/// Seconds by which velocities lag behind poses. Semi-implicit Euler moves a body over a sub-step with the
/// velocity of its middle, so at the end the velocity is half a sub-step old. An impact that used it as the
/// current one would lose g·h·v of energy: 4 cm of an apex of 5 m in each bounce. Velocities of the other
/// integrators match their poses. (Those of explicit Euler lead, and gain as much; its errors are meant to be
/// seen.)
float velocity_lag(const WorldState& state, float dt);

/// Clears the lists of contacts, rows and bodies.
void clear_impact_group(StepContext& step);
/// Adds a body, whose velocity must be that at the time of the impact. No effect if it is in the group
/// already.
void add_impact_body(StepContext& step, std::uint32_t body);
[[nodiscard]] bool is_impact_body(const StepContext& step, std::uint32_t body);
/// Adds the row of impact_contacts[contact], at the current velocities.
void add_impact_row(StepContext& step, std::size_t contact);

/// Solves the group in rounds. In each round every closing contact bounces with its own restitution, and
/// contacts that share a body are solved together. Rounds follow until no contact closes. So an impact passes
/// through a row of touching balls one by one, and to both sides of a symmetric rack alike.
///
/// callbacks.join(body) is called before a body outside the group is pushed by a contact of the group, or by
/// a joint if callbacks.may_join(body). It may be called for several bodies in one round.
/// Energy: never gained; not lost where restitution is 1. Momentum and angular momentum: conserved up to
/// rounding if both anchors of each contact are the same point.
/// Work: limited by tuning::group_row_budget; when that is spent, the rest is solved without restitution.
/// Cost: O(rounds · rows · iterations).
/// Source: the rounds are Newton's law in sequence, E. Routh, "Dynamics of a System of Rigid Bodies", 1905,
/// vol. 1, §§ 302–310; each round is a linear complementarity problem.
void solve_impact_group(StepContext& step, const ImpactGroupOptions& options,
                        const ImpactGroupCallbacks& callbacks);

/// Adds a hit event, and suppresses that of the pair's contact at the end of the step. `place`: world.
void emit_hit(StepContext& step, const Contact& contact, Vec2 place, float approach);
/// Records the impulse of an impact for the contact of its pair (apply_impact_impulses), unless it is zero.
void record_impact_impulse(StepContext& step, ImpactImpulse impulse);
/// The same for each point of rows that were just solved.
void record_impact_impulses(StepContext& step, std::span<const ContactRow> rows);
/// Adds the recorded impulses to the contacts of their pairs, at the end of the CCD stage. A pair that
/// was pushed begins to touch; a pair without a contact gets one.
void apply_impact_impulses(StepContext& step);

/// Before the solver: contacts that already touch, bounce and approach faster than the threshold are solved
/// as impacts, at the poses of the start of the step (touching_impacts.cpp).
void solve_touching_impacts(StepContext& step);

}  // namespace toibox

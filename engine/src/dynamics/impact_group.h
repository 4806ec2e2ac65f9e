// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/dynamics/step_stages.h"

#include "impact_joints.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace toibox {

/// An impact among bodies that touch each other. Used at a time of impact (continuous_impact.cpp) and for
/// contacts that touch when the step begins (touching_impacts.cpp).
///
/// The contacts of the group are SolverScratch::impact_contacts, their rows SolverScratch::impact_rows, and
/// the bodies whose velocities are those at the moment of the impact SolverScratch::impact_bodies.

/// The moment at which a group is solved.
struct ImpactGroupOptions {
    float remaining = 0.0f;  ///< Seconds of gravity that bodies outside the group have in advance.
    float threshold = 0.0f;  ///< An impact bounces if its fastest approach is faster, m/s.
};

/// Seconds by which velocities are behind poses. Semi-implicit Euler moves a body for a sub-step with the
/// velocity that it has in the middle of it: at the end its speed is that of half a sub-step ago. An impact
/// that took it for the present one would lose g·h·v of energy, 4 cm of an apex of 5 m in each bounce. The
/// other integrators' velocities are those of their poses. (Explicit Euler's are ahead, and gain as much:
/// that is what it is shown for.)
float velocity_lag(const WorldState& state, float dt);

/// Counts work on impacts, in rows solved once.
inline void charge_impact(StepContext& step, std::size_t work) {
    step.state.progress.impact_work += work;
    step.report.impact_work += work;
}

/// Empty lists of contacts, rows and bodies.
void clear_impact_group(StepContext& step);
/// Adds a body whose velocity is that at the moment. No effect if it is in the group already.
void add_impact_body(StepContext& step, std::uint32_t body);
[[nodiscard]] bool is_impact_body(const StepContext& step, std::uint32_t body);
/// Adds the row of impact_contacts[contact], at the present velocities.
void add_impact_row(StepContext& step, std::size_t contact);

/// Solves the group: in each round every contact that closes bounces by its own restitution, contacts that
/// share a body at once; rounds follow until nothing closes. So a blow passes through a row of touching balls
/// one by one, and to both sides of a symmetric rack alike.
///
/// `growth.join(body)` is called before a body outside the group is pushed by a contact of the group, or by a
/// joint if growth.may_join(body). It may be called for several bodies in one round.
/// Energy: none is gained, none is lost where restitution is 1. Momentum and angular momentum: kept to
/// rounding if the anchors of each contact name one point. Work: bounded by tuning::group_row_budget; when
/// that is spent, the rest is solved without restitution.
/// Cost: O(rounds · rows · sweeps). Source: the rounds are Newton's law in sequence, E. Routh, "Dynamics of a
/// System of Rigid Bodies", 1905, vol. 1, §§ 302–310; each round is a linear complementarity problem.
void solve_impact_group(StepContext& step, const ImpactGroupOptions& options,
                        const ImpactGroupCallbacks& callbacks);

/// Adds a hit event, and suppresses that of the pair's contact at the end of the step. `place`: world.
void emit_hit(StepContext& step, const Contact& contact, Vec2 place, float approach);
/// Keeps what an impact did for the contact of its pair (apply_impact_impulses), unless it did nothing.
void record_impact_push(StepContext& step, ImpactImpulse push);
/// The same for each point of rows that were just solved.
void record_impact_impulses(StepContext& step, std::span<const ContactRow> rows);
/// Adds the recorded impulses to the contacts of their pairs, at the end of the continuous stage. A pair that
/// was pushed begins to touch; one without a contact gets it.
void apply_impact_impulses(StepContext& step);

/// touching_impacts.cpp: before the solver, contacts that touch already, bounce, and approach faster than the
/// threshold are solved as impacts at the poses of the start of the step.
void solve_touching_impacts(StepContext& step);

}  // namespace toibox

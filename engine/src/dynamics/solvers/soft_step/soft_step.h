// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/solvers/soft_step/scratch.h"
#include "dynamics/state/step_context.h"

namespace toibox {

/// The soft step: a solver with SIMD rows (soft_step.cpp).
void solve_soft_step(StepContext& step);

namespace soft_step {

// ---- Bodies (solver_bodies.cpp)

/// Assigns slots to the simulated bodies, and fills the slots at the start of the step. `h`: length of a
/// sub-step, seconds.
void gather_bodies(StepContext& step, Scratch& scratch, float h);
/// Sets slot_restarts, unless the body is immovable.
void set_restart(Scratch& scratch, std::int32_t slot);
SolverBodies solver_bodies_of(Scratch& scratch);
/// Stores velocities, end poses and motions in the columns.
void scatter_bodies(StepContext& step, const Scratch& scratch);

// ---- Contacts (wide_contacts.cpp)

/// Whether an impulse can move at least one of the bodies.
[[nodiscard]] inline bool is_solved(const Scratch& scratch, const SolverContact& solver_contact) {
    return (scratch.dynamic[static_cast<std::size_t>(scratch.slot[solver_contact.body_a])] |
            scratch.dynamic[static_cast<std::size_t>(scratch.slot[solver_contact.body_b])]) != 0;
}
/// Lists the contacts that the solver solves. Contacts that may bounce also get a scalar row; contacts that
/// are left to the CCD stage are not listed.
void list_contacts(StepContext& step, Scratch& scratch);
/// Fills the blocks [begin, end): anchors, masses and warm-start impulses. Stores the approach velocities of
/// contacts without restitution: 0 for points that pushed in the previous step.
void prepare_blocks(StepContext& step, Scratch& scratch, std::size_t begin, std::size_t end);
/// Stores the impulses in the contacts, and in the scalar rows of contacts that may bounce. Lists the hits.
void store_blocks(StepContext& step, Scratch& scratch);

// ---- Bounces and hits (bounces_and_hits.cpp)

/// Stores the approach velocities of all contacts with restitution that the solver solves. Clears
/// SolverContact::bounces of contacts that approach slower than the threshold.
void store_approach_velocities(StepContext& step);
/// Adds a scalar row for a contact that may bounce. False, without a row, if the contact is left to the CCD
/// stage; the solver then ignores the contact.
bool add_bounce_row(StepContext& step, Scratch& scratch, std::uint32_t index);
/// After restitution: adds the impulses of the bounces to the contacts.
void apply_bounce_impulses(StepContext& step, const Scratch& scratch);
/// Clears the result lists, one per run of blocks.
void begin_runs(StepContext& step, Scratch& scratch, std::size_t runs);
/// Adds the hit of a lane, if there is one, to the list of the run. If the contact of the lane may bounce,
/// stores its impulses in its scalar row.
void collect_lane_results(StepContext& step, const WideContact& block, std::uint32_t lane, StoreRun& run);
/// Collects all hits in order of contacts.
void gather_hits(Scratch& scratch);
/// Emits begin events of contacts that push but did not touch before.
void begin_new_touches(StepContext& step, Scratch& scratch);

// ---- Energy gains of isolated pairs (pair_energy_gains.cpp)

/// Solves isolated pairs again if they have more kinetic energy than external work can explain. Skips pairs
/// that a conveyor belt or a prescribed motion drives, because the drive may add any amount of energy.
void fix_pair_energy_gains(StepContext& step, Scratch& scratch);

// ---- Joints (wide_joints.cpp)

/// Builds and colours all joint rows, and fills their blocks, with warm-start impulses.
void prepare_wide_joints(StepContext& step, Scratch& scratch, float h);
/// Stores impulses in the joints: of the whole step as loads, of the last sub-step for warm starting.
void store_wide_joints(StepContext& step, const Scratch& scratch);

}  // namespace soft_step
}  // namespace toibox

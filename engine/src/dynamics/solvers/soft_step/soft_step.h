// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/solvers/soft_step/scratch.h"
#include "dynamics/state/step_context.h"

namespace toibox {

/// soft_step.cpp: the soft step, an alternative to the scalar solvers.
void solve_soft_step(StepContext& step);

namespace soft_step {

// ---- Bodies (solver_bodies.cpp)

/// Assigns slots to the simulated bodies, and fills their rows at the start of the step.
void gather_bodies(StepContext& step, Scratch& scratch, float h);
SolverBodies solver_bodies_of(Scratch& scratch);
/// Stores velocities, end poses and motions in the columns.
void scatter_bodies(StepContext& step, const Scratch& scratch);

// ---- Contacts (wide_contacts.cpp)

/// Whether at least one of the bodies can be moved by an impulse.
[[nodiscard]] inline bool is_solved(const Scratch& scratch, const SolverContact& solver_contact) {
    return (scratch.dynamic[static_cast<std::size_t>(scratch.slot[solver_contact.body_a])] |
            scratch.dynamic[static_cast<std::size_t>(scratch.slot[solver_contact.body_b])]) != 0;
}
/// Lists the contacts that get a row. Those that bounce also get a scalar row; those that are left to the CCD
/// stage get none.
void list_contacts(StepContext& step, Scratch& scratch);
/// Fills the blocks [begin, end): anchors, masses, impulses of the last step. Stores the approach velocities
/// of points that did not push in their contacts.
void prepare_blocks(StepContext& step, Scratch& scratch, std::size_t begin, std::size_t end);
/// Stores the impulses in the contacts, and in the scalar rows of those that bounce; lists the hits.
void store_blocks(StepContext& step, Scratch& scratch);

// ---- Bounces and hits (bounces_and_hits.cpp)

/// Stores the approach velocities of all contacts with restitution. Keeps `bounces` only for those that
/// approach faster than the threshold.
void store_approach_velocities(StepContext& step);
/// Adds the scalar row of a contact that bounces, unless it is left to the CCD stage. False in that case: the
/// contact is not solved at all.
bool add_bounce_row(StepContext& step, Scratch& scratch, std::uint32_t index);
/// After restitution: adds the impulses of the bounces to the contacts.
void apply_bounce_impulses(StepContext& step, const Scratch& scratch);
/// Clears the lists of results, one for each run of blocks.
void begin_runs(StepContext& step, Scratch& scratch, std::size_t runs);
/// Adds the result of a lane to the list of its run: hits, and the impulses of a bounce to its scalar row.
void collect_lane_results(StepContext& step, const WideContact& block, std::uint32_t lane, StoreRun& run);
/// Collects all hits in order of contacts.
void gather_hits(Scratch& scratch);
/// Emits begin events of the contacts that push without having touched before.
void begin_new_touches(StepContext& step, Scratch& scratch);

// ---- Energy gains of isolated pairs (pair_energy_gains.cpp)

/// Solves pairs again that touch nothing else and have more kinetic energy than the step may give them. Skips
/// driven pairs, because the energy that they receive is not known separately.
void fix_pair_energy_gains(StepContext& step, Scratch& scratch);

// ---- Joints (wide_joints.cpp)

/// Builds, colours and fills all joint rows, with the impulses of the last step.
void prepare_wide_joints(StepContext& step, Scratch& scratch, float h);
/// Stores the impulses in the joints: those of the whole step as loads, those of the last sub-step for warm
/// starting.
void store_wide_joints(StepContext& step, const Scratch& scratch);

}  // namespace soft_step
}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_stages.h"

#include "scratch.h"

namespace toibox {

/// soft_step.cpp: the fast path, in the place of the scalar solvers.
void solve_soft_step(StepContext& step);

namespace soft_step {

// ---- Bodies (solver_bodies.cpp)

/// Slots for the bodies that are simulated, and their rows at the start of the step.
void gather_bodies(StepContext& step, Scratch& scratch, float h);
SolverBodies solver_bodies_of(Scratch& scratch);
/// Velocities, end poses and motions back to the columns.
void scatter_bodies(StepContext& step, const Scratch& scratch);

// ---- Contacts (wide_contacts.cpp)

/// Whether an impulse can change anything between the two.
[[nodiscard]] inline bool is_solved(const Scratch& scratch, const SolverContact& solver_contact) {
    return (scratch.dynamic[static_cast<std::size_t>(scratch.slot[solver_contact.body_a])] |
            scratch.dynamic[static_cast<std::size_t>(scratch.slot[solver_contact.body_b])]) != 0;
}
/// Lists the contacts that have a row. Those that bounce get a scalar row too; those that the continuous
/// stage answers better get none.
void list_contacts(StepContext& step, Scratch& scratch);
/// Fills the blocks [begin, end): anchors, masses, the impulses of the step before. Approach velocities of
/// points that did not push are noted in their contacts.
void prepare_blocks(StepContext& step, Scratch& scratch, std::size_t begin, std::size_t end);
/// Impulses back to the contacts, and to the scalar rows of those that bounce; lists the hits.
void store_blocks(StepContext& step, Scratch& scratch);

// ---- Bounces and hits (bounces.cpp)

/// Approach velocities of all contacts with restitution; `bounces` stays with those that come in faster than
/// the threshold.
void store_approach_velocities(StepContext& step);
/// The scalar row of a contact that bounces, unless it is left to the continuous stage. True if it is to be
/// solved.
bool add_bounce_row(StepContext& step, Scratch& scratch, std::uint32_t index);
/// After restitution: what the bounces did is the contacts', too.
void apply_bounce_impulses(StepContext& step, const Scratch& scratch);
/// Empty lists, so that workers may fill one each …
void begin_runs(StepContext& step, Scratch& scratch, std::size_t runs);
/// … with what hit, a bounce's impulses going to its scalar row, too …
void collect_lane_results(StepContext& step, const WideContact& block, std::uint32_t lane, StoreRun& run);
/// … and all hits in order of contacts.
void gather_hits(Scratch& scratch);
/// Begin events of the contacts that pushed and did not touch before.
void begin_new_touches(StepContext& step, Scratch& scratch);

// ---- What a lone pair may not gain (gains.cpp)

/// Solves pairs anew that touch nothing else and have more kinetic energy than the step may give them. Not
/// where something drives them: what that gives is not known apart.
void fix_pair_energy_gains(StepContext& step, Scratch& scratch);

// ---- Joints (wide_joints.cpp)

/// All joint rows, coloured and filled in, with the impulses of the step before.
void prepare_wide_joints(StepContext& step, Scratch& scratch, float h);
/// Impulses back to the joints: those of the whole step are what they carried, those of the last sub-step
/// what the next step starts from.
void store_wide_joints(StepContext& step, const Scratch& scratch);

}  // namespace soft_step
}  // namespace toibox

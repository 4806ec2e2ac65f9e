// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/events.h"

#include "dynamics/state/step_context.h"

namespace toibox {

/// The continuous policies that need no time of impact for each body, one file each; run_ccd.cpp is the
/// schedule and implements the others. All but extend_boxes_for_motion act after the solver, on the planned
/// motions.

/// SpeedLimit: clamps the motion of a step so that neither the centre nor the outermost point of a rotating
/// body moves further than half the body's inner radius; scales the velocity by the same factor. Segments
/// have no inner radius and no limit.
void limit_speeds(StepContext& step);

/// RestorePosition: a body that would end in a new overlap returns to its start pose and bounces off like a
/// point mass, along the normal between the shapes there.
void restore_positions(StepContext& step);

/// RollBack: if any body ends in a new overlap, the whole world returns to shortly before the first of these
/// overlaps, found by bisecting the step.
void roll_back(StepContext& step);

/// Speculative, before the pair search: extends fat boxes by the motion of a step, so that contacts with
/// shapes ahead exist. Includes kinematic bodies.
void extend_boxes_for_motion(StepContext& step);

/// RollBack and AdvanceToFirstImpact: moves every body to fraction `t` of its planned motion and stops it
/// there. Emits `event` with the time that all bodies have lost.
void stop_world(StepContext& step, double t, ImpactEvent event);

// ---- Shared helpers (new_overlaps.cpp)

/// The gap between two shapes at fraction `t` of their planned motions.
struct Gap {
    double distance = 0.0;  ///< Between the surfaces, metres; 0 if they overlap.
    Vec2d point{};          ///< Midway between the witnesses, world.
    Vec2d normal{};         ///< Unit, from A to B; zero if they overlap.
};
Gap gap_at(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b, double t);
/// Whether the shapes begin the step separated, by more than the discrete contact handles, and end it
/// overlapping. Sampling finds nothing else: a body that passes through ends separated again and is missed.
bool ends_in_new_overlap(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b);
/// Adds the pairs of the body's shapes with shapes in the path of its motion, as (lower, higher) shape, in
/// order of the body's shapes.
void collect_pairs_in_path(StepContext& step, std::uint32_t body, std::vector<ProxyPair>& pairs);

}  // namespace toibox

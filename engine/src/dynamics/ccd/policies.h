// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/events.h"

#include "dynamics/state/step_context.h"

namespace toibox {

/// The continuous policies that do not compute times of impact, one file each. run_ccd.cpp is the schedule
/// and implements the other policies. All but extend_boxes_for_motion act after the solver, on the planned
/// motions.

/// SpeedLimit: clamps the motion of a step so that translation moves a body by at most half its inner radius,
/// and rotation moves its outermost point by at most as much. Scales the velocities by the same factors.
/// Segments have no inner radius and no limit.
void limit_speeds(StepContext& step);

/// RestorePosition: a body that would end in a new overlap returns to its start pose and bounces like a point
/// mass, along the normal between the shapes at the start.
void restore_positions(StepContext& step);

/// RollBack: if any body ends in a new overlap, the whole world returns to shortly before the first of these
/// overlaps, which is found by bisection.
void roll_back(StepContext& step);

/// Speculative, before the pair search: extends fat boxes by the expected motion in the step, so that there
/// are contacts with shapes ahead. Includes kinematic bodies.
void extend_boxes_for_motion(StepContext& step);

/// RollBack and AdvanceToFirstImpact: moves every body that is not stopped yet to fraction `t` of its planned
/// motion and stops the body there. Emits `event`, with the total time that dynamic bodies lose by this stop.
void stop_world(StepContext& step, double t, ImpactEvent event);

// ---- Shared helpers (new_overlaps.cpp)

/// The gap between two shapes at fraction `t` of their planned motions.
struct Gap {
    double distance = 0.0;  ///< Between the surfaces, metres; 0 if the shapes overlap.
    Vec2d point{};          ///< Midway between the witness points, world.
    Vec2d normal{};         ///< Unit, from A to B; zero if the shapes overlap.
};
Gap gap_at(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b, double t);
/// Whether the shapes overlap at the end of the step and are farther apart than the TOI target (plus its
/// tolerance) at the start. Misses a body that passes through, because the body ends separated again.
bool ends_in_new_overlap(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b);
/// Adds the searched pairs of the body's shapes with shapes in the path of the body, in order of the body's
/// shapes. Each pair has the lower shape index first.
void collect_pairs_in_path(StepContext& step, std::uint32_t body, std::vector<ProxyPair>& pairs);

}  // namespace toibox

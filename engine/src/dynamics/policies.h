// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/events.h"
#include "toibox/dynamics/step_stages.h"

namespace toibox {

/// The policies of the lectures that look at no time of impact of each body: a file each. continuous.cpp is
/// the schedule and does the rest. All but extend_boxes_for_motion act on the planned motions, after the
/// solver.

/// SpeedLimit: no centre goes further in a step, and no rim turns further, than half the inner radius of its
/// body; what the body had above that is taken from its velocity. Lines have no inner radius, and no limit.
void limit_speeds(StepContext& step);

/// RestorePosition: what would end in something new goes back to where the step began, and is thrown back
/// along the normal between the shapes there as a point would be.
void restore_positions(StepContext& step);

/// RollBack: if anything ends in something new, the whole world goes back to a time shortly before the first
/// of these overlaps that halving the step finds.
void roll_back(StepContext& step);

/// Speculative, before pairs are found: boxes as large as the motion of a step, so that contacts exist ahead;
/// of kinematic bodies, too.
void extend_boxes_for_motion(StepContext& step);

/// RollBack and AdvanceToFirstImpact: every body goes to `t` of its planned motion and waits there. Tells of
/// it by `event`, with the time that all have lost.
void stop_world(StepContext& step, double t, ImpactEvent event);

// ---- What they have in common (policy_overlap.cpp)

/// How far apart two shapes are at `t` of their planned motions.
struct Gap {
    double distance = 0.0;  ///< Of the surfaces, metres; 0 if they overlap.
    Vec2d point{};          ///< Midway between the witnesses, world.
    Vec2d normal{};         ///< Unit, from A to B; zero if they overlap.
};
Gap gap_at(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b, double t);
/// Whether the shapes begin the step apart, by more than what the discrete contact answers for, and end it
/// in each other: all that sampling sees. What has passed through ends apart again, and is missed.
bool ends_in_new_overlap(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b);
/// Pairs of the body's shapes with what its motion may meet, (lower, higher) shape, in order of its shapes.
void collect_pairs_in_path(StepContext& step, std::uint32_t body, std::vector<ProxyPair>& pairs);

}  // namespace toibox

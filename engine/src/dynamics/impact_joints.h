// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/dynamics/rows.h"
#include "toibox/dynamics/step_stages.h"

#include <cstdint>

namespace toibox {

/// Joints in an impact. What a rigid joint holds takes part in the impact of either body, through the joint's
/// impulse in that moment: the velocity of B against A along the joint's rigid rows stays what it is.
/// Springs, motors and limits give no impulse in a moment of no length; what a limit has to stop is left to
/// the next step. The joints of the group are SolverScratch::impact_joints, their rigid rows the equations of
/// SolverScratch::joint_system.

/// What brings a body into an impact group.
enum class JoinedBy : std::uint8_t { Touch, Link };

/// How an impact group grows.
struct GroupGrowth {
    /// Whether a body that a joint of the group holds may join it.
    FunctionRef<bool(std::uint32_t body)> may_join;
    /// Brings a body to the moment of the impact, adds it to the group and adds its contact rows.
    FunctionRef<void(std::uint32_t body, JoinedBy)> join;
};

/// An empty list of joints.
void clear_impact_joints(StepContext& step);
/// Adds the bodies that rigid joints hold to those of the group, up to tuning::impact_joint_bodies, and the
/// joints whose bodies are in it. Cost: O(n b²) if there are new ones, n being the equations of all and b how
/// many before it one depends on: a few in chains, n where joints form loops.
void add_impact_joints(StepContext& step, const GroupGrowth& growth);

// ---- The equations of the group's joints, solved all at once (joint_system.cpp)

/// Factors the matrix of the equations.
void factor_joint_system(StepContext& step);
/// Gives the bodies the impulses that keep every equation. Cost: O(n b).
void solve_joint_system(StepContext& step);
/// Makes the row one of bodies that the joints hold: what an impulse there comes to once the joints have
/// answered it. A sweep over the row and a solve_joint_system then reach together what the row asks for.
void add_joint_inertia(StepContext& step, ContactRow& row);
/// Keeps the impulses of the joints and the velocities of the group, and puts them back.
void keep_joint_system(StepContext& step);
void undo_joint_system(StepContext& step);

// ---- After the impact

/// Changes the velocities of the group such that its joints are no wider open after `rest` seconds of
/// straight motion than now, if one would be by more than the slop: bodies that turn fast leave the arcs that
/// the joints ask for. Momentum is kept, angular momentum and energy are not. True if it did.
bool close_impact_joints(StepContext& step, float rest);
/// Adds what the joints of the group carried in the impact to their forces, which may break them.
void load_impact_joints(StepContext& step);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include "dynamics/solvers/common/joint_system.h"
#include "dynamics/state/step_context.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace toibox {

/// Joints in an impact. A rigid joint passes the impact of one body on to the other by its own impulse: the
/// relative velocity along its rigid rows is 0. Relative velocity that is there before, because joints yield
/// within a step, is removed before any contact is solved. Then joints do no work, and only contacts change
/// the energy. (Otherwise that energy returns with each impact: a net of 8 × 8 hinged balls that lands at 5
/// m/s and bounces by half went from 431 to 10¹⁹ J.) Springs, motors and limits give no impulse in an
/// instant; what a limit must stop is left to the next step. CcdScratch::impact_joints lists the joints of
/// the group, SolverScratch::joint_system has their rigid rows as equations.

/// How a body joins an impact group.
enum class JoinedBy : std::uint8_t { Touch, RigidJoint };

/// Callbacks that add bodies to an impact group.
struct ImpactGroupCallbacks {
    /// True if a body that has a joint with the group may join it.
    FunctionRef<bool(std::uint32_t body)> may_join;
    /// Advances a body to the time of the impact, adds it to the group and adds its contact rows.
    FunctionRef<void(std::uint32_t body, JoinedBy)> join;
};

/// Clears the list of joints.
void clear_impact_joints(StepContext& step);
/// Adds the bodies that have rigid joints with the group, up to tuning::impact_joint_bodies, and the joints
/// between bodies of the group. If there are new joints, the group's velocities are changed to satisfy all
/// joints.
/// Cost: O(n b²) for n equations of bandwidth b: a few in chains, up to n if joints form loops. O(n) if that
/// is more than tuning::impact_row_budget leaves.
void add_impact_joints(StepContext& step, const ImpactGroupCallbacks& callbacks);

// ---- After the impact

/// Changes the velocities of the group so that no joint opens further in `remaining` seconds of straight
/// motion, if one would open by more than the slop: fast rotating bodies leave the arcs that the joints
/// require. It applies only the share of the change that adds no energy. Momentum is conserved, angular
/// momentum is not. True if it changed anything.
bool close_impact_joints(StepContext& step, float remaining);
/// Adds the impulses of the impact to the loads of the group's joints, which may break them.
void add_impact_joint_loads(StepContext& step);

}  // namespace toibox

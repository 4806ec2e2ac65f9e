// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include "dynamics/solvers/common/joint_system.h"
#include "dynamics/state/step_context.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace toibox {

/// Joints in an impact. A rigid joint transmits the impact of one body to the other: its impulse keeps the
/// relative velocity along its rigid rows at 0. Joints yield within a step, so there may be a relative
/// velocity before the impact; this velocity is removed before any contact is solved. Then joints do no work,
/// and only contacts change the energy. (Without the removal, energy grows with each impact: a net of 8 × 8
/// hinged balls that lands at 5 m/s with a restitution of 1/2 went from 431 J to 10¹⁹ J.) Springs and motors
/// give no impulse in an instant; limits are left to the next step. CcdScratch::impact_joints lists the
/// joints of the group, and SolverScratch::joint_system has their rigid rows as equations.

/// How a body joins an impact group.
enum class JoinedBy : std::uint8_t { Touch, RigidJoint };

/// Callbacks that add bodies to an impact group.
struct ImpactGroupCallbacks {
    /// True if a body that has a joint with the group may be added to the group.
    FunctionRef<bool(std::uint32_t body)> may_join;
    /// Advances a body to the time of the impact, adds it to the group and adds its contact rows.
    FunctionRef<void(std::uint32_t body, JoinedBy)> join;
};

/// Clears the lists of joints and equations.
void clear_impact_joints(StepContext& step);
/// Adds bodies that have rigid joints with the group, up to tuning::impact_joint_bodies, and the joints
/// between bodies of the group. If there are new joints, changes the velocities of the group to satisfy all
/// joints. Cost: O(n b²) for n equations of bandwidth b (small in chains, up to n in loops). Nothing happens
/// if the island has spent its budget, O(n) if it cannot afford the rest.
void add_impact_joints(StepContext& step, const ImpactGroupCallbacks& callbacks);

// ---- After the impact

/// If a joint would open by more than the slop in `remaining` seconds of straight motion, changes the
/// velocities of the group so that it does not. (Bodies that rotate fast would leave the arcs that the joints
/// require.) Applies only the fraction of the change that adds no energy. Conserves momentum but not angular
/// momentum. True if velocities changed.
bool close_impact_joints(StepContext& step, float remaining);
/// Adds the impulses of the impact to the loads of the group's joints, which may break them.
void add_impact_joint_loads(StepContext& step);

}  // namespace toibox

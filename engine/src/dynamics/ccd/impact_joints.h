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
/// relative velocity along its rigid rows at 0. Springs and motors give no impulse in an instant; limits are
/// left to the next step. CcdScratch::impact_joints lists the joints of the group, and
/// SolverScratch::joint_system has their rigid rows as equations.
///
/// Joints do no work, so that only contacts change the energy. Velocities are those of the end of the step,
/// when the bodies have turned; an impact within the step needs them at its time. Therefore the velocities of
/// connected bodies are turned back before any contact is solved, and turned forward after the impact: with
/// the common rotation of the bodies, then onto what the joints allow; the kinetic energy that this takes is
/// given back to their motion relative to each other. (Without the projection, energy grows with each impact:
/// a net of 8 × 8 hinged balls that lands at 5 m/s with a restitution of 1/2 went from 431 J to 10¹⁹ J. With
/// the projection alone, two hinged bars that bounce elastically lose up to half of their energy.)

struct ImpactGroupOptions;

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
/// Adds all bodies that rigid joints connect to the group, and these joints. If there are new joints, moves
/// the velocities of their bodies to the time of the group. Cost: O(n b²) for n equations of bandwidth b
/// (small in chains, up to n in loops). Nothing happens if the island has spent its budget, O(n) if it cannot
/// afford the rest.
void add_impact_joints(StepContext& step, const ImpactGroupOptions& options,
                       const ImpactGroupCallbacks& callbacks);

// ---- After the impact

/// Changes the motion of the group in the rest of the step, `remaining` seconds, so that it ends with closed
/// joints, and the velocities to those of that end. (Bodies that move straight on would leave the arcs that
/// the joints require.) Keeps momentum and kinetic energy; angular momentum up to the change of the lever
/// arms. Does not change the velocities if the island cannot afford it.
void close_impact_joints(StepContext& step, float remaining);
/// Adds the impulses of the impact to the loads of the group's joints, which may break them.
void add_impact_joint_loads(StepContext& step);

}  // namespace toibox

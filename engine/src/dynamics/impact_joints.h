// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/dynamics/rows.h"
#include "toibox/dynamics/step_stages.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace toibox {

/// Joints in an impact. What a rigid joint holds takes part in the impact of either body, through the joint's
/// impulse in that moment: the velocity of B against A along the joint's rigid rows is 0. What it was before,
/// as joints yield in a step, is taken out before any contact is solved: then the joints do no work, and what
/// the contacts do is all that the impact gains. (Kept, it is energy that comes again with each impact: a net
/// of 8 × 8 hinged balls that lands at 5 m/s and bounces by half went from 431 to 10¹⁹ J.) Springs, motors
/// and limits give no impulse in a moment of no length; what a limit has to stop is left to the next step.
/// The joints of the group are SolverScratch::impact_joints, their rigid rows the equations of
/// SolverScratch::joint_system.

/// What brings a body into an impact group.
enum class JoinedBy : std::uint8_t { Touch, Link };

/// How an impact group grows.
struct ImpactGroupCallbacks {
    /// Whether a body that a joint of the group holds may join it.
    FunctionRef<bool(std::uint32_t body)> may_join;
    /// Brings a body to the moment of the impact, adds it to the group and adds its contact rows.
    FunctionRef<void(std::uint32_t body, JoinedBy)> join;
};

/// An empty list of joints.
void clear_impact_joints(StepContext& step);
/// Adds the bodies that rigid joints hold to those of the group, up to tuning::impact_joint_bodies, and the
/// joints whose bodies are in it. If there are new ones the group's velocities become such as all joints let
/// them be. Cost: O(n b²), n being the equations of all and b how many before it one depends on: a few in
/// chains, n where joints form loops; O(n) if that is more than tuning::group_work_budget leaves.
void add_impact_joints(StepContext& step, const ImpactGroupCallbacks& callbacks);

// ---- The equations of the group's joints, solved all at once (joint_system.cpp)

/// Factors the matrix of the equations, if the step has work left for that.
void factor_joint_system(StepContext& step);
/// Gives the bodies the impulses that leave them no speed along any equation. They lose energy, if anything.
/// No effect where the matrix is not factored. Cost: O(n b).
void solve_joint_system(StepContext& step);

/// Makes the rows those of bodies that the joints hold: what an impulse there comes to once the joints have
/// answered it. Keeps the answers for answer_joints, until other rows are prepared. False, and nothing is
/// done, if that takes more than the step has work left for. Cost: O(n b) for each direction of each row.
[[nodiscard]] bool prepare_joint_answers(StepContext& step, std::span<ContactRow> rows);
/// Directions of a contact row with answers: the normal of each point, and its tangent.
enum class ContactDirection : std::uint8_t { Normal, Tangent };
/// Gives the group what the joints answer to a change of impulse, N·s, of the row of that place.
/// Cost: O(n + bodies).
void answer_joints(StepContext& step, std::size_t row, std::size_t point, ContactDirection direction,
                   float change);
/// The work of a sweep over rows with answers, as rows without joints.
[[nodiscard]] std::size_t joint_sweep_work(const StepContext& step, std::span<const ContactRow> rows);

/// Keeps the impulses of the joints and the velocities of the group, and puts them back.
void save_joint_system(StepContext& step);
void restore_joint_system(StepContext& step);

// ---- After the impact

/// Changes the velocities of the group such that its joints are no wider open after `rest` seconds of
/// straight motion than now, if one would be by more than the slop: bodies that turn fast leave the arcs that
/// the joints ask for. Of the change it makes no more than the share that gains no energy. Momentum is kept,
/// angular momentum is not. True if it did.
bool close_impact_joints(StepContext& step, float rest);
/// Adds what the joints of the group carried in the impact to their forces, which may break them.
void add_impact_joint_loads(StepContext& step);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"
#include "toibox/math/vec2.h"

#include "dynamics/solvers/common/envelope_factor.h"
#include "dynamics/solvers/common/relative_motion.h"
#include "dynamics/solvers/rows/rows.h"
#include "dynamics/state/step_context.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toibox {

/// A direction along which a joint allows no relative velocity of its bodies in an impact.
struct JointEquation {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    Vec2 axis;  ///< axis and angular_a, angular_b: as in ScalarRow.
    float angular_a = 0.0f;
    float angular_b = 0.0f;
    Vec2 inv_mass_a;  ///< 1/kg, by axis.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    float impulse = 0.0f;  ///< Impulse in the impact, N·s or N·m·s.
};

/// The joint equations of an impact.
struct JointSystem {
    std::vector<JointEquation> equation;
    bool is_factored = false;
    // By equation: K, factored (envelope_factor.h).
    std::vector<EnvelopeRow> row;  ///< `first`: the first equation that shares a body.
    std::vector<double> elements;
    std::vector<double> pivot;
    std::vector<double> inv_pivot;
    std::vector<std::size_t> first_of;     ///< By movable body: its first equation.
    std::vector<std::size_t> group_index;  ///< By body: index in SolverScratch::impact_bodies.
    /// Response of the joints to a unit impulse along each direction of each contact row: velocity changes of
    /// impact_bodies, and impulses by equation.
    std::vector<BodyVelocity> response_velocity;
    std::vector<float> response_impulse;
    std::vector<BodyVelocityd> change;     ///< Velocity changes of impact_bodies, while impulses are summed.
    std::vector<double> unit_speed;        ///< By equation: speed due to a unit impulse on a contact.
    std::vector<double> first_unit_speed;  ///< unit_speed of the first point of a row.
    std::vector<double> reaction;          ///< By equation: joint impulse with opposite sign.
};

/// The joints of an impact in one of its solutions.
struct JointSolution {
    std::vector<float> impulse;          ///< By equation.
    std::vector<BodyVelocity> velocity;  ///< By index in impact_bodies.
};

// ---- The joint equations of an impact group

/// Factors the matrix K of the equations, if the island can afford it.
void factor_joint_system(StepContext& step);
/// Applies the joint impulses that leave no velocity along any equation. Never adds energy. No effect if the
/// matrix is not factored. Cost: O(n b) for n equations of bandwidth b.
void solve_joint_system(StepContext& step);

/// Changes the effective masses of the rows to include the response of the joints, and stores the responses
/// for apply_joint_response, until other rows are prepared. Does nothing and returns false if the
/// island cannot afford it. Cost: O(n b) for each direction of each row.
[[nodiscard]] bool prepare_joint_responses(StepContext& step, std::span<ContactRow> rows);
/// Direction at a point of a contact row.
enum class ContactDirection : std::uint8_t { Normal, Tangent };
/// Applies the response of the joints to a change of impulse (N·s) at a point of a row. `row`: index among
/// the rows given to prepare_joint_responses. Cost: O(n + bodies).
void apply_joint_response(StepContext& step, std::size_t row, std::size_t point, ContactDirection direction,
                          float change);
/// Cost of one iteration over rows with joint responses, in row solves without joints.
[[nodiscard]] std::size_t joint_iteration_cost(const StepContext& step, std::span<const ContactRow> rows);

/// Save and restore the impulses of the joints and the velocities of the group.
void save_joints(const StepContext& step, JointSolution& to);
void restore_joints(StepContext& step, const JointSolution& from);
/// The work of the joints since `start`, joules; 0 but for rounding, which large impulses magnify. Without
/// the work that moving kinematic bodies do through them.
double joint_work(const StepContext& step, const JointSolution& start);
/// The same for the mean of the current solution and `other`.
double joint_work_halfway(const StepContext& step, const JointSolution& start, const JointSolution& other);
/// Replaces `solution` by the current one plus a fraction of the difference to it.
void blend_joints(const StepContext& step, JointSolution& solution, float fraction);

}  // namespace toibox

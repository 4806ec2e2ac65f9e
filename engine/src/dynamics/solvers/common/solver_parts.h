// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/rows.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/step_context.h"

#include <atomic>
#include <cstdint>
#include <span>

namespace toibox {

/// Building blocks of the solvers.

/// Lowers `minimum` to `value` if `value` is smaller. Safe to call from several threads.
inline void atomic_min(std::atomic<std::uint32_t>& minimum, std::uint32_t value) {
    std::uint32_t current = minimum.load(std::memory_order_relaxed);
    while (value < current && !minimum.compare_exchange_weak(current, value, std::memory_order_relaxed)) {
    }
}

// ---- Free motion (integrate.cpp, integrators.cpp). `h` is the length of a solver sub-step, seconds.

/// The state of all bodies, by index, at a time in a sub-step at which an integrator evaluates forces.
struct MotionSample {
    const std::vector<StepDisplacement>& displacement;
    const std::vector<BodyVelocity>& velocity;
};
/// Adds to `rate` the accelerations (m/s², rad/s²) due to forces that depend on the state. The sample has a
/// weight of `seconds` ≥ 0 in the sub-step: a force adds the impulse force · seconds.
using ForceField =
    FunctionRef<void(const MotionSample& sample, float seconds, std::vector<BodyVelocity>& rate)>;

/// Starts the motion of the step at the current poses.
void begin_motion(StepContext& step);
/// First half of a sub-step: integrates the velocities of dynamic bodies with settings.integrator, gravity,
/// applied forces, damping and, if given, the force field.
void integrate_velocities(StepContext& step, float h);
void integrate_velocities(StepContext& step, float h, ForceField field);
/// Second half of a sub-step, after the rows: integrates the displacements of all simulated bodies. A body
/// whose velocity a row changed moves at its current velocity, any other body as the integrator planned.
void integrate_positions(StepContext& step, float h);
/// The integrators other than semi-implicit Euler: computes the end velocities of the sub-step, and the
/// planned displacements for integrate_positions. Requires: settings.integrator is not semi-implicit Euler
/// (asserted).
void plan_motion(StepContext& step, float h, ForceField field);
/// Sets BodyMotion::delta_angle and the end poses from the displacements, by evaluating the sweep of the
/// step.
void commit_motion(StepContext& step);

// ---- Rows (prepare_rows.cpp)

/// Builds the contact and joint rows of the step, at velocities before gravity. Rows start from the impulses
/// of the previous step if settings.warm_starting, else from 0.
void prepare_rows(StepContext& step, float h);
/// Whether the joint is live and at least one of its bodies is simulated.
[[nodiscard]] inline bool is_solved(const WorldState& state, std::uint32_t joint) {
    if (!state.joints.ids.is_live(joint)) return false;
    const JointBase& base = base_of(state.joints.joint[joint]);
    return is_active(state, base.body_a, base.body_b);
}
/// Counts a joint for each of its bodies that can rotate. Counts saturate at 2.
inline void count_joint(const WorldState& state, const JointBase& base, std::vector<std::uint8_t>& counts) {
    for (const std::uint32_t body : {base.body_a, base.body_b}) {
        if (state.bodies.mass[body].inv_inertia > 0.0f && counts[body] < 2) ++counts[body];
    }
}
/// Fills SolverScratch::joint_counts, from the joints that this step solves.
void count_joints(StepContext& step);
/// Form of the angular rows of a joint.
enum class AngleRowMode : std::uint8_t {
    Decoupled,  ///< Scalar rows that keep the velocity of the joint's point (decouple_angles).
    Gathered,   ///< One HingeRow with the joint's point, or one AngleRow (gather_hinge, gather_angles).
};
/// Builds the joint rows (prepare_joints.cpp). `linkage_of`: by joint; may be empty. A joint of a linkage has
/// rows only if it has a limit. Requires: count_joints was called.
void prepare_joints(StepContext& step, float h, AngleRowMode angle_rows,
                    std::span<const std::uint32_t> linkage_of = {});
/// The force from which joints warm-start in the next step.
enum class WarmStartSource : std::uint8_t {
    WholeStep,    ///< Mean force over the whole step (total_impulse).
    LastSubstep,  ///< Mean force over the last sub-step (impulse).
};
/// Stores the loads and warm-start forces of the joints.
void store_joint_impulses(StepContext& step, WarmStartSource source);
/// Whether the contact is left to the CCD stage. With a contact row, a fast body would be slowed down to
/// close the gap only at the end of the step, and bounce then; with an impact it bounces when the shapes meet
/// and moves on for the rest of the step.
bool is_deferred_to_ccd(const StepContext& step, const Contact& contact, const ContactRow& row);
/// Adds the bodies of a deferred contact that are under SubstepAtImpact to the impact search, if the contact
/// is bouncy (is_bouncy).
void defer_to_ccd(StepContext& step, const Contact& contact);
/// Updates levers, axes, effective masses and errors of the joint rows for the current displacements
/// (prepare_joints.cpp).
void update_joint_rows(StepContext& step);
/// Updates bounds and biases for the next sub-step, at the current displacements.
void begin_substep(StepContext& step, float h);
/// Finds the clusters of connected joints for warm_start_joints.
void find_joint_clusters(StepContext& step);
/// Applies the warm-start impulses of the joint rows, or the best fraction of them (warm_start_joints.cpp).
/// Call after contacts have been warm-started.
void warm_start_joints(StepContext& step);
/// Adds the impulses of the sub-step to the totals of the step.
void end_substep(StepContext& step);
/// Stores the impulses of the step in contacts and joints.
void store_impulses(StepContext& step);
/// Clears the warm-start forces of points that bounced, because the bounce must not be repeated.
void clear_bounced_warm_start(const ContactRow& row, Contact& contact);

/// Removes overlap and joint errors that the velocity solver left. Moves only the end poses.
void correct_positions(StepContext& step);
/// Moves and rotates the bodies to remove the error of a rigid row or of an exceeded limit
/// (correct_positions.cpp). False if there is nothing to correct.
bool correct_joint(const PointRow& row, StepDisplacement& a, StepDisplacement& b);
bool correct_joint(const ScalarRow& row, StepDisplacement& a, StepDisplacement& b);

// ---- Restitution (restitution.cpp)

/// At the end of the step: bounces contacts that pushed and approached faster than the threshold. Changes
/// velocities and impulses.
void apply_restitution(StepContext& step);
/// The rows of one impact.
struct ImpactRows {
    std::span<ContactRow> contacts;
    /// Whether joints hold bodies of the rows, and the effective masses include the response of the joints
    /// (prepare_joint_responses).
    bool jointed = false;
};
/// Solves the rows of one impact, with `min_normal_velocity` of each point, friction and no energy gain. Adds
/// to the impulses in the rows.
void solve_impact(StepContext& step, const ImpactRows& rows);
/// After an impact: gives the points at least `min_normal_velocity`, so that the bodies do not close again.
/// Without restitution; the impulses of the rows start from zero.
void solve_non_closing(StepContext& step, const ImpactRows& rows);

}  // namespace toibox

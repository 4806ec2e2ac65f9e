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

/// Lowers `minimum` to `value` if that is smaller; safe to call from several threads.
inline void atomic_min(std::atomic<std::uint32_t>& minimum, std::uint32_t value) {
    std::uint32_t current = minimum.load(std::memory_order_relaxed);
    while (value < current && !minimum.compare_exchange_weak(current, value, std::memory_order_relaxed)) {
    }
}

// ---- Free motion (integrate.cpp, integrators.cpp). `h` is the length of a solver sub-step, seconds.

/// The state of all bodies, by index, at some time in a sub-step at which an integrator evaluates forces.
struct MotionSample {
    const std::vector<StepDisplacement>& displacement;
    const std::vector<BodyVelocity>& velocity;
};
/// Adds to `rate` the accelerations (m/s², rad/s²) of forces that depend on the state. The sample represents
/// `seconds` of the sub-step, ≥ 0: the impulse of a force is force · seconds.
using ForceField =
    FunctionRef<void(const MotionSample& sample, float seconds, std::vector<BodyVelocity>& rate)>;

/// Starts the motion of the step at the current poses.
void begin_motion(StepContext& step);
/// First half of a sub-step: integrates the velocities of dynamic bodies by settings.integrator, with
/// gravity, the step's forces, damping and, if given, the force field.
void integrate_velocities(StepContext& step, float h);
void integrate_velocities(StepContext& step, float h, ForceField field);
/// Second half, after the rows: integrates the displacements of all moving bodies. A body whose velocity a
/// row changed moves with that velocity, any other as the integrator planned.
void integrate_positions(StepContext& step, float h);
/// The integrators other than semi-implicit Euler: end velocities of the sub-step, and the plan for
/// integrate_positions. Requires: settings.integrator is not semi-implicit Euler (asserted).
void plan_motion(StepContext& step, float h, ForceField field);
/// Sets the end poses from the displacements, by way of the sweep of the step.
void commit_motion(StepContext& step);

// ---- Rows (prepare_rows.cpp)

/// Builds the contact and joint rows of the step, at velocities before gravity. Start impulses: those of the
/// last step if settings.warm_starting.
void prepare_rows(StepContext& step, float h);
/// Whether the joint is live and at least one of its bodies is simulated.
[[nodiscard]] inline bool is_solved(const WorldState& state, std::uint32_t joint) {
    if (!state.joints.ids.is_live(joint)) return false;
    const JointBase& base = base_of(state.joints.joint[joint]);
    return is_active(state, base.body_a, base.body_b);
}
/// Counts a joint for each of its bodies that can rotate, up to 2.
inline void count_joint(const WorldState& state, const JointBase& base, std::vector<std::uint8_t>& counts) {
    for (const std::uint32_t body : {base.body_a, base.body_b}) {
        if (state.bodies.mass[body].inv_inertia > 0.0f && counts[body] < 2) ++counts[body];
    }
}
/// Fills SolverScratch::joint_counts with the joints that are solved.
void count_joints(StepContext& step);
/// Builds the joint rows (prepare_joints.cpp). Requires: count_joints. Angular rows become scalar rows that
/// do not disturb the joint's point (Decoupled), or one AngleRow per joint, or one HingeRow for a point with
/// its angle (Gathered). Rows of joints in a linkage (`linkage_of`, by joint; may be empty) stay as the joint
/// supplied them.
enum class AngleRowMode : std::uint8_t { Decoupled, Gathered };
void prepare_joints(StepContext& step, float h, AngleRowMode angle_rows,
                    std::span<const std::uint32_t> linkage_of = {});
/// Stores each joint row's total_impulse as the load of its joint. The next step warm-starts from the mean
/// force of the whole step, or from that of its last sub-step (the rows' `impulse`).
enum class WarmStartSource : std::uint8_t { WholeStep, LastSubstep };
void store_joint_impulses(StepContext& step, WarmStartSource source);
/// Whether the CCD stage handles this contact better. With a speculative row a fast body crawls over its gap
/// and bounces at the end of the step; with an impact it bounces when the shapes meet and moves for the rest
/// of the step.
bool is_deferred_to_ccd(const StepContext& step, const Contact& contact, const ContactRow& row);
/// Adds the bodies of a deferred contact to the impact search.
void defer_to_ccd(StepContext& step, const Contact& contact);
/// Updates lever arms, axes, masses and errors of the joint rows for the displacements so far
/// (prepare_joints.cpp).
void place_joint_rows(StepContext& step);
/// Updates bounds and biases for the next sub-step, at the displacements so far.
void begin_substep(StepContext& step, float h);
/// Finds the clusters of connected joints for warm_start_joints.
void find_joint_clusters(StepContext& step);
/// Applies the start impulses of the joint rows, or the best fraction of them (warm_start_joints.cpp). Call
/// it after contacts have been warm-started.
void warm_start_joints(StepContext& step);
/// Adds the impulses of the sub-step to the totals of the step.
void end_substep(StepContext& step);
/// Stores the impulses of the step in contacts and joints.
void store_impulses(StepContext& step);
/// Clears the warm-start forces of points that bounced: the bounce must not be repeated.
void clear_bounced_warm_start(const ContactRow& row, Contact& contact);

/// Removes overlap that the velocity solver left, by moving the end poses only.
void correct_positions(StepContext& step);
/// Moves and rotates the bodies to remove the error of a rigid row, or of a limit that is exceeded
/// (correct_positions.cpp). False if there is none.
bool correct_joint(const PointRow& row, StepDisplacement& a, StepDisplacement& b);
bool correct_joint(const ScalarRow& row, StepDisplacement& a, StepDisplacement& b);

// ---- Restitution (restitution.cpp)

/// At the end of the step: contacts that pushed and approached faster than the threshold bounce. Changes
/// velocities only.
void apply_restitution(StepContext& step);
/// The rows of one impact.
struct ImpactRows {
    std::span<ContactRow> contacts;
    /// Joints hold bodies of the group, and the rows include the inertia of what these hold
    /// (prepare_joint_responses).
    bool jointed = false;
};
/// Solves the rows of one impact to convergence: `min_normal_velocity` of each point, friction, and no energy
/// gained. Adds to the impulses in the rows. False if no solution without an energy gain was found: then
/// nothing is changed.
bool solve_impact(StepContext& step, const ImpactRows& rows);
/// After an impact: keeps the bodies from closing again, or separates them as fast as `min_normal_velocity`
/// requires, without restitution and starting from zero impulses.
void solve_non_closing(StepContext& step, const ImpactRows& rows);

}  // namespace toibox

// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/dynamics/rows.h"
#include "toibox/dynamics/step_stages.h"

#include <atomic>
#include <cstdint>
#include <span>

namespace toibox {

/// What the scalar solvers share; each is a schedule of these.

/// Keeps the least of what several threads note.
inline void atomic_min(std::atomic<std::uint32_t>& least, std::uint32_t value) {
    std::uint32_t now = least.load(std::memory_order_relaxed);
    while (value < now && !least.compare_exchange_weak(now, value, std::memory_order_relaxed)) {
    }
}

// ---- Free motion (integrate.cpp, integrators.cpp). `h` is a solver sub-step, seconds.

/// A state that an integrator asks about, somewhere in a sub-step. Indexed by body.
struct MotionSample {
    const std::vector<StepDisplacement>& displacement;
    const std::vector<BodyVelocity>& velocity;
};
/// Adds to `rate` the accelerations (m/s², rad/s²) of forces that depend on where things are. The sample
/// stands for `seconds` of the sub-step, 0 or more: what the force gives in that time is its impulse.
using ForceField =
    FunctionRef<void(const MotionSample& sample, float seconds, std::vector<BodyVelocity>& rate)>;

/// The step's motion begins at the present poses.
void begin_motion(StepContext& step);
/// What acts on a body whether or not it touches anything: gravity and the step's force, m/s². Zero unless
/// the body is dynamic.
Vec2 external_acceleration(const WorldState& state, std::uint32_t body);
/// First half of a sub-step: velocities of dynamic bodies as settings.integrator has them, by gravity, the
/// step's forces and damping; with a field, by that too.
void integrate_velocities(StepContext& step, float h);
void integrate_velocities(StepContext& step, float h, ForceField field);
/// Second half, after the rows: displacements of all bodies that move. A body whose velocity a row changed
/// moves with that velocity; any other as the integrator planned.
void integrate_positions(StepContext& step, float h);
/// The integrators other than semi-implicit Euler: velocities at the end of the sub-step, and the plan for
/// integrate_positions. Requires: settings.integrator is not semi-implicit Euler (asserted).
void plan_motion(StepContext& step, float h, ForceField field);
/// The end poses from the displacements, through the sweep of the step.
void commit_motion(StepContext& step);

// ---- Rows (prepare_rows.cpp)

/// Contact and joint rows of the step, at velocities before gravity. Impulses: those of the last step if
/// settings.warm_starting.
void prepare_rows(StepContext& step, float h);
/// A live joint that holds anything awake.
[[nodiscard]] inline bool is_solved(const WorldState& state, std::uint32_t joint) {
    if (!state.joints.ids.is_live(joint)) return false;
    const JointBase& base = base_of(state.joints.joint[joint]);
    return is_active(state, base.body_a, base.body_b);
}
/// Counts a joint for both its bodies, up to 2.
inline void count_joint(const WorldState& state, const JointBase& base, std::vector<std::uint8_t>& counts) {
    for (const std::uint32_t body : {base.body_a, base.body_b}) {
        if (state.bodies.mass[body].inv_inertia > 0.0f && counts[body] < 2) ++counts[body];
    }
}
/// SolverScratch::joint_counts, of the joints that are solved.
void count_joints(StepContext& step);
/// The joints' part of it (prepare_joints.cpp), after count_joints. What is about angles: scalar rows that do
/// not disturb the joint's point, or one AngleRow for each joint, and a HingeRow for a point and its angle.
/// Rows of joints that have a linkage, if anything has (`linkage_of`, by joint), stay as the joint supplied
/// them.
enum class AngleRowMode : std::uint8_t { Decoupled, Gathered };
void prepare_joints(StepContext& step, float h, AngleRowMode angle_rows,
                    std::span<const std::uint32_t> linkage_of = {});
/// The total_impulse of each joint row back to its joint, which carried it. What the next step starts from is
/// the mean force of the whole step, or that of its last sub-step (the rows' `impulse`).
enum class WarmStartSource : std::uint8_t { WholeStep, LastSubstep };
void store_joint_impulses(StepContext& step, WarmStartSource next);
/// Whether the continuous stage will answer this contact better. A speculative row lets a fast body crawl
/// over its gap and bounce at the end of the step; an impact bounces when they meet and spends the rest.
bool is_deferred_to_ccd(const StepContext& step, const Contact& contact, const ContactRow& row);
/// Has the search for impacts look at the bodies of a contact that was left to it.
void defer_to_ccd(StepContext& step, const Contact& contact);
/// Levers, axes, masses and errors of the joints' rows after the displacements so far (prepare_joints.cpp).
void place_joint_rows(StepContext& step);
/// Bounds and biases for the sub-step that begins, at the displacements so far.
void begin_substep(StepContext& step, float h);
/// Which joints hang together, for warm_start_joints.
void find_joint_clusters(StepContext& step);
/// Applies the impulses that the joints' rows start from, or the fraction of them that is best
/// (warm_start_joints.cpp). Call it after contacts have been warm-started.
void warm_start_joints(StepContext& step);
/// Adds the sub-step's impulses to the step's.
void end_substep(StepContext& step);
/// The step's impulses back to contacts and joints.
void store_impulses(StepContext& step);
/// Points that bounced start the next step cold: what threw the bodies apart is not to be done again.
void clear_bounced_warm_start(const ContactRow& row, Contact& contact);

/// Turns and moves the bodies by what takes out the error of a rigid row, or of a limit that is passed, where
/// they stand (correct_positions.cpp). False if there is none.
bool correct_joint(const PointRow& row, StepDisplacement& a, StepDisplacement& b);
bool correct_joint(const ScalarRow& row, StepDisplacement& a, StepDisplacement& b);

// ---- Restitution (restitution.cpp)

/// End of the step: what met with a push and faster than the threshold bounces. Velocities only.
void apply_restitution(StepContext& step);
/// The rows of one impact.
struct ImpactRows {
    std::span<ContactRow> contacts;
    /// Joints of the group hold the bodies, and the rows have the inertia of what these hold
    /// (prepare_joint_answers).
    bool jointed = false;
};
/// Solves the rows of one impact against each other until nothing changes: `min_normal_velocity` of each
/// point, friction, and no energy gained. Impulses are accumulated on top of those in the rows. False if
/// nothing was found that gains none: then nothing was done.
bool solve_impact(StepContext& step, const ImpactRows& rows);
/// After an impact: the rows keep the bodies from closing again, or as much apart as `min_normal_velocity`
/// asks, without restitution and from no impulses.
void solve_non_closing(StepContext& step, const ImpactRows& rows);

// ---- One file each

/// solve_sequential_impulses.cpp
void solve_sequential_impulses(StepContext& step);
/// solve_penalty.cpp
void solve_penalty(StepContext& step);
/// solve_push_back.cpp
void solve_push_back(StepContext& step);

}  // namespace toibox

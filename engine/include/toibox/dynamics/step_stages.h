// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/events.h"
#include "toibox/dynamics/solver_scratch.h"
#include "toibox/dynamics/step_report.h"
#include "toibox/dynamics/world.h"
#include "toibox/dynamics/world_state.h"

#include <cstdint>

namespace toibox {

class WorkerTeam;
namespace soft_step {
struct Scratch;
}

/// A fat box that was replaced; a failed step restores it.
struct ReplacedBox {
    std::uint32_t shape = 0;
    Aabb box;
};

/// Data shared by the stages of one detection sub-step. Between steps only the world's state persists; within
/// one, stages pass data to later stages in the scratch memory.
struct StepContext {
    WorldState& state;
    SolverScratch& scratch;
    soft_step::Scratch& soft;
    WorkerTeam& team;
    Isa isa = Isa::Scalar;
    std::vector<ProxyPair>& pair_buffer;       ///< Scratch of update_pairs.
    std::vector<ReplacedBox>& replaced_boxes;  ///< Written by `finalize`, oldest first.
    NearbyShapes& search;
    SearchCounters& counters;  ///< Those of the report, or of a worker.
    StepReport& report;
    Events& events;
    float dt = 0.0f;        ///< Of the detection sub-step, seconds, > 0.
    Clock clock = nullptr;  ///< May be null. Only for time counters.
};

/// The stages, in order; step.cpp is the schedule. Each leaves a valid world, except for fat boxes, which
/// `finalize` updates.

/// Creates contacts for pairs of shapes whose fat boxes have begun to overlap, in ascending pair order, and
/// ends contacts whose fat boxes no longer overlap. Reads and clears the moved list. False if there would be
/// more than tuning::max_pairs contacts: the step must be undone.
[[nodiscard]] bool update_pairs(StepContext& step);

/// Computes the manifold of each contact at the current poses and transfers the impulses of the last step to
/// matching points; impulses of lost points are dropped. Emits begin and end events.
void detect_contacts(StepContext& step);

/// Integrates forces (the schedule clears them after the whole step), solves velocities and computes end
/// poses. Leaves BodyMotion::start and delta_angle (the sweep of each non-static body), BodyPose at the end
/// of the sweep, and the accumulated impulses in contacts and joints.
void solve_velocities(StepContext& step);

/// Removes overlap that the velocity solver left, by moving the end poses only.
void correct_positions(StepContext& step);

/// Searches the sweeps for impacts and handles them as settings.continuous says. True when it is done; false
/// if settings.stop_at_each_impact paused it after one: the next call resumes, from the state alone.
[[nodiscard]] bool run_ccd(StepContext& step);

/// Commits the end poses: updates unwrapped angles, fat boxes and the moved list. Emits hit events of
/// contacts whose points had an impulse and an approach_velocity above the threshold, unless an impact has
/// emitted one (Contact::hit_emitted).
void finalize(StepContext& step);
/// Emits the hits that the soft step has listed, and clears the list. Called by `finalize`, and earlier
/// before a pause, because contacts may change until the step resumes.
void emit_hit_events(StepContext& step);

// ---- Sleep, around the stages

/// Checks new contacts, from index `first` on, that detection skips because both bodies are static or asleep:
/// a static shape was placed on a sleeping body. An overlapping sleeper wakes with its island, unless it was
/// just created asleep. A sensor begins to touch without waking anything.
void detect_among_sleepers(StepContext& step, std::size_t first);
/// After detection: wakes the islands that an awake body began to touch.
void wake_touched_islands(StepContext& step);
/// After `finalize`: puts islands to sleep that have been still for long enough.
void put_islands_to_sleep(StepContext& step);

// ---- Shared by the stages

/// Computes the manifold of one contact at the current poses: normal, points, anchors, separations and ids.
/// Impulses are zero, no event is emitted and `touching` does not change.
void compute_manifold(const WorldState& state, Contact& contact, float margin);

/// True if the two shapes may have a contact, by their bodies, types, filters and joints.
[[nodiscard]] bool can_have_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b);

/// A new contact of two shapes (in either order): mixed materials, no points.
[[nodiscard]] Contact make_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b);

/// The transform of the body's origin at its current pose.
[[nodiscard]] inline Transform body_transform(const WorldState& state, std::uint32_t body) {
    return body_transform(state.bodies.pose[body], state.bodies.mass[body].local_center);
}

/// Static bodies count as awake.
[[nodiscard]] inline bool is_awake(const WorldState& state, std::uint32_t body) {
    return state.bodies.sleep[body].island == null_index;
}
/// True if anything between the two bodies may change in the step: false if each is static or asleep.
[[nodiscard]] inline bool is_active(const WorldState& state, std::uint32_t a, std::uint32_t b) {
    const bool a_moves = is_awake(state, a) && state.bodies.info[a].type != BodyType::Static;
    const bool b_moves = is_awake(state, b) && state.bodies.info[b].type != BodyType::Static;
    return a_moves || b_moves;
}

/// A live body that is neither static nor asleep.
[[nodiscard]] inline bool is_simulated(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type != BodyType::Static && is_awake(state, body) &&
           state.bodies.ids.is_live(body);
}

/// Calls visit(index) for each simulated body, ascending.
template <class Visitor>
void for_each_simulated_body(const WorldState& state, Visitor&& visit) {
    const std::uint32_t count = static_cast<std::uint32_t>(state.bodies.info.size());
    for (std::uint32_t body = 0; body < count; ++body) {
        if (is_simulated(state, body)) visit(body);
    }
}

/// Calls visit(index) for each shape of a body, in order of attachment.
template <class Visitor>
void for_each_shape(const WorldState& state, std::uint32_t body, Visitor&& visit) {
    for (std::uint32_t shape = state.bodies.info[body].first_shape; shape != null_index;
         shape = state.shapes.next[shape]) {
        visit(shape);
    }
}

}  // namespace toibox

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

/// A fat box that was replaced: what a failed step puts back.
struct ReplacedBox {
    std::uint32_t shape = 0;
    Aabb box;
};

/// What the stages of one detection sub-step share. Between steps the world's state is the only thing that
/// is passed on; within one, stages leave notes for later ones in the scratch memory.
struct StepContext {
    WorldState& state;
    SolverScratch& scratch;
    soft_step::Scratch& soft;
    WorkerTeam& team;
    Isa isa = Isa::Scalar;
    std::vector<ProxyPair>& pair_buffer;       ///< Scratch of update_pairs.
    std::vector<ReplacedBox>& replaced_boxes;  ///< Written by `finalize`, oldest first.
    NearbyShapes& search;
    SearchCounters& counters;  ///< Those of the report, or a worker's own.
    StepReport& report;
    Events& events;
    float dt = 0.0f;        ///< Of the detection sub-step, seconds, > 0.
    Clock clock = nullptr;  ///< May be null. For counters of time only.
};

/// The stages, in order; step.cpp is the schedule. Each leaves a valid world, but for fat boxes, which
/// `finalize` brings up to date.

/// Contacts for the pairs of shapes whose fat boxes have come to overlap, in ascending pair order; contacts
/// whose fat boxes have parted end. Reads the moved list and empties it. False if there would be more than
/// tuning::max_pairs: the step is to be undone.
[[nodiscard]] bool update_pairs(StepContext& step);

/// Collides each contact at the present poses and carries last step's impulses over to the new points
/// (impulses of lost points are dropped). Begin and end events.
void detect_contacts(StepContext& step);

/// Forces (which the schedule clears after the whole step), then velocities, then end poses. Leaves
/// BodyMotion::start and delta_angle (the sweep of the step, for each non-static body), BodyPose at the end
/// of the sweep, and the accumulated impulses in contacts and joints.
void solve_velocities(StepContext& step);

/// Takes out overlap that the velocities left: moves the end poses only.
void correct_positions(StepContext& step);

/// Looks for impacts on the sweeps and acts on them as settings.continuous says. True when it is done; false
/// when settings.stop_at_each_impact made it stop after one: the next call goes on, from the state alone.
[[nodiscard]] bool run_ccd(StepContext& step);

/// Commits the end poses: unwrapped angles, fat boxes and moved list. Hit events of contacts whose points had
/// an impulse and an approach_velocity above the threshold; those that `bounced` had theirs at the impact.
void finalize(StepContext& step);
/// Tells of the hits that the soft step has listed, and forgets them. `finalize` does so; before a pause it
/// is done early, because contacts may come and go until the step goes on.
void emit_hit_events(StepContext& step);

// ---- Sleep (islands.cpp), around the stages

/// Looks at new contacts, from the `first` on, that detection leaves out because nothing in them moves: a
/// static body or one of its shapes has come to a sleeper. A sleeper that overlaps wakes, with its island,
/// unless it has just been created asleep. A sensor begins to touch, without waking.
void detect_among_sleepers(StepContext& step, std::size_t first);
/// After detection: wakes the islands that an awake body began to touch.
void wake_touched_islands(StepContext& step);
/// After `finalize`: islands that have been still for long enough fall asleep.
void put_islands_to_sleep(StepContext& step);

// ---- What the stages have in common.

/// Manifold of one contact at the present poses: normal, points, anchors, separations and ids. Impulses are
/// zero and no event is raised; `touching` is left alone. For the impact solver, which works on a copy.
void compute_manifold(const WorldState& state, Contact& contact, float margin);

/// Whether the two shapes may have a contact at all: bodies, types, filters, joints.
[[nodiscard]] bool can_have_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b);

/// A contact of two shapes (in either order) as it is when their pair is born: mixed materials, no points.
[[nodiscard]] Contact make_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b);

/// The shape's placement in the world, at its body's present pose.
[[nodiscard]] inline Transform body_transform(const WorldState& state, std::uint32_t body) {
    return body_transform(state.bodies.pose[body], state.bodies.mass[body].local_center);
}

/// Static bodies count as awake.
[[nodiscard]] inline bool is_awake(const WorldState& state, std::uint32_t body) {
    return state.bodies.sleep[body].island == null_index;
}
/// Whether anything between the two bodies may have changed in the step: not if both sleep, or one does and
/// the other is static.
[[nodiscard]] inline bool is_active(const WorldState& state, std::uint32_t a, std::uint32_t b) {
    const bool a_moves = is_awake(state, a) && state.bodies.info[a].type != BodyType::Static;
    const bool b_moves = is_awake(state, b) && state.bodies.info[b].type != BodyType::Static;
    return a_moves || b_moves;
}

/// A live body that is not static and not asleep.
[[nodiscard]] inline bool is_simulated(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type != BodyType::Static && is_awake(state, body) &&
           state.bodies.ids.is_live(body);
}

/// Calls visit(index) for each body that moves, ascending.
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

// SPDX-License-Identifier: MIT
// The end of a detection sub-step: updates fat boxes and the broad phase, and emits hit events.
#include "dynamics/step/finalize.h"

#include "toibox/core/thread_pool.h"

#include "dynamics/solvers/soft_step/scratch.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"

namespace toibox {
namespace {

/// Number of bodies that one worker handles at a time.
constexpr std::size_t bodies_per_run = 256;

void commit_motion(WorldState& state, std::uint32_t body, std::vector<FatBoxUpdate>& boxes) {
    BodyMotion& motion = state.bodies.motion[body];
    motion.angle += static_cast<double>(motion.delta_angle);
    // Most bodies have slack left in their fat boxes and need no check.
    const float abs_rotation = motion.delta_angle < 0.0f ? -motion.delta_angle : motion.delta_angle;
    motion.box_slack -= distance(motion.start.center, state.bodies.pose[body].center) +
                        abs_rotation * state.bodies.mass[body].max_extent;
    if (!(motion.box_slack > 0.0f)) find_stale_boxes(state, body, boxes);
}

/// Updates angles and collects new fat boxes, one list per run of bodies.
void commit_motions(StepContext& step) {
    WorldState& state = step.state;
    const std::size_t count = state.bodies.info.size();
    std::vector<std::vector<FatBoxUpdate>>& boxes = step.fat_box_updates;
    while (boxes.size() < WorkerTeam::block_count(count, bodies_per_run))
        boxes.emplace_back().reserve(bodies_per_run);
    for (std::vector<FatBoxUpdate>& run : boxes)
        run.clear();
    step.team.for_blocks(count, bodies_per_run, [&](std::size_t run, std::size_t begin, std::size_t end) {
        for (std::size_t body = begin; body < end; ++body) {
            const auto index = static_cast<std::uint32_t>(body);
            if (is_simulated(state, index)) commit_motion(state, index, boxes[run]);
        }
    });
}

/// The point that approached fastest among points that had an impulse and approached faster than `threshold`.
/// Null if there is none.
const ContactPoint* fastest_hit_point(const Contact& contact, float threshold) {
    const ContactPoint* fastest = nullptr;
    for (std::size_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        if (!(point.normal_impulse > 0.0f) || !(point.approach_velocity < -threshold)) continue;
        if (fastest == nullptr || point.approach_velocity < fastest->approach_velocity) fastest = &point;
    }
    return fastest;
}

void emit_hit_event(StepContext& step, const Contact& contact, const ContactPoint& point) {
    const WorldState& state = step.state;
    // r_a is relative to the centre of mass at detection, at the start of the motion.
    const Vec2 position = state.bodies.motion[contact.body_a].start.center + point.r_a;
    step.events.hit.push_back({state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a),
                               state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b), position,
                               contact.normal, -point.approach_velocity});
}

/// Emits the hit events of the scalar solvers, whose contacts hold the impulses of the whole detection
/// sub-step.
void emit_contact_hit_events(StepContext& step) {
    const float threshold = effective_restitution_threshold(step.state.settings, step.dt);
    for (const Contact& contact : step.state.contacts) {
        if (contact.hit_emitted || contact.response == ContactResponse::Sense) continue;
        const ContactPoint* point = fastest_hit_point(contact, threshold);
        if (point != nullptr) emit_hit_event(step, contact, *point);
    }
}

}  // namespace

void emit_hit_events(StepContext& step) {
    for (const soft_step::Hit& hit : step.soft.hits) {
        const Contact& contact = step.state.contacts[hit.contact];
        if (!contact.hit_emitted) emit_hit_event(step, contact, contact.points[hit.point]);
    }
    step.soft.hits.clear();
}

void finalize(StepContext& step) {
    WorldState& state = step.state;
    commit_motions(step);
    for (const std::vector<FatBoxUpdate>& boxes : step.fat_box_updates)
        replace_fat_boxes(state, boxes, &step.replaced_boxes);
    if (state.progress.solver == SolverKind::SoftStep) {
        emit_hit_events(step);
    } else {
        emit_contact_hit_events(step);
    }
}

}  // namespace toibox

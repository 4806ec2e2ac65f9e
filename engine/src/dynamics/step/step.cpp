// SPDX-License-Identifier: MIT
// The schedule of a step. Detection comes first and computes contacts at the committed poses. The CCD stage
// handles the motion between two committed poses.
#include "toibox/broad/any_broad_phase.h"
#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/ccd/policies.h"
#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/detection_summary.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/contacts/update_pairs.h"
#include "dynamics/islands/islands.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/solver.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/remove_joints.h"
#include "dynamics/step/finalize.h"
#include "dynamics/step/step_scratch.h"
#include "math/wide/stream_copy.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <type_traits>

namespace toibox {
namespace {

/// Runs one stage and adds its time to the report.
template <class StageFunction>
auto timed(StepContext& step, Stage stage, StageFunction run) {
    struct Stopwatch {
        const StepContext& step;
        std::uint64_t& sum;
        std::uint64_t start;
        ~Stopwatch() {
            if (step.clock != nullptr) sum += step.clock() - start;
        }
    };
    const Stopwatch watch{step, step.report.stage_nanoseconds[static_cast<std::size_t>(stage)],
                          step.clock != nullptr ? step.clock() : 0};
    return run(step);
}

enum class StepOutcome : std::uint8_t { Complete, Paused, Failed };

bool is_valid_state(float value) {
    return std::abs(value) <= tuning::coordinate_limit;  // false for NaN
}

/// False for a rotation that is no longer of unit length, as after an angle beyond the range of float.
bool is_valid_state(Rot q) {
    return std::abs(q.c * q.c + q.s * q.s - 1.0f) <= tuning::unit_tolerance;
}

bool is_valid_state(const WorldState& state, std::size_t body) {
    const BodyPose& pose = state.bodies.pose[body];
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return is_valid_state(pose.center.x) && is_valid_state(pose.center.y) && is_valid_state(pose.rotation) &&
           is_valid_state(velocity.linear.x) && is_valid_state(velocity.linear.y) &&
           is_valid_state(velocity.angular) && is_valid_state(state.bodies.motion[body].delta_angle);
}

/// The first body with an invalid state (NaN, infinite, beyond the coordinate limit, or a rotation that is
/// not of unit length), or null_index.
std::uint32_t find_offending_body(WorkerTeam& team, const WorldState& state) {
    constexpr std::size_t bodies_per_chunk = 1024;
    std::atomic<std::uint32_t> offending_body{null_index};
    team.for_chunks(state.bodies.pose.size(), bodies_per_chunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto body = static_cast<std::uint32_t>(i);
            if (!state.bodies.ids.is_live(body) || is_valid_state(state, body)) continue;
            atomic_min(offending_body, body);
            return;
        }
    });
    return offending_body.load(std::memory_order_relaxed);
}

bool is_valid_state(StepContext& step) {
    const std::uint32_t offending_body =
        std::min(find_offending_body(step.team, step.state), step.solver.offending_joint_body);
    if (offending_body == null_index) return true;
    step.report.non_finite = true;
    step.report.offending_body = step.state.bodies.ids.handle_at<BodyHandle>(offending_body);
    return false;
}

/// Finds the maxima of restitution.
void update_restitution(StepContext& step) {
    const WorldState& state = step.state;
    float max_non_dynamic = 0.0f;
    float max_dynamic = 0.0f;
    for (std::uint32_t shape = 0; shape < state.shapes.material.size(); ++shape) {
        const float restitution = state.shapes.material[shape].restitution;
        if (!(restitution > 0.0f) || !state.shapes.ids.is_live(shape)) continue;
        const bool on_dynamic_body = state.bodies.info[state.shapes.body[shape]].type == BodyType::Dynamic;
        float& maximum = on_dynamic_body ? max_dynamic : max_non_dynamic;
        if (restitution > maximum) maximum = restitution;
    }
    step.detection.max_non_dynamic_restitution = max_non_dynamic;
    step.detection.max_restitution = max_non_dynamic > max_dynamic ? max_non_dynamic : max_dynamic;
}

/// Resets the loads of the joints that this step solves.
void clear_joint_loads(WorldState& state) {
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!is_solved(state, i)) continue;
        JointBase& base = base_of(state.joints.joint[i]);
        base.force = {};
        base.torque = 0.0f;
    }
}

/// Creates and ends contacts as fat boxes begin and stop overlapping. False if there would be too many
/// contacts.
bool update_contacts(StepContext& step) {
    if (!update_pairs(step)) return false;
    detect_among_sleepers(step);
    clear_moved(step.state);
    return true;
}

/// Runs one detection sub-step, or the rest of a paused one.
StepOutcome advance(StepContext& step, bool resumes) {
    if (!is_valid_state(step)) return StepOutcome::Failed;
    update_restitution(step);
    if (!resumes) {
        step.solver.deferred_bodies.clear();
        if (is_policy_used(step.state, policy_from_settings(step.state), ContinuousPolicy::Speculative))
            extend_boxes_for_motion(step);
        if (!timed(step, Stage::Pairs, update_contacts)) return StepOutcome::Failed;
        timed(step, Stage::Collide, detect_contacts);
        wake_touched_islands(step);
        clear_joint_loads(step.state);
        timed(step, Stage::Collide, solve_touching_impacts);
        timed(step, Stage::Solve, solve_velocities);
        timed(step, Stage::Position, correct_positions);
        // The impact search needs valid motions.
        if (!is_valid_state(step)) return StepOutcome::Failed;
    }
    const bool done = timed(step, Stage::Continuous, run_ccd);
    if (!is_valid_state(step)) return StepOutcome::Failed;
    if (!done) {
        emit_hit_events(step);
        return StepOutcome::Paused;
    }
    timed(step, Stage::Finalize, finalize);
    put_islands_to_sleep(step);
    return StepOutcome::Complete;
}

/// Copies with the capacity of `from`, so that `to` is not reallocated each time `from` grows. Bypasses the
/// caches, because the copy is read only if the step fails.
template <class T, class Allocator>
void copy(WorkerTeam& team, const std::vector<T, Allocator>& from, std::vector<T, Allocator>& to) {
    static_assert(std::is_trivially_copyable_v<T>);
    constexpr std::size_t min_chunk_bytes = 1u << 16u;
    if (to.capacity() < from.size()) to.reserve(from.capacity());
    to.resize(from.size());
    team.for_balanced_chunks(
        from.size(), min_chunk_bytes / sizeof(T), [&](std::size_t begin, std::size_t end) {
            stream_copy(reinterpret_cast<std::byte*>(to.data() + begin),
                        reinterpret_cast<const std::byte*>(from.data() + begin), (end - begin) * sizeof(T));
        });
}

void save_backup(WorkerTeam& team, const WorldState& state, StepBackup& backup) {
    backup.step_count = state.step_count;
    backup.time = state.time;
    copy(team, state.bodies.pose, backup.pose);
    copy(team, state.bodies.velocity, backup.velocity);
    copy(team, state.bodies.motion, backup.motion);
    copy(team, state.bodies.sleep, backup.sleep);
    copy(team, state.contacts, backup.contacts);
    copy(team, state.joints.joint, backup.joint);
    copy(team, state.pairs.moved, backup.pairs.moved);
    copy(team, state.pairs.live, backup.pairs.live);
    copy(team, state.pairs.jointed, backup.pairs.jointed);
    copy(team, state.pairs.ended, backup.pairs.ended);
    backup.progress = state.progress;
    backup.ccd = state.ccd;
    backup.replaced_boxes.clear();
}

void restore_backup(WorldState& state, StepBackup& backup) {
    state.step_count = backup.step_count;
    state.time = backup.time;
    state.bodies.pose = backup.pose;
    state.bodies.velocity = backup.velocity;
    state.bodies.motion = backup.motion;
    state.bodies.sleep = backup.sleep;
    state.contacts = backup.contacts;
    state.joints.joint = backup.joint;
    state.progress = backup.progress;
    state.ccd = backup.ccd;
    restore_fat_boxes(state, backup.replaced_boxes);
    for (const std::uint32_t shape : state.pairs.moved)
        state.shapes.moved[shape] = 0;
    state.pairs = backup.pairs;
    for (const std::uint32_t shape : state.pairs.moved)
        state.shapes.moved[shape] = 1;
}

void count_world(const WorldState& state, StepReport& report) {
    report.step = state.step_count;
    report.bodies = static_cast<int>(state.bodies.ids.live_count());
    report.joints = static_cast<int>(state.joints.ids.live_count());
    report.contacts = static_cast<int>(state.contacts.size());
}

/// Counts contacts and points. Uses the summary of this step's detection if there is one, which saves a pass
/// over the contacts.
void count_contacts(const WorldState& state, const DetectionScratch& scratch, StepReport& report) {
    DetectionSummary sum;
    if (scratch.has_summary) {
        for (const DetectionSummary& summary : scratch.summary) {
            sum.touching += summary.touching;
            sum.points += summary.points;
            sum.warm_points += summary.warm_points;
        }
    } else {
        for (const Contact& contact : state.contacts)
            count_points(contact, sum);
    }
    report.touching = sum.touching;
    report.manifold_points = sum.points;
    report.warm_points = state.settings.warm_starting ? sum.warm_points : 0;
}

/// What persists between steps.
StepProgress between_steps(const StepProgress& progress) {
    return {.mean_dt = progress.mean_dt,
            .nominal_dt = progress.nominal_dt,
            .last_dt = progress.last_dt,
            .second_last_dt = progress.second_last_dt};
}

void complete_step(WorldState& state) {
    ++state.step_count;
    state.time += static_cast<double>(state.progress.step_dt);
    state.progress = between_steps(state.progress);
    for (BodyForce& force : state.bodies.force)
        force = {};
}

float median(float a, float b, float c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// Updates mean_dt for a detection sub-step of length dt, and nominal_dt if mean_dt has left its band. A
/// single longer or shorter step does not count, not even the first.
void update_nominal_dt(StepProgress& progress, std::uint64_t steps_before, float dt) {
    const float typical = steps_before > 0 ? median(dt, progress.last_dt, progress.second_last_dt) : dt;
    const bool is_outlier =
        dt > tuning::outlier_dt_ratio * typical || tuning::outlier_dt_ratio * dt < typical;
    const float counted = is_outlier ? typical : dt;
    progress.second_last_dt = steps_before > 0 ? progress.last_dt : 0.0f;
    progress.last_dt = dt;
    const auto count = static_cast<float>(std::clamp<std::uint64_t>(steps_before, 1, tuning::mean_steps));
    float& mean = progress.mean_dt;
    mean += (counted - mean) / count;
    if (!(std::abs(mean - progress.nominal_dt) <= tuning::nominal_dt_band * progress.nominal_dt))
        progress.nominal_dt = mean;
}

/// Runs all detection sub-steps of a step, or the rest of a paused step.
StepOutcome run_step(StepContext& step, float dt) {
    WorldState& state = step.state;
    StepProgress& progress = state.progress;
    bool resumes = progress.paused;
    if (!resumes) {
        const int substeps = state.settings.detection_substeps;
        progress = between_steps(progress);
        progress.step_dt = dt;
        progress.dt = dt / static_cast<float>(substeps);
        progress.remaining = substeps;
    }
    for (;;) {
        if (!resumes) {
            --progress.remaining;
            update_nominal_dt(progress, state.step_count, progress.dt);
            progress.solver = state.settings.solver;
            progress.continuous = state.settings.continuous;
        }
        step.dt = progress.dt;
        const StepOutcome outcome = advance(step, resumes);
        progress.paused = outcome == StepOutcome::Paused;
        if (outcome != StepOutcome::Complete) return outcome;
        if (progress.remaining <= 0) return StepOutcome::Complete;
        resumes = false;
    }
}

/// Clears the events. End events of contacts that ended since the last step become events of this step.
void begin_events(WorldState& state, Events& events) {
    events.begin.clear();
    events.end.swap(state.pairs.ended);
    state.pairs.ended.clear();
    events.hit.clear();
    events.impact.clear();
    events.joint_break.clear();
}

void step_or_restore(StepContext& step, StepBackup& backup, float dt) {
    WorldState& state = step.state;
    save_backup(step.team, state, backup);
    begin_events(state, step.events);
    step.detection.has_summary = false;
    step.solver.joints_overloaded =
        state.progress.paused;  // Joints may have been overloaded before the pause.
    step.solver.offending_joint_body = null_index;
    step.ccd.body_joints.is_built = false;
    step.soft.hits.clear();
    step.ccd.emitted_hits.clear();
    step.ccd.impact_impulses.clear();
    switch (run_step(step, dt)) {
        case StepOutcome::Complete:
            if (step.solver.joints_overloaded) break_joints(state, step.events.joint_break);
            complete_step(state);
            break;
        case StepOutcome::Paused:
            step.report.complete = false;
            break;
        case StepOutcome::Failed:
            restore_backup(state, backup);
            step.detection.has_summary = false;
            step.events = {};
            step.report.paths.clear();
            break;
    }
    count_world(state, step.report);
    count_contacts(state, step.detection, step.report);
}

/// The report of a step with an invalid dt. Clears the events.
StepReport rejected_step(const WorldState& state, Events& events) {
    events = {};
    StepReport report;
    report.bad_dt = true;
    count_world(state, report);
    return report;
}

}  // namespace

StepReport World::step(float dt) {
    if (!(std::isfinite(dt) && dt > 0.0f)) return rejected_step(*state_, events_);
    if (!scratch_) scratch_ = std::make_unique<StepScratch>();
    if (!scratch_->pool || scratch_->pool->size() != execution_.threads) {
        scratch_->pool = std::make_unique<ThreadPool>(execution_.threads);
    }
    scratch_->ccd.records_searches = records_searches_;
    scratch_->ccd.records_paths = records_paths_;
    WorldState& state = *state_;
    if (auto* sweep = std::get_if<broad::SweepAndPrune>(&*state.broad_phase))
        sweep->record_exchanges(records_exchanges_);
    const std::uint64_t start = clock_ != nullptr ? clock_() : 0;

    StepReport report;
    run_with_team(*scratch_->pool, [&](WorkerTeam& team) {
        StepContext step{.state = state,
                         .detection = scratch_->detection,
                         .islands = scratch_->islands,
                         .solver = scratch_->solver,
                         .soft = scratch_->soft,
                         .ccd = scratch_->ccd,
                         .team = team,
                         .isa = execution_.isa,
                         .fat_box_updates = scratch_->fat_box_updates,
                         .replaced_boxes = scratch_->backup.replaced_boxes,
                         .search = scratch_->ccd.search,
                         .counters = report,
                         .report = report,
                         .events = events_,
                         .dt = dt,
                         .clock = clock_};
        step_or_restore(step, scratch_->backup, dt);
    });
    if (clock_ != nullptr) report.total_nanoseconds = clock_() - start;
    return report;
}

}  // namespace toibox

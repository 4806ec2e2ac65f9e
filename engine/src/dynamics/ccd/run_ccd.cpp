// SPDX-License-Identifier: MIT

// The CCD stage. The solver has planned all motions. Here the motions of fast bodies are searched for
// impacts, and the earliest impact is handled, until there are no more impacts. Impacts are handled in order
// of time (then of shape indices), so a bullet hits other bodies where they are at that time. StopAtImpact
// leaves a body at its impact: the body loses the rest of the step, and the discrete solver responds in the
// next step. SubstepAtImpact resolves the impact, and the bodies continue. AdvanceToFirstImpact stops all
// bodies at the earliest impact. These policies count the lost time. For the other policies see policies.h,
// for bodies with overrides toibox/dynamics/continuous_override.h. Source: E. Catto, "Continuous Collision",
// GDC 2013, solution 3.

#include "toibox/broad/any_broad_phase.h"
#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/ccd/policies.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/contacts/one_way_contacts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/remaining_motion.h"

#include <algorithm>
#include <span>
#include <utility>

namespace toibox {

namespace {

/// True if the policy of the body requires a search for its impacts. True for static and kinematic bodies.
bool needs_search(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    if (state.continuous_overrides.empty() || state.bodies.info[body].type != BodyType::Dynamic) return true;
    const ContinuousPolicy policy = body_policy_in_step(state, body);
    return policy == ContinuousPolicy::RestorePosition || ends_at_target(policy);
}

/// Finds the bodies that are searched against all shapes (searches_all_shapes).
void find_searches_all(StepContext& step) {
    const WorldState& state = step.state;
    std::vector<std::uint8_t>& searches_all = step.ccd.searches_all;
    searches_all.assign(state.bodies.info.size(), 0);
    step.ccd.any_searches_all = false;
    const bool is_any_bouncy = is_bouncy(state, step.detection.max_restitution);
    for (std::uint32_t body = 0; body < searches_all.size(); ++body) {
        if (!is_any_bouncy && !state.bodies.info[body].bullet) continue;  // Saves a look at its shapes.
        if (!is_dynamic(state, body) || !state.bodies.ids.is_live(body) || !searches_all_shapes(state, body))
            continue;
        searches_all[body] = 1;
        step.ccd.any_searches_all = true;
    }
}

/// Marks dynamic bodies, asleep or awake, that are so heavy that some body would hardly move them;
/// is_searched_pair decides for each pair. Fast jointed bodies are not marked, because a wheel in a crowd
/// would have too many impacts.
void mark_heavy_obstacles(StepContext& step) {
    WorldState& state = step.state;
    const auto is_live_dynamic = [&](std::uint32_t body) {
        return is_dynamic(state, body) && state.bodies.ids.is_live(body);
    };
    const auto count = static_cast<std::uint32_t>(state.ccd.body.size());
    float max_inv_mass = 0.0f;
    for (std::uint32_t body = 0; body < count; ++body) {
        if (is_live_dynamic(body)) max_inv_mass = std::max(max_inv_mass, state.bodies.mass[body].inv_mass);
    }
    for (std::uint32_t body = 0; body < count; ++body) {
        if (!(state.bodies.mass[body].inv_mass * tuning::heavy_obstacle_ratio <= max_inv_mass)) continue;
        if (!is_live_dynamic(body)) continue;
        BodyCcdState& ccd_state = state.ccd.body[body];
        ccd_state.is_heavy_obstacle = !ccd_state.searching || step.ccd.has_joint[body] == 0;
    }
}

/// Marks the bodies in the path of a fast kinematic body to be searched, even if they are slow.
void mark_bodies_in_path(StepContext& step, std::uint32_t kinematic) {
    WorldState& state = step.state;
    const Sweep sweep = remaining_sweep(step, kinematic, 0.0);
    for_each_shape(state, kinematic, [&](std::uint32_t shape) {
        collect_near_shapes(step, kinematic, swept_aabb(state.shapes.geometry[shape], sweep));
        for (const std::uint32_t near : step.search.near) {
            const std::uint32_t body = state.shapes.body[near];
            if (needs_search(step, body)) state.ccd.body[body].searching = true;
        }
    });
}

/// Marks bodies that a static or kinematic shape has deeply penetrated. If they were pushed deeper, even
/// slowly, detection would soon push them out on the far side. A search stops their cores before that.
void mark_penetrated_bodies(StepContext& step) {
    WorldState& state = step.state;
    std::vector<BodyCcdState>& bodies = state.ccd.body;
    for (const DetectionSummary& summary : step.detection.summary) {
        for (const std::uint32_t index : summary.deep_contacts) {
            const Contact& contact = state.contacts[index];
            const bool a_is_dynamic = state.bodies.info[contact.body_a].type == BodyType::Dynamic;
            const std::uint32_t body = a_is_dynamic ? contact.body_a : contact.body_b;
            if (!needs_search(step, body)) continue;
            if (bodies.empty()) bodies.resize(state.bodies.pose.size());
            bodies[body].searching = true;
        }
    }
}

/// Marks bodies whose bounce the solver deferred to this stage, even if they are slow.
void mark_deferred_bodies(StepContext& step) {
    WorldState& state = step.state;
    std::vector<BodyCcdState>& bodies = state.ccd.body;
    for (const std::uint32_t body : step.solver.deferred_bodies) {
        if (!is_dynamic(state, body) || !needs_search(step, body)) continue;
        if (bodies.empty()) bodies.resize(state.bodies.pose.size());
        bodies[body].searching = true;
    }
}

/// Collects the bouncy shapes of immovable bodies. False if there are none.
bool collect_bouncy_obstacles(StepContext& step) {
    const WorldState& state = step.state;
    if (!is_bouncy(state, step.detection.max_non_dynamic_restitution)) return false;
    const auto count = static_cast<std::uint32_t>(state.shapes.fat_box.size());
    step.ccd.bouncy_obstacles.assign(count, [&](std::uint32_t shape) {
        const bool is_listed = state.shapes.ids.is_live(shape) &&
                               !is_dynamic(state, state.shapes.body[shape]) &&
                               is_bouncy(state, state.shapes.material[shape].restitution);
        return is_listed ? state.shapes.fat_box[shape] : empty_aabb;
    });
    return true;
}

/// Whether the body moves by more than the contact margin near a bouncy obstacle, and could thus overlap it
/// although the impact should be resolved at its time.
bool may_overlap_bouncy_obstacle(const StepContext& step, std::uint32_t body, float travel) {
    const WorldState& state = step.state;
    const BodyMotion& motion = state.bodies.motion[body];
    if (!is_dynamic(state, body) ||
        !(travel + std::abs(motion.delta_angle) * state.bodies.mass[body].max_extent >
          contact_margin_of(state, body)))
        return false;
    bool found = false;
    step.ccd.bouncy_obstacles.query(remaining_motion_box(step, body), [&](std::uint32_t /*shape*/) {
        found = true;
        return false;
    });
    return found;
}

/// Prepares the data that searches use.
void prepare_search(StepContext& step) {
    find_searches_all(step);
    collect_targets(step);
    collect_heavy_obstacles(step);
    collect_swept_shapes(step);
}

/// Marks the bodies to be searched. False if no body is.
bool begin_search(StepContext& step) {
    WorldState& state = step.state;
    std::vector<BodyCcdState>& bodies = state.ccd.body;
    std::vector<std::uint32_t>& kinematic = step.ccd.requeued;
    kinematic.clear();
    const bool has_bouncy_obstacles = collect_bouncy_obstacles(step);
    for_each_simulated_body(state, [&](std::uint32_t body) {
        const BodyMotion& motion = state.bodies.motion[body];
        const float travel = distance(motion.start.center, state.bodies.pose[body].center);
        const bool may_hit = may_tunnel(state, body, travel, motion.delta_angle) ||
                             (has_bouncy_obstacles && may_overlap_bouncy_obstacle(step, body, travel));
        if (!may_hit || !needs_search(step, body)) return;
        if (bodies.empty()) bodies.resize(state.bodies.pose.size());
        bodies[body].searching = true;
        if (state.bodies.info[body].type == BodyType::Kinematic) kinematic.push_back(body);
    });
    mark_penetrated_bodies(step);
    mark_deferred_bodies(step);
    if (bodies.empty()) return false;
    mark_jointed_bodies(step);
    mark_heavy_obstacles(step);
    prepare_search(step);
    for (const std::uint32_t body : kinematic)
        mark_bodies_in_path(step, body);
    return true;
}

/// Number of bodies that one worker searches at a time.
constexpr std::size_t bodies_per_run = 16;

/// The context of a worker that searches a run of bodies, with the lists and counters of this run.
StepContext worker_context(const StepContext& step, SearchRun& run) {
    return {.state = step.state,
            .detection = step.detection,
            .islands = step.islands,
            .solver = step.solver,
            .soft = step.soft,
            .ccd = step.ccd,
            .team = step.team,
            .isa = step.isa,
            .fat_box_updates = step.fat_box_updates,
            .replaced_boxes = step.replaced_boxes,
            .search = run.lists,
            .counters = run.counters,
            .report = step.report,
            .events = step.events,
            .dt = step.dt,
            .clock = step.clock};
}

void search_run(const StepContext& step, std::span<const std::uint32_t> bodies, SearchRun& run) {
    run.impacts.clear();
    run.counters.clear();
    StepContext context = worker_context(step, run);
    for (const std::uint32_t body : bodies) {
        if (const auto impact = search_impact(context, body)) run.impacts.push_back(*impact);
    }
}

/// Prepares the broad phase so that queries only read, and several workers may query at the same time.
void prepare_queries(const AnyBroadPhase& broad_phase) {
    std::visit(
        [](const auto& phase) {
            if constexpr (requires { phase.prepare_queries(); }) phase.prepare_queries();
        },
        broad_phase);
}

void search_all_bodies(StepContext& step) {
    std::vector<std::uint32_t>& bodies = step.ccd.searched_bodies;
    bodies.clear();
    const auto count = static_cast<std::uint32_t>(step.state.ccd.body.size());
    for (std::uint32_t body = 0; body < count; ++body) {
        if (is_searched(step.state, body)) bodies.push_back(body);
    }
    const std::size_t run_count = (bodies.size() + bodies_per_run - 1) / bodies_per_run;
    std::vector<SearchRun>& runs = step.ccd.search_runs;
    while (runs.size() < run_count) {
        SearchRun& run = runs.emplace_back();
        run.lists.near.reserve(step.search.near.capacity());
        run.lists.adjacent.reserve(step.search.adjacent.capacity());
        run.impacts.reserve(bodies_per_run);
    }
    if (step.ccd.any_searches_all) prepare_queries(*step.state.broad_phase);
    step.team.for_chunks(bodies.size(), bodies_per_run, [&](std::size_t begin, std::size_t end) {
        for (; begin < end; begin += bodies_per_run) {
            const std::size_t size = begin + bodies_per_run < end ? bodies_per_run : end - begin;
            search_run(step, std::span(bodies).subspan(begin, size), runs[begin / bodies_per_run]);
        }
    });
    reset_impact_queue(step);
    for (std::size_t i = 0; i < run_count; ++i) {
        step.counters.merge(runs[i].counters);
        for (const ImpactCandidate& impact : runs[i].impacts)
            step.ccd.impact_queue.add(impact);
    }
}

/// Adds the motions of bodies that had no impact to the report.
void record_planned_motions(StepContext& step) {
    const WorldState& state = step.state;
    for_each_simulated_body(state, [&](std::uint32_t body) {
        if (ccd_state_of(state, body).remaining != RemainingMotion::Planned) return;
        const BodyMotion& motion = state.bodies.motion[body];
        step.report.paths.push_back({.body = body,
                                     .delta_angle = motion.delta_angle,
                                     .from = 0.0,
                                     .to = 1.0,
                                     .start = motion.start,
                                     .end = state.bodies.pose[body].center});
    });
}

/// Moves bodies that had an impact to the end of the step, then emits the events of crossed sensors.
void finish_motions(StepContext& step) {
    WorldState& state = step.state;
    const auto count = static_cast<std::uint32_t>(state.ccd.body.size());
    for (std::uint32_t body = 0; body < count; ++body) {
        if (state.ccd.body[body].remaining == RemainingMotion::Free) advance_body(step, body, 1.0);
    }
    emit_sensor_crossings(step);
    if (step.ccd.records_paths) record_planned_motions(step);
    state.ccd.body.clear();
    state.ccd.paths.clear();
}

/// Handles impacts until there are no more. False if settings.stop_at_each_impact pauses the step.
bool process_impacts(StepContext& step, bool resumes) {
    search_all_bodies(step);
    if (!step.ccd.impact_queue.empty() && !resumes) mark_supported_bodies(step, false);
    while (const auto impact = step.ccd.impact_queue.pop_earliest()) {
        process_impact(step, *impact);
        if (step.state.settings.stop_at_each_impact) return false;
        search_requeued_bodies(step);
    }
    return true;
}

/// Ends the step for all bodies at the earliest impact. Impacts of cores, and clamps where a method gave up,
/// affect only the bodies that they involve.
void stop_at_earliest_impact(StepContext& step) {
    search_all_bodies(step);
    if (!step.ccd.impact_queue.empty()) mark_supported_bodies(step, true);
    while (const auto first = step.ccd.impact_queue.pop_earliest()) {
        if (first->kind == ImpactCandidate::Kind::Impact) {
            return stop_world(step, first->t, make_impact_event(step.state, *first));
        }
        process_impact(step, *first);
        search_requeued_bodies(step);
    }
}

/// Runs the per-body policies. False if settings.stop_at_each_impact pauses the step.
bool run_per_body_policies(StepContext& step, bool resumes) {
    const WorldState& state = step.state;
    const auto is_used = [&](ContinuousPolicy policy) {
        return is_policy_used(state, policy_of_step(state), policy);
    };
    const bool restores = is_used(ContinuousPolicy::RestorePosition);
    const bool finds_impacts =
        is_used(ContinuousPolicy::StopAtImpact) || is_used(ContinuousPolicy::SubstepAtImpact);
    if (resumes) {
        mark_jointed_bodies(step);
        prepare_search(step);
    } else {
        if (is_used(ContinuousPolicy::SpeedLimit)) limit_speeds(step);
        if (!(restores || finds_impacts) || !begin_search(step)) return true;
        if (restores) restore_positions(step);
        if (restores && finds_impacts) collect_swept_shapes(step);  // Restored bodies no longer move.
    }
    if (!finds_impacts) return true;
    return process_impacts(step, resumes);
}

/// Runs the policy of the step. False if settings.stop_at_each_impact pauses the step.
bool run_policy(StepContext& step, bool resumes) {
    switch (step.state.progress.continuous) {
        case ContinuousPolicy::Substeps:
            return true;
        case ContinuousPolicy::RollBack:
            if (begin_search(step)) roll_back(step);
            return true;
        case ContinuousPolicy::AdvanceToFirstImpact:
            if (begin_search(step)) stop_at_earliest_impact(step);
            return true;
        case ContinuousPolicy::Off:
        case ContinuousPolicy::SpeedLimit:
        case ContinuousPolicy::RestorePosition:
        case ContinuousPolicy::Speculative:
        case ContinuousPolicy::StopAtImpact:
        case ContinuousPolicy::SubstepAtImpact:
            return run_per_body_policies(step, resumes);
    }
    return true;
}

}  // namespace

bool run_ccd(StepContext& step) {
    const bool resumes = !step.state.ccd.body.empty();
    const std::vector<std::uint8_t>& sensor = step.state.shapes.sensor;
    step.ccd.has_sensors = std::find(sensor.begin(), sensor.end(), 1) != sensor.end();
    if (resumes) list_one_way(step);
    const bool done = run_policy(step, resumes);
    apply_impact_impulses(step);
    if (done) finish_motions(step);
    return done;
}

}  // namespace toibox

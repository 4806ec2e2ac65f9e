// SPDX-License-Identifier: MIT

// The continuous stage: the solver has planned where everything goes; here the motions of fast bodies are
// searched for impacts and the earliest is acted on, again and again, until no motion has one left. All
// impacts of a step are taken in order of time (then of shapes), so a bullet meets others where they are.
// StopAtImpact leaves a body at its impact: the discrete solver answers in the next step, and the rest of
// this one is lost. SubstepAtImpact answers at once and spends the rest. AdvanceToFirstImpact stops everybody
// at the first impact of all. All count the time that is lost. The other policies are told in policies.h.
// Where bodies have policies of their own each is treated by its own; own_continuous.h has the rules.
// Source: E. Catto, "Continuous Collision", GDC 2013, solution 3.

#include "continuous.h"

#include "toibox/broad/any_broad_phase.h"
#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "impact_group.h"
#include "one_way_contacts.h"
#include "own_continuous.h"
#include "policies.h"
#include "world_edit.h"

#include <algorithm>
#include <span>
#include <utility>

namespace toibox {

namespace {

/// Whether the stage is to look at the motion of the body, or at what moves towards it.
bool asks_for_search(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    if (state.own_continuous.empty() || state.bodies.info[body].type != BodyType::Dynamic) return true;
    const ContinuousPolicy policy = policy_in_step(state, body);
    return policy == ContinuousPolicy::RestorePosition || ends_at_target(policy);
}

/// Asleep or not: what sleeps may be struck awake within the step.
void find_bullets(StepContext& step) {
    const BodyColumns& bodies = step.state.bodies;
    step.scratch.has_bullets = is_lively(step, step.scratch.dynamic_restitution);
    for (std::uint32_t body = 0; body < bodies.info.size(); ++body) {
        const BodyInfo& info = bodies.info[body];
        if (info.bullet && info.type == BodyType::Dynamic && bodies.ids.is_live(body))
            step.scratch.has_bullets = true;
    }
}

/// Marks dynamic bodies that are thin and heavy enough that some fast one could pass through within the step
/// and would hardly move them. Asleep or not; but not what is fast and jointed: a wheel in a crowd has too
/// many impacts.
void find_anvils(StepContext& step) {
    WorldState& state = step.state;
    float furthest = 0.0f;
    bool strikes = false;  // something kinematic is fast: whatever it meets will be
    for_each_moving_body(state, [&](std::uint32_t body) {
        if (!state.continuous.body[body].searching) return;
        const BodyMotion& motion = state.bodies.motion[body];
        const float way = distance(motion.start.center, state.bodies.pose[body].center) +
                          std::abs(motion.delta_angle) * state.bodies.mass[body].max_extent;
        furthest = std::max(furthest, way);
        strikes = strikes || state.bodies.info[body].type == BodyType::Kinematic;
    });
    float lightest = 0.0f;  // its inverse mass
    const auto count = static_cast<std::uint32_t>(state.continuous.body.size());
    for (std::uint32_t body = 0; body < count; ++body) {
        const bool dynamic =
            state.bodies.ids.is_live(body) && state.bodies.info[body].type == BodyType::Dynamic;
        if (is_searched(state, body) || (strikes && dynamic))
            lightest = std::max(lightest, state.bodies.mass[body].inv_mass);
    }
    for (std::uint32_t body = 0; body < count; ++body) {
        const BodyMass& mass = state.bodies.mass[body];
        if (!(mass.inv_mass * tuning::anvil_ratio <= lightest) || !(mass.min_extent < furthest)) continue;
        if (state.bodies.info[body].type != BodyType::Dynamic || !state.bodies.ids.is_live(body)) continue;
        BodyContinuous& anvil = state.continuous.body[body];
        anvil.anvil = !anvil.searching || step.scratch.jointed[body] == 0;
    }
}

/// Every dynamic body in the way of a fast kinematic one is searched, however slow it is itself.
void search_in_the_way(StepContext& step, std::uint32_t kinematic) {
    WorldState& state = step.state;
    const Sweep sweep = rest_of_motion(step, kinematic, 0.0);
    for_each_shape(state, kinematic, [&](std::uint32_t shape) {
        collect_near_shapes(step, kinematic, swept_aabb(state.shapes.geometry[shape], sweep));
        for (const std::uint32_t near : step.search.near) {
            const std::uint32_t body = state.shapes.body[near];
            if (asks_for_search(step, body)) state.continuous.body[body].searching = true;
        }
    });
}

/// Bodies that something static or kinematic has come halfway into: detection soon takes them for being on
/// its other side, however slowly they are pressed. Searched, their cores stop short of it.
void search_pressed(StepContext& step) {
    WorldState& state = step.state;
    std::vector<BodyContinuous>& bodies = state.continuous.body;
    for (const DetectionNotes& notes : step.scratch.notes) {
        for (const std::uint32_t index : notes.pressed) {
            const Contact& contact = state.contacts[index];
            const bool a_yields = state.bodies.info[contact.body_a].type == BodyType::Dynamic;
            const std::uint32_t body = a_yields ? contact.body_a : contact.body_b;
            if (!asks_for_search(step, body)) continue;
            if (bodies.empty()) bodies.resize(state.bodies.pose.size());
            bodies[body].searching = true;
        }
    }
}

/// Bodies whose bounce the solver left to the search for impacts, however slow they are.
void search_awaited(StepContext& step) {
    WorldState& state = step.state;
    std::vector<BodyContinuous>& bodies = state.continuous.body;
    for (const std::uint32_t body : step.scratch.awaits_impact) {
        if (!is_dynamic(state, body) || !asks_for_search(step, body)) continue;
        if (bodies.empty()) bodies.resize(state.bodies.pose.size());
        bodies[body].searching = true;
    }
}

/// What a search needs to know.
void look_around(StepContext& step) {
    find_bullets(step);
    collect_obstacles(step);
    collect_swept_shapes(step);
}

/// Marks what is to be searched. False if nothing moves far.
bool begin(StepContext& step) {
    WorldState& state = step.state;
    std::vector<BodyContinuous>& bodies = state.continuous.body;
    std::vector<std::uint32_t>& kinematic = step.scratch.again;
    kinematic.clear();
    for_each_moving_body(state, [&](std::uint32_t body) {
        const BodyMotion& motion = state.bodies.motion[body];
        const float moved = distance(motion.start.center, state.bodies.pose[body].center);
        if (!moves_far(step, body, moved, motion.delta_angle) || !asks_for_search(step, body)) return;
        if (bodies.empty()) bodies.resize(state.bodies.pose.size());
        bodies[body].searching = true;
        if (state.bodies.info[body].type == BodyType::Kinematic) kinematic.push_back(body);
    });
    search_pressed(step);
    search_awaited(step);
    if (bodies.empty()) return false;
    find_jointed(step);
    find_anvils(step);
    look_around(step);
    for (const std::uint32_t body : kinematic)
        search_in_the_way(step, body);
    return true;
}

/// Bodies that one worker searches in one go.
constexpr std::size_t searched_at_once = 16;

/// The step as a worker sees it that searches a run of bodies: with lists and counters of its own.
StepContext apart(const StepContext& step, SearchRun& run) {
    return {.state = step.state,
            .scratch = step.scratch,
            .soft = step.soft,
            .crew = step.crew,
            .isa = step.isa,
            .pair_buffer = step.pair_buffer,
            .replaced_boxes = step.replaced_boxes,
            .search = run.lists,
            .counters = run.counters,
            .report = step.report,
            .events = step.events,
            .dt = step.dt,
            .clock = step.clock};
}

void search_run(const StepContext& step, std::span<const std::uint32_t> bodies, SearchRun& run) {
    run.found.clear();
    run.counters = {};
    StepContext own = apart(step, run);
    for (const std::uint32_t body : bodies) {
        if (const auto impact = search_impact(own, body)) run.found.push_back(*impact);
    }
}

/// From here on queries only read, so that several workers may ask.
void ready_queries(const AnyBroadPhase& broad_phase) {
    std::visit(
        [](const auto& phase) {
            if constexpr (requires { phase.ready_queries(); }) phase.ready_queries();
        },
        broad_phase);
}

void search_all(StepContext& step) {
    std::vector<std::uint32_t>& bodies = step.scratch.searched;
    bodies.clear();
    const auto count = static_cast<std::uint32_t>(step.state.continuous.body.size());
    for (std::uint32_t body = 0; body < count; ++body) {
        if (is_searched(step.state, body)) bodies.push_back(body);
    }
    const std::size_t used = (bodies.size() + searched_at_once - 1) / searched_at_once;
    std::vector<SearchRun>& runs = step.scratch.search_runs;
    while (runs.size() < used) {
        SearchRun& run = runs.emplace_back();
        run.lists.near.reserve(step.search.near.capacity());
        run.lists.beside.reserve(step.search.beside.capacity());
        run.found.reserve(searched_at_once);
    }
    if (step.scratch.has_bullets) ready_queries(*step.state.broad_phase);
    step.crew.for_chunks(bodies.size(), searched_at_once, [&](std::size_t begin, std::size_t end) {
        for (; begin < end; begin += searched_at_once) {
            const std::size_t size = begin + searched_at_once < end ? searched_at_once : end - begin;
            search_run(step, std::span(bodies).subspan(begin, size), runs[begin / searched_at_once]);
        }
    });
    begin_again(step);
    for (std::size_t i = 0; i < used; ++i) {
        step.counters.merge(runs[i].counters);
        for (const FoundImpact& impact : runs[i].found)
            step.scratch.found.add(impact);
    }
}

/// What met something goes the rest of its way, then emits the events of sensors that were crossed.
void finish(StepContext& step) {
    WorldState& state = step.state;
    const auto count = static_cast<std::uint32_t>(state.continuous.body.size());
    for (std::uint32_t body = 0; body < count; ++body) {
        if (state.continuous.body[body].rest == RestOfStep::Free) advance_body(step, body, 1.0);
    }
    emit_sensor_crossings(step);
    state.continuous.body.clear();
    state.continuous.paths.clear();
}

/// Impact by impact, until none is left or the settings ask for a stop.
bool act_on_impacts(StepContext& step, bool resumes) {
    search_all(step);
    if (!step.scratch.found.empty() && !resumes) find_held(step, false);
    while (const auto impact = step.scratch.found.take_first()) {
        act_on(step, *impact);
        if (step.state.settings.stop_at_each_impact) return false;
        search_again(step);
    }
    return true;
}

/// The earliest impact of all ends the step for all. A clamp is no impact: it stops those that it clamps.
void stop_at_first_of_all(StepContext& step) {
    search_all(step);
    if (!step.scratch.found.empty()) find_held(step, true);
    while (const auto first = step.scratch.found.take_first()) {
        if (first->kind == FoundImpact::Kind::Impact) {
            return stop_world(step, first->t, event_of(step.state, *first));
        }
        act_on(step, *first);
        search_again(step);
    }
}

/// Policies that treat each body by itself, each body under its own.
bool run_body_by_body(StepContext& step, bool resumes) {
    const WorldState& state = step.state;
    const auto is_used = [&](ContinuousPolicy policy) {
        return is_in_effect(state, continuous_in_step(state), policy);
    };
    const bool restores = is_used(ContinuousPolicy::RestorePosition);
    const bool finds_impacts =
        is_used(ContinuousPolicy::StopAtImpact) || is_used(ContinuousPolicy::SubstepAtImpact);
    if (resumes) {
        find_jointed(step);
        look_around(step);
    } else {
        if (is_used(ContinuousPolicy::SpeedLimit)) limit_speeds(step);
        if (!(restores || finds_impacts) || !begin(step)) return true;
        if (restores) restore_positions(step);
        if (restores && finds_impacts) collect_swept_shapes(step);  // what went back moves no more
    }
    if (!finds_impacts) return true;
    return act_on_impacts(step, resumes);
}

/// False if the settings ask for a stop.
bool run_policy(StepContext& step, bool resumes) {
    switch (step.state.progress.continuous) {
        case ContinuousPolicy::Substeps:
            return true;
        case ContinuousPolicy::RollBack:
            if (begin(step)) roll_back(step);
            return true;
        case ContinuousPolicy::AdvanceToFirstImpact:
            if (begin(step)) stop_at_first_of_all(step);
            return true;
        case ContinuousPolicy::Off:
        case ContinuousPolicy::SpeedLimit:
        case ContinuousPolicy::RestorePosition:
        case ContinuousPolicy::Speculative:
        case ContinuousPolicy::StopAtImpact:
        case ContinuousPolicy::SubstepAtImpact:
            return run_body_by_body(step, resumes);
    }
    return true;
}

}  // namespace

bool run_continuous(StepContext& step) {
    const bool resumes = !step.state.continuous.body.empty();
    const std::vector<std::uint8_t>& sensor = step.state.shapes.sensor;
    step.scratch.has_sensors = std::find(sensor.begin(), sensor.end(), 1) != sensor.end();
    if (resumes) list_one_way(step);
    const bool done = run_policy(step, resumes);
    apply_impact_pushes(step);
    if (done) finish(step);
    return done;
}

}  // namespace toibox

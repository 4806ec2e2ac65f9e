// SPDX-License-Identifier: MIT

// What detection notes of the contacts while it has them at hand. A contact of bodies that sleep is not
// looked at again, but what it is still counts: it may push once they wake, and what stands under a sleeper
// goes on covering the edges next to it.

#include "detection_notes.h"

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "detect.h"
#include "inner_edges.h"

namespace toibox {

namespace {

/// What there is to note of any contact.
void summarize_points(const Contact& contact, std::uint32_t index, DetectionSummary& summary) {
    count_points(contact, summary);
    if (contact.count == 0 || contact.response == ContactResponse::Sense) return;
    summary.solver_contact.push_back({contact.body_a, contact.body_b, index, contact.count,
                                      contact.restitution > 0.0f, contact.tangent_speed != 0.0f});
}

/// Whether a static or kinematic body has come halfway into this dynamic one.
bool is_deeply_penetrated(const WorldState& state, const Contact& contact, std::uint32_t body) {
    const float halfway = -tuning::search_share * state.bodies.mass[body].min_extent;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation < halfway) return true;
    }
    return false;
}

/// The speed at which the surfaces come closer in one of the contact's points, m/s; negative if they part.
float closing_speed(const WorldState& state, const Contact& contact, const ContactPoint& point) {
    const BodyVelocity& a = state.bodies.velocity[contact.body_a];
    const BodyVelocity& b = state.bodies.velocity[contact.body_b];
    const Vec2 parting = (b.linear + cross(b.angular, point.r_b)) - (a.linear + cross(a.angular, point.r_a));
    return -dot(parting, contact.normal);
}

/// Whether the contact, if it is one with an inner edge, would lift what meets it visibly.
bool is_closing(const WorldState& state, const Contact& contact) {
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        if (closing_speed(state, contact, contact.points[i]) > tuning::lifting_speed) return true;
    }
    return false;
}

/// Whether some point is deeper than its approach explains, and by more than a share of the smaller body.
/// `dt`: what the approach counts for, seconds.
bool is_deep(const WorldState& state, const Contact& contact, float dt) {
    const float least = tuning::spawn_overlap_share * min_inner_radius(state, contact);
    for (std::size_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        const float closing = closing_speed(state, contact, point);
        if (-point.separation > least + dt * (closing > 0.0f ? closing : 0.0f)) return true;
    }
    return false;
}

/// Of two dynamic bodies of which one, a or b, moves so fast that an inner edge would lift it visibly, and
/// the other stands. What is deeper than flush is no edge that lies inside.
void add_sliding_contact(const WorldState& state, const Contact& contact, std::uint32_t index, bool a_moves,
                         DetectionSummary& summary) {
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation < -tuning::flush_tolerance_limit) return;
    }
    summary.obstacle.push_back({.contact = index,
                                .moving = a_moves ? contact.shape_a : contact.shape_b,
                                .normal = a_moves ? -contact.normal : contact.normal,
                                .is_cover_only = !is_closing(state, contact)});
}

/// What there is to note of a contact of a dynamic body, a or b, with one that is not.
void add_obstacle_contact(const WorldState& state, const Contact& contact, std::uint32_t index, bool a_yields,
                          bool sleeps, DetectionSummary& summary) {
    if (state.settings.smooth_inner_edges) {
        summary.obstacle.push_back({.contact = index,
                                    .moving = a_yields ? contact.shape_a : contact.shape_b,
                                    .normal = a_yields ? -contact.normal : contact.normal,
                                    .is_cover_only = sleeps});
    }
    if (sleeps || !contact.touching) return;
    if (is_deeply_penetrated(state, contact, a_yields ? contact.body_a : contact.body_b)) {
        summary.deep_contacts.push_back(index);
    }
}

/// What there is to note of surfaces that a shape moves over.
void summarize_surfaces(const StepContext& step, const Contact& contact, std::uint32_t index,
                        DetectionSummary& summary) {
    if (contact.count == 0 || contact.response == ContactResponse::Sense) return;
    const WorldState& state = step.state;
    const bool a_yields = state.bodies.info[contact.body_a].type == BodyType::Dynamic;
    const bool b_yields = state.bodies.info[contact.body_b].type == BodyType::Dynamic;
    const std::uint8_t a = step.scratch.active[contact.body_a];
    const std::uint8_t b = step.scratch.active[contact.body_b];
    if (a_yields != b_yields) {
        add_obstacle_contact(state, contact, index, a_yields, (a | b) == 0, summary);
    } else if (a_yields && ((a ^ b) & body_slides_fast) != 0 && state.settings.smooth_inner_edges) {
        add_sliding_contact(state, contact, index, (a & body_slides_fast) != 0, summary);
    }
}

void summarize_contact(const StepContext& step, Contact& contact, std::uint32_t index,
                       DetectionSummary& summary) {
    const WorldState& state = step.state;
    const bool was_touching = contact.touching;
    contact.touching = has_overlap(contact) || still_pushes(contact);
    if (contact.touching && (!was_touching || contact.spawned_overlapping)) {
        contact.spawned_overlapping = is_deep(state, contact, was_touching ? 0.0f : step.dt);
    } else if (!contact.touching) {
        contact.spawned_overlapping = false;
    }
    if (contact.touching != was_touching) summary.changed.push_back(index);
    summarize_points(contact, index, summary);
    summarize_surfaces(step, contact, index, summary);
}

/// Takes back what a run's notes did to its contacts, so that it can be noted again.
void clear_summary(WorldState& state, DetectionSummary& summary) {
    for (const std::uint32_t index : summary.changed)
        state.contacts[index].touching = !state.contacts[index].touching;
    summary.clear();
}

}  // namespace

void begin_detection_summary(StepContext& step) {
    const WorldState& state = step.state;
    SolverScratch& scratch = step.scratch;
    scratch.active.assign(state.bodies.info.size(), 0);
    scratch.has_kinematic = false;
    for_each_simulated_body(state, [&](std::uint32_t body) {
        scratch.active[body] =
            is_sliding_fast(state, body) ? body_is_active | body_slides_fast : body_is_active;
        scratch.has_kinematic = scratch.has_kinematic || state.bodies.info[body].type == BodyType::Kinematic;
    });
    while (scratch.summary.size() < WorkerTeam::block_count(state.contacts.size(), contacts_per_run))
        scratch.summary.emplace_back().reserve();
    for (DetectionSummary& summary : scratch.summary)
        summary.clear();
    scratch.has_summary = true;
}

void summarize_run(StepContext& step, std::size_t run) {
    WorldState& state = step.state;
    DetectionSummary& summary = step.scratch.summary[run];
    const std::size_t begin = run * contacts_per_run;
    const std::size_t stop = begin + contacts_per_run;
    const std::size_t end = stop < state.contacts.size() ? stop : state.contacts.size();
    for (std::size_t i = begin; i < end; ++i) {
        Contact& contact = state.contacts[i];
        const auto index = static_cast<std::uint32_t>(i);
        if (is_active(step.scratch, contact)) {
            summarize_contact(step, contact, index, summary);
            continue;
        }
        summarize_points(contact, index, summary);
        // Only a kinematic body has contacts with sleepers that are looked at.
        if (step.scratch.has_kinematic) summarize_surfaces(step, contact, index, summary);
    }
}

void summarize_changed_runs(StepContext& step) {
    std::size_t next = 0;
    for (const ObstacleContact& obstacle : step.scratch.obstacle.all) {
        const std::size_t run = obstacle.contact / contacts_per_run;
        if (!obstacle.changed || run < next) continue;
        clear_summary(step.state, step.scratch.summary[run]);
        summarize_run(step, run);
        next = run + 1;
    }
}

void count_points(const Contact& contact, DetectionSummary& summary) {
    if (contact.count == 0) return;
    ++summary.touching;
    summary.points += contact.count;
    for (std::size_t i = 0; i < contact.count; ++i)
        summary.warm_points += contact.points[i].warm ? 1 : 0;
}

}  // namespace toibox

// SPDX-License-Identifier: MIT

// Summarizes contacts during detection. Contacts of sleeping bodies are not detected again, but they are
// summarized: they may push once the bodies wake, and an obstacle under a sleeping body still covers the
// edges of neighbouring obstacles.

#include "dynamics/contacts/detection_summary.h"

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/contacts/inner_edges.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"

#include <cmath>

namespace toibox {

namespace {

/// Closing speed of the surfaces at a point of the contact, m/s; negative if they separate.
float closing_speed(const WorldState& state, const Contact& contact, const ContactPoint& point) {
    const BodyVelocity& a = state.bodies.velocity[contact.body_a];
    const BodyVelocity& b = state.bodies.velocity[contact.body_b];
    const Vec2 relative_velocity =
        (b.linear + cross(b.angular, point.r_b)) - (a.linear + cross(a.angular, point.r_a));
    return -dot(relative_velocity, contact.normal);
}

void summarize_points(const Contact& contact, std::uint32_t index, DetectionSummary& summary) {
    count_points(contact, summary);
    if (contact.count == 0 || contact.response == ContactResponse::Sense) return;
    summary.solver_contact.push_back({contact.body_a, contact.body_b, index, contact.count,
                                      contact.restitution > 0.0f, contact.tangent_speed != 0.0f});
}

/// True if the other body has penetrated `body` by more than search_fraction of the inner radius of `body`.
bool is_deeply_penetrated(const WorldState& state, const Contact& contact, std::uint32_t body) {
    const float min_separation = -tuning::search_fraction * state.bodies.mass[body].min_extent;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation < min_separation) return true;
    }
    return false;
}

/// True if the contact closes so fast that an inner edge would lift the body (tuning::lifting_speed).
bool is_closing(const WorldState& state, const Contact& contact) {
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        if (closing_speed(state, contact, contact.points[i]) > tuning::lifting_speed) return true;
    }
    return false;
}

/// True if some point is deeper than its approach over `dt` seconds explains, by more than a fraction of the
/// smaller body's inner radius.
bool is_deep(const WorldState& state, const Contact& contact, float dt) {
    const float min_depth = tuning::spawn_overlap_fraction * min_inner_radius(state, contact);
    for (std::size_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        const float closing = closing_speed(state, contact, point);
        if (-point.separation > min_depth + dt * (closing > 0.0f ? closing : 0.0f)) return true;
    }
    return false;
}

/// Summarizes a contact of a fast dynamic body that slides past a slow one. A contact deeper than the flush
/// tolerance is not at an inner edge.
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

/// Summarizes a contact of a dynamic body with a static or kinematic body.
void add_obstacle_contact(const WorldState& state, const Contact& contact, std::uint32_t index,
                          bool a_is_dynamic, bool is_asleep, DetectionSummary& summary) {
    if (state.settings.smooth_inner_edges) {
        summary.obstacle.push_back({.contact = index,
                                    .moving = a_is_dynamic ? contact.shape_a : contact.shape_b,
                                    .normal = a_is_dynamic ? -contact.normal : contact.normal,
                                    .is_cover_only = is_asleep});
    }
    if (is_asleep || !contact.touching) return;
    if (is_deeply_penetrated(state, contact, a_is_dynamic ? contact.body_a : contact.body_b)) {
        summary.deep_contacts.push_back(index);
    }
}

/// Summarizes a contact of a dynamic body with an obstacle, for the smoothing of inner edges and for the
/// impact search.
void summarize_obstacle_contact(const StepContext& step, const Contact& contact, std::uint32_t index,
                                DetectionSummary& summary) {
    if (contact.count == 0 || contact.response == ContactResponse::Sense) return;
    const WorldState& state = step.state;
    const bool a_is_dynamic = state.bodies.info[contact.body_a].type == BodyType::Dynamic;
    const bool b_is_dynamic = state.bodies.info[contact.body_b].type == BodyType::Dynamic;
    const std::uint8_t a = step.detection.active[contact.body_a];
    const std::uint8_t b = step.detection.active[contact.body_b];
    if (a_is_dynamic != b_is_dynamic) {
        add_obstacle_contact(state, contact, index, a_is_dynamic, (a | b) == 0, summary);
    } else if (a_is_dynamic && ((a ^ b) & body_slides_fast) != 0 && state.settings.smooth_inner_edges) {
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
    summarize_obstacle_contact(step, contact, index, summary);
}

/// Whether some point of the body may move by more than `distance` (metres) in the step.
bool moves_fast(const StepContext& step, std::uint32_t body, float distance) {
    const BodyVelocity& velocity = step.state.bodies.velocity[body];
    const float swing = std::abs(velocity.angular) * step.state.bodies.mass[body].max_extent;
    return step.dt * (length(velocity.linear) + swing) > distance;
}

/// See body_looks_ahead.
bool looks_ahead(const WorldState& state, std::uint32_t body) {
    return is_dynamic(state, body) && !state.bodies.info[body].bullet &&
           uses_time_of_impact(body_policy(state, policy_from_settings(state), body));
}

/// Clears the summary of a run and undoes its changes to `touching`, so that the run can be summarized again.
void clear_summary(WorldState& state, DetectionSummary& summary) {
    for (const std::uint32_t index : summary.changed)
        state.contacts[index].touching = !state.contacts[index].touching;
    summary.clear();
}

}  // namespace

bool is_impact(const StepContext& step, const Contact& contact) {
    const WorldState& state = step.state;
    const std::uint8_t flags = step.detection.active[contact.body_a] | step.detection.active[contact.body_b];
    if ((flags & body_is_fast) == 0 || pushed_before(contact)) return false;
    bool closes = false;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        closes = closes || step.dt * closing_speed(state, contact, point) > point.separation;
    }
    return closes && !is_bouncy(state, contact.restitution) && is_dynamic(state, contact.body_a) &&
           is_dynamic(state, contact.body_b);
}

void begin_detection_summary(StepContext& step) {
    const WorldState& state = step.state;
    DetectionScratch& scratch = step.detection;
    scratch.active.assign(state.bodies.info.size(), 0);
    scratch.has_kinematic = false;
    const float half_margin = 0.5f * effective_contact_margin(state.settings);
    for_each_simulated_body(state, [&](std::uint32_t body) {
        std::uint8_t flags = body_is_active;
        if (is_sliding_fast(state, body)) flags |= body_slides_fast;
        if (moves_fast(step, body, half_margin)) flags |= body_is_fast;
        if (looks_ahead(state, body)) flags |= body_looks_ahead;
        scratch.active[body] = flags;
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
    DetectionSummary& summary = step.detection.summary[run];
    const std::size_t begin = run * contacts_per_run;
    const std::size_t run_end = begin + contacts_per_run;
    const std::size_t end = run_end < state.contacts.size() ? run_end : state.contacts.size();
    for (std::size_t i = begin; i < end; ++i) {
        Contact& contact = state.contacts[i];
        const auto index = static_cast<std::uint32_t>(i);
        if (is_active(step.detection, contact)) {
            summarize_contact(step, contact, index, summary);
            continue;
        }
        summarize_points(contact, index, summary);
        // Inner edges at a sleeping body matter only if a kinematic body touches that body.
        if (step.detection.has_kinematic) summarize_obstacle_contact(step, contact, index, summary);
    }
}

void summarize_changed_runs(StepContext& step) {
    std::size_t next = 0;
    for (const ObstacleContact& obstacle : step.detection.obstacle.all) {
        const std::size_t run = obstacle.contact / contacts_per_run;
        if (!obstacle.changed || run < next) continue;
        clear_summary(step.state, step.detection.summary[run]);
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

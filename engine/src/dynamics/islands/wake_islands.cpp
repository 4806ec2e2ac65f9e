// SPDX-License-Identifier: MIT

// Islands (put_islands_to_sleep.cpp) wake as a whole: on request, when an awake or static body begins to
// touch a body of the island, and when an awake body approaches one.

#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/detection_summary.h"
#include "dynamics/islands/island_scratch.h"
#include "dynamics/islands/islands.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/wake.h"

#include <algorithm>

namespace toibox {

namespace {

/// Whether one of the shapes may support the other at the current poses: they touch or are within the slop.
bool may_support(const WorldState& state, const Contact& contact) {
    if (contact.response == ContactResponse::Sense) return false;
    if (contact.touching) return true;
    Contact current = contact;  // Bodies that were created asleep have no manifolds yet.
    compute_manifold(state, current, state.settings.slop);
    return current.count > 0;
}

}  // namespace

void wake_supported(WorldState& state, const Contact& contact) {
    if (is_awake(state, contact.body_a) && is_awake(state, contact.body_b)) return;
    if (!may_support(state, contact)) return;
    wake(state, contact.body_a);
    wake(state, contact.body_b);
}

void wake_neighbours(WorldState& state, std::uint32_t body) {
    if (!state.settings.sleeping) return;
    for (const Contact& contact : state.contacts) {
        if (contact.body_a == body || contact.body_b == body) wake_supported(state, contact);
    }
    wake_jointed(state, body);
}

namespace {

/// Whether the awake body may reach the sleeping one within the step. The sleeping body must then wake first,
/// because the solver treats sleeping bodies as immovable.
bool is_approaching(const StepContext& step, const Contact& contact) {
    const WorldState& state = step.state;
    const float margin = contact_margin_of(state, contact.body_a, contact.body_b);
    // The last relaxation of the soft step looks one sub-step beyond the step.
    const float horizon = step.dt * (1.0f + 1.0f / static_cast<float>(state.settings.substeps));
    const BodyVelocity& a = state.bodies.velocity[contact.body_a];
    const BodyVelocity& b = state.bodies.velocity[contact.body_b];
    for (std::size_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        const Vec2 velocity = b.linear + cross(b.angular, point.r_b) - a.linear - cross(a.angular, point.r_a);
        const float approach = -dot(velocity, contact.normal);
        if (point.separation > 0.0f && approach > state.settings.sleep_speed &&
            approach * horizon + margin > point.separation) {
            return true;
        }
    }
    return false;
}

/// Lists the sleeping islands that an awake body approaches.
void find_approached_islands(const StepContext& step, std::vector<std::uint32_t>& islands) {
    const WorldState& state = step.state;
    for (const DetectionSummary& summary : step.detection.summary) {
        for (const SolverContact& solver_contact : summary.solver_contact) {
            const bool a_awake = is_awake(state, solver_contact.body_a);
            if (a_awake == is_awake(state, solver_contact.body_b)) continue;
            if (!is_approaching(step, state.contacts[solver_contact.contact])) continue;
            islands.push_back(
                state.bodies.sleep[a_awake ? solver_contact.body_b : solver_contact.body_a].island);
        }
    }
}

/// Whether one of the shapes is new and belongs to a body that was created asleep.
bool has_new_sleeping_shape(const WorldState& state, const Contact& contact) {
    return (state.shapes.moved[contact.shape_a] != 0 && was_created_asleep(state, contact.body_a)) ||
           (state.shapes.moved[contact.shape_b] != 0 && was_created_asleep(state, contact.body_b));
}

/// Wakes all bodies of the islands. Sorts `islands`.
void wake_islands(WorldState& state, std::vector<std::uint32_t>& islands) {
    if (islands.empty()) return;
    std::sort(islands.begin(), islands.end());
    for (BodySleep& sleep : state.bodies.sleep) {
        if (sleep.island != null_index && std::binary_search(islands.begin(), islands.end(), sleep.island)) {
            sleep = {};
        }
    }
}

}  // namespace

void detect_among_sleepers(StepContext& step) {
    WorldState& state = step.state;
    if (!state.settings.sleeping) return;
    std::vector<std::uint32_t>& touched = step.islands.touched_islands;
    touched.clear();
    for (std::size_t i = step.detection.first_new_contact; i < state.contacts.size(); ++i) {
        Contact& contact = state.contacts[i];
        if (is_active(state, contact.body_a, contact.body_b)) continue;
        if (contact.response != ContactResponse::Sense && has_new_sleeping_shape(state, contact)) continue;
        Contact current = contact;
        compute_manifold(state, current, 0.0f);
        if (!has_overlap(current)) continue;
        if (contact.response == ContactResponse::Sense) {
            contact = current;
            contact.touching = true;
            emit_touch_event(step, contact);
        } else {
            touched.push_back(state.bodies.sleep[contact.body_a].island);
            touched.push_back(state.bodies.sleep[contact.body_b].island);
        }
    }
    wake_islands(state, touched);
}

void wake_touched_islands(StepContext& step) {
    WorldState& state = step.state;
    if (!state.settings.sleeping) return;
    std::vector<std::uint32_t>& touched = step.islands.touched_islands;
    touched.clear();
    touched.reserve(state.bodies.sleep.size());  // Usually enough, so that steps do not allocate.
    find_approached_islands(step, touched);
    for (const ContactEvent& event : step.events.begin) {
        if ((state.shapes.sensor[event.a.index] | state.shapes.sensor[event.b.index]) != 0) continue;
        const std::uint32_t a = state.shapes.body[event.a.index];
        const std::uint32_t b = state.shapes.body[event.b.index];
        if (is_awake(state, a) != is_awake(state, b)) {
            touched.push_back(state.bodies.sleep[is_awake(state, a) ? b : a].island);
        }
    }
    wake_islands(state, touched);
}

}  // namespace toibox

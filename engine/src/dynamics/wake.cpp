// SPDX-License-Identifier: MIT

// Islands wake as one: by hand, by what begins to touch them, and by what comes to them (fall_asleep.cpp
// tells what an island is).

#include "toibox/dynamics/step_stages.h"

#include "own_continuous.h"
#include "world_edit.h"

#include <algorithm>

namespace toibox {

void wake(WorldState& state, std::uint32_t body) {
    const std::uint32_t island = state.bodies.sleep[body].island;
    if (island == null_index) return;
    for (BodySleep& sleep : state.bodies.sleep) {
        if (sleep.island == island) sleep = {};
    }
}

void wake_all(WorldState& state) {
    for (BodySleep& sleep : state.bodies.sleep)
        sleep = {};
}

void wake_neighbours(WorldState& state, std::uint32_t body) {
    const auto wake_other = [&](std::uint32_t a, std::uint32_t b) {
        if (a == body) wake(state, b);
        if (b == body) wake(state, a);
    };
    for (const Contact& contact : state.contacts) {
        if (contact.count > 0 && !contact.sensor) wake_other(contact.body_a, contact.body_b);
    }
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        wake_other(base.body_a, base.body_b);
    }
}

namespace {

/// Whether an awake body comes to a sleeping one within the step: to the solver a sleeper does not give way.
bool is_arriving(const StepContext& step, const Contact& contact) {
    const WorldState& state = step.state;
    const float margin = contact_margin_of(state, contact.body_a, contact.body_b);
    // The soft step's last look is a sub-step beyond the step.
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

/// Islands of sleepers that somebody awake comes to.
void find_awaited(const StepContext& step, std::vector<std::uint32_t>& islands) {
    const WorldState& state = step.state;
    for (const DetectionNotes& notes : step.scratch.notes) {
        for (const PushingContact& pushing : notes.pushing) {
            const bool a_awake = is_awake(state, pushing.body_a);
            if (a_awake == is_awake(state, pushing.body_b)) continue;
            if (!is_arriving(step, state.contacts[pushing.contact])) continue;
            islands.push_back(state.bodies.sleep[a_awake ? pushing.body_b : pushing.body_a].island);
        }
    }
}

}  // namespace

void wake_what_was_touched(StepContext& step) {
    WorldState& state = step.state;
    if (!state.settings.sleeping) return;
    std::vector<std::uint32_t>& touched = step.scratch.touched_islands;
    touched.clear();
    touched.reserve(state.bodies.sleep.size());  // hardly more than can sleep: no step is to be a new record
    find_awaited(step, touched);
    for (const ContactEvent& event : step.events.begin) {
        if ((state.shapes.sensor[event.a.index] | state.shapes.sensor[event.b.index]) != 0) continue;
        const std::uint32_t a = state.shapes.body[event.a.index];
        const std::uint32_t b = state.shapes.body[event.b.index];
        if (is_awake(state, a) != is_awake(state, b)) {
            touched.push_back(state.bodies.sleep[is_awake(state, a) ? b : a].island);
        }
    }
    if (touched.empty()) return;
    std::sort(touched.begin(), touched.end());
    for (BodySleep& sleep : state.bodies.sleep) {
        if (sleep.island != null_index && std::binary_search(touched.begin(), touched.end(), sleep.island)) {
            sleep = {};
        }
    }
}

}  // namespace toibox

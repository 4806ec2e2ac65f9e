// SPDX-License-Identifier: MIT

// Islands and sleep. An island is what touches or is jointed, through dynamic bodies; it falls asleep as one,
// when each of its bodies has been slow for a while, and wakes as one. Islands are found anew when somebody
// has been slow for long enough, by joining sets; nothing is kept of those that stay awake, and of those that
// sleep only the name that all of their bodies carry. Source: R. Tarjan, "Efficiency of a good but not linear
// set union algorithm", JACM 22(2), 1975.

#include "toibox/dynamics/step_stages.h"

#include "disjoint_sets.h"
#include "own_continuous.h"
#include "world_edit.h"

#include <algorithm>
#include <utility>

namespace toibox {

namespace {

bool is_slow(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    const float limit = state.settings.sleep_speed;
    const float turning = velocity.angular * state.bodies.mass[body].max_extent;
    return length_squared(velocity.linear) < limit * limit && turning < limit && -turning < limit;
}

/// Slower than this for half of sleep_time, at an acceleration that lasts, a body comes no further than the
/// slop within the next second: v + a·(1 s)²/2, with a ≤ 2 v / (half of sleep_time).
bool is_calm(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    const float half = 0.5f * state.settings.sleep_time;
    const float limit = state.settings.slop * half / (half + 1.0f);
    const float turning = velocity.angular * state.bodies.mass[body].max_extent;
    return length_squared(velocity.linear) < limit * limit && turning < limit && -turning < limit;
}

/// Counts the time that each body has been slow. True if one has been so for half of sleep_time.
bool measure_stillness(StepContext& step) {
    WorldState& state = step.state;
    bool any = false;
    for_each_moving_body(state, [&](std::uint32_t body) {
        BodySleep& sleep = state.bodies.sleep[body];
        const BodyInfo& info = state.bodies.info[body];
        const bool may_sleep = info.type == BodyType::Dynamic && info.allow_sleep;
        sleep.still_time = may_sleep && is_slow(state, body) ? sleep.still_time + step.dt : 0.0f;
        any = any || sleep.still_time >= 0.5f * state.settings.sleep_time;
    });
    return any;
}

/// A kinematic body that moves keeps awake what it touches.
bool is_driven(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return state.bodies.info[body].type == BodyType::Kinematic &&
           (velocity.linear != Vec2{} || velocity.angular != 0.0f);
}

void connect(WorldState& state, Sets& sets, std::uint32_t a, std::uint32_t b) {
    if (is_dynamic(state, a) && is_dynamic(state, b)) {
        sets.join(a, b);
    } else if (is_driven(state, a) || is_driven(state, b)) {
        state.bodies.sleep[is_dynamic(state, a) ? a : b].still_time = 0.0f;
    }
}

/// The motion of a body that sleeps leads nowhere.
void put_to_sleep(WorldState& state, std::uint32_t body, std::uint32_t island) {
    state.bodies.sleep[body].island = island;
    state.bodies.velocity[body] = {};
    state.bodies.motion[body].start = state.bodies.pose[body];
    state.bodies.motion[body].delta_angle = 0.0f;
}

}  // namespace

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

namespace {

/// Nothing takes the swing out of what touches nothing, so it is slow again and again, where it turns. The
/// second half of its rest counts only while all of it is calm.
void keep_swinging_awake(StepContext& step, Sets& sets) {
    WorldState& state = step.state;
    std::vector<std::uint8_t>& swings = step.scratch.island_swings;
    swings.assign(state.bodies.info.size(), 0);
    for_each_moving_body(state, [&](std::uint32_t body) {
        if (is_dynamic(state, body) && !is_calm(state, body)) swings[sets.root(body)] = 1;
    });
    for (const Contact& contact : state.contacts) {
        if (contact.count == 0 || contact.sensor) continue;
        if (is_dynamic(state, contact.body_a)) swings[sets.root(contact.body_a)] = 0;
        if (is_dynamic(state, contact.body_b)) swings[sets.root(contact.body_b)] = 0;
    }
    const float half = 0.5f * state.settings.sleep_time;
    for_each_moving_body(state, [&](std::uint32_t body) {
        float& still = state.bodies.sleep[body].still_time;
        if (is_dynamic(state, body) && swings[sets.root(body)] != 0 && still > half) still = half;
    });
}

}  // namespace

void fall_asleep(StepContext& step) {
    WorldState& state = step.state;
    if (!state.settings.sleeping || !measure_stillness(step)) return;
    Sets sets(step.scratch.island_of, state.bodies.info.size());
    for (const Contact& contact : state.contacts) {
        if (contact.count == 0 || contact.sensor) continue;
        if (is_active(state, contact.body_a, contact.body_b)) {
            connect(state, sets, contact.body_a, contact.body_b);
        }
    }
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        connect(state, sets, base.body_a, base.body_b);
    }
    keep_swinging_awake(step, sets);
    // The shortest rest of an island is what counts; it is gathered at the root, which comes first.
    std::vector<float>& rest = step.scratch.island_rest;
    rest.assign(state.bodies.info.size(), state.settings.sleep_time);
    for_each_moving_body(state, [&](std::uint32_t body) {
        float& least = rest[sets.root(body)];
        const float still = state.bodies.sleep[body].still_time;
        if (is_dynamic(state, body) && still < least) least = still;
    });
    for_each_moving_body(state, [&](std::uint32_t body) {
        const std::uint32_t island = sets.root(body);
        if (is_dynamic(state, body) && rest[island] >= state.settings.sleep_time) {
            put_to_sleep(state, body, island);
        }
    });
}

}  // namespace toibox

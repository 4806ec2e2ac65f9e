// SPDX-License-Identifier: MIT

// Sleep islands: dynamic bodies connected by contacts and joints. An island falls asleep as a whole, once all
// its bodies have been slow for sleep_time and none is predicted to move by more than a small drift within
// the next second. It wakes as a whole (wake_islands.cpp). Islands are found by union-find in each step in
// which a body could fall asleep. Nothing is stored about awake islands; each sleeping body stores only the
// id of its island. Source: R. Tarjan, "Efficiency of a good but not linear set union algorithm", JACM 22(2),
// 1975.
//
// The prediction extrapolates the motion of each body with its velocity and acceleration. Contacts make the
// velocity of a single step jitter, so both come from two exponential means: u of the velocity, and w of u.
// With the time constant T, u lags behind the velocity by T, and w behind u by T, so the velocity is 2u - w
// and the acceleration (u - w) / T. A body that reverses, tips over or begins to slide is slow for a moment,
// but it accelerates.

#include "toibox/dynamics/tuning.h"

#include "dynamics/islands/disjoint_sets.h"
#include "dynamics/islands/island_scratch.h"
#include "dynamics/islands/islands.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/wake.h"

namespace toibox {

namespace {

/// Upper bound of the speed of the points of a body, m/s.
float point_speed(const WorldState& state, std::uint32_t body, const BodyVelocity& velocity) {
    const float turning = velocity.angular * state.bodies.mass[body].max_extent;
    return length(velocity.linear) + (turning < 0.0f ? -turning : turning);
}

bool is_slow(const WorldState& state, std::uint32_t body) {
    const BodyInfo& info = state.bodies.info[body];
    return info.type == BodyType::Dynamic && info.allow_sleep &&
           point_speed(state, body, state.bodies.velocity[body]) < state.settings.sleep_speed;
}

BodyVelocity weighted_sum(float x, const BodyVelocity& a, float y, const BodyVelocity& b) {
    return {x * a.linear + y * b.linear, x * a.angular + y * b.angular};
}

/// Time constant of the means, seconds: at least a step.
float mean_time(const StepContext& step) {
    const float time = tuning::sleep_mean_fraction * step.state.settings.sleep_time;
    return time > step.dt ? time : step.dt;
}

/// Adds a step's motion to the means. Motion includes what pushes overlap out, unlike velocity.
void update_means(StepContext& step, std::uint32_t body) {
    const BodyMotion& motion = step.state.bodies.motion[body];
    const BodyVelocity velocity = {
        (1.0f / step.dt) * (step.state.bodies.pose[body].center - motion.start.center),
        motion.delta_angle / step.dt};
    const float weight = step.dt / (mean_time(step) + step.dt);
    BodySleep& sleep = step.state.bodies.sleep[body];
    sleep.mean_velocity = weighted_sum(weight, velocity, 1.0f - weight, sleep.mean_velocity);
    sleep.earlier_mean_velocity =
        weighted_sum(weight, sleep.mean_velocity, 1.0f - weight, sleep.earlier_mean_velocity);
}

/// Whether no point of the body is predicted to move by more than the permitted drift within a second.
bool is_calm(const StepContext& step, std::uint32_t body) {
    constexpr float second = 1.0f;
    const WorldState& state = step.state;
    const BodySleep& sleep = state.bodies.sleep[body];
    const float max_speed = tuning::sleep_drift_time * state.settings.sleep_speed / second;
    const BodyVelocity change = weighted_sum(1.0f, sleep.mean_velocity, -1.0f, sleep.earlier_mean_velocity);
    const BodyVelocity now = weighted_sum(1.0f, sleep.mean_velocity, 1.0f, change);
    const BodyVelocity mean_of_second = weighted_sum(1.0f, now, 0.5f * second / mean_time(step), change);
    return point_speed(state, body, now) <= max_speed &&
           point_speed(state, body, mean_of_second) <= max_speed;
}

bool may_sleep(const StepContext& step, std::uint32_t body) {
    return step.state.bodies.sleep[body].slow_time >= step.state.settings.sleep_time &&
           is_slow(step.state, body) && is_calm(step, body);
}

/// Updates the sleep state of each body. True if any body may fall asleep.
bool update_sleep_states(StepContext& step) {
    bool any = false;
    for_each_simulated_body(step.state, [&](std::uint32_t body) {
        BodySleep& sleep = step.state.bodies.sleep[body];
        if (!is_slow(step.state, body)) {
            sleep = {};
            return;
        }
        sleep.slow_time += step.dt;
        update_means(step, body);
        any = any || may_sleep(step, body);
    });
    return any;
}

/// Calls visit(body_a, body_b) for each contact of awake bodies, and for each joint.
template <class Visitor>
void for_each_link(const WorldState& state, Visitor&& visit) {
    for (const Contact& contact : state.contacts) {
        if (contact.count == 0 || contact.response == ContactResponse::Sense) continue;
        if (is_active(state, contact.body_a, contact.body_b)) visit(contact.body_a, contact.body_b);
    }
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        visit(base.body_a, base.body_b);
    }
}

/// Connects the bodies that share an island. Bodies that a moving kinematic body touches begin to wait again,
/// so that it keeps them awake.
void connect_islands(WorldState& state, DisjointSets& islands) {
    for_each_link(state, [&](std::uint32_t a, std::uint32_t b) {
        if (is_dynamic(state, a) && is_dynamic(state, b)) {
            islands.join(a, b);
        } else if (is_moving_kinematic(state, a) || is_moving_kinematic(state, b)) {
            state.bodies.sleep[is_dynamic(state, a) ? a : b].slow_time = 0.0f;
        }
    });
}

template <class Visitor>
void for_each_dynamic(const WorldState& state, Visitor&& visit) {
    for_each_simulated_body(state, [&](std::uint32_t body) {
        if (is_dynamic(state, body)) visit(body);
    });
}

void put_to_sleep(WorldState& state, std::uint32_t body, std::uint32_t island) {
    BodySleep& sleep = state.bodies.sleep[body];
    sleep.island = island;
    sleep.mean_velocity = sleep.earlier_mean_velocity = {};
    state.bodies.velocity[body] = {};
    state.bodies.motion[body].start = state.bodies.pose[body];
    state.bodies.motion[body].delta_angle = 0.0f;
}

}  // namespace

void put_islands_to_sleep(StepContext& step) {
    WorldState& state = step.state;
    if (!state.settings.sleeping || !update_sleep_states(step)) return;
    const std::size_t count = state.bodies.info.size();
    DisjointSets islands(step.islands.island_of, count);
    connect_islands(state, islands);
    std::vector<std::uint8_t>& stays_awake = step.islands.stays_awake;
    stays_awake.assign(count, 0);
    for_each_dynamic(state, [&](std::uint32_t body) {
        if (!may_sleep(step, body)) stays_awake[islands.root(body)] = 1;
    });
    for_each_dynamic(state, [&](std::uint32_t body) {
        const std::uint32_t root = islands.root(body);
        if (stays_awake[root] == 0) put_to_sleep(state, body, root);
    });
}

}  // namespace toibox

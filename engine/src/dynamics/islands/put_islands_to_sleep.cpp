// SPDX-License-Identifier: MIT

// Sleep islands: dynamic bodies connected by contacts and joints. An island falls asleep as a whole, when all
// its bodies have been slow for sleep_time, and wakes as a whole (wake_islands.cpp). Islands are found by
// union-find in each step in which a body is slow. Nothing is stored about awake islands; each sleeping body
// stores only the id of its island. Source: R. Tarjan, "Efficiency of a good but not linear set union
// algorithm", JACM 22(2), 1975.
//
// A slow body need not be at rest: a swinging body is slow at its turning points. So the second half of
// sleep_time counts only while the island is calm. A hanging island or a single body is calm if no body would
// move by more than a small drift (sleep_drift_time · sleep_speed) within a second. A pile is calm if its
// mean velocity perpendicular to gravity would move it by at most that drift; its bodies may jitter. Tall
// piles would sway for minutes: contact damping acts at the contact frequency, and the sway is a hundred
// times slower. So in a pile whose bodies are all slow, rotation and motion perpendicular to gravity are
// damped. Rejected alternative: testing the speed of every body; a stack of 25 then stays awake twice as
// long, for 4 mm of further motion.

#include "toibox/dynamics/tuning.h"

#include "dynamics/islands/disjoint_sets.h"
#include "dynamics/islands/island_scratch.h"
#include "dynamics/islands/islands.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/wake.h"

#include <variant>

namespace toibox {

namespace {

bool is_slower(const WorldState& state, std::uint32_t body, float limit) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    const float turning = velocity.angular * state.bodies.mass[body].max_extent;
    return length_squared(velocity.linear) < limit * limit && turning < limit && -turning < limit;
}

/// Updates the time for which each body has been slow. True if any body is slow.
bool update_slow_times(StepContext& step) {
    WorldState& state = step.state;
    bool any = false;
    for_each_simulated_body(state, [&](std::uint32_t body) {
        BodySleep& sleep = state.bodies.sleep[body];
        const BodyInfo& info = state.bodies.info[body];
        const bool may_sleep = info.type == BodyType::Dynamic && info.allow_sleep;
        const bool is_slow = may_sleep && is_slower(state, body, state.settings.sleep_speed);
        sleep.slow_time = is_slow ? sleep.slow_time + step.dt : 0.0f;
        any = any || sleep.slow_time > 0.0f;
    });
    return any;
}

/// A moving kinematic body keeps the bodies that it touches awake.
bool is_moving_kinematic(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return state.bodies.info[body].type == BodyType::Kinematic &&
           (velocity.linear != Vec2{} || velocity.angular != 0.0f);
}

/// Whether a motor of the joint has a target velocity other than 0.
bool is_driven(const Joint& joint) {
    return std::visit(
        [](const auto& one) {
            if constexpr (requires { one.motor; }) return one.motor.enabled && one.motor.speed != 0.0f;
            if constexpr (requires { one.angular_velocity; })
                return one.linear_velocity != Vec2{} || one.angular_velocity != 0.0f;
            return false;
        },
        joint);
}

/// Flags of an island, stored in IslandScratch::island_marks at its root.
enum IslandMark : std::uint8_t {
    has_contacts = 1,
    is_grounded = 2,      ///< Has contacts or joints with static or kinematic bodies.
    has_many_bodies = 4,  ///< Has more than one dynamic body.
    driven = 8,           ///< Has a driven joint or a conveyor belt.
    unsettled = 16        ///< Not calm.
};
/// Flag of a body: has a touching contact or a joint.
constexpr std::uint8_t touching_or_jointed = 32;

/// Islands of the awake bodies, and their flags.
class SleepIslands {
public:
    explicit SleepIslands(StepContext& step)
        : state_(step.state),
          sets_(step.islands.island_of, step.state.bodies.info.size()),
          marks_(step.islands.island_marks),
          slow_time_(step.islands.island_slow_time) {
        const std::size_t count = state_.bodies.info.size();
        marks_.assign(count, 0);
        for_each_link([&](std::uint32_t a, std::uint32_t b, std::uint8_t marks) {
            connect(a, b);
            marks_[a] |= marks & touching_or_jointed;
            marks_[b] |= marks & touching_or_jointed;
        });
        for_each_link([&](std::uint32_t a, std::uint32_t b, std::uint8_t marks) {
            mark(a, b, marks & static_cast<std::uint8_t>(~touching_or_jointed));
        });
        slow_time_.assign(count, state_.settings.sleep_time);
    }

    std::uint32_t root(std::uint32_t body) { return sets_.root(body); }

    /// True for a pile: several bodies with contacts, grounded and not driven.
    bool is_pile(std::uint32_t root) const {
        constexpr std::uint8_t needed = has_contacts | is_grounded | has_many_bodies;
        return (marks_[root] & (needed | driven)) == needed;
    }
    bool is_touching_or_jointed(std::uint32_t body) const {
        return (marks_[body] & touching_or_jointed) != 0;
    }
    bool is_unsettled(std::uint32_t root) const { return (marks_[root] & unsettled) != 0; }
    void set_unsettled(std::uint32_t root) { marks_[root] |= unsettled; }

    /// Computes the minimum slow_time of the bodies of each island, at most sleep_time.
    void compute_slow_times() {
        for_each_dynamic([&](std::uint32_t body) {
            float& minimum = slow_time_[root(body)];
            const float slow_time = state_.bodies.sleep[body].slow_time;
            if (slow_time < minimum) minimum = slow_time;
        });
    }
    float slow_time(std::uint32_t root) const { return slow_time_[root]; }

    template <class Visitor>
    void for_each_dynamic(Visitor&& visit) {
        for_each_simulated_body(state_, [&](std::uint32_t body) {
            if (is_dynamic(state_, body)) visit(body);
        });
    }

private:
    /// Calls visit(body_a, body_b, marks) for each contact of awake bodies, and for each joint.
    template <class Visitor>
    void for_each_link(Visitor&& visit) {
        for (const Contact& contact : state_.contacts) {
            if (contact.count == 0 || contact.response == ContactResponse::Sense) continue;
            if (!is_active(state_, contact.body_a, contact.body_b)) continue;
            visit(contact.body_a, contact.body_b,
                  has_contacts | (contact.tangent_speed != 0.0f ? driven : 0) |
                      (contact.touching ? touching_or_jointed : 0));
        }
        for (std::uint32_t i = 0; i < state_.joints.joint.size(); ++i) {
            if (!state_.joints.ids.is_live(i)) continue;
            const Joint& joint = state_.joints.joint[i];
            const JointBase& base = base_of(joint);
            visit(base.body_a, base.body_b, touching_or_jointed | (is_driven(joint) ? driven : 0));
        }
    }

    void connect(std::uint32_t a, std::uint32_t b) {
        if (is_dynamic(state_, a) && is_dynamic(state_, b)) {
            sets_.join(a, b);
        } else if (is_moving_kinematic(state_, a) || is_moving_kinematic(state_, b)) {
            state_.bodies.sleep[is_dynamic(state_, a) ? a : b].slow_time = 0.0f;
        }
    }
    void mark(std::uint32_t a, std::uint32_t b, std::uint8_t marks) {
        const bool both = is_dynamic(state_, a) && is_dynamic(state_, b);
        if (a != b) marks |= both ? has_many_bodies : is_grounded;
        marks_[sets_.root(is_dynamic(state_, a) ? a : b)] |= marks;
    }

    WorldState& state_;
    DisjointSets sets_;
    std::vector<std::uint8_t>& marks_;
    std::vector<float>& slow_time_;
};

/// The speed below which a body moves by at most sleep_drift_time · sleep_speed within a second, even if it
/// accelerates. Let v be this speed. In a pile, an acceleration above pile_damping_rate · v would overcome
/// the damping and lead to a speed above v. Any other body stayed below v for half of sleep_time, so its
/// velocity changed by at most 2 v in that time.
float calm_speed(const WorldSettings& settings, bool is_pile) {
    constexpr float second = 1.0f;
    constexpr float shortest_wait = 0.1f;  // Seconds; with a shorter wait, no body would be calm.
    const float wait = settings.sleep_time > shortest_wait ? settings.sleep_time : shortest_wait;
    const float drift = tuning::sleep_drift_time * settings.sleep_speed;
    const float acceleration_rate = is_pile ? tuning::pile_damping_rate : 4.0f / wait;
    return drift / (second + 0.5f * acceleration_rate * second * second);
}

/// Marks the piles whose mean velocity perpendicular to gravity is too high to be calm. Without gravity the
/// velocity counts in all directions.
void mark_moving_piles(StepContext& step, SleepIslands& islands) {
    const WorldState& state = step.state;
    std::vector<IslandMomentum>& momentum = step.islands.island_momentum;
    momentum.assign(state.bodies.info.size(), {});
    islands.for_each_dynamic([&](std::uint32_t body) {
        IslandMomentum& sum = momentum[islands.root(body)];
        sum.momentum += state.bodies.mass[body].mass * state.bodies.velocity[body].linear;
        sum.mass += state.bodies.mass[body].mass;
    });
    const Vec2 gravity = state.settings.gravity;
    const float gravity_squared = length_squared(gravity);
    const float calm = calm_speed(state.settings, true);
    islands.for_each_dynamic([&](std::uint32_t root) {
        if (islands.root(root) != root || !islands.is_pile(root)) return;
        const float limit = calm * momentum[root].mass;
        const float perpendicular = cross(gravity, momentum[root].momentum);
        const bool is_calm = gravity_squared > 0.0f
                                 ? perpendicular * perpendicular < limit * limit * gravity_squared
                                 : length_squared(momentum[root].momentum) < limit * limit;
        if (!is_calm) islands.set_unsettled(root);
    });
}

/// Caps the slow_time of bodies in unsettled islands at half of sleep_time: the second half of sleep_time
/// counts only while an island is calm.
void keep_unsettled_awake(StepContext& step, SleepIslands& islands) {
    WorldState& state = step.state;
    mark_moving_piles(step, islands);
    const float calm = calm_speed(state.settings, false);
    islands.for_each_dynamic([&](std::uint32_t body) {
        const std::uint32_t root = islands.root(body);
        if (!islands.is_pile(root) && !is_slower(state, body, calm)) islands.set_unsettled(root);
    });
    const float half_sleep_time = 0.5f * state.settings.sleep_time;
    islands.for_each_dynamic([&](std::uint32_t body) {
        float& time = state.bodies.sleep[body].slow_time;
        if (time > half_sleep_time && islands.is_unsettled(islands.root(body))) time = half_sleep_time;
    });
}

/// Damps the rotation, and the motion perpendicular to gravity (without gravity, all motion), of piles whose
/// bodies are all slow, except bodies that neither touch another body nor have a joint.
void damp_piles(StepContext& step, SleepIslands& islands) {
    WorldState& state = step.state;
    const Vec2 gravity = state.settings.gravity;
    const float gravity_squared = length_squared(gravity);
    const float factor = 1.0f / (1.0f + tuning::pile_damping_rate * step.dt);
    islands.for_each_dynamic([&](std::uint32_t body) {
        const std::uint32_t root = islands.root(body);
        if (!(islands.slow_time(root) > 0.0f) || !islands.is_pile(root) ||
            !islands.is_touching_or_jointed(body))
            return;
        BodyVelocity& velocity = state.bodies.velocity[body];
        const Vec2 along =
            gravity_squared > 0.0f ? (dot(velocity.linear, gravity) / gravity_squared) * gravity : Vec2{};
        velocity.linear = along + factor * (velocity.linear - along);
        velocity.angular *= factor;
    });
}

void put_to_sleep(WorldState& state, std::uint32_t body, std::uint32_t island) {
    state.bodies.sleep[body].island = island;
    state.bodies.velocity[body] = {};
    state.bodies.motion[body].start = state.bodies.pose[body];
    state.bodies.motion[body].delta_angle = 0.0f;
}

}  // namespace

void put_islands_to_sleep(StepContext& step) {
    WorldState& state = step.state;
    if (!state.settings.sleeping || !update_slow_times(step)) return;
    SleepIslands islands(step);
    keep_unsettled_awake(step, islands);
    islands.compute_slow_times();
    damp_piles(step, islands);
    islands.for_each_dynamic([&](std::uint32_t body) {
        const std::uint32_t root = islands.root(body);
        if (islands.slow_time(root) >= state.settings.sleep_time) put_to_sleep(state, body, root);
    });
}

}  // namespace toibox

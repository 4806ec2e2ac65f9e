// SPDX-License-Identifier: MIT
// Sums over the bodies of a world, in double and in index order, and the maximum overlap of its contacts.
#include "toibox/dynamics/world.h"

#include "dynamics/state/activity.h"

namespace toibox {
namespace {

struct MovingMass {
    double mass;
    double inertia;
    Vec2d center;
    Vec2d linear;
    double angular;
    double gravity_scale;
};

template <class Visitor>
void for_each_moving_mass(const WorldState& state, Visitor&& visit) {
    for_each_simulated_body(state, [&](std::uint32_t body) {
        const BodyMass& mass = state.bodies.mass[body];
        const BodyVelocity& velocity = state.bodies.velocity[body];
        visit(MovingMass{static_cast<double>(mass.mass), static_cast<double>(mass.inertia),
                         widen(state.bodies.pose[body].center), widen(velocity.linear),
                         static_cast<double>(velocity.angular),
                         static_cast<double>(state.bodies.info[body].gravity_scale)});
    });
}

}  // namespace

double World::kinetic_energy() const {
    double sum = 0.0;
    for_each_moving_mass(*state_, [&sum](const MovingMass& m) {
        sum += 0.5 * (m.mass * length_squared(m.linear) + m.inertia * m.angular * m.angular);
    });
    return sum;
}

double World::potential_energy() const {
    const Vec2d gravity = widen(state_->settings.gravity);
    double sum = 0.0;
    for_each_moving_mass(
        *state_, [&](const MovingMass& m) { sum -= m.mass * m.gravity_scale * dot(gravity, m.center); });
    return sum;
}

Vec2d World::momentum() const {
    Vec2d sum;
    for_each_moving_mass(*state_, [&sum](const MovingMass& m) { sum += m.mass * m.linear; });
    return sum;
}

double World::angular_momentum() const {
    double sum = 0.0;
    for_each_moving_mass(*state_, [&sum](const MovingMass& m) {
        sum += m.mass * cross(m.center, m.linear) + m.inertia * m.angular;
    });
    return sum;
}

double World::max_penetration() const {
    float deepest = 0.0f;
    for (const Contact& contact : state_->contacts) {
        for (std::size_t i = 0; i < contact.count; ++i) {
            const float depth = -contact.points[i].separation;
            if (contact.response != ContactResponse::Sense && depth > deepest) deepest = depth;
        }
    }
    return static_cast<double>(deepest);
}

}  // namespace toibox

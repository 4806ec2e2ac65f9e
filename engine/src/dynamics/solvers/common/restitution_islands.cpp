// SPDX-License-Identifier: MIT

// Newton's law of restitution describes one contact. If several contacts bounce in one step, each by its own
// approach speed, they can gain energy together even if no contact gains energy alone (five boxes that fall
// on each other: twice the energy). So the energy of each island is compared with its energy before the step.
// Rejected alternative: an energy limit per row, which removes energy that a bounce only transfers within a
// pile.

#include "dynamics/solvers/common/restitution_islands.h"

#include "toibox/dynamics/tuning.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/islands/disjoint_sets.h"
#include "dynamics/solvers/common/largest_fraction.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/external_acceleration.h"

namespace toibox {

namespace {

double wide(float x) {
    return static_cast<double>(x);
}
/// Inner product of two velocities, weighted by mass and inertia; twice the kinetic energy if they are equal.
double product(const BodyMass& mass, const BodyVelocity& a, const BodyVelocity& b) {
    return wide(mass.mass) * (wide(a.linear.x) * wide(b.linear.x) + wide(a.linear.y) * wide(b.linear.y)) +
           wide(mass.inertia) * (wide(a.angular) * wide(b.angular));
}
BodyVelocity difference(const BodyVelocity& a, const BodyVelocity& b) {
    return {a.linear - b.linear, a.angular - b.angular};
}

/// Upper bound on the work of gravity and applied forces on the body in this step, J.
double max_external_work(const StepContext& step, std::uint32_t body) {
    const BodyMass& mass = step.state.bodies.mass[body];
    const BodyVelocity& start = step.solver.start_velocity[body];
    const Vec2 acceleration = external_acceleration(step.state, body);
    const float linear_power = dot(acceleration, start.linear);  // per mass
    const float torque = step.state.bodies.force[body].torque;
    const float angular_power = torque * start.angular;
    const float linear = (linear_power > 0.0f ? linear_power : 0.0f) + step.dt * length_squared(acceleration);
    const float angular =
        (angular_power > 0.0f ? angular_power : 0.0f) + step.dt * mass.inv_inertia * torque * torque;
    return wide(step.dt) * (wide(linear) * wide(mass.mass) + wide(angular));
}
double allowed_energy(const StepContext& step, std::uint32_t body) {
    const BodyVelocity& start = step.solver.start_velocity[body];
    return 0.5 * product(step.state.bodies.mass[body], start, start) + max_external_work(step, body);
}

}  // namespace

bool has_prescribed_motion(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return !is_dynamic(state, body) && (velocity.linear != Vec2{} || velocity.angular != 0.0f);
}

StepEnergy energy_of(const StepContext& step, std::uint32_t body) {
    if (!is_dynamic(step.state, body)) return {};
    const BodyVelocity& velocity = step.state.bodies.velocity[body];
    return {.allowed_energy = allowed_energy(step, body),
            .current_energy = 0.5 * product(step.state.bodies.mass[body], velocity, velocity)};
}

RestitutionIslands::RestitutionIslands(StepContext& step, std::span<const ContactRow> rows,
                                       std::span<const std::uint32_t> bouncing)
    : step_(step),
      parent_(step.solver.restitution_parent),
      island_at_(step.solver.restitution_island_at),
      islands_(step.solver.restitution_islands) {
    const auto count = static_cast<std::uint32_t>(step_.state.bodies.info.size());
    islands_.clear();
    islands_.reserve(count);
    island_at_.assign(count, null_index);
    std::vector<std::uint8_t>& driven = step_.solver.restitution_driven;
    driven.assign(count, 0);
    unite_by_contacts(driven);
    mark_jointed_driven(driven);
    // A root is the lowest index of its island, so one ascending pass makes all bodies point to their roots.
    for (std::uint32_t body = 0; body < count; ++body) {
        parent_[body] = parent_[parent_[body]];
        driven[parent_[body]] |= driven[body];
    }
    for (const std::uint32_t i : bouncing)
        ++find_or_add(root_of(rows[i])).rows;
    step_.solver.velocity_before_bounce = step_.state.bodies.velocity;
}

void RestitutionIslands::unite_by_contacts(std::vector<std::uint8_t>& driven) {
    const WorldState& state = step_.state;
    DisjointSets sets(parent_, state.bodies.info.size());
    for (const DetectionSummary& summary : step_.detection.summary) {
        for (const SolverContact& solver_contact : summary.solver_contact) {
            const std::uint32_t a = solver_contact.body_a;
            const std::uint32_t b = solver_contact.body_b;
            if (solver_contact.has_surface_velocity || has_prescribed_motion(state, a) ||
                has_prescribed_motion(state, b))
                driven[a] = driven[b] = 1;
            if (is_dynamic(state, a) && is_dynamic(state, b)) sets.join(a, b);
        }
    }
}

void RestitutionIslands::mark_jointed_driven(std::vector<std::uint8_t>& driven) const {
    const WorldState& state = step_.state;
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& joint = base_of(state.joints.joint[i]);
        driven[joint.body_a] = driven[joint.body_b] = 1;
    }
}

std::uint32_t RestitutionIslands::root_of(const ContactRow& row) const {
    return parent_[is_dynamic(step_.state, row.body_a) ? row.body_a : row.body_b];
}
RestitutionIsland& RestitutionIslands::find_island(const ContactRow& row) const {
    return islands_[island_at_[root_of(row)]];
}
RestitutionIsland& RestitutionIslands::find_or_add(std::uint32_t root) {
    if (island_at_[root] == null_index) {
        island_at_[root] = static_cast<std::uint32_t>(islands_.size());
        islands_.push_back({.driven = step_.solver.restitution_driven[root] != 0});
    }
    return islands_[island_at_[root]];
}

void RestitutionIslands::accumulate_energy(std::uint32_t body, RestitutionIsland& island) const {
    const BodyMass& mass = step_.state.bodies.mass[body];
    const BodyVelocity& solved = step_.solver.velocity_before_bounce[body];
    const BodyVelocity change = difference(step_.state.bodies.velocity[body], solved);
    island.allowed_energy += allowed_energy(step_, body);
    island.solved_energy += 0.5 * product(mass, solved, solved);
    island.linear_term += 0.5 * product(mass, solved, change);
    island.quadratic_term += 0.5 * product(mass, change, change);
}

void RestitutionIslands::remove_energy_gains() {
    const auto count = static_cast<std::uint32_t>(parent_.size());
    const auto undriven_island = [&](std::uint32_t body) -> RestitutionIsland* {
        const std::uint32_t index = island_at_[parent_[body]];
        return index == null_index || islands_[index].driven || !is_dynamic(step_.state, body)
                   ? nullptr
                   : &islands_[index];
    };
    for (std::uint32_t body = 0; body < count; ++body) {
        if (RestitutionIsland* island = undriven_island(body)) accumulate_energy(body, *island);
    }
    bool any = false;
    for (RestitutionIsland& island : islands_) {
        if (island.driven) continue;
        const double allowed_gain =
            island.allowed_energy > island.solved_energy ? island.allowed_energy - island.solved_energy : 0.0;
        const double gained = 2.0 * island.linear_term + island.quadratic_term;
        if (!(gained > allowed_gain + tuning::restitution_energy_slack * island.allowed_energy)) continue;
        island.fraction = static_cast<float>(
            largest_fraction(2.0 * island.linear_term, island.quadratic_term, allowed_gain));
        any = true;
    }
    for (std::uint32_t body = 0; any && body < count; ++body) {
        const RestitutionIsland* island = undriven_island(body);
        if (island == nullptr || island->fraction == 1.0f) continue;
        BodyVelocity& velocity = step_.state.bodies.velocity[body];
        const BodyVelocity& solved = step_.solver.velocity_before_bounce[body];
        const BodyVelocity change = difference(velocity, solved);
        velocity = {solved.linear + island->fraction * change.linear,
                    solved.angular + island->fraction * change.angular};
    }
}

}  // namespace toibox

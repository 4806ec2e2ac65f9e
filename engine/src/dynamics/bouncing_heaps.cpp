// SPDX-License-Identifier: MIT

// Newton's law speaks of one contact. Where several meet in one step, each answering the speed that it met
// with, they can gain together what none gains alone (five boxes that fall on each other: twice the energy).
// So the energy of all that touch is held against what it was. Rejected: to do so row by row, which takes
// from the bounces of a heap whatever they only pass on.

#include "bouncing_heaps.h"

#include "toibox/dynamics/tuning.h"

#include "disjoint_sets.h"
#include "solver.h"

#include <cmath>

namespace toibox {

namespace {

double squared(double x) {
    return x * x;
}
/// Twice the kinetic energy, or what two velocities have of it in common.
double product(const BodyMass& mass, const BodyVelocity& a, const BodyVelocity& b) {
    const auto wide = [](float x) { return static_cast<double>(x); };
    return wide(mass.mass) * (wide(a.linear.x) * wide(b.linear.x) + wide(a.linear.y) * wide(b.linear.y)) +
           wide(mass.inertia) * (wide(a.angular) * wide(b.angular));
}
BodyVelocity difference(const BodyVelocity& a, const BodyVelocity& b) {
    return {a.linear - b.linear, a.angular - b.angular};
}

bool is_dynamic(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type == BodyType::Dynamic;
}
bool moves_by_itself(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return !is_dynamic(state, body) && (velocity.linear != Vec2{} || velocity.angular != 0.0f);
}

/// What gravity and what is asked of the body in this step can give at most.
double gift(const StepContext& step, std::uint32_t body) {
    const auto wide = [](float x) { return static_cast<double>(x); };
    const BodyMass& mass = step.state.bodies.mass[body];
    const BodyVelocity& start = step.scratch.start_velocity[body];
    const Vec2 acceleration = free_acceleration(step.state, body);
    const float along = dot(acceleration, start.linear);
    const float turned = step.state.bodies.force[body].torque;
    const float torque_along = turned * start.angular;
    const float linear = (along > 0.0f ? along : 0.0f) + step.dt * length_squared(acceleration);
    const float angular =
        (torque_along > 0.0f ? torque_along : 0.0f) + step.dt * mass.inv_inertia * turned * turned;
    return wide(step.dt) * (wide(linear) * wide(mass.mass) + wide(angular));
}

}  // namespace

BouncingHeaps::BouncingHeaps(StepContext& step, std::span<const ContactRow> rows,
                             std::span<const std::uint32_t> bouncing)
    : step_(step), parent_(step.scratch.heap_of), heap_(step.scratch.heaps) {
    const auto count = static_cast<std::uint32_t>(step.state.bodies.info.size());
    heap_.assign(count, {});
    step.scratch.unbounced = step.state.bodies.velocity;
    Sets heaps(parent_, count);
    join_by_contacts(heaps);
    for (std::uint32_t body = 0; body < count; ++body)
        parent_[body] = heaps.root(body);
    for (const std::uint32_t i : bouncing)
        ++heap_[parent_[is_dynamic(step.state, rows[i].body_a) ? rows[i].body_a : rows[i].body_b]].rows;
    find_drives();
}

void BouncingHeaps::find_drives() {
    const WorldState& state = step_.state;
    const auto drive = [&](std::uint32_t a, std::uint32_t b) {
        heap_[parent_[a]].driven = heap_[parent_[b]].driven = true;
    };
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& joint = base_of(state.joints.joint[i]);
        drive(joint.body_a, joint.body_b);
    }
    for (const DetectionNotes& notes : step_.scratch.notes) {
        for (const PushingContact& pushing : notes.pushing) {
            if (heap_[parent_[pushing.body_a]].driven && heap_[parent_[pushing.body_b]].driven) continue;
            const bool drives = moves_by_itself(state, pushing.body_a) ||
                                moves_by_itself(state, pushing.body_b) ||
                                state.contacts[pushing.contact].tangent_speed != 0.0f;
            if (drives) drive(pushing.body_a, pushing.body_b);
        }
    }
}

BouncingHeap& BouncingHeaps::of(const ContactRow& row) const {
    return heap_[parent_[is_dynamic(step_.state, row.body_a) ? row.body_a : row.body_b]];
}

void BouncingHeaps::join_by_contacts(Sets& heaps) const {
    for (const DetectionNotes& notes : step_.scratch.notes) {
        for (const PushingContact& pushing : notes.pushing) {
            if (is_dynamic(step_.state, pushing.body_a) && is_dynamic(step_.state, pushing.body_b))
                heaps.join(pushing.body_a, pushing.body_b);
        }
    }
}

void BouncingHeaps::weigh(std::uint32_t body, BouncingHeap& heap) const {
    const BodyMass& mass = step_.state.bodies.mass[body];
    const BodyVelocity& start = step_.scratch.start_velocity[body];
    const BodyVelocity& solved = step_.scratch.unbounced[body];
    const BodyVelocity change = difference(step_.state.bodies.velocity[body], solved);
    heap.allowed += 0.5 * product(mass, start, start) + gift(step_, body);
    heap.solved += 0.5 * product(mass, solved, solved);
    heap.along += 0.5 * product(mass, solved, change);
    heap.across += 0.5 * product(mass, change, change);
}

void BouncingHeaps::take_back_gains() {
    const auto count = static_cast<std::uint32_t>(parent_.size());
    const auto bounces = [&](std::uint32_t body) {
        const BouncingHeap& heap = heap_[parent_[body]];
        return heap.rows > 0 && !heap.driven && is_dynamic(step_.state, body);
    };
    for (std::uint32_t body = 0; body < count; ++body) {
        if (bounces(body)) weigh(body, heap_[parent_[body]]);
    }
    for (BouncingHeap& heap : heap_) {
        if (heap.rows == 0 || heap.driven) continue;
        const double room = heap.allowed > heap.solved ? heap.allowed - heap.solved : 0.0;
        const double gained = 2.0 * heap.along + heap.across;
        if (!(gained > room + tuning::heap_slack * heap.allowed)) continue;
        // The share s that gains 2·along·s + across·s² = room.
        heap.share = static_cast<float>((std::sqrt(squared(heap.along) + heap.across * room) - heap.along) /
                                        heap.across);
    }
    for (std::uint32_t body = 0; body < count; ++body) {
        const float share = heap_[parent_[body]].share;
        if (share == 1.0f || !bounces(body)) continue;
        BodyVelocity& velocity = step_.state.bodies.velocity[body];
        const BodyVelocity& solved = step_.scratch.unbounced[body];
        const BodyVelocity change = difference(velocity, solved);
        velocity = {solved.linear + share * change.linear, solved.angular + share * change.angular};
    }
}

}  // namespace toibox

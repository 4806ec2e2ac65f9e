// SPDX-License-Identifier: MIT

// Newton's law speaks of one contact. Where several meet in one step, each answering the speed that it met
// with, they can gain together what none gains alone (five boxes that fall on each other: twice the energy).
// So the energy of all that touch is held against what it was. Rejected: to do so row by row, which takes
// from the bounces of a heap whatever they only pass on.

#include "bouncing_heaps.h"

#include "toibox/dynamics/tuning.h"

#include "disjoint_sets.h"
#include "solver.h"
#include "world_edit.h"

#include <cmath>

namespace toibox {

namespace {

double squared(double x) {
    return x * x;
}
double wide(float x) {
    return static_cast<double>(x);
}
/// Twice the kinetic energy, or what two velocities have of it in common.
double product(const BodyMass& mass, const BodyVelocity& a, const BodyVelocity& b) {
    return wide(mass.mass) * (wide(a.linear.x) * wide(b.linear.x) + wide(a.linear.y) * wide(b.linear.y)) +
           wide(mass.inertia) * (wide(a.angular) * wide(b.angular));
}
BodyVelocity difference(const BodyVelocity& a, const BodyVelocity& b) {
    return {a.linear - b.linear, a.angular - b.angular};
}

/// What gravity and what is asked of the body in this step can give at most.
double gift(const StepContext& step, std::uint32_t body) {
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
double allowed_energy(const StepContext& step, std::uint32_t body) {
    const BodyVelocity& start = step.scratch.start_velocity[body];
    return 0.5 * product(step.state.bodies.mass[body], start, start) + gift(step, body);
}

}  // namespace

bool moves_by_itself(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return !is_dynamic(state, body) && (velocity.linear != Vec2{} || velocity.angular != 0.0f);
}

StepEnergy energy_of(const StepContext& step, std::uint32_t body) {
    if (!is_dynamic(step.state, body)) return {};
    const BodyVelocity& velocity = step.state.bodies.velocity[body];
    return {.allowed = allowed_energy(step, body),
            .present = 0.5 * product(step.state.bodies.mass[body], velocity, velocity)};
}

BouncingHeaps::BouncingHeaps(StepContext& step, std::span<const ContactRow> rows,
                             std::span<const std::uint32_t> bouncing)
    : step_(step), parent_(step.scratch.heap_of), heap_at_(step.scratch.heap_at), heap_(step.scratch.heaps) {
    const auto count = static_cast<std::uint32_t>(step_.state.bodies.info.size());
    heap_.clear();
    heap_.reserve(count);
    heap_at_.assign(count, null_index);
    std::vector<std::uint8_t>& driven = step_.scratch.heap_driven;
    driven.assign(count, 0);
    join_by_contacts(driven);
    drive_by_joints(driven);
    // A root is the least of its heap, so it is flat before the others are.
    for (std::uint32_t body = 0; body < count; ++body) {
        parent_[body] = parent_[parent_[body]];
        driven[parent_[body]] |= driven[body];
    }
    for (const std::uint32_t i : bouncing)
        ++enlist(root_of(rows[i])).rows;
    step_.scratch.unbounced = step_.state.bodies.velocity;
}

void BouncingHeaps::join_by_contacts(std::vector<std::uint8_t>& driven) {
    const WorldState& state = step_.state;
    Sets heaps(parent_, state.bodies.info.size());
    for (const DetectionNotes& notes : step_.scratch.notes) {
        for (const PushingContact& pushing : notes.pushing) {
            const std::uint32_t a = pushing.body_a;
            const std::uint32_t b = pushing.body_b;
            if (pushing.conveys || moves_by_itself(state, a) || moves_by_itself(state, b))
                driven[a] = driven[b] = 1;
            if (is_dynamic(state, a) && is_dynamic(state, b)) heaps.join(a, b);
        }
    }
}

void BouncingHeaps::drive_by_joints(std::vector<std::uint8_t>& driven) const {
    const WorldState& state = step_.state;
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& joint = base_of(state.joints.joint[i]);
        driven[joint.body_a] = driven[joint.body_b] = 1;
    }
}

std::uint32_t BouncingHeaps::root_of(const ContactRow& row) const {
    return parent_[is_dynamic(step_.state, row.body_a) ? row.body_a : row.body_b];
}
BouncingHeap& BouncingHeaps::of(const ContactRow& row) const {
    return heap_[heap_at_[root_of(row)]];
}
BouncingHeap& BouncingHeaps::enlist(std::uint32_t root) {
    if (heap_at_[root] == null_index) {
        heap_at_[root] = static_cast<std::uint32_t>(heap_.size());
        heap_.push_back({.driven = step_.scratch.heap_driven[root] != 0});
    }
    return heap_[heap_at_[root]];
}

void BouncingHeaps::weigh(std::uint32_t body, BouncingHeap& heap) const {
    const BodyMass& mass = step_.state.bodies.mass[body];
    const BodyVelocity& solved = step_.scratch.unbounced[body];
    const BodyVelocity change = difference(step_.state.bodies.velocity[body], solved);
    heap.allowed += allowed_energy(step_, body);
    heap.solved += 0.5 * product(mass, solved, solved);
    heap.along += 0.5 * product(mass, solved, change);
    heap.across += 0.5 * product(mass, change, change);
}

void BouncingHeaps::take_back_gains() {
    const auto count = static_cast<std::uint32_t>(parent_.size());
    const auto bounced = [&](std::uint32_t body) -> BouncingHeap* {
        const std::uint32_t at = heap_at_[parent_[body]];
        return at == null_index || heap_[at].driven || !is_dynamic(step_.state, body) ? nullptr : &heap_[at];
    };
    for (std::uint32_t body = 0; body < count; ++body) {
        if (BouncingHeap* heap = bounced(body)) weigh(body, *heap);
    }
    bool any = false;
    for (BouncingHeap& heap : heap_) {
        if (heap.driven) continue;
        const double room = heap.allowed > heap.solved ? heap.allowed - heap.solved : 0.0;
        const double gained = 2.0 * heap.along + heap.across;
        if (!(gained > room + tuning::heap_slack * heap.allowed)) continue;
        // The share s that gains 2·along·s + across·s² = room.
        heap.share = static_cast<float>((std::sqrt(squared(heap.along) + heap.across * room) - heap.along) /
                                        heap.across);
        any = true;
    }
    for (std::uint32_t body = 0; any && body < count; ++body) {
        const BouncingHeap* heap = bounced(body);
        if (heap == nullptr || heap->share == 1.0f) continue;
        BodyVelocity& velocity = step_.state.bodies.velocity[body];
        const BodyVelocity& solved = step_.scratch.unbounced[body];
        const BodyVelocity change = difference(velocity, solved);
        velocity = {solved.linear + heap->share * change.linear,
                    solved.angular + heap->share * change.angular};
    }
}

}  // namespace toibox

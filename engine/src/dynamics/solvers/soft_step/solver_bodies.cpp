// SPDX-License-Identifier: MIT
// Converts the bodies of a soft step from columns to slots of four floats, and back. The solver works with
// displacements since the start of the step, not with poses, because these small numbers stay accurate far
// from the origin.
#include "toibox/core/thread_pool.h"

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/soft_step/soft_step.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/external_acceleration.h"

namespace toibox::soft_step {
namespace {

constexpr std::size_t slot_size = 4;
/// Minimum number of slots per chunk: fewer cost more to distribute than to fill.
constexpr std::size_t min_slots = 128;

void resize_slots(Scratch& scratch, std::size_t slots) {
    const std::size_t padded = (slots + block_lanes - 1) / block_lanes * block_lanes;
    scratch.body.resize(padded);
    scratch.dynamic.resize(padded);
    for (std::vector<float>* rows : {&scratch.velocity, &scratch.displacement, &scratch.free_velocity,
                                     &scratch.acceleration, &scratch.damping})
        rows->resize(padded * slot_size);
    for (std::size_t slot = slots; slot < padded; ++slot)
        scratch.body[slot] = null_index;
}

void put(std::vector<float>& rows, std::size_t slot, float x, float y, float z, float w) {
    float* const to = &rows[slot * slot_size];
    to[0] = x;
    to[1] = y;
    to[2] = z;
    to[3] = w;
}

/// Sets a slot to an immovable body at rest.
void clear_slot(Scratch& scratch, std::size_t slot) {
    scratch.dynamic[slot] = 0;
    put(scratch.velocity, slot, 0.0f, 0.0f, 0.0f, 0.0f);
    put(scratch.displacement, slot, 0.0f, 0.0f, 1.0f, 0.0f);
    put(scratch.free_velocity, slot, 0.0f, 0.0f, 0.0f, 0.0f);
    put(scratch.acceleration, slot, 0.0f, 0.0f, 0.0f, 0.0f);
    put(scratch.damping, slot, 1.0f, 1.0f, 1.0f, 1.0f);
}

void fill_slot(const WorldState& state, Scratch& scratch, std::size_t slot, float h) {
    clear_slot(scratch, slot);
    const std::uint32_t body = scratch.body[slot];
    if (body == null_index) return;
    const BodyVelocity& velocity = state.bodies.velocity[body];
    const BodyInfo& info = state.bodies.info[body];
    put(scratch.velocity, slot, velocity.linear.x, velocity.linear.y, velocity.angular, 0.0f);
    put(scratch.free_velocity, slot, velocity.linear.x, velocity.linear.y, velocity.angular, 0.0f);
    if (info.type != BodyType::Dynamic) return;
    scratch.dynamic[slot] = static_cast<std::uint8_t>(slot_is_dynamic | (info.lock_x ? slot_locks_x : 0) |
                                                      (info.lock_y ? slot_locks_y : 0));
    const Vec2 acceleration = external_acceleration(state, body);
    put(scratch.acceleration, slot, acceleration.x, acceleration.y,
        state.bodies.mass[body].inv_inertia * state.bodies.force[body].torque, 0.0f);
    const float linear = 1.0f / (1.0f + h * info.linear_damping);
    put(scratch.damping, slot, linear, linear, 1.0f / (1.0f + h * info.angular_damping),
        state.settings.warm_starting ? 1.0f : 0.0f);
}

}  // namespace

void set_restart(Scratch& scratch, std::int32_t slot) {
    const auto index = static_cast<std::size_t>(slot);
    if (scratch.dynamic[index] == 0) return;
    scratch.dynamic[index] |= slot_restarts;
    scratch.damping[slot_size * index + 3] = 0.0f;
}

void gather_bodies(StepContext& step, Scratch& scratch, float h) {
    const WorldState& state = step.state;
    scratch.slot.assign(state.bodies.info.size(), 0);
    scratch.body.assign(1, null_index);  // Slot 0: static and sleeping bodies.
    for_each_simulated_body(state, [&](std::uint32_t body) {
        scratch.slot[body] = static_cast<std::int32_t>(scratch.body.size());
        scratch.body.push_back(body);
    });
    resize_slots(scratch, scratch.body.size());
    step.team.for_balanced_chunks(scratch.body.size(), min_slots, [&](std::size_t begin, std::size_t end) {
        for (std::size_t slot = begin; slot < end; ++slot)
            fill_slot(state, scratch, slot, h);
    });
}

SolverBodies solver_bodies_of(Scratch& scratch) {
    return {.velocity = scratch.velocity.data(),
            .displacement = scratch.displacement.data(),
            .free_velocity = scratch.free_velocity.data(),
            .acceleration = scratch.acceleration.data(),
            .damping = scratch.damping.data(),
            .count = static_cast<std::int32_t>(scratch.body.size())};
}

void scatter_bodies(StepContext& step, const Scratch& scratch) {
    WorldState& state = step.state;
    step.team.for_balanced_chunks(scratch.body.size(), min_slots, [&](std::size_t begin, std::size_t end) {
        for (std::size_t slot = begin; slot < end; ++slot) {
            const std::uint32_t body = scratch.body[slot];
            if (body == null_index) continue;
            const float* velocity = &scratch.velocity[slot * slot_size];
            const float* displacement = &scratch.displacement[slot * slot_size];
            BodyPose& pose = state.bodies.pose[body];
            BodyMotion& motion = state.bodies.motion[body];
            motion.start = pose;
            motion.delta_angle = velocity[3];
            const BodyInfo& info = state.bodies.info[body];
            state.bodies.velocity[body] = apply_locks({{velocity[0], velocity[1]}, velocity[2]}, info);
            pose.center += Vec2{info.lock_x ? 0.0f : displacement[0], info.lock_y ? 0.0f : displacement[1]};
            if (velocity[3] != 0.0f)
                pose.rotation = normalized(pose.rotation * Rot{displacement[2], displacement[3]});
        }
    });
}

}  // namespace toibox::soft_step

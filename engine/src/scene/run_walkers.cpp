// SPDX-License-Identifier: MIT
// Walkers at work: each wants what it was last told, collides and slides, and its body gets the velocity that
// takes it there in one step, so that it is where its casts have looked. They go one after the other, each
// among those that have gone before.

#include "toibox/scene/run.h"

#include "walker.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

void Run::record_velocity_command(const Command& given) {
    const auto* order = std::get_if<command::SetVelocity>(&given);
    if (order == nullptr || !order->linear) return;
    for (WalkerState& walk : state_.walks) {
        if (walk.body == order->body) walk.desired_velocity = walk.applied_velocity = *order->linear;
    }
}

void Run::set_walker_velocity(WalkerState& walk, Vec2 velocity) {
    const BodyVelocity present = std::as_const(world_).find(walk.body)->velocity();
    walk.applied_velocity = present.linear;
    // Unasked for, it would wake what lies on it.
    if (velocity == present.linear && present.angular == 0.0f) return;
    const auto outcome =
        toibox::apply(world_, command::SetVelocity{.body = walk.body, .linear = velocity, .angular = 0.0f});
    if (!outcome)
        script_errors_.push_back(fmt::format("walker at step {}: {}", state_.steps, outcome.error().message));
    walk.applied_velocity = std::as_const(world_).find(walk.body)->velocity().linear;
}

void Run::move_walkers(double seconds) {
    if (scene_->walkers.empty()) return;
    state_.walks.resize(scene_->walkers.size());
    std::vector<char> walking;
    for (std::size_t i = 0; i < state_.walks.size(); ++i) {
        const auto found = std::as_const(world_).find(body(scene_->walkers[i].body));
        if (!found || found->info().type != BodyType::Kinematic) {
            state_.walks[i] = {};
            continue;
        }
        WalkerState& walk = state_.walks[i];
        // Who writes a velocity past apply() has given an order too.
        const Vec2 velocity = found->velocity().linear;
        if (walk.body != found->handle() || velocity != walk.applied_velocity)
            walk = {found->handle(), velocity, velocity};
        if (walking.size() <= walk.body.index) walking.resize(walk.body.index + 1);
        walking[walk.body.index] = 1;
    }
    const Vec2d up = -normalized(widen(world_.settings().gravity));
    KinematicSet kinematics;
    for (const BodyHandle handle : world_.bodies()) {
        const BodyView other = *std::as_const(world_).find(handle);
        const bool walks = handle.index < walking.size() && walking[handle.index] != 0;
        if (other.info().type == BodyType::Kinematic && !walks) kinematics.add(world_, other, seconds);
    }
    for (std::size_t i = 0; i < state_.walks.size(); ++i) {
        WalkerState& walk = state_.walks[i];
        const auto found = std::as_const(world_).find(walk.body);
        if (!found) continue;
        const Vec2d way = collide_and_slide({world_, kinematics, *found, scene_->walkers[i], seconds, up},
                                            seconds * widen(walk.desired_velocity));
        set_walker_velocity(walk, narrow((1.0 / seconds) * way));
        kinematics.add(world_, *std::as_const(world_).find(walk.body), seconds);
    }
}

}  // namespace toibox::scene

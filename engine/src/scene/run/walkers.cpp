// SPDX-License-Identifier: MIT
// Moves walkers. Each body gets the velocity that takes it in one step to where collide and slide ends.
// Walkers move one after another; each sees the motion of the walkers before it.

#include "toibox/scene/run.h"

#include "scene/run/walker.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

void Run::record_velocity_command(const Command& command) {
    const auto* set_velocity = std::get_if<command::SetVelocity>(&command);
    if (set_velocity == nullptr || !set_velocity->linear) return;
    for (WalkerState& walker : state_.walkers) {
        if (walker.body == set_velocity->body)
            walker.desired_velocity = walker.applied_velocity = *set_velocity->linear;
    }
}

void Run::set_walker_velocity(WalkerState& walker, Vec2 velocity) {
    const BodyVelocity present = std::as_const(world_).find(walker.body)->velocity();
    walker.applied_velocity = present.linear;
    // An unnecessary command would wake bodies that rest on the walker.
    if (velocity == present.linear && present.angular == 0.0f) return;
    const auto outcome =
        toibox::apply(world_, command::SetVelocity{.body = walker.body, .linear = velocity, .angular = 0.0f});
    if (!outcome)
        script_errors_.push_back(fmt::format("walker at step {}: {}", state_.steps, outcome.error().message));
    walker.applied_velocity = std::as_const(world_).find(walker.body)->velocity().linear;
}

void Run::move_walkers(double seconds) {
    if (scene_->walkers.empty()) return;
    state_.walkers.resize(scene_->walkers.size());
    std::vector<char> is_walker;
    for (std::size_t i = 0; i < state_.walkers.size(); ++i) {
        const auto found = std::as_const(world_).find(body(scene_->walkers[i].body));
        if (!found || found->info().type != BodyType::Kinematic) {
            state_.walkers[i] = {};
            continue;
        }
        WalkerState& walker = state_.walkers[i];
        // A velocity that was not set by apply() is a new desired velocity, too.
        const Vec2 velocity = found->velocity().linear;
        if (walker.body != found->handle() || velocity != walker.applied_velocity)
            walker = {found->handle(), velocity, velocity};
        if (is_walker.size() <= walker.body.index) is_walker.resize(walker.body.index + 1);
        is_walker[walker.body.index] = 1;
    }
    const Vec2d up = -normalized(widen(world_.settings().gravity));
    KinematicSet kinematics;
    for (const BodyHandle handle : world_.bodies()) {
        const BodyView other = *std::as_const(world_).find(handle);
        const bool walks = handle.index < is_walker.size() && is_walker[handle.index] != 0;
        if (other.info().type == BodyType::Kinematic && !walks) kinematics.add(world_, other, seconds);
    }
    for (std::size_t i = 0; i < state_.walkers.size(); ++i) {
        WalkerState& walker = state_.walkers[i];
        const auto found = std::as_const(world_).find(walker.body);
        if (!found) continue;
        const Vec2d displacement =
            collide_and_slide({world_, kinematics, *found, scene_->walkers[i], seconds, up},
                              seconds * widen(walker.desired_velocity));
        set_walker_velocity(walker, narrow((1.0 / seconds) * displacement));
        kinematics.add(world_, *std::as_const(world_).find(walker.body), seconds);
    }
}

}  // namespace toibox::scene

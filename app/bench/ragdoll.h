// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/target.h"

#include <array>

namespace toibox::bench {

inline constexpr std::size_t bone_count = 11;
using Ragdoll = std::array<BodyHandle, bone_count>;

/// A person of capsules, 1.55 m tall, standing at `feet`: ten joints with limits, springs that hold the pose
/// and friction. Bones of the same `group` (> 0) never collide, so that a person's own do not.
Ragdoll create_ragdoll(BenchWorld& target, Vec2 feet, int group);
void destroy_ragdoll(BenchWorld& target, const Ragdoll& ragdoll);

}  // namespace toibox::bench

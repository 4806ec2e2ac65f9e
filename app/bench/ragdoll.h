// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/bench_world.h"

#include <array>

namespace toibox::bench {

inline constexpr std::size_t bone_count = 11;
using Ragdoll = std::array<BodyHandle, bone_count>;

/// A standing ragdoll of capsules, 1.31 m tall. `origin`: a point 0.275 m below the soles. The ten joints
/// have limits, friction and springs that hold the pose. Bones of the same `group` (> 0) do not collide, so a
/// ragdoll does not collide with itself.
Ragdoll create_ragdoll(BenchWorld& world, Vec2 origin, int group);
void destroy_ragdoll(BenchWorld& world, const Ragdoll& ragdoll);

}  // namespace toibox::bench

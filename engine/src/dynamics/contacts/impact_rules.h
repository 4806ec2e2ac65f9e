// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"
#include "toibox/toi/toi.h"

#include "dynamics/state/step_context.h"

#include <cstdint>

namespace toibox {

/// Which contacts are impacts: the solvers leave them to the CCD stage, which searches for them.

/// Whether contacts of this restitution bounce at the end of the step in which they begin or overlap, not at
/// the time of impact.
[[nodiscard]] bool bounces_at_step_end(const WorldState& state, float restitution);
/// Whether contacts of this restitution are resolved at the time of impact, between dynamic bodies, too. None
/// is while more than tuning::max_bouncy_shapes could bounce.
[[nodiscard]] bool is_bouncy(const StepContext& step, float restitution);
[[nodiscard]] bool is_bouncy_pair(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b);
/// The slowest approach of bouncy shapes that is solved as an impact, m/s.
[[nodiscard]] float min_impact_speed(const StepContext& step);
/// Whether a body that moves this far in a step (metres, radians) could pass through, or sink into, something
/// that detection at the ends of the step does not find.
[[nodiscard]] bool may_tunnel(const StepContext& step, std::uint32_t body, float distance, float turn);
/// Whether the CCD stage searches this pair at all: bodies against static and kinematic ones, bullets against
/// all, heavy obstacles against much lighter bodies; but not sensors, nor what a one-way shape lets pass.
[[nodiscard]] bool is_searched_pair(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b);
/// Target and tolerance of a pair, smaller for small bodies. null_index stands for a body of any size.
[[nodiscard]] ToiOptions pair_options(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b);

}  // namespace toibox

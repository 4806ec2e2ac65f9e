// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"
#include "toibox/toi/toi.h"

#include "dynamics/state/step_context.h"

#include <cstdint>

namespace toibox {

/// Rules for impacts: contacts that the solvers leave to the CCD stage, and pairs that the CCD stage
/// searches.

/// Whether contacts with this restitution bounce at the end of the step, not at the time of impact.
[[nodiscard]] bool bounces_at_step_end(const WorldState& state, float restitution);
/// Whether contacts with this restitution are resolved at the time of impact, also between two dynamic
/// bodies.
[[nodiscard]] bool is_bouncy(const WorldState& state, float restitution);
[[nodiscard]] bool is_bouncy_pair(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b);
/// Whether the body is searched against all shapes: bullets and bodies with a bouncy shape. Others are
/// searched against obstacles and against such bodies.
[[nodiscard]] bool searches_all_shapes(const WorldState& state, std::uint32_t body);
/// Whether two dynamic bodies must not pass through each other: one is a bullet, or a heavy obstacle to the
/// other.
[[nodiscard]] bool must_not_pass(const StepContext& step, std::uint32_t body_a, std::uint32_t body_b);
/// Minimum approach speed at which contacts of bouncy shapes are solved as impacts, m/s.
[[nodiscard]] float min_impact_speed(const StepContext& step);
/// Whether a body that moves by `distance` (metres) and `rotation` (radians) in a step must be searched,
/// whatever is near: it could sink into an obstacle by more than half of its inner radius, or it could
/// overlap a shape although the impact should be resolved at its time.
[[nodiscard]] bool may_tunnel(const WorldState& state, std::uint32_t body, float distance, float rotation);
/// Whether the CCD stage searches this pair of shapes. True for dynamic bodies against static and kinematic
/// bodies, bullets against all bodies, heavy obstacles against much lighter bodies, and bouncy pairs. False
/// for sensors, for two segments, for shapes that cannot have a contact, and if a one-way shape lets the
/// other shape pass.
[[nodiscard]] bool is_searched_pair(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b);
/// Options of time of impact queries for a pair; target and tolerance are smaller for small bodies. A body
/// may be null_index; then only the other body limits the target.
[[nodiscard]] ToiOptions pair_options(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b);

}  // namespace toibox

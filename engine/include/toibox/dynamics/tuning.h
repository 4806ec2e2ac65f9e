// SPDX-License-Identifier: MIT
#pragma once

/// Every tolerance of the layer, once: unit, where it comes from, what happens when it is changed.

namespace toibox::tuning {

// ---- Pairs

/// Slack of a moving body's fat box beyond what contacts need, as a share of the body's extent. More: fewer
/// pair searches and more idle pairs. At 1/8 a settled pile of unit boxes seeks no pairs at all.
inline constexpr float fat_box_share = 0.125f;
/// … and at most this, metres, so that large bodies do not pair with half the world.
inline constexpr float fat_box_limit = 0.1f;

// ---- Contacts

/// Cosine of about 11.5°: a manifold whose normal turned further has other things to push, and starts cold.
inline constexpr float matching_normal_cosine = 0.98f;
/// How near an old point must lie to pass for the new one when matching goes by distance, metres.
/// Lecture PA199, slide 31: any radius that spans a step's sliding also reaches the neighbouring point.
inline constexpr float matching_radius = 0.02f;

// ---- State

/// A coordinate beyond this is taken for the wreck of a step, metres: float still squares it, and no scene
/// gets there (the step of a float is 67 million metres here).
inline constexpr float coordinate_limit = 1e15f;
/// What |c² + s²  − 1| of an orientation may be. Rounding leaves 1.2e-7.
inline constexpr float rotation_tolerance = 1e-5f;
/// Mass of a dynamic body whose shapes weigh nothing, kg: it must fall like any other.
inline constexpr float massless_body_mass = 1.0f;

}  // namespace toibox::tuning

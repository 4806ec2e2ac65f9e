// SPDX-License-Identifier: MIT
#pragma once

/// Softness of contacts and rigid joints in the soft step.
namespace toibox::tuning {

/// Frequency of the stiffest contacts and rigid joints, as a fraction of the sub-step rate: 56 and 60 Hz with
/// 60 steps per second and 4 sub-steps. Origin: a spring with a period below 4 sub-steps does not act as a
/// spring, and piles sway on contacts that are much stiffer than this. Smaller: stacks sag more.
inline constexpr float stiffest_contact = 7.0f / 30.0f;
inline constexpr float stiffest_joint = 0.25f;
/// Factor by which an excess of a contact's impulse is taken back, relative to the correction that this
/// contact alone needs. Origin: piles sway as a whole, which changes each single contact very little. The two
/// passes of a sub-step make the contact force grow at 2·m/h² times the closing speed and at m·ω²·leak/h
/// times the overlap, and the leak of soft contacts makes the force decay. By Routh's criterion, with a
/// factor of 1 the sway dies out if (h·ω)² < 2; for the stiffest contact (h·ω)² is 2.15, so piles would never
/// stop swaying. Deficits are not over-corrected, because an impact would then bounce (measured: with 2 % of
/// its speed). Smaller: a pyramid of 1275 boxes falls asleep after 406 steps with 1, after 204 with 1.85, and
/// a stack of 100 boxes does not in 1500. From 2 on, impulses grow without bound.
inline constexpr float over_relaxation = 1.85f;
/// Overlap beyond which contacts are softer, metres, and the fraction of the stiffness that remains there.
/// Origin: 1.5 times the overlap of the lowest contact in a tower of 100 boxes. A pile then absorbs a heavy
/// impact and does not throw it back (measured: three pyramids under boxes of 100 to 300 times their density
/// stand; without this they were blown apart at 21 m/s). Smaller depth: towers sink deeper.
inline constexpr float firm_depth = 0.03f;
inline constexpr float yielding_fraction = 0.6f;
/// Frequency of contacts with static bodies, as a multiple of the frequency of other contacts, so that the
/// lowest bodies do not sink deeper into the ground than into their neighbours. Larger: piles sway longer.
inline constexpr float static_stiffness = 1.5f;
/// The overlap of a loaded contact is pushed out faster than settings.push_speed: by this fraction of the
/// velocity change that the impulse of the contact causes in a sub-step, unless the contact spawned
/// overlapping. Dimensionless. Origin: a stirred crowd should be crushed as little as possible: at the end of
/// the scene spinner, 300 pairs overlap by more than 0.35 m; without this, 1015. Larger: no improvement
/// (0.4). Smaller: 350 pairs with 0.2, 830 with 0.02.
inline constexpr float push_by_load = 0.3f;
/// Maximum frequency of contacts of bodies with a rigid joint, as a fraction of the frequency of joints;
/// static_stiffness times as much for contacts with static bodies. Origin: of two springs that press against
/// each other, the softer one yields; an open joint is visible, a deeper contact hardly. Heaps of ragdolls
/// rest with joint gaps of 11 cm with 1, and of 5 cm with 1/2. Larger: larger gaps. Smaller: jammed limbs
/// sink into each other.
inline constexpr float jointed_fraction = 0.5f;
/// Frequency of limits that a motor drives against, as a fraction of the frequency of joints. Origin: 600
/// chains of one to three arms of random size, with motors of 10 to 10⁷ N·m against limits 0.02 to 1 rad
/// apart, at 240 to 1920 sub-steps per second. With 0.85, 22 chains still tremble after 3 s, and 7 have a
/// joint 0.01 rad beyond its limit; with 1, 51 and 27; with 0.6, 21 and none. Smaller: bodies that hang on a
/// limit sag.
inline constexpr float driven_stiffness = 0.85f;

}  // namespace toibox::tuning
